"""The score of Clabber from hand to hand: points are added up from nothing to 500 (R-076 to R-079)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from clabber_audit.games.clabber.melds import BELLE, team_sums
from clabber_audit.games.clabber.scoring import GAME, RENEGE, stands
from clabber_audit.record.words import RENEGE_MARK
from clabber_audit.ruling.summary import Summary
from clabber_audit.scorecard.standing import Misread, Purse, Standing
from clabber_audit.table.seating import Scores


def begins(hand: Summary) -> Standing:
    """A game begins with nothing."""
    return Standing((0,) * len(hand.seating.sides))


def noted(hand: Summary) -> None:
    """A record of Clabber says nothing of totals."""


def from_there(hand: Summary, standing: Standing) -> Summary:
    """No score hangs on those before it."""
    return hand


def goes_on(standing: Standing, hand: Summary, counted: Scores) -> Standing:
    """The totals with a hand more, and who has won; one who would have won before stays the winner."""
    totals = tuple(map(sum, zip(standing.totals, counted, strict=True)))
    state = stands(totals, hand.law.toggles)
    return Standing(totals, state, totals.index(max(totals)) if state == "won" else None)


def misread(hand: Summary, before: Standing, after: Standing) -> Sequence[Misread]:
    """A record of Clabber carries nothing forward."""
    return ()


def reached(totals: Scores, toggles: Any) -> bool:
    """Whether a side has 500."""
    return max(totals) >= GAME


def points_of(mark: str) -> int:
    """Every mark is nothing (D-76, D-77)."""
    return 0


def cannot_be(made: Scores, written: Sequence[int | str | None]) -> Literal["renege", "nothing", "parts"] | None:
    """By which rule a score that is written alone cannot be (R-008, R-068, R-070, R-104)."""
    if _can_be(made, written):
        return None
    if RENEGE_MARK in written:
        return "renege"
    return "parts" if all(made) else "nothing"


def _can_be(made: Scores, written: Sequence[int | str | None]) -> bool:
    """Whether a written score can be, going by it alone.

    Both sides together make 162 and melds (R-008, R-068). A side that reneged leaves 162 and melds to the other
    (R-104), and nothing where both did (R-105). A side with nothing otherwise was set, or took nothing: the other has
    half of the 162 at least (R-069, R-070).
    """
    reneged = [mark == RENEGE_MARK for mark in written]
    if all(reneged):
        return True
    if min(made) == 0 and not any(reneged):
        return max(made) * 2 >= RENEGE
    melds = sum(made) - RENEGE
    return not team_sums().isdisjoint((melds, melds - BELLE))


def extras(hand: Summary, counted: Scores | None, alone: bool) -> Mapping[str, Scores]:
    """The points for melds and for belle that are among what a side scored; of a score written `alone` none is told."""
    pairs = [_melded(hand, side) if points and not alone else (0, 0) for side, points in enumerate(counted or (0, 0))]
    melds, belle = zip(*pairs, strict=True)
    return {"melds": melds, "belle": belle}


def _melded(hand: Summary, side: int) -> tuple[int, int]:
    remedy = hand.remedy
    if remedy.outcome == "renege":
        own = [item for item in remedy.awarded if item.team == side]
        return sum(item.points for item in own if item.meld), sum(item.points for item in own if not item.meld)
    points = hand.ruling.points
    return (0, 0) if points is None else (points[side].melds, points[side].belle)


def purse(hands: Sequence[Summary], standing: Standing) -> Purse | None:
    """Clabber is played for nothing that a record tells."""
    return None
