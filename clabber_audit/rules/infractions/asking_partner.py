"""Asking partner.

Asking a question about the play, such as whose lead it is, is bad manners, but only the partner's answer or advice is a
renege (R-096, D-66). The question is noted, unless it was put to the other side.

Example: North asks what was led.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted

KIND = IncidentKind("question", "asked about the play", "{seat} asked about the play", said_to_somebody=True, number=5)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word and incident.to_partner


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    taken_for="advising-partner",
    exception=lambda facts, toggles: "asking is no renege, only answering or advising is",
    place="incident",
    only="clabber",
    message="{seat} asked {partner} about the play",
    fault="asked partner",
    claimed="{whom} asked {partner} about the play",
    denied="the record shows no such question",
    help="look at the table; partner may not answer",
    incident=KIND,
    number=24,
)
