"""Kinds of incident, read from `incidents.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from clabber_audit.games.game import Game


class IncidentKind(NamedTuple):
    """Kind of incident that a record may note."""

    #: Name in a record; the text notation also takes it with hyphens.
    word: str
    #: Predicate about the seat, for the recorder: `exposed a card`.
    deed: str
    #: Clause of a ruling, with {seat}, {card}, {trick} and {by}: `{seat} exposed {card}`.
    text: str
    #: Keys that the recorder prompts for and simulated hands fill in.
    needs: tuple[Literal["to", "card", "trick", "called", "replaced_by", "by"], ...] = ()
    #: True if it belongs to the deal, which is its moment unless the record gives another.
    of_the_deal: bool = False
    #: True if it is about a complete trick.
    about_a_trick: bool = False
    #: True if everyone saw the card it names, which is the seat's.
    shows_card: bool = False
    #: True if the card was being played, and so is judged as the card of that turn.
    in_play: bool = False
    #: True if a side took a trick off the table, rightly or not.
    gathers: bool = False
    #: True if the up-card was not the dealer’s, or not the card that should have been turned up.
    mixes_upcard: bool = False
    #: True if a hand may have had more or fewer cards than its share.
    miscounts: bool = False
    #: True if the tricks of the seat's side can no longer be read in order.
    mixes_tricks: bool = False
    #: True if it is said to a seat, by default to partner.
    said_to_somebody: bool = False
    #: Button of the recorder's page that notes it.
    button: Literal["exposed", "look", ""] = ""
    #: Id of the only game whose records may note it; empty for any.
    game: str = ""
    #: True if it is no infraction and matters only to claims.
    lawful: bool = False
    #: True if the verdict mentions it.
    told: bool = False
    #: Fields of its infraction (`NotedInfraction`); None if it is none, or if a file defines it.
    infraction: dict[str, Any] | None = None

    def is_in_game(self, game: str) -> bool:
        """Return True if a record of the game may note it."""
        return self.game in ("", game)


@cache
def incident_kinds() -> dict[str, IncidentKind]:
    """Return every kind of incident by its word, in the order of the file."""
    rows = tomllib.loads(files("clabber_audit.rules").joinpath("incidents.toml").read_text(encoding="utf-8"))
    return {
        word: IncidentKind(word, **{**row, "needs": tuple(row.get("needs", ()))})
        for word, row in rows.items()
    }


def incident_kinds_of(game: Game) -> dict[str, IncidentKind]:
    """Return the kinds of incident that a record of a game may note."""
    return {word: kind for word, kind in incident_kinds().items() if kind.is_in_game(game.id)}
