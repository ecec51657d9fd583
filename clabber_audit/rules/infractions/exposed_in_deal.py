"""Exposing a card in the deal.

A card exposed while dealing means a new deal by the same dealer. It is nobody's renege.

In Clabber the hand is void until it is scored (R-016, R-017).

In Bid Euchre and its kin it is void until it is scored, or until the first card where a table has it so (B-124, BD-20,
BD-62).

Example: the dealer flashes a card in the third round of the deal.
"""

from clabber_audit.cards.cards import CODE
from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Facts, Infraction
from clabber_audit.rules.infractions.words import while_it_can_be_dealt_again

KIND = IncidentKind(
    "exposed_in_deal", "exposed a card in the deal", "a card was exposed in the deal", of_the_deal=True, number=1
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


def facts(incident: Incident) -> Facts:
    return {"card": CODE[incident.card]} if incident.card else {}


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=facts,
    place="incident",
    message="a card was exposed in the deal",
    fault="card exposed in the deal",
    claimed="a card was exposed in the deal",
    denied="the record shows no card exposed in the deal",
    help="the same dealer deals again",
    charge=while_it_can_be_dealt_again,
    incident=KIND,
    number=30,
)
