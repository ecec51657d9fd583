"""Not dealing one card at a time.

Cards are dealt one at a time, six times round (R-013, league rule 2). Once the cards are dealt a breach is noted and
costs nothing.

Example: the dealer gives two cards at a time in the last rounds.
"""

from clabber_audit.law.incidents import IncidentKind
from clabber_audit.law.infraction import Infraction
from clabber_audit.law.infractions.words import quoted
from clabber_audit.replay import Incident

KIND = IncidentKind(
    "not_dealt_singly",
    "did not deal one card at a time",
    "the cards were not dealt one at a time",
    of_the_deal=True,
    number=4,
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    message="the cards were not dealt one at a time",
    help="deal singly, clockwise",
    incident=KIND,
    number=34,
)
