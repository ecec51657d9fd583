"""Running scores, and whether the game is over."""

from __future__ import annotations

from tests.family.opinion.laws import Law
from tests.family.opinion.scoring import Points
from tests.family.opinion.table import Record, sides_of


def scores_before(record: Record, law: Law) -> Points:
    """The scores before the hand; not written down, the game's start."""
    noted: Points = record.get("before") or {}
    start = int(law["start"])
    return {side: noted.get(side, start) for side in sides_of(record, law)}


def capped(points: Points, before: Points, law: Law) -> Points:
    """What a hand adds in Eau Claire: five more, but to no more than twenty (B-112, BD-63)."""
    if law["game"] != "ec":
        return points
    return {
        side: min(20, before[side] + points[side]) - before[side] if points[side] > 0 else points[side]
        for side in points
    }


def winner(after: Points, bidders: str | None, made: bool, tricks: Points | None, law: Law) -> str | None:
    """The side that has won the game with this hand, `tie`, or None."""
    if law["end"] == "time_limit" or law["target"] is None:
        return None
    if law["down"]:
        return lowest(after, bidders, tricks, law)
    there = [side for side in after if after[side] >= law["target"]]
    if law["win_on"] != "any":
        # Only on offense, and only with the bid made unless the table says otherwise (B-032, BD-17).
        counts = bidders in there and (made or law["win_on"] == "any_offence")
        return bidders if counts else None
    if len(there) < 2:
        return there[0] if there else None
    if law["both_reach"] == "bidder" or after[there[0]] == after[there[1]]:
        return bidders
    # Pfeffer: only a tie goes to the bidders (B-066, BD-33).
    return max(there, key=lambda side: after[side])


def lowest(after: Points, bidders: str | None, tricks: Points | None, law: Law) -> str | None:
    """Who reaches nothing in the Clubs games (B-118 to B-120, BD-53)."""
    there = [side for side in after if after[side] <= law["target"]]
    if len(there) < 2:
        return there[0] if there else None
    if law["game"] == "ec" and bidders is not None:
        return bidders
    best = [side for side in there if after[side] == min(after[one] for one in there)]
    if len(best) == 1:
        return best[0]
    if law["game"] == "ec" and tricks is not None:
        return max(best, key=lambda side: tricks[side])
    return bidders if bidders in best else "tie"
