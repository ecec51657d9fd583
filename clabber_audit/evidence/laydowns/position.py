"""A lay-down and the table at which it is tested: who holds what, and the trick under way.

Cards are masks. In a `Position` that a record gives they are the cards of the pack;
`clabber_audit.evidence.laydowns.order` puts the bits of each suit in the order of tricks, and everything here holds for
both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from clabber_audit.table.cards import DECK, TURN, left_of, partner_of

#: What a hand may play: held cards, suit led, trumps above the highest on the table -> cards allowed. All masks.
Legal = Callable[[int, int, int], int]
#: What may be led: held cards, all trumps if one has fallen to an earlier trick, else 0 -> cards allowed. All masks.
Leads = Callable[[int, int], int]
#: A line of play, as seats and card bits.
Line = tuple[tuple[int, int], ...]
Standard = Literal["any_line", "stated_line", "best_line"]
Scope = Literal["team", "hand"]


class Position(NamedTuple):
    """A table in the middle of play: who holds what, the trick under way, whose turn it is."""

    hands: tuple[int, ...]
    turn: int
    #: The suit led, the cards that would now win the trick, and who is winning it. The pack and -1 before a lead.
    led: int
    winning: int
    winner: int
    #: How many cards lie in the trick under way, and which seats, as bits, have played to it.
    fallen: int
    gone: int


class Laid(NamedTuple):
    """A lay-down to be tested."""

    seat: int
    trump: int
    #: The order stated, as card bits; empty when none was stated.
    order: tuple[int, ...]
    #: What it must stand up to (D-72): any line of legal play, any that keeps the order stated, or the best line that
    #: the side of the one who laid down can choose.
    standard: Standard
    #: Whether a trick won by the partner counts as won (D-73).
    scope: Scope

    @property
    def binding(self) -> tuple[int, ...]:
        """The order that binds the one who laid down; empty when none does."""
        return self.order if self.standard == "stated_line" else ()

    @property
    def friends(self) -> int:
        """The seats, as bits, whose tricks count as won."""
        own = 1 << self.seat
        return own | 1 << partner_of(self.seat) if self.scope == "team" else own

    @property
    def choosing(self) -> int:
        """The seats, as bits, that choose the line for the sake of the lay-down."""
        return 0b101 << (self.seat & 1) if self.standard == "best_line" else 0


def on_lead(hands: Sequence[int], leader: int) -> Position | None:
    """The table before a lead by `leader`, or by the next at his left who holds cards; None when nobody does."""
    turn = next_to_play(hands, leader, 0)
    return None if turn is None else Position(tuple(hands), turn, DECK, DECK, -1, 0, 0)


def next_to_play(hands: Sequence[int], start: int, gone: int) -> int | None:
    """The first seat clockwise from `start`, itself included, that holds cards and is not among the seats `gone`."""
    for seat, hand in enumerate(hands):
        if not hand:
            gone |= 1 << seat
    bit = TURN[start][gone]
    return bit.bit_length() - 1 if bit else None


def follower(hands: Sequence[int], turn: int, fallen: int, gone: int) -> int | None:
    """Who plays next to a trick of `fallen` cards, the last of them by `turn`; None when the trick is complete.

    A trick has four cards, or fewer where hands are uneven; nobody plays to it twice.
    """
    return None if fallen == len(hands) else next_to_play(hands, left_of(turn), gone)
