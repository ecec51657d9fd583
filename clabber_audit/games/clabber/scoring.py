"""From points to what is written on the sheet (R-068 to R-075)."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.toggles import Toggles

#: What innocents score on a renege beside their melds (R-104).
RENEGE: int = CARD_POINTS + LAST_TRICK


class Points(NamedTuple):
    """What one team made: card points, the ten for the last trick, melds and belle."""

    cards: int
    last_trick: int
    melds: int
    belle: int

    @property
    def total(self) -> int:
        """All of it together."""
        return self.cards + self.last_trick + self.melds + self.belle


def settle(totals: tuple[int, int], makers: int) -> tuple[int, int]:
    """The score by team: makers strictly ahead keep what they made, else they are set (R-069, R-070)."""
    others = 1 - makers
    if totals[makers] > totals[others]:
        return totals
    return (0, totals[others]) if makers == 0 else (totals[others], 0)


def mark(score: int, is_set: bool, toggles: Toggles) -> str:
    """What the sheet says for a team: its points, the set mark, or the mark for nothing (R-072, R-073)."""
    if is_set:
        return toggles.set_mark
    return str(score) if score else toggles.zero_mark
