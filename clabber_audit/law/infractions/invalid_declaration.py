"""A call that its round does not allow.

In Clabber only the up-card's suit can be played in round 1; in round 2 one of the other suits must be named (R-020,
R-023). Any other call counts as a pass and is noted. Example: in round 2 West just says that he plays.

In Bid Euchre and its kin a bidder names a suit, or what else his game has: no trumps, high or low (B-042, B-077, BD-16,
BD-34). He plays alone where his bid or his game lets him (B-143). What is not allowed is noted, and the hand is scored
as it was played. Example: in Progressive Euchre West names no trumps.
"""

from clabber_audit.games.bid_euchre.naming import GoingAlone, Naming
from clabber_audit.games.clabber.auction import Call
from clabber_audit.law.infraction import Facts, Infraction


def offends(step: Call | Naming | GoingAlone, toggles: object) -> bool:
    """A call that counts as a pass; what a bidder may not name, or who may not go alone."""
    return not (step.valid if isinstance(step, Call) else step.allowed)


def facts(step: Call | Naming | GoingAlone) -> Facts:
    if isinstance(step, Call):
        return {"call": step.word, "round": step.round}
    return {"part": "naming", "named": step.name} if isinstance(step, Naming) else {"part": "alone"}


INFRACTION = Infraction[Call | Naming | GoingAlone](
    steps=(Call, Naming, GoingAlone),
    offends=offends,
    facts=facts,
    place="declaration",
    message="{seat} called “{call}”, which round {round} does not allow",
    messages={
        "naming": "{seat} named {named}, which nobody may name here",
        "alone": "{seat} went alone where nobody may",
    },
    help="say only what the rules let you say then",
    titles={"bid-euchre": "Naming what may not be named"},
    number=23,
)
