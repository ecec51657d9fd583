"""Cards in the order of tricks: which are as good as each other, and which positions are one and the same.

Here the six bits of a suit run from its lowest card to its highest in tricks, trumps by their own order (R-004,
R-005); the suits keep their places. Cards of one hand are as good as each other when they are neighbours in that
order, but for cards that are out of play, and the card winning the trick does not lie between them. Positions are the
same when they differ only in which cards are out of play, or in the names of plain suits.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from clabber_audit.evidence.laydowns.position import Position
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.table.cards import BIT, CARDS_IN_SUIT, DECK, SUIT, SUITS

_WIDTH: Final = CARDS_IN_SUIT
_ALL: Final = (1 << _WIDTH) - 1
_STARTS: Final = tuple(range(0, _WIDTH * len(SUITS), _WIDTH))


class Order(NamedTuple):
    """The pack under one trump suit in the order of tricks, there and back by card."""

    trump: int
    place: dict[int, int]
    card: dict[int, int]
    #: The cards that win from each one, by its place.
    beaters: dict[int, int]

    def placed(self, cards: int) -> int:
        """A set of cards in the order of tricks."""
        return cards if cards == DECK else _moved(cards, self.place)

    def cards(self, placed: int) -> int:
        """The cards of a set that is in the order of tricks."""
        return placed if placed == DECK else _moved(placed, self.card)

    def position(self, here: Position) -> Position:
        """A position in the order of tricks."""
        hands = tuple(self.placed(hand) for hand in here.hands)
        return here._replace(hands=hands, winning=self.placed(here.winning))


def _moved(cards: int, to: dict[int, int]) -> int:
    found = 0
    while cards:
        low = cards & -cards
        found |= to[low]
        cards ^= low
    return found


@cache
def order(trump: int) -> Order:
    """The order of tricks under a trump suit, given as its mask."""
    beaters = RANKINGS[trump].beaters
    place = {}
    for start, suit in zip(_STARTS, SUITS, strict=True):
        cards = [card for card in BIT.values() if card & SUIT[suit]]
        for rank, card in enumerate(sorted(cards, key=lambda card: -(beaters[card] & SUIT[suit]).bit_count())):
            place[card] = 1 << start + rank
    found = Order(trump, place, {there: card for card, there in place.items()}, {})
    found.beaters.update({place[card]: found.placed(higher) for card, higher in beaters.items() if card})
    return found


def choices(known: Order, allowed: int, live: int, winning: int) -> list[int]:
    """One card of each group of `allowed` cards that are as good as each other: of the pack the first of the group.

    `live` are the cards in all hands, `winning` those that would now win the trick. They come as in the pack.
    """
    found: list[int] = []
    for start in _STARTS:
        own = allowed >> start & _ALL
        if own:
            found += _groups(known.trump, start, own, live >> start & _ALL, winning >> start & _ALL)
    return found


@cache
def _groups(trump: int, start: int, own: int, live: int, winning: int) -> tuple[int, ...]:
    back = order(trump).card
    groups: list[list[int]] = []
    before = -1
    for rank in range(_WIDTH):
        if not live >> rank & 1:
            continue
        if own >> rank & 1:
            joined = before >= 0 and own >> before & 1 and (winning >> before & 1) == (winning >> rank & 1)
            if not joined:
                groups.append([])
            groups[-1].append(1 << start + rank)
        before = rank
    return tuple(sorted((min(group, key=back.__getitem__) for group in groups), key=back.__getitem__))


def name(hands: tuple[int, ...]) -> tuple[int, ...]:
    """What hands have in common with all that play the same, suit by suit: cards out of play are closed up."""
    north, east, south, west = hands
    return tuple(
        closed_up(north >> start & _ALL, east >> start & _ALL, south >> start & _ALL, west >> start & _ALL)
        for start in _STARTS
    )


def masters(mine: int, others: int) -> bool:
    """Whether in every suit each card of `mine` is above all `others`."""
    for start in _STARTS:
        own = mine & _ALL << start
        if own and (others & _ALL << start) > own & -own:
            return False
    return True


@cache
def closed_up(north: int, east: int, south: int, west: int) -> int:
    """The holdings of one suit with the cards out of play left out."""
    live = north | east | south | west
    found = 0
    for hand in (north, east, south, west):
        packed, place = 0, 0
        for rank in range(_WIDTH):
            if live >> rank & 1:
                packed |= (hand >> rank & 1) << place
                place += 1
        found = found << _WIDTH | packed
    return found
