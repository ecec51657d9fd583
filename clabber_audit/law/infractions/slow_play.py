"""Studying too long.

Players keep their studying short; overdoing it is poor sportsmanship (R-043, league rule 13). It costs nothing.

Example: South thinks for two minutes about one card.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident

STEP = Incident
PLACE = "incident"
MESSAGE = "{seat} studied too long"
HELP = "play in reasonable time"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "slow_play"


def facts(incident: Incident) -> Facts:
    return {"quote": incident.quote} if incident.quote else {}
