"""The frame of a record: every place at the table where a card not written down lay, and what may have lain there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clabber_audit.record.hand import Hand, left_open
from clabber_audit.record.places import KEPT, NOBODY, Fits, Open, Place, among, anywhere, dealt_one_of
from clabber_audit.record.world import World
from clabber_audit.table.strain import Strain

__all__ = ["KEPT", "Fits", "Frame", "World", "frame"]


class Frame(NamedTuple):
    """A hand with what is open about it. Columns run over the plays, tuples over the seats."""

    hand: Hand
    #: What was named, or is taken for it.
    strain: Strain
    #: The cards whose place in play is known, 0 where it is not, and the cards a seat is known to have kept to the end.
    cards: tuple[int, ...]
    kept: tuple[int, ...]
    places: tuple[Place, ...]
    #: What may lie in the places, for each way in which the copies of a face lie in tricks whose order is lost.
    ways: tuple[tuple[int, ...], ...]
    #: The suit of an up-card not noted, of which the dealer holds a card in every world; 0 where nothing tells it.
    turned_up: int = 0

    @property
    def fits(self) -> Sequence[int]:
        """What may lie in the places at the most."""
        return self.ways[0] if len(self.ways) == 1 else anywhere(self.ways)

    def knowing(self, clock: int, card: int) -> Frame:
        """The same when it is known which card fell at a clock."""
        place = self.place_at(clock)
        return self._replace(ways=tuple(tuple(among(fits, [place], card)) for fits in self.ways))

    def within(self, masks: Sequence[int]) -> Frame:
        """The same with no other cards in each place than those of a mask."""
        ways = (tuple(mask & fit for mask, fit in zip(masks, fits, strict=True)) for fits in self.ways)
        return self._replace(ways=tuple(ways))

    def starts(self) -> Iterator[Fits]:
        """What may lie in the places, in every way in which the dealer holds the card turned up (R-014)."""
        dealer = self.hand.seating.number[self.hand.record.deal.dealer]
        left = Open(list(self.places), list(map(list, self.ways)), list(self.kept))
        return dealt_one_of(left, self.hand.dealt[dealer], dealer, self.turned_up)

    def possible(self, clock: int, fits: Sequence[int]) -> int:
        """The cards that may have fallen at a clock."""
        card = self.cards[clock]
        return card or fits[self.place_at(clock)]

    def place_at(self, clock: int) -> int:
        """The number of the place at a clock whose card is not known."""
        return next(number for number, place in enumerate(self.places) if place.clock == clock)

    def later(self, seat: int, clock: int) -> list[int]:
        """The numbers of the places where cards lie that a seat still held after a clock."""
        return [number for number, place in enumerate(self.places) if place.seat == seat and place.clock > clock]

    def own(self, seat: int) -> list[int]:
        """The numbers of all places of a seat."""
        return [number for number, place in enumerate(self.places) if place.seat == seat]

    def sure(self, seat: int, clock: int) -> int:
        """The cards that a seat certainly still held after a clock."""
        later = zip(range(clock + 1, len(self.cards)), self.hand.seats[clock + 1 :], strict=True)
        return sum(self.cards[at] for at, who in later if who == seat) | self.kept[seat]

    def resembling(self, world: World) -> list[int]:
        """For each place the card that lies there in a world; 0 where that world has none."""
        kept = list(world.dealt)
        for seat, card in zip(self.hand.seats, world.cards, strict=True):
            kept[seat] &= ~card
        found = []
        for place in self.places:
            if place.clock != KEPT:
                found.append(world.cards[place.clock])
                continue
            card = kept[place.seat] & -kept[place.seat] if place.seat != NOBODY else 0
            kept[place.seat] ^= card
            found.append(card)
        return found

    def world(self, filling: Sequence[int]) -> World:
        """The complete hand in which the places hold these cards."""
        cards, dealt, pack = list(self.cards), list(self.kept), self.hand.pack.all
        for place, card in zip(self.places, filling, strict=True):
            if place.seat != NOBODY and card <= pack:
                dealt[place.seat] |= card
                if place.clock != KEPT:
                    cards[place.clock] = card
        for seat, card in zip(self.hand.seats, self.cards, strict=True):
            dealt[seat] |= card
        return World(self.strain, tuple(cards), tuple(dealt))


def frame(hand: Hand, strain: Strain, turned_up: int = 0) -> Frame:
    """The frame of a hand under what was named, and with an up-card of a suit where only the calls tell of it."""
    places, ways, kept = left_open(hand)
    return Frame(hand, strain, tuple(hand.cards), tuple(kept), tuple(places), tuple(map(tuple, ways)), turned_up)
