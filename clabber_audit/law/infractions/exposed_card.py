"""Exposing a card.

A card of which enough is seen to know it, otherwise than in playing it, kills the hand and is a renege (R-042, league
rule 9). The up-card, a card already played, melds shown in their turn, an agreed lay-down and hands opened for a claim
are no exposures (D-68). No published description has this rule.

Example: North drops a card face up while sorting his hand.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident
from clabber_audit.table.cards import CODE

STEP = Incident
PLACE = "incident"
MESSAGE = "{seat} exposed {card} otherwise than by playing it"
HELP = "keep your cards from being seen; what was seen stays seen"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "exposed_card" and not incident.known


def facts(incident: Incident) -> Facts:
    return {"card": CODE.get(incident.card)}
