"""Exposing a card in the deal.

A card exposed while dealing means a new deal by the same dealer (R-016, R-017). It is nobody's renege.

Example: the dealer flashes a card in the third round of the deal.
"""

from clabber_audit.law.incidents import IncidentKind
from clabber_audit.law.infraction import Facts, Infraction
from clabber_audit.replay import Incident
from clabber_audit.rulesets.articles import Penalty
from clabber_audit.table.cards import CODE
from clabber_audit.table.moments import SCORED

KIND = IncidentKind(
    "exposed_in_deal", "exposed a card in the deal", "a card was exposed in the deal", of_the_deal=True, number=1
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


def facts(incident: Incident) -> Facts:
    return {"card": CODE[incident.card]} if incident.card else {}


def charge(incident: Incident, toggles: object, penalty: Penalty) -> Penalty:
    """A deal is void only while its hand is not scored."""
    return penalty if incident.at < SCORED else "note"


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=facts,
    place="incident",
    message="a card was exposed in the deal",
    help="the same dealer deals again",
    charge=charge,
    incident=KIND,
    number=30,
)
