"""Who is out of a hand: players who drop out, sides that sit out, partners of those who play alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clabber_audit.games.bid_euchre.contract import Contract
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.table.seating import Seating


class Leaving(NamedTuple):
    """Somebody who says that he is out."""

    #: Its place among all that was said, from 0.
    number: int
    seat: int
    at: int
    #: Whether he may leave this hand, and whether he said so before the first card (B-090, B-104, BD-51, BD-57).
    allowed: bool
    in_time: bool


#: As it was said: its place, the seat, and when.
Said = tuple[int, int, int]


def leavings(
    said: Iterable[Said], contract: Contract | None, seating: Seating, before: Sequence[int], toggles: Toggles
) -> tuple[tuple[Leaving, ...], int]:
    """How each stood, and who has left, as bits. Whoever could not, or said it too late, is in.

    Of partners the word of either holds for both (BD-57); whoever is out already says nothing new.
    """
    found, gone = [], 0
    for number, seat, at in said:
        if gone >> seat & 1:
            continue
        leaving = Leaving(number, seat, at, _may_leave(seat, contract, seating, before, toggles), at <= 0)
        found.append(leaving)
        if leaving.allowed and leaving.in_time:
            gone |= seating.sides[seating.side_of[seat]]
    return tuple(found), gone


def _may_leave(seat: int, contract: Contract | None, seating: Seating, before: Sequence[int], toggles: Toggles) -> bool:
    """Not where the game has it not, nor where nobody bid, nor the bidder's side (B-091, B-104, B-106, BD-51)."""
    if toggles.drop_out == "no" or contract is None:
        return False
    bidders = seating.side_of[contract.maker]
    if seating.side_of[seat] == bidders:
        return False
    # Some say: nor where the bid would end the game; the list is lost (B-105, BD-56).
    ends = toggles.target is not None and before[bidders] - contract.tricks <= toggles.target
    return not (toggles.sit_out_forbidden == "club_and_game" and ends)


def laid_down(contract: Contract | None, alone: bool, seating: Seating) -> int:
    """The partners, as bits, of somebody who plays alone (B-037, B-055, B-143)."""
    if contract is None or not alone:
        return 0
    return seating.sides[seating.side_of[contract.maker]] & ~(1 << contract.maker)


def stayed_away(named: int, played: Sequence[int]) -> int:
    """Return those of some seats, as bits, of which no card fell; nobody where no card was recorded at all.

    Words take a seat out of the hand that the rules do not: alone where the game has no such call, or by a stranger to
    the bid, a drop-out that is not allowed. The plays show whether the seat sat out all the same, so that nobody else
    is out of turn by it (the record: who plays).
    """
    return named & ~sum(1 << seat for seat in set(played)) if played else 0
