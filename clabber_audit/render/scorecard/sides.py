"""Who plays a game: the names of the two columns, or the seats alone where nobody is to be named."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.render.wording import side
from clabber_audit.ruling.anonymous import anonymous
from clabber_audit.scorecard.card import Game, GameKey
from clabber_audit.table.cards import TEAMS


class Side(NamedTuple):
    """The head of a column."""

    #: The team, or the players, or the seats where neither was written down.
    name: str
    #: The seats, where the name is another.
    seats: str


def sides(game: Game) -> tuple[Side, Side]:
    """The heads of both columns."""
    north_south, east_west = (
        Side(name, side(team)) if name else Side(side(team), "")
        for team, name in zip(range(len(TEAMS)), game.key.sides, strict=True)
    )
    return north_south, east_west


def without_people(game: Game) -> Game:
    """The game without whatever identifies people, as `clabber_audit.ruling.anonymous` says.

    Numbers stay; league, season and all names go.
    """
    key = GameKey("", "", game.key.round, game.key.table, game.key.game, ("", ""))
    lines = tuple(line._replace(ruling=anonymous(line.ruling)) for line in game.lines)
    return game._replace(key=key, lines=lines)
