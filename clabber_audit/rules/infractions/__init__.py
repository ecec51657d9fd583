"""The infractions: one offense, one file, one name. A file that lies in this folder is one of them."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final

from clabber_audit.games.game import Game
from clabber_audit.rules.incidents import LAWFUL, IncidentKind
from clabber_audit.rules.infraction import Infraction, described

#: What the files share, and no infraction.
_SHARED: Final = "words"


def contents() -> list[ModuleType]:
    """Return the modules of this folder, one for each infraction."""
    return [import_module(f"{__name__}.{file.name}") for file in iter_modules(__path__) if file.name != _SHARED]


@lru_cache(maxsize=1)
def infractions() -> dict[str, Infraction[Any]]:
    """Return every infraction by its id, in the order of the contract."""
    found = sorted(map(described, contents()), key=lambda infraction: (infraction.number, infraction.id))
    return {infraction.id: infraction for infraction in found}


def infractions_of(game: Game) -> dict[str, Infraction[Any]]:
    """Return the infractions that a player can commit in a game."""
    return {name: one for name, one in infractions().items() if one.in_game(game.id, game.steps)}


def claimable_in(game: Game) -> dict[str, Infraction[Any]]:
    """Return the infractions that a claim in a game may name, with and without an article against them."""
    return {name: one for name, one in infractions().items() if one.can_be_claimed_in(game.id, game.steps)}


@lru_cache(maxsize=1)
def incident_kinds() -> dict[str, IncidentKind]:
    """Return every kind of incident by its word, those of no infraction included."""
    added = [kind for infraction in infractions().values() for kind in infraction.kinds]
    return {kind.word: kind for kind in sorted([*added, *LAWFUL], key=lambda kind: (kind.number, kind.word))}


def incident_kinds_of(game: Game) -> dict[str, IncidentKind]:
    """Return the kinds of incident that a record of a game may note."""
    return {word: kind for word, kind in incident_kinds().items() if kind.in_game(game.id)}
