"""What hands may call a team."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clabber_audit.league.season.model import Season, Team
from clabber_audit.record.names import folded


def by_name(teams: Sequence[Team]) -> dict[str, Team]:
    """Teams by what hands may call them: their names and their ids."""
    return {folded(called): team for team in teams for called in (team.id, team.name)}


def names_in(season: Season) -> Iterator[str]:
    """The teams and people that a season names."""
    for team in season.teams:
        yield team.name
        yield from filter(None, (team.captain, *team.players))
