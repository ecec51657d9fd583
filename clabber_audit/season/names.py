"""How names of teams, leagues and players are compared: as people read them, not byte by byte."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from clabber_audit.season.model import Team


def folded(name: str) -> str:
    """A name without what nobody means by it: capitals, blanks around and doubled, the way accents are encoded."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def by_name(teams: Sequence[Team]) -> dict[str, Team]:
    """Teams by what hands may call them: their names and their ids."""
    return {folded(called): team for team in teams for called in (team.id, team.name)}
