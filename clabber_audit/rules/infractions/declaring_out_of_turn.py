"""Declaring out of turn.

In Clabber the calls go clockwise from the dealer's left (R-020). A call out of turn is in no list of reneges and is
noted (D-12); it counts as made. Example: North speaks before West, whose call it is.

In Bid Euchre and its kin the high bidder names trump, and nobody else (B-014, B-056, B-103). It is noted, as one fault
if the same call says “alone”. Example: South has bid highest, and North says “spades”.
"""

from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.game import Naming
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Seats, Words


class DeclaringOutOfTurn(Infraction[Call | Naming]):
    place = "declaration"
    number = 22
    words = Words(
        message="{seat} called on {turn_of} turn",
        messages={
            "pass": "{seat} passed on {turn_of} turn",
            "play": "{seat} said “play” on {turn_of} turn",
            **dict.fromkeys("SHDC", "{seat} named {call} on {turn_of} turn"),
            "naming": "{seat} named {named}, but only the high bidder may name trump",
            "going alone": "{seat} named {named} and went alone, but only the high bidder may do either",
        },
        fault="called out of turn",
        faults={"naming": "named trump for the bidder", "going alone": "named trump for the bidder"},
        denied="{whom} did not call out of turn",
        help="wait for your turn to call",
        titles={"bid-euchre": "Naming trump for the bidder"},
    )

    def offends(self, case: LawCase[Call | Naming]) -> bool:
        """Return True if another seat had the turn, or another player had won the bid."""
        event = case.event
        return event.by_maker is False if isinstance(event, Naming) else not event.turn >> event.seat & 1

    def facts(self, case: LawCase[Call | Naming]) -> Facts:
        event = case.event
        if isinstance(event, Naming):
            return {"part": "going alone" if event.alone else "naming", "named": event.name}
        return {"turn": Seats(event.turn), "call": event.word}
