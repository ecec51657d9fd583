"""Dealing out of order.

Cards are dealt clockwise from the dealer’s left, in packets where the game has packets (B-007, B-096). Packets out of
order void the deal if that is found before the hand is scored, and the same dealer deals again (B-124, BD-20).

Example: the dealer skips the player at the left and deals there last.
"""

from clabber_audit.replay.events import Incident
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted, while_it_can_be_dealt_again

KIND = IncidentKind(
    "dealt_out_of_order",
    "dealt out of order",
    "the cards were dealt out of order",
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
    message="the cards were dealt out of order",
    fault="dealt out of order",
    claimed="the cards were dealt out of order",
    denied="the record shows nothing wrong with the deal",
    help="the same dealer deals again",
    charge=while_it_can_be_dealt_again,
    incident=KIND,
)
