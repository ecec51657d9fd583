"""Naming trump late.

The high bidder names trump before the first card (B-072), and in Progressive Euchre with the lead (B-040). Later is
noted (BD-19), also of another player whose naming the hand is played in.

Example: South wins the bid, leads, and says “spades” when three cards lie on the table.
"""

from clabber_audit.games.bid_euchre.naming import Naming
from clabber_audit.rules.infraction import Facts, Infraction


def offends(naming: Naming, toggles: object) -> bool:
    """Return True if trump was named after play had started."""
    return not naming.in_time


def facts(naming: Naming) -> Facts:
    return {"named": naming.name}


INFRACTION = Infraction(
    steps=(Naming,),
    offends=offends,
    facts=facts,
    place="naming",
    message="{seat} named {named} after play had started",
    fault="trump named late",
    claimed="{whom} named trump too late",
    denied="{whom} did not name trump too late",
    help="name trump before anyone plays",
)
