"""A call that its round does not allow.

In Clabber only the up-card's suit can be played in round 1; in round 2 one of the other suits must be named (R-020,
R-023). Any other call counts as a pass and is noted. Example: in round 2 West just says “play”.

In Bid Euchre and its kin a bidder names a suit, or what else the game has: no trump, high or low (B-042, B-077, BD-16,
BD-34). A bidder goes alone where the bid or the game allows it (B-143). What is not allowed is noted, whoever names
what the hand is played in, and the hand is scored as it was played. Example: in Progressive Euchre West names no trump.
"""

from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.game import GoingAlone, Naming
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words


class InvalidDeclaration(Infraction[Call | Naming | GoingAlone]):
    place = "declaration"
    number = 23
    words = Words(
        message="{seat} said “{call}”, which round {round} does not allow",
        messages={
            "naming": "{seat} named {named}, which is not allowed here",
            "alone": "{seat} went alone, which is not allowed here",
            "play": "{seat} said “play”, but in round {round} a suit must be named",
        },
        fault="call not allowed",
        faults={
            "naming": "named what is not allowed",
            "alone": "going alone not allowed",
        },
        claimed="{whom} made a call that was not allowed",
        denied="{whom} made no call that was not allowed",
        help="say only what the rules let you say then",
        titles={"bid-euchre": "Naming what may not be named"},
    )

    def offends(self, case: LawCase[Call | Naming | GoingAlone]) -> bool:
        """Return True if the round, the game or the bid does not allow the call."""
        event = case.event
        return not (event.valid if isinstance(event, Call) else event.allowed)

    def facts(self, case: LawCase[Call | Naming | GoingAlone]) -> Facts:
        event = case.event
        if isinstance(event, Call):
            return {"call": event.word, "round": event.round}
        return {"part": "naming", "named": event.name} if isinstance(event, Naming) else {"part": "alone"}
