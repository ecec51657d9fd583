"""The frame of a record: every place at the table where a card not written down lay, and what may have lain there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.cards import DECK, DECK_SIZE, SEATS
from clabber_audit.record.hand import Hand

#: The clock of a place whose card was not played.
KEPT: Final = DECK_SIZE
#: The seat of a place for a card that nobody was dealt, of a miscounted deal.
NOBODY: Final = -1

#: For each place of a frame the cards that may lie there, as masks.
Fits = list[int]


class Place(NamedTuple):
    """Where a card lies: with whom, and when he played it."""

    seat: int
    clock: int


class World(NamedTuple):
    """A complete hand: the trump suit, the card of each clock, what each seat was dealt. All cards are masks."""

    trump: int
    cards: tuple[int, ...]
    dealt: tuple[int, ...]


class Frame(NamedTuple):
    """A hand with what is open about it. Columns run over the plays, tuples over the seats."""

    hand: Hand
    #: The trump suit that is taken for granted, as a mask.
    trump: int
    #: The cards whose place in play is known, 0 where it is not, and the cards a seat is known to have kept to the end.
    cards: tuple[int, ...]
    kept: tuple[int, ...]
    places: tuple[Place, ...]
    fits: tuple[int, ...]

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
        cards, dealt = list(self.cards), list(self.kept)
        for place, card in zip(self.places, filling, strict=True):
            if place.seat != NOBODY and card <= DECK:
                dealt[place.seat] |= card
                if place.clock != KEPT:
                    cards[place.clock] = card
        for seat, card in zip(self.hand.seats, self.cards, strict=True):
            dealt[seat] |= card
        return World(self.trump, tuple(cards), tuple(dealt))


def frame(hand: Hand, trump: int) -> Frame:
    """The frame of a hand under a trump suit."""
    cards = tuple(hand.cards)
    places: list[Place] = []
    fits: Fits = []
    kept = []
    for seat in range(len(SEATS)):
        blanks = [at for at, who in enumerate(hand.seats) if who == seat and not cards[at]]
        loose = hand.dealt[seat] & ~sum(card for who, card in zip(hand.seats, cards, strict=True) if who == seat)
        if not blanks and not hand.hidden[seat]:
            kept.append(loose)
            continue
        kept.append(0)
        unplayed = loose.bit_count() + hand.hidden[seat] - len(blanks)
        places += [Place(seat, at) for at in [*blanks, *[KEPT] * max(unplayed, 0)]]
        fits += [loose | (hand.pool if hand.hidden[seat] else 0)] * (len(blanks) + max(unplayed, 0))
    spare = hand.pool.bit_count() - sum(hand.hidden)
    for number in range(abs(spare)):
        if spare > 0:
            places.append(Place(NOBODY, KEPT))
            fits.append(hand.pool)
        else:
            # More cards than the pack has: somebody who miscounted held fewer, and it is not known who.
            nothing = 1 << DECK_SIZE + number
            fits = [
                mask | nothing if place.clock == KEPT and hand.hidden[place.seat] else mask
                for place, mask in zip(places, fits, strict=True)
            ]
    return Frame(hand, trump, cards, tuple(kept), tuple(places), tuple(fits))


def fill(fits: Sequence[int], preferred: Sequence[int] = ()) -> list[int] | None:
    """A different card for each place, out of what fits it; None when there is no such filling.

    Where `preferred` names a card for a place, it is put there as far as that can be.
    """
    filling = [0] * len(fits)
    taken = tried = 0
    for place, card in enumerate(preferred):
        if card & fits[place] & ~taken:
            filling[place] = card
            taken |= card
    owner = {card: place for place, card in enumerate(filling) if card}

    def settle(place: int) -> bool:
        nonlocal taken, tried
        free = fits[place] & ~taken
        if free:
            card = free & -free
            taken |= card
            owner[card] = place
            return True
        rest = fits[place] & ~tried
        while rest:
            card = rest & -rest
            tried |= card
            if settle(owner[card]):
                owner[card] = place
                return True
            rest = fits[place] & ~tried
        return False

    empty = [place for place, card in enumerate(filling) if not card]
    for place in sorted(empty, key=lambda place: fits[place].bit_count()):
        tried = 0
        if not settle(place):
            return None
    for card, place in owner.items():
        filling[place] = card
    return filling
