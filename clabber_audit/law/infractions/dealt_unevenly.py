"""Not dealing one card at a time.

Cards are dealt one at a time, six times round (R-013, league rule 2). Once the cards are dealt a breach is noted and
costs nothing.

Example: the dealer gives two cards at a time in the last rounds.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident

STEP = Incident
PLACE = "incident"
MESSAGE = "the cards were not dealt one at a time"
HELP = "deal singly, clockwise"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "not_dealt_singly"


def facts(incident: Incident) -> Facts:
    return {"quote": incident.quote} if incident.quote else {}
