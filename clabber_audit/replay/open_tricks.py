"""Tricks of which not every card, or not the trump suit, is known: who can have won them, what they can be worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from clabber_audit.record.hand import Hand, left_open
from clabber_audit.record.heaviest import heaviest
from clabber_audit.record.places import Fits, Place, dealt_one_of, fill
from clabber_audit.table.strain import Strain


class Supposed(NamedTuple):
    """What may have been named, and what the calls then tell of the deal."""

    strain: Strain
    #: The cards of which the dealer was dealt one, 0 where the calls tell nothing.
    turned_up: int


class OpenTrick(NamedTuple):
    """What is certain of a trick: its winner and its points, None where open, and who can have won it, as seat bits."""

    winner: int | None
    points: int | None
    takers: int


class OpenTable(NamedTuple):
    """A hand with unknown cards; for all that may have been named the ways in which the cards were dealt."""

    hand: Hand
    places: Sequence[Place]
    starts: Sequence[tuple[Strain, Fits]]

    @property
    def _width(self) -> int:
        return self.hand.seating.width

    def trick(self, start: int) -> OpenTrick:
        """The trick that begins at a clock."""
        inside = [number for number, place in enumerate(self.places) if start <= place.clock < start + self._width]
        takers, worth = 0, set[int]()
        for at in range(start, start + self._width):
            for fits, strain in self._ways(start, at, inside):
                filling = fill(fits)
                if filling is not None:
                    takers |= 1 << self.hand.seats[at]
                    worth.add(self._worth(start, inside, filling, strain))
                    break
        if len(worth) == 1:
            worth.update(self._extremes(start, inside))
        winner = takers.bit_length() - 1 if takers.bit_count() == 1 else None
        return OpenTrick(winner, worth.pop() if len(worth) == 1 else None, takers or self.hand.seating.everybody)

    def _ways(self, start: int, winner: int, inside: Sequence[int]) -> Iterator[tuple[Fits, Strain]]:
        """Every way in which the card at the clock `winner` wins the trick, with what has to have been named."""
        cards, clocks = self.hand.cards, range(start, start + self._width)
        at_clock = {self.places[number].clock: number for number in inside}
        for strain, fits in self.starts:
            may = {at: cards[at] or fits[at_clock[at]] for at in clocks}
            strain = strain.led_by(cards[start], self.hand.led_as.get(start))
            # The highest first: it wins soonest.
            for card in sorted(_cards(may[winner]), key=lambda card: strain.beaters[card].bit_count()):
                wanted = dict(strain.won_by(card, winner, clocks))
                if all(may[at] & mask for at, mask in wanted.items()):
                    narrower = list(fits)
                    for at, number in at_clock.items():
                        narrower[number] &= wanted[at]
                    yield narrower, strain

    def _worth(self, start: int, inside: Sequence[int], filling: Sequence[int], strain: Strain) -> int:
        value = strain.value
        known = sum(value[card] for card in self.hand.cards[start : start + self._width])
        return known + sum(value[filling[number]] for number in inside)

    def _extremes(self, start: int, inside: Sequence[int]) -> Iterator[int]:
        """The most and the least that the trick can be worth, where cards are worth anything."""
        counting = [number in inside for number in range(len(self.places))]
        worth = [(strain, fits) for strain, fits in self.starts if any(strain.value.values())]
        for (strain, fits), sign in product(worth, (1, -1)):
            value = {card: sign * points for card, points in strain.value.items()}
            filling = heaviest(fits, counting, value)
            if filling is not None:
                yield self._worth(start, inside, filling, strain)


def open_table(hand: Hand, may: Sequence[Supposed]) -> OpenTable:
    """The table of a hand, with all that may have been named."""
    dealer = hand.seating.number[hand.record.deal.dealer]
    left = left_open(hand)
    starts = [
        (strain, fits)
        for strain, turned_up in may
        for fits in dealt_one_of(left, hand.dealt[dealer], dealer, turned_up)
    ]
    return OpenTable(hand, left.places, starts)


def _cards(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1
