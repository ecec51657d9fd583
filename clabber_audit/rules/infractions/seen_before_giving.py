"""Seeing the passed card before giving one.

After a pepper in Progressive Euchre the partner passes a card face down before seeing the one that the bidder passes
(B-037). To look first is noted.

Example: North passes a queen; South turns it over, and only then picks a heart to pass.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted

KIND = IncidentKind(
    "saw_passed_card",
    "saw the bidder’s card before giving one",
    "{seat} saw the bidder’s card before giving one",
    only="bid-euchre",
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    message="{seat} looked at the bidder’s card before passing one back",
    fault="looked before passing",
    claimed="{whom} looked before passing",
    denied="the record shows no such look",
    help="pass your card first, face down",
    incident=KIND,
)
