"""Who plays no card of a hand. It follows from what was said, whatever the rules made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clabber_audit.record.bid_euchre.words import WITHOUT_PARTNER
from clabber_audit.table import moments


class Said(NamedTuple):
    """One thing said, or the contract that stands for what was not noted: by whom, what, alone or not, and when."""

    seat: str
    call: str
    alone: bool = False
    at: int | str | None = None

    @property
    def early(self) -> bool:
        """Whether it was said before the first card."""
        return self.at is None or moments.number(self.at) <= 0


def seats_out(seats: Sequence[str], said: Iterable[Said]) -> int:
    """The seats, as bits, that dropped out, and the partners of a lone player.

    Whoever leaves after the first card is in (B-090, B-104). Partners sit at every second seat, of which there are none
    where an odd number plays.
    """
    told = list(said)
    gone = {one.seat for one in told if one.call == "out" and one.early}
    gone.update(partners(seats, _lone(told)))
    return sum(1 << place for place, seat in enumerate(seats) if seat in gone)


def partners(seats: Sequence[str], seat: str) -> list[str]:
    """The other seats of a side, where every second seat makes one."""
    if seat not in seats or len(seats) % 2:
        return []
    return [other for other in seats[seats.index(seat) % 2 :: 2] if other != seat]


def _lone(told: Sequence[Said]) -> str:
    """Who plays alone: by the word of whoever named trumps, else by his bid; nobody where his bid was passed over."""
    alone = [one.seat for one in told if one.alone]
    bids = [one.seat for one in told if one.call in WITHOUT_PARTNER]
    namers = {one.seat for one in told if one.call == "trump"}
    return next(iter(alone), "") or next((seat for seat in reversed(bids) if not namers or seat in namers), "")
