"""Dropping out late.

Whoever may leave the hand says so after trumps are named and before the first card (B-090, B-104, BD-51, BD-57). Later
he is in, and it is noted.

Example: two cards lie on the table when P2 says that he is out.
"""

from clabber_audit.games.bid_euchre.leaving import Leaving
from clabber_audit.law.infraction import Facts, Infraction


def offends(leaving: Leaving, toggles: object) -> bool:
    """Somebody who could have left, when play had begun; where he could not, its hour does not matter."""
    return leaving.allowed and not leaving.in_time


def happened(leaving: Leaving, toggles: object) -> bool:
    """Return True if play had begun, allowed to leave or not."""
    return not leaving.in_time


def facts(leaving: Leaving) -> Facts:
    return {}


INFRACTION = Infraction(
    steps=(Leaving,),
    offends=offends,
    facts=facts,
    happened=happened,
    place="leaving",
    message="{seat} dropped out after play had begun",
    help="say so before the first card",
)
