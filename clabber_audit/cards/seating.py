"""Seats, sides and turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from clabber_audit.cards.pack import Pack

#: A number for each side, in the order of the sides.
Scores = tuple[int, ...]
Value = TypeVar("Value")


@dataclass(frozen=True)
class Seating:
    """Seats of a table. A seat is its number in clockwise order, a set of seats is a mask."""

    #: The seats clockwise: each sits at the left of the one before.
    seats: tuple[str, ...]
    #: Number of cards each is dealt.
    each: int
    #: True if each seat plays alone; else every second seat makes a side.
    alone: bool = False
    #: Seats, as bits, that sit the hand out.
    out: int = 0

    @cached_property
    def number(self) -> dict[str, int]:
        """Seat name -> seat number."""
        return {name: seat for seat, name in enumerate(self.seats)}

    @cached_property
    def all_seats(self) -> int:
        """All seats, as bits."""
        return (1 << len(self.seats)) - 1

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The seats of each side, as bits, in the order of their first seats."""
        if self.alone:
            return tuple(1 << seat for seat in range(len(self.seats)))
        return tuple(sum(1 << seat for seat in range(first, len(self.seats), 2)) for first in range(2))

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The number of the side that each seat belongs to."""
        return tuple(
            next(number for number, side in enumerate(self.sides) if side >> seat & 1)
            for seat in range(len(self.seats))
        )

    def names_of(self, seats: int) -> str:
        """Return the names of some seats, given as bits, in their order."""
        return "".join(name for seat, name in enumerate(self.seats) if seats >> seat & 1)

    def other_sides(self, side: int) -> tuple[int, ...]:
        return tuple(other for other in range(len(self.sides)) if other != side)

    def seats_of(self, side: int) -> tuple[int, ...]:
        return tuple(seat for seat, own in enumerate(self.side_of) if own == side)

    @cached_property
    def side_of_all(self) -> Sequence[int | None]:
        """Side that a set of seats belongs to, indexed by their bits; None for a mixed or empty set."""
        return tuple(
            next((number for number, side in enumerate(self.sides) if seats and not seats & ~side), None)
            for seats in range(self.all_seats + 1)
        )

    def side_named(self, name: str) -> int:
        """Return the side of that name, or of the seat of that name."""
        return self.side_of[self.number[name]] if name in self.number else self.side_names.index(name)

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        return tuple(map(self.names_of, self.sides))

    def map_by_side(self, values: Sequence[Value]) -> dict[str, Value]:
        """Return side name -> its value, of values in the order of the sides."""
        return dict(zip(self.side_names, values, strict=True))

    @cached_property
    def turn(self) -> Sequence[Sequence[int]]:
        """`turn[seat][gone]`: the first seat clockwise from a seat, itself included, that is not among those `gone`.

        Seats `gone` are bits, and so is the answer: 0 when all are. Calls and cards both go round like this, past
        those who sit the hand out.
        """
        return tuple(
            tuple(
                next((1 << seat for seat in around if not gone >> seat & 1), 0)
                for gone in range(self.all_seats + 1)
            )
            for around in self.clockwise
        )

    @cached_property
    def clockwise(self) -> Sequence[Sequence[int]]:
        """The seats that play, clockwise from each seat on."""
        places = range(len(self.seats))
        rounds = ([(start + step) % len(self.seats) for step in places] for start in places)
        return tuple(tuple(seat for seat in seats if not self.out >> seat & 1) for seats in rounds)

    @cached_property
    def follows(self) -> dict[str, str]:
        """Seat name -> name of the next seat that does not sit the hand out."""
        return {
            name: next((self.seats[other] for other in self.clockwise[self.left_neighbor(seat)]), name)
            for seat, name in enumerate(self.seats)
        }

    @cached_property
    def width(self) -> int:
        """Number of cards in a trick."""
        return len(self.seats) - self.out.bit_count()

    @cached_property
    def end(self) -> int:
        """Number of cards played in a full hand: the clock after its last card."""
        return self.each * self.width

    def trick_of(self, at: int) -> int:
        """Return the number of the trick, from 1, to which the card falling at a clock belongs."""
        return at // self.width + 1

    def place_of(self, at: int) -> int:
        """Return the place in its trick of the card falling at a clock: 0 leads."""
        return at % self.width

    def lead_of(self, at: int) -> int:
        """Return the clock at which the trick was led to which the card falling at a clock belongs."""
        return at - at % self.width

    def clocks_of(self, trick: int) -> range:
        """Return the clocks of the cards of a trick, by its number."""
        return range(self.width * (trick - 1), self.width * trick)

    def left_neighbor(self, seat: int) -> int:
        """Return the seat at the left of `seat`, whose turn comes next: play goes clockwise."""
        return (seat + 1) % len(self.seats)

    def right_neighbor(self, seat: int) -> int:
        return (seat - 1) % len(self.seats)

    def count_undealt(self, pack: Pack) -> int:
        """Return the number of undealt cards."""
        return pack.size - len(self.seats) * self.each
