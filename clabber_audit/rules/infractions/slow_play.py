"""Studying too long.

Players keep their studying short; overdoing it is poor sportsmanship (R-043, league rule 13). It costs nothing.

Example: South thinks for two minutes about one card.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted

KIND = IncidentKind("slow_play", "studied long", "{seat} studied long", number=12)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    only="clabber",
    message="{seat} took too long to play",
    fault="slow play",
    claimed="{whom} took too long",
    denied="the record shows no slow play",
    help="play in reasonable time",
    incident=KIND,
    number=25,
)
