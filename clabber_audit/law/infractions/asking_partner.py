"""Asking partner.

Asking a question about the play, such as whose lead it is, is bad manners, but only the partner's answer or advice is a
renege (R-096, D-66). The question is noted, unless it was put to the other side.

Example: North asks what was led.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident

STEP = Incident
PLACE = "incident"
MESSAGE = "{seat} asked about the play"
HELP = "look at the table; partner may not answer"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "question" and incident.to_partner


def facts(incident: Incident) -> Facts:
    return {"quote": incident.quote} if incident.quote else {}
