"""Declaring out of turn.

The calls go clockwise from the dealer's left (R-020). A call out of turn is in no list of reneges and is noted
(D-12); it counts as made.

Example: North speaks before West, whose call it is.
"""

from clabber_audit.games.clabber.auction import Call
from clabber_audit.law.infraction import Facts, Infraction
from clabber_audit.law.infractions.words import seats


def offends(call: Call, toggles: object) -> bool:
    """A call by a seat whose turn to speak it was not."""
    return not call.turn >> call.seat & 1


def facts(call: Call) -> Facts:
    return {"turn": seats(call.turn), "call": call.word}


INFRACTION = Infraction(
    steps=(Call,),
    offends=offends,
    facts=facts,
    place="declaration",
    message="{seat} spoke out of turn; it was {turn}’s call",
    help="wait for the player at your right",
    number=22,
)
