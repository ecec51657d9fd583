"""How the score of a game is kept from hand to hand: what each game has of its own, by the game's id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.games import Game
from clabber_audit.games.clabber.scoring import GAME
from clabber_audit.ruling.summary import Summary
from clabber_audit.scorecard import by_points, by_tricks
from clabber_audit.scorecard.standing import Misread, Purse, Standing
from clabber_audit.table.seating import Scores


class Keeping(NamedTuple):
    """How a game is kept."""

    #: How it stands before its first hand.
    begins: Callable[[Summary], Standing]
    #: How it stood before a hand, as far as its record says; None where it does not say it for every side.
    noted: Callable[[Summary], Standing | None]
    #: The hand from where the game stands: some scores hang on that.
    from_there: Callable[[Summary, Standing], Summary]
    #: How it stands once a hand has counted.
    goes_on: Callable[[Standing, Summary, Scores], Standing]
    #: What somebody wrote of the totals before and after a hand, and is otherwise.
    misread: Callable[[Summary, Standing, Standing], Sequence[Misread]]
    #: Whether somebody has come to where a game ends, by the totals and the answers of a ruleset.
    reached: Callable[[Scores, Any], bool]
    #: A mark as points; None where it does not tell.
    points_of: Callable[[str], int | None]
    #: By which rule a score that is written alone cannot be; None where it can.
    cannot_be: Callable[[Scores, Sequence[int | str | None]], Literal["renege", "nothing", "parts"] | None]
    #: What else is counted of a hand, by what it counts and whether the score alone is written.
    extras: Callable[[Summary, Scores | None, bool], Mapping[str, Scores]]
    #: What the losers owe when it is over; None where nobody said what is played for.
    purse: Callable[[Sequence[Summary], Standing], Purse | None]
    #: The total to which the race of a game is drawn; None where none is.
    goal: int | None = None


_KEEPING: Final[dict[str, Keeping]] = {
    "clabber": Keeping(
        by_points.begins,
        by_points.noted,
        by_points.from_there,
        by_points.goes_on,
        by_points.misread,
        by_points.reached,
        by_points.points_of,
        by_points.cannot_be,
        by_points.extras,
        by_points.purse,
        GAME,
    ),
    "bid-euchre": Keeping(
        by_tricks.begins,
        by_tricks.noted,
        by_tricks.from_there,
        by_tricks.goes_on,
        by_tricks.misread,
        by_tricks.reached,
        by_tricks.points_of,
        by_tricks.cannot_be,
        by_tricks.extras,
        by_tricks.purse,
    ),
}


def keeping_of(game: Game) -> Keeping:
    """How a game is kept."""
    return _KEEPING[game.id]
