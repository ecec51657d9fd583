"""Leading before the previous trick is turned.

Every trick is turned over before the next card is led, or the hand is dead and it is a renege (R-040, league rule 12).
The offender is the leader, whose side had the trick to turn. No published description has this rule.

Example: West wins a trick and leads the next card while the four cards still lie face up.
"""

from clabber_audit.cards.cards import CODE
from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Facts, Infraction

KIND = IncidentKind(
    "led_before_turned",
    "led before the trick was turned",
    "{seat} led before the trick was turned",
    about_a_trick=True,
    number=10,
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


def facts(incident: Incident) -> Facts:
    return {"card": CODE[incident.card]} if incident.card else {}


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=facts,
    place="incident",
    only="clabber",
    message="{seat} led before the previous trick was turned",
    fault="led too soon",
    claimed="{whom} led before the trick was turned",
    denied="the record shows no lead before a trick was turned",
    help="turn the trick, then lead",
    incident=KIND,
    number=6,
)
