"""Packs of cards and their bit masks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

SUITS: Final = "CDHS"
#: The face of the joker, which is printed in no suit.
JOKER: Final = "JK"


#: Ranks of most packs, and ranks that only some have.
_USUAL: Final = "9TJQKA"
_RARE: Final = "8765432"
#: Bits of two packs of the usual ranks come first, then the joker, then the other ranks.
_JOKER: Final = 2 * len(_USUAL) * len(SUITS)


def _number(rank: str, suit: int, copy: int) -> int:
    ranks, first = (_USUAL, 0) if rank in _USUAL else (_RARE, _JOKER + 1)
    return first + (copy * len(SUITS) + suit) * len(ranks) + ranks.index(rank)


@dataclass(frozen=True)
class Pack:
    """Pack of cards: its ranks in four suits, copies of each, and a joker."""

    #: The ranks of each suit, low to high in the order of sequences.
    ranks: str
    #: Copies of each face; the joker has one.
    copies: int = 1
    joker: bool = False

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """Every face once, rank by rank within a suit, suit by suit; the joker last."""
        suited = tuple(rank + suit for suit in SUITS for rank in self.ranks)
        return (*suited, JOKER) if self.joker else suited

    @cached_property
    def bits(self) -> dict[str, tuple[int, ...]]:
        """The bits of each face, one for each copy. A card has the same bit in every pack that has it."""
        bits = {
            rank + suit: tuple(1 << _number(rank, place, copy) for copy in range(self.copies))
            for place, suit in enumerate(SUITS)
            for rank in self.ranks
        }
        return {**bits, JOKER: (1 << _JOKER,)} if self.joker else bits

    @cached_property
    def face(self) -> dict[int, str]:
        """The face of each card by its bit."""
        return {bit: face for face, copies in self.bits.items() for bit in copies}

    @cached_property
    def first_copy(self) -> dict[str | None, int]:
        """The first copy of each face; 0 for an unknown card."""
        return {None: 0, **{face: copies[0] for face, copies in self.bits.items()}}

    @cached_property
    def twins(self) -> dict[int, int]:
        """The copies of the face that each card has, by its bit."""
        return {bit: self.mask[face] for bit, face in self.face.items()}

    @cached_property
    def number(self) -> dict[int, int]:
        """The number of each card's face in the order of the faces, by its bit."""
        return {bit: number for number, face in enumerate(self.faces) for bit in self.bits[face]}

    @cached_property
    def mask(self) -> dict[str, int]:
        """The copies of each face together."""
        return {face: sum(copies) for face, copies in self.bits.items()}

    @cached_property
    def size(self) -> int:
        return len(self.face)

    @cached_property
    def all_cards(self) -> int:
        return sum(self.face)

    @cached_property
    def suit(self) -> dict[str, int]:
        """The cards printed in each suit, by its letter."""
        return {suit: sum(self.mask[rank + suit] for rank in self.ranks) for suit in SUITS}

    @cached_property
    def rank(self) -> dict[str, int]:
        """The cards of each rank, by its letter."""
        return {rank: sum(self.mask[rank + suit] for suit in SUITS) for rank in self.ranks}
