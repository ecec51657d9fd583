"""What beats what, and what a card is worth (R-004 to R-008)."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.cards import BIT, SUIT, SUITS

#: Trick order and values in trumps, highest first (R-004).
TRUMP_ORDER: Final = (("J", 20), ("9", 14), ("A", 11), ("T", 10), ("K", 4), ("Q", 3))
#: Trick order and values in plain suits, highest first (R-005).
PLAIN_ORDER: Final = (("A", 11), ("T", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0))

#: For the last trick (R-008).
LAST_TRICK: Final = 10
#: All card points of a hand, without the last trick: 162 less ten (R-008).
CARD_POINTS: Final = 152


class Ranking(NamedTuple):
    """The order of the pack under one trump suit, by the bit of a card."""

    trump: int
    #: The cards that would win from this one: the higher ones of its suit and, unless it is a trump, all trumps.
    beaters: dict[int, int]
    value: dict[int, int]


def _ranking(trump: str) -> Ranking:
    beaters, value = {0: 0}, {0: 0}
    trumps = SUIT.get(trump, 0)
    for suit in SUITS:
        higher = 0 if suit == trump else trumps
        for rank, points in TRUMP_ORDER if suit == trump else PLAIN_ORDER:
            card = BIT[rank + suit]
            beaters[card], value[card] = higher, points
            higher |= card
    return Ranking(trumps, beaters, value)


#: The ranking under each trump suit, by the mask of that suit; under 0 the plain order of all four. The tables hold
#: an unknown card, 0, too: nothing beats it and it is worth nothing.
RANKINGS: Final[dict[int, Ranking]] = {SUIT.get(suit, 0): _ranking(suit) for suit in ("", *SUITS)}
