"""Who sits where: the seats clockwise, the sides, how many cards each is dealt, and whose turn comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from clabber_audit.table.pack import Pack


@dataclass(frozen=True)
class Seating:
    """The seats of a table. A seat is its number in clockwise order, a set of seats is a mask."""

    #: The seats clockwise: each sits at the left of the one before.
    seats: tuple[str, ...]
    #: How many cards each is dealt.
    each: int
    #: Whether everybody plays for himself; else every second seat makes a side.
    alone: bool = False

    @cached_property
    def everybody(self) -> int:
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

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """What each side is called: its seats in order."""
        return tuple("".join(name for seat, name in enumerate(self.seats) if side >> seat & 1) for side in self.sides)

    @cached_property
    def turn(self) -> Sequence[Sequence[int]]:
        """`turn[seat][gone]`: the first seat clockwise from a seat, itself included, that is not among those `gone`.

        Seats `gone` are bits, and so is the answer: 0 when all are. Calls and cards both go round like this.
        """
        return tuple(
            tuple(self._first_of(seat, gone) for gone in range(self.everybody + 1)) for seat in range(len(self.seats))
        )

    def _first_of(self, start: int, gone: int) -> int:
        around = ((start + step) % len(self.seats) for step in range(len(self.seats)))
        return next((1 << seat for seat in around if not gone >> seat & 1), 0)

    def left_of(self, seat: int) -> int:
        """The seat at the left of `seat`, whose turn comes next: play goes clockwise."""
        return (seat + 1) % len(self.seats)

    def right_of(self, seat: int) -> int:
        """The seat at the right of `seat`."""
        return (seat - 1) % len(self.seats)

    def left_over(self, pack: Pack) -> int:
        """How many cards of a pack nobody is dealt."""
        return pack.size - len(self.seats) * self.each
