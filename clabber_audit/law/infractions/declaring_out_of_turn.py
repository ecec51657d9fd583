"""Declaring out of turn.

In Clabber the calls go clockwise from the dealer's left (R-020). A call out of turn is in no list of reneges and is
noted (D-12); it counts as made. Example: North speaks before West, whose call it is.

In Bid Euchre and its kin trumps are named by the winner of the bid, and by nobody for him (B-014, B-056, B-103). It is
noted, as one fault where the stranger says “alone” with it. Example: South has bid highest, and North says “spades”.
"""

from clabber_audit.games.bid_euchre.naming import Naming
from clabber_audit.games.clabber.auction import Call
from clabber_audit.law.infraction import Facts, Infraction, Seats


def offends(step: Call | Naming, toggles: object) -> bool:
    """A call by a seat whose turn to speak it was not; trumps named by somebody who had not won the bid."""
    return step.his is False if isinstance(step, Naming) else not step.turn >> step.seat & 1


def facts(step: Call | Naming) -> Facts:
    if isinstance(step, Naming):
        return {"part": "going alone" if step.alone else "naming", "named": step.name}
    return {"turn": Seats(step.turn), "call": step.word}


INFRACTION = Infraction[Call | Naming](
    steps=(Call, Naming),
    offends=offends,
    facts=facts,
    place="declaration",
    message="{seat} spoke out of turn; it was {turn}’s call",
    messages={
        "naming": "{seat} named {named}, which was for the winner of the bid to do",
        "going alone": "{seat} named {named} and went alone, both of which were for the winner of the bid to do",
    },
    help="speak when it is yours to speak",
    titles={"bid-euchre": "Naming trumps for the bidder"},
    number=22,
)
