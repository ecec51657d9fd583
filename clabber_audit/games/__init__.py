"""The games that are judged here. The definition of a game is loaded with its first hand or ruleset."""

from __future__ import annotations

from functools import cache
from typing import Final

from clabber_audit.games.game import Game, GameNames
from clabber_audit.records import bid_euchre_words, vocabulary

#: Names of all games; rules that name no game are those of the first.
GAMES: Final = (
    GameNames("clabber", "Clabber", vocabulary.FORMAT, "clabber-ruling/1"),
    GameNames("bid-euchre", "Bid Euchre", bid_euchre_words.FORMAT, "bid-euchre-ruling/1"),
)
_BY_FORMAT: Final = {game.format: game.id for game in GAMES}


@cache
def load_game(id: str) -> Game:
    """Return the definition of a game, and load its modules with the first call."""
    if id == "bid-euchre":
        from clabber_audit.games.bid_euchre.game import BID_EUCHRE

        return BID_EUCHRE
    from clabber_audit.games.clabber.game import CLABBER

    return CLABBER


def load_games() -> tuple[Game, ...]:
    """Return the definitions of all games."""
    return tuple(load_game(game.id) for game in GAMES)


def game_of(form: str) -> Game:
    """Return the game whose records have a format."""
    return load_game(_BY_FORMAT[form])
