"""What a score-keeper writes down wrong though the table had it right."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from clabber_audit.games.clabber.scoring import Points
from clabber_audit.ruling.judge import Ruling
from clabber_audit.simulate.scoring import Score
from clabber_audit.table.cards import TEAMS

#: What a team has by a slip, from what it has in truth and what it made in play; the truth where it cannot happen.
_Slip = Callable[[int, Points], int]


def slipped(random: Random, ruling: Ruling, score: Score) -> Score:
    """A sheet with one slip that shows in the points, where the hand leaves room for one; else as it was."""
    true, made = ruling.remedy.score, ruling.points
    if true is None or made is None:
        return score
    sheets = [
        {**score, team: wrong}
        for slip in _SLIPS
        for team, points, parts in zip(TEAMS, true, made, strict=True)
        if (wrong := slip(points, parts)) != points
    ]
    if true[0] != true[1]:
        sheets.append(dict(zip(score, reversed(score.values()), strict=True)))
    return random.choice(sheets) if sheets else score


def _carried(points: int, made: Points) -> int:
    """A ten too many, carried for nothing."""
    return points + 10 if points else points


def _digits_swapped(points: int, made: Points) -> int:
    """91 for 19."""
    return points // 100 * 100 + points % 10 * 10 + points // 10 % 10 if points else points


def _last_trick_forgotten(points: int, made: Points) -> int:
    return points - made.last_trick if points == made.total else points


def _melds_forgotten(points: int, made: Points) -> int:
    return points - made.melds - made.belle if points == made.total else points


def _kept(points: int, made: Points) -> int:
    """A team that gets nothing, for a set or a renege, keeps what it made."""
    return points or made.total


_SLIPS: Final[tuple[_Slip, ...]] = (_carried, _digits_swapped, _last_trick_forgotten, _melds_forgotten, _kept)
