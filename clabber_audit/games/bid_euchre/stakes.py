"""Stakes, settled when a game is over (B-067, B-129)."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.games.bid_euchre.arithmetic import Settled
from clabber_audit.games.bid_euchre.toggles import Toggles

_SET: Final = frozenset(("set", "undertricks", "no_tricks", "bumped"))


class Stakes(NamedTuple):
    """What a game is worth, and each set."""

    game: int
    each_set: int


def sets_in(settled: Settled) -> tuple[int, ...]:
    """How often each side was set by a hand: its hickeys where the game has them, else short of a bid or a trick."""
    if settled.hickeys:
        return settled.hickeys
    return tuple(sum(addend.why in _SET for addend in side) for side in settled.addends)


def paid_by_losers(after: tuple[int, ...], sets: tuple[int, ...], winner: int, stakes: Stakes, toggles: Toggles) -> int:
    """What the losers of two sides pay, as one purse: the game, and their sets less the winners'; less than 0 they get.

    Where the game has it so, losers at zero or below pay the game twice, or all of it (BD-35).
    """
    loser = 1 - winner
    owed = (sets[loser] - sets[winner]) * stakes.each_set
    if toggles.zero_doubles is None or after[loser] > 0:
        return stakes.game + owed
    return 2 * stakes.game + (2 * owed if toggles.zero_doubles == "all" and owed > 0 else owed)
