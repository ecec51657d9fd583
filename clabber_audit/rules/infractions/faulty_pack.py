"""A deck that is not complete.

A hand played with cards missing is void if that is found before it is scored, and the same dealer deals again (B-124,
BD-20).

Example: the ten of clubs is found under the table after the bidding.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted, while_it_can_be_dealt_again

KIND = IncidentKind(
    "missing_cards",
    "dealt from a deck that was not complete",
    "cards were missing",
    of_the_deal=True,
    only="bid-euchre",
)


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    message="cards were missing from the deck",
    fault="incomplete deck",
    claimed="the deck was not complete",
    denied="the record shows no card missing from the deck",
    help="find them, and the same dealer deals again",
    charge=while_it_can_be_dealt_again,
    incident=KIND,
)
