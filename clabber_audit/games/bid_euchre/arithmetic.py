"""A hand to be scored, and its arithmetic: what each side is given, with the row of the rules that gives it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.games.bid_euchre.contract import Contract

#: What an addend is for. A render has its words.
Why = Literal[
    "tricks", "set", "undertricks", "no_tricks", "pepper", "loner", "listed", "stopped", "sweep", "skunk", "bid",
    "forced_half", "alone", "bumped", "sat_out", "out", "cap", "renege", "taken", "unproven_claim",
]  # fmt: skip


class Addend(NamedTuple):
    """One number of the arithmetic. The Clubs games count down, so that a good hand is negative."""

    points: int
    why: Why
    #: The row of the rules that gives it.
    row: str


class Played(NamedTuple):
    """A hand to be scored. Sides are numbers in the order of the seating."""

    #: How many tricks each side took.
    taken: tuple[int, ...]
    #: How many there were to take.
    each: int
    #: None where nobody bid, and the hand was played (B-091, B-097).
    contract: Contract | None = None
    #: The side of the bidder.
    bidders: int | None = None
    alone: bool = False
    #: Sides, as bits, that dropped out, each a player by himself.
    out: int = 0
    #: Whether a lone bid is lost, whatever was taken (BD-77).
    lost: bool = False

    @property
    def made(self) -> bool:
        """Whether the bid was made: at least as many tricks as it names (B-024)."""
        if self.contract is None or self.bidders is None or self.lost:
            return False
        return self.taken[self.bidders] >= self.contract.tricks


class Settled(NamedTuple):
    """What a hand brings, by side: the arithmetic, and hickeys where the game has them."""

    addends: tuple[tuple[Addend, ...], ...]
    hickeys: tuple[int, ...] = ()

    @property
    def points(self) -> tuple[int, ...]:
        """What is added to the score of each side."""
        return tuple(sum(addend.points for addend in side) for side in self.addends)
