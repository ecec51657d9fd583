"""How a game stands between two hands."""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.games.game import GameEnd
from clabber_audit.table.seating import Scores


class Standing(NamedTuple):
    """The totals by side, and whether the game is over."""

    totals: Scores
    state: GameEnd = "unfinished"
    winner: int | None = None
    #: By side: hickeys, where a game counts them, and how often it was set, which may be paid for.
    hickeys: Scores = ()
    sets: Scores = ()


class Misread(NamedTuple):
    """A number that somebody carried forward wrongly."""

    side: int
    what: Literal["before", "after", "hickeys"]
    written: int
    #: What it is.
    due: int


class Purse(NamedTuple):
    """What a game was played for, settled."""

    #: What the losers pay as one purse; less than 0 they get.
    owed: int
    sets: Scores
    #: Whether the game is paid twice, by losers who have nothing (B-067).
    doubled: bool
