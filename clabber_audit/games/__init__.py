"""The games that are judged here."""

from __future__ import annotations

from typing import Final

from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.game import Game

__all__ = ["BID_EUCHRE", "CLABBER", "GAMES", "Game", "game_of"]

#: All of them; rules that name none are those of the first.
GAMES: Final = (CLABBER, BID_EUCHRE)
_BY_FORMAT: Final = {game.format: game for game in GAMES}


def game_of(form: str) -> Game:
    """Return the game whose records have a format."""
    return _BY_FORMAT[form]
