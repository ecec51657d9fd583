"""The infractions: one offense, one file here or one row of `incidents.toml`, one name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from clabber_audit.cards.cards import CODE
from clabber_audit.games.game import Game
from clabber_audit.replay.events import Incident
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.incidents import IncidentKind, incident_kinds
from clabber_audit.rules.infraction import Facts, Infraction, described
from clabber_audit.rules.infractions.words import quoted, while_it_can_be_dealt_again


@cache
def infractions() -> dict[str, Infraction[Any]]:
    """Return every infraction by its id, in the order of the contract."""
    modules = [import_module(f"{__name__}.{file.name}") for file in iter_modules(__path__) if file.name != "words"]
    noted = [noted_infraction(kind) for kind in incident_kinds().values() if kind.infraction]
    found = sorted([*map(described, modules), *noted], key=lambda infraction: (infraction.number, infraction.id))
    return {infraction.id: infraction for infraction in found}


def noted_infraction(kind: IncidentKind) -> Infraction[Incident]:
    """Return the infraction that a row of `incidents.toml` describes: an incident of the kind was noted.

    What is said to the other side is no offense; a fault of the deal costs nothing once it is too late to deal again.
    """
    row = dict(kind.infraction or {})
    on_claim, exception, stated = row.pop("on_claim", None), row.pop("exception", ""), row.pop("states", "quote")

    def offends(incident: Incident, toggles: object) -> bool:
        return incident.kind == kind.word and (incident.to_partner or not kind.said_to_somebody)

    def card(incident: Incident) -> Facts:
        return {"card": CODE[incident.card]} if incident.card else {}

    def once_claimed(toggles: object) -> Penalty | None:
        penalty: Penalty = on_claim["penalty"]
        return penalty if getattr(toggles, on_claim["toggle"]) == on_claim["answer"] else None

    return Infraction(
        **{**row, "manual": row["manual"].strip()},
        steps=(Incident,),
        offends=offends,
        facts=card if stated == "card" else quoted,
        place="incident",
        incidents=(kind.word,),
        charge=while_it_can_be_dealt_again if kind.of_the_deal else None,
        once_claimed=once_claimed if on_claim else None,
        exception=lambda facts, toggles: exception,
    )


def infractions_of(game: Game) -> dict[str, Infraction[Any]]:
    """Return the infractions that a player can commit in a game."""
    return {name: one for name, one in infractions().items() if one.in_game(game.id, game.steps)}


def claimable_in(game: Game) -> dict[str, Infraction[Any]]:
    """Return the infractions that a claim in a game may name, with and without an article against them."""
    return {name: one for name, one in infractions().items() if one.can_be_claimed_in(game.id, game.steps)}
