"""What beats what, and what a card is worth (R-004 to R-008)."""

from __future__ import annotations

from typing import Final

from clabber_audit.table.cards import PACK, SUIT, SUITS
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
