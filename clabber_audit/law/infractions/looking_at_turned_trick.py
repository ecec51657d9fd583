"""Looking at a turned trick.

Since 1992 no trick may be looked at once it is turned (R-092). The older text allows a look until a card has been
played to the next trick (R-091). To look later is a renege; turning tricks to settle a claim is part of the claim.

Example: with two cards of trick 2 on the table East turns up trick 1.
"""

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Incident

STEP = Incident
PLACE = "incident"
MESSAGE = "{seat} looked at a trick already turned"
HELP = "leave turned tricks alone; if you doubt a play, claim it"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == "looked_at_trick" and (
        toggles.look_back == "until_turned" or incident.trick is None or incident.at > 4 * incident.trick
    )


def facts(incident: Incident) -> Facts:
    return {"looked_at": incident.trick} if incident.trick else {}
