"""Which physical card a face means where a pack has several of it.

Copies carry no meaning, so they are given out seat by seat: where one part of a record, such as a hand or a meld, names
a face for the k-th time as a seat's, it means that seat's k-th copy. Where a record names more than the pack has, the
last one is given twice, which is found like any card in two places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from clabber_audit.table.pack import Pack

#: What one part of a record names as a seat's.
Part = tuple[int, Sequence[str]]


class Pile(NamedTuple):
    """A trick whose cards are known and not who played which: its clocks, from one to before another, and the cards.

    Of several copies of a face the cards are the first ones: they say how many lie in the trick, not which.
    """

    start: int
    stop: int
    cards: int


class Copies(NamedTuple):
    """The copies that each seat has of the faces named as its own."""

    pack: Pack
    #: How many copies of a face, by seat and face, belong to the seats before.
    before: Mapping[tuple[int, str], int]

    def of(self, seat: int, faces: Sequence[str]) -> int:
        """The cards that one part of a record names as a seat's: with fewer ones than faces where it has too many."""
        if self.pack.copies == 1:
            return sum(map(self.pack.first.__getitem__, faces))
        return sum(self._in_order(seat, faces))

    def _in_order(self, seat: int, faces: Sequence[str]) -> Iterator[int]:
        named = Counter[str]()
        for face in faces:
            copies = self.pack.bits[face]
            yield copies[min(self.before.get((seat, face), 0) + named[face], len(copies) - 1)]
            named[face] += 1

    def played(self, seats: Sequence[int], faces: Sequence[str | None]) -> list[int]:
        """The cards that fell, a column by clock; 0 where a card is not known."""
        if self.pack.copies == 1:
            return list(map(self.pack.first.__getitem__, faces))
        cards = [0] * len(faces)
        for seat in set(seats):
            clocks = [at for at, who in enumerate(seats) if who == seat and faces[at]]
            for at, card in zip(clocks, self._in_order(seat, [faces[at] or "" for at in clocks]), strict=True):
                cards[at] = card
        return cards


def given_out(pack: Pack, parts: Callable[[], Iterable[Part]]) -> Copies:
    """The copies that seats have, by the parts of a record that each name cards of one seat."""
    before: dict[tuple[int, str], int] = {}
    if pack.copies > 1:
        most = Counter[tuple[int, str]]()
        for seat, faces in parts():
            most |= Counter((seat, face) for face in faces)
        given = Counter[str]()
        for (seat, face), count in sorted(most.items()):
            before[seat, face] = given[face]
            given[face] += count
    return Copies(pack, before)


def choices(
    pack: Pack, piles: Sequence[Pile], fallen: Sequence[int], dealt: Sequence[int]
) -> Iterator[tuple[Pile, ...]]:
    """The ways in which the copies not yet `fallen` lie in tricks whose order is lost; copies of one owner are alike.

    There is one where there are no two copies, and none where a card lies elsewhere too.
    """
    if not piles:
        yield ()
        return
    (start, stop, pile), *rest = piles
    settled = sum(fallen[start:stop])
    for chosen in _chosen(pack, _missing(pack, pile, settled), ~sum(fallen), dealt):
        for others in choices(pack, rest, [*fallen, chosen], dealt):
            yield (Pile(start, stop, chosen), *others)


def _missing(pack: Pack, pile: int, settled: int) -> list[tuple[str, int]]:
    """The faces of a pile of which it is not known where they fell, each with how many of them."""
    return [
        (face, missing)
        for face, copies in pack.mask.items()
        if (missing := (pile & copies).bit_count() - (settled & copies).bit_count()) > 0
    ]


def _chosen(pack: Pack, missing: Sequence[tuple[str, int]], free: int, dealt: Sequence[int]) -> Iterator[int]:
    """The sets of so many copies of some faces, out of the cards that are `free`."""
    if not missing:
        yield 0
        return
    (face, count), *rest = missing
    alike: dict[tuple[tuple[bool, ...], ...], int] = {}
    for cards in combinations([card for card in pack.bits[face] if card & free], count):
        alike.setdefault(tuple(tuple(bool(card & hand) for hand in dealt) for card in cards), sum(cards))
    for more in alike.values():
        for others in _chosen(pack, rest, free, dealt):
            yield more | others
