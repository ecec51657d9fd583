"""What beats what, and what a card is worth (R-004 to R-008)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.table.cards import BIT, DECK, SUIT, SUIT_OF, SUITS

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
    #: Of each card the suit, the beaters and the value, for who wants all three at once.
    faces: dict[int, tuple[int, int, int]]


def _ranking(trump: str) -> Ranking:
    beaters, value = {0: 0}, {0: 0}
    trumps = SUIT.get(trump, 0)
    for suit in SUITS:
        higher = 0 if suit == trump else trumps
        for rank, points in TRUMP_ORDER if suit == trump else PLAIN_ORDER:
            card = BIT[rank + suit]
            beaters[card], value[card] = higher, points
            higher |= card
    faces = {card: (SUIT_OF.get(card, 0), higher, value[card]) for card, higher in beaters.items()}
    return Ranking(trumps, beaters, value, faces)


#: The ranking under each trump suit, by the mask of that suit; under 0 the plain order of all four. The tables hold
#: an unknown card, 0, too: it is of no suit, nothing beats it and it is worth nothing.
RANKINGS: Final[dict[int, Ranking]] = {SUIT.get(suit, 0): _ranking(suit) for suit in ("", *SUITS)}


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


def standing(cards: Sequence[int], trump: int) -> Standing:
    """How a trick stands: the highest trump is winning it, else the highest card of the suit led (R-038)."""
    beaters = RANKINGS[trump].beaters
    winning, best = DECK, -1
    for place, card in enumerate(cards):
        if card & winning:
            winning, best = beaters[card], place
    return Standing(SUIT_OF[cards[0]] if cards else DECK, winning, best)
