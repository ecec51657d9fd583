"""Calling a meld for partner.

Players call their own melds. Calling one for the partner, or telling the partner to, is a renege (R-061, R-097, league
rule 8).

Example: before North's turn South says that North has a fifty.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted

KIND = IncidentKind(
    "meld_called_for_partner",
    "called a meld for partner",
    "{seat} called a meld for partner",
    only="clabber",
    number=7,
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    message="{seat} called a meld that was {partner}’s to call",
    fault="called partner’s meld",
    claimed="{whom} called a meld that was {partner}’s to call",
    denied="the record shows no such call",
    help="call your own melds only",
    incident=KIND,
    number=10,
)
