"""Exposing a card.

To let enough of a card be seen to know it, without playing it, kills the hand and is a renege (R-042, league rule 9).
The up-card, a card already played, melds shown in their turn, an agreed lay-down and hands opened for a claim are no
exposures (D-68). No published description has this rule.

Example: North drops a card face up while sorting cards.
"""

from clabber_audit.cards.cards import CODE
from clabber_audit.replay.events import Incident
from clabber_audit.rules.infraction import Facts, Infraction

KIND = "exposed_card"


def happened(incident: Incident, toggles: object) -> bool:
    """Return True for any card shown, even one that everybody knew."""
    return incident.kind == KIND


def offends(incident: Incident, toggles: object) -> bool:
    """Return True for a card shown that had not been seen before (D-68)."""
    return happened(incident, toggles) and not incident.known


def facts(incident: Incident) -> Facts:
    return {"card": CODE.get(incident.card)}


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=facts,
    happened=happened,
    exception=lambda facts, toggles: "everybody had seen that card before",
    place="incident",
    game="clabber",
    message="{seat} let {card} be seen without playing it",
    fault="exposed a card",
    claimed="{whom} exposed a card",
    denied="the record shows no exposed card",
    help="hold your cards so that nobody can see them",
    incidents=(KIND,),
    number=8,
)
