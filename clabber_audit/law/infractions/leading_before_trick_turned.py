"""Leading before the last trick is turned.

Every trick is turned over before the next card is led, or the hand is dead and it is a renege (R-040, league rule 12).
The offender is the leader, whose side had the trick to turn. No published description has this rule.

Example: West wins a trick and leads the next card while the four cards still lie face up.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident
from clabber_audit.table.cards import CODE

STEP = Incident
PLACE = "incident"
MESSAGE = "{seat} led before the last trick was turned"
HELP = "turn the trick, then lead"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "led_before_turned"


def facts(incident: Incident) -> Facts:
    return {"card": CODE[incident.card]} if incident.card else {}
