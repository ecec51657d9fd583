"""A game without the people."""

from __future__ import annotations

from clabber_audit.ruling.anonymous import anonymous
from clabber_audit.scorecard.card import Game, GameKey


def without_people(game: Game) -> Game:
    """The game without whatever identifies people, as `clabber_audit.ruling.anonymous` says.

    Numbers stay; league, season and all names go.
    """
    key = GameKey("", "", game.key.round, game.key.table, game.key.game, ("", ""))
    return game._replace(key=key, lines=tuple(line._replace(ruling=anonymous(line.ruling)) for line in game.lines))
