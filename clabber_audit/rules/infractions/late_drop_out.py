"""Dropping out late.

A player who may leave the hand says so after trump is named and before the first card (B-090, B-104, BD-51, BD-57).
Later it is too late: the player is in, and it is noted.

Example: two cards lie on the table when P2 drops out.
"""

from clabber_audit.games.bid_euchre.naming import Leaving
from clabber_audit.rules.infraction import Facts, Infraction


def offends(leaving: Leaving, toggles: object) -> bool:
    """Return True if a player who could have left did so after play had started."""
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
    message="{seat} dropped out after play had started",
    fault="dropped out too late",
    claimed="{whom} dropped out too late",
    denied="{whom} did not drop out too late",
    help="say so before the first card",
)
