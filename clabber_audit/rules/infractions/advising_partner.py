"""Answering or advising partner.

Answering a partner's question about the play, or giving a partner advice, is a renege (R-096). The bare question is
not, and an opponent may answer: what is said to the other side is no infraction (D-67).

Example: West asks what trump is, and East, the partner, answers.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted

KIND = IncidentKind(
    "advice",
    "answered or advised somebody",
    "{seat} answered or advised partner",
    said_to_somebody=True,
    number=6,
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word and incident.to_partner


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    only="clabber",
    message="{seat} told {partner} something about the play",
    fault="advised partner",
    claimed="{whom} told {partner} something about the play",
    denied="the record shows no advice to a partner",
    help="say nothing about the play; let an opponent answer",
    incident=KIND,
    number=9,
)
