"""What beats what, and what a card is worth (R-004 to R-008)."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.cards import BIT, CODE, SUIT, SUIT_OF, SUITS

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
    beaters: dict[int, int] = {}
    value: dict[int, int] = {}
    for suit in SUITS:
        higher = 0 if suit == trump else SUIT[trump]
        for rank, points in TRUMP_ORDER if suit == trump else PLAIN_ORDER:
            card = BIT[rank + suit]
            beaters[card], value[card] = higher, points
            higher |= card
    return Ranking(SUIT[trump], beaters, value)


#: The ranking under each trump suit, by the mask of that suit.
RANKINGS: Final[dict[int, Ranking]] = {SUIT[suit]: _ranking(suit) for suit in SUITS}


def points_of(mask: int, trump: int) -> int:
    """The card points in a set of cards when `trump` (a suit's mask) is trumps."""
    value = RANKINGS[trump].value
    total = 0
    while mask:
        low = mask & -mask
        total += value[low]
        mask ^= low
    return total


def trump_strength(card: int) -> int:
    """How high a card stands when its suit is trumps: 0 for the queen up to 5 for the jack."""
    order = [rank for rank, _ in reversed(TRUMP_ORDER)]
    return order.index(CODE[card][0])


def highest(mask: int, trump: int) -> int:
    """The strongest card of a set that lies in one suit; 0 for none."""
    beaters = RANKINGS[trump].beaters
    rest = mask
    while rest:
        low = rest & -rest
        if not beaters[low] & mask & SUIT_OF[low]:
            return low
        rest ^= low
    return 0
