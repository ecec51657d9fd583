"""Spitting on the deck.

Whoever spits on the deck, for luck or in anger, buys a new one. No text of the league has it.

Example: West, who lost the last two games, spits on the cards before South deals.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted

KIND = IncidentKind("spat_on_deck", "spat on the deck", "{seat} spat on the deck")


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    message="{seat} spat on the deck",
    help="spit elsewhere",
    incident=KIND,
)
