"""What beats what, and what a card is worth (R-004 to R-008)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.table.cards import DECK, PACK, SUIT, SUITS
from clabber_audit.table.strain import Order, Strain, strain

#: Trick order and values in trumps, highest first (R-004).
TRUMP_ORDER: Final = (("J", 20), ("9", 14), ("A", 11), ("T", 10), ("K", 4), ("Q", 3))
#: Trick order and values in plain suits, highest first (R-005).
PLAIN_ORDER: Final = (("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0))

#: For the last trick (R-008).
LAST_TRICK: Final = 10
#: All card points of a hand, without the last trick: 162 less ten (R-008).
CARD_POINTS: Final = 152


#: How each suit, or none, orders the pack.
_ORDER: Final = Order(PLAIN_ORDER, TRUMP_ORDER)
#: The strain of each trump suit, by the mask of that suit; under 0 the plain order of all four.
RANKINGS: Final[dict[int, Strain]] = {SUIT.get(suit, 0): strain(PACK, suit, _ORDER) for suit in ("", *SUITS)}


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
    winning, best = DECK, -1
    for place, card in enumerate(cards):
        if card & winning:
            winning, best = beaters[card], place
    return Standing(under.suit_of[cards[0]] if cards else DECK, winning, best)
