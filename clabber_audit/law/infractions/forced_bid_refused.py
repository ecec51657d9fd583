"""A dealer who passes although he has to bid.

If all others pass, the dealer is stuck and must bid at least four (B-052, B-053, B-075). A dealer who passes or says
nothing plays at four, and the refusal is recorded (BD-31).

Example: West, North and East pass, and South, who dealt, passes too.
"""

from clabber_audit.games.bid_euchre.auction import Call
from clabber_audit.games.bid_euchre.bids import PASS
from clabber_audit.law.infraction import Facts, Infraction


def offends(call: Call, toggles: object) -> bool:
    """A pass by a dealer who is stuck, and no bid that failed."""
    return call.counts and call.stuck and call.taken_for == PASS and call.exists and call.higher


def facts(call: Call) -> Facts:
    return {}


INFRACTION = Infraction(
    steps=(Call,),
    offends=offends,
    facts=facts,
    place="declaration",
    message="{seat} passed, and the dealer has to bid when all others pass",
    help="the dealer plays it at four",
)
