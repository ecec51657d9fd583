"""Answering or advising partner.

Answering a partner's question about the play, or advising him, is a renege (R-096). The bare question is not, and an
opponent may answer: what is said to the other side is no infraction (D-67).

Example: West asks what trumps are and East, his partner, tells him.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident

STEP = Incident
PLACE = "incident"
MESSAGE = "{seat} answered or advised partner"
HELP = "say nothing about the play; let an opponent answer"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "advice" and incident.to_partner


def facts(incident: Incident) -> Facts:
    return {"quote": incident.quote} if incident.quote else {}
