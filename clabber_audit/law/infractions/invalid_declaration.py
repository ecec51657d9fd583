"""A call that its round does not allow.

In round 1 only the up-card's suit can be played; in round 2 one of the other suits must be named (R-020, R-023). Any
other call counts as a pass and is noted.

Example: in round 2 West just says that he plays.
"""

from clabber_audit.games.clabber.auction import Call
from clabber_audit.law.infraction import Facts, Infraction


def offends(call: Call, toggles: object) -> bool:
    """A call that counts as a pass."""
    return not call.valid


def facts(call: Call) -> Facts:
    return {"call": call.word, "round": call.round}


INFRACTION = Infraction(
    steps=(Call,),
    offends=offends,
    facts=facts,
    place="declaration",
    message="{seat} called “{call}”, which round {round} does not allow",
    help="accept the up-card in round 1, name a suit in round 2",
    number=23,
)
