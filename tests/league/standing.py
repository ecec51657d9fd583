"""Table and notices of a season, as tests compare them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from clabber_audit.league.games import Notice
from clabber_audit.league.standings import Standings, standings
from tests.league.seasons import SEASON, Json, game, handed, season

OWLS_EAGLES, MOOSE_LIONS = ("Owls", "Eagles"), ("Moose", "Lions")
DECIDED = {"who": "Agnes", "when": "2026-01-20", "why": "no shirts"}


def of(hands: list[Json], **changes: Any) -> Standings:
    return standings(season(**changes), handed(hands))


def table(found: Standings) -> list[tuple[int, str, int, int, int]]:
    """Place, team, games won, games lost, points."""
    return [
        (row.place, row.tally.team, row.tally.won, row.tally.lost, row.tally.points) for row in found.rows
    ]


def told(found: Standings, kind: str) -> list[Notice]:
    return [notice for notice in found.notices if notice.kind == kind]


def status(found: Standings, match: str) -> str:
    return next(played.status for played in found.matches if played.match.id == match)


def match_changed(match: str, **changes: Any) -> list[Json]:
    """The rounds of the season with one match changed."""
    rounds: list[Json] = deepcopy(SEASON["rounds"])
    next(found for round in rounds for found in round["matches"] if found["id"] == match).update(changes)
    return rounds


FIRST_ROUND = [*game(1, OWLS_EAGLES, (512, 430)), *game(1, MOOSE_LIONS, (470, 505))]
