"""Calling a meld for partner.

Players call their own melds. Calling one for the partner, or telling him to, is a renege (R-061, R-097, league rule 8).

Example: before North's turn South reminds him of his fifty.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident

STEP = Incident
PLACE = "incident"
MESSAGE = "{seat} called a meld for partner"
HELP = "call your own melds only"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "meld_called_for_partner"


def facts(incident: Incident) -> Facts:
    return {"quote": incident.quote} if incident.quote else {}
