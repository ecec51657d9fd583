"""Cards of which it is not known where they lie at a lay-down, and whether every place can still be filled.

A seat holds cards that are known and some more. Those come out of a pool that may lie with anybody, or are cards that
the seat was dealt and may have played while nobody wrote down what fell. What a line of play says of a hand narrows
down what it may hold; a deal exists as long as any group of places together has cards enough to choose from (Hall).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from clabber_audit.table.cards import SEATS


class Place(NamedTuple):
    """A hand, or where cards lie that are in nobody's hand, with what may lie there and the cards that do."""

    #: Whose hand it is; -1 where it is nobody's.
    seat: int
    fitting: int
    lying: list[int]


class Unplaced(NamedTuple):
    """What is open at a lay-down. Tuples run over the seats, sets of cards are masks."""

    #: Cards that may lie anywhere, and of each seat those it was dealt and may have played.
    pool: int
    loose: tuple[int, ...]
    #: How many of them each hand still holds, and how many each seat has played.
    need: tuple[int, ...]
    played: tuple[int, ...]
    #: Cards that a hand cannot hold any more.
    banned: tuple[int, ...]

    def renamed(self, cards: Callable[[int], int]) -> Unplaced:
        """The same with other bits for the cards, given what becomes of a set of them."""
        loose, banned = tuple(map(cards, self.loose)), tuple(map(cards, self.banned))
        return self._replace(pool=cards(self.pool), loose=loose, banned=banned)

    @property
    def cards(self) -> int:
        """All cards that are open."""
        north, east, south, west = self.loose
        return self.pool | north | east | south | west

    @property
    def spare(self) -> int:
        """How many of the cards nobody was dealt."""
        return self.cards.bit_count() - sum(self.need) - sum(self.played)

    def may_hold(self, seat: int) -> int:
        """The open cards that may lie in a hand, each by itself."""
        return (self.pool | self.loose[seat]) & ~self.banned[seat] if self.need[seat] else 0

    def given(self, seat: int, card: int) -> Unplaced:
        """The same with a card known to lie in a hand."""
        need = _changed(self.need, seat, self.need[seat] - 1)
        if card & self.pool:
            return self._replace(pool=self.pool ^ card, need=need)
        return self._replace(loose=_changed(self.loose, seat, self.loose[seat] ^ card), need=need)

    def without(self, seat: int, cards: int) -> Unplaced:
        """The same with cards known not to lie in a hand."""
        cards &= self.cards & ~self.banned[seat]
        return self._replace(banned=_changed(self.banned, seat, self.banned[seat] | cards)) if cards else self

    @property
    def possible(self) -> bool:
        """Whether all places can be filled, a different card in each."""
        groups = [(0, 0)]
        for count, fitting in self._places():
            groups += [(total + count, cards | fitting) for total, cards in groups]
        return all(total <= cards.bit_count() for total, cards in groups)

    def _places(self) -> list[tuple[int, int]]:
        places = [(self.need[seat], self.may_hold(seat)) for seat in range(len(self.need)) if self.need[seat]]
        places += [(count, self.pool | self.loose[seat]) for seat, count in enumerate(self.played) if count]
        return places if self.spare <= 0 else [*places, (self.spare, self.pool)]

    def filled(self, seats: Sequence[int], first: int = 0) -> tuple[int, ...] | None:
        """What each hand may hold of the open cards; None when no deal is left. `first` as `laid_out` has it."""
        places = self.laid_out(seats, first)
        return None if places is None else in_hands(places)

    def laid_out(self, seats: Sequence[int], first: int = 0) -> list[Place] | None:
        """A place for every open card; None when no deal is left.

        As far as it goes the cards of `first`, then the highest others, lie with the first of `seats`.
        """
        hands = [(seat, self.need[seat], self.may_hold(seat)) for seat in seats]
        beyond = [(-1, self.played[seat], self.pool | self.loose[seat]) for seat in seats]
        counted = [each for each in [*hands, *beyond, (-1, max(self.spare, 0), self.pool)] if each[1]]
        places = [Place(seat, fitting, []) for seat, _count, fitting in counted]

        def settle(card: int, tried: set[int]) -> bool:
            for number, (_seat, fitting, lying) in enumerate(places):
                if not fitting & card or number in tried:
                    continue
                tried.add(number)
                if len(lying) < counted[number][1]:
                    lying.append(card)
                    return True
                for other in tuple(lying):
                    if settle(other, tried):
                        lying.remove(other)
                        lying.append(card)
                        return True
            return False

        for cards in (self.cards & first, self.cards & ~first):
            while cards:
                card = 1 << cards.bit_length() - 1
                cards ^= card
                if not settle(card, set()):
                    return None
        return places


def in_hands(places: Sequence[Place]) -> tuple[int, ...]:
    """The cards that lie in the hands, seat by seat."""
    found = [0] * len(SEATS)
    for seat, _fitting, lying in places:
        if seat >= 0:
            found[seat] |= sum(lying)
    return tuple(found)


def _changed(column: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*column[:seat], value, *column[seat + 1 :])
