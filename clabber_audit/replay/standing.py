"""How a trick stands while it is played: what was led, and which card is winning it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.table.strain import Strain

#: Any card at all.
_ANY: Final = -1


class Standing(NamedTuple):
    """How a trick stands after some of its cards."""

    #: The suit led; the whole pack before a lead, which any card follows.
    led: int
    #: The cards that would now win it; before a lead any card.
    winning: int
    #: The place of the card that is winning it, 0 for the lead; -1 before a lead.
    best: int

    def above(self, trump: int) -> int:
        """The trumps above the highest trump in the trick; all trumps while there is none (R-036)."""
        return self.winning & trump


def standing(cards: Sequence[int], under: Strain) -> Standing:
    """How a trick stands: the highest trump is winning it, else the highest card of the suit led (R-038)."""
    beaters = under.beaters
    winning, best = _ANY, -1
    for place, card in enumerate(cards):
        if card & winning:
            winning, best = beaters[card], place
    return Standing(under.suit_of[cards[0]] if cards else under.all, winning, best)
