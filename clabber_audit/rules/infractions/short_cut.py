"""Cutting too few cards.

At least four cards are left in each part of the cut (R-012, league rule 1). A short cut is cut again; once the cards
are dealt it is noted and costs nothing.

Example: the player at the dealer's right leaves three cards in one part.
"""

from clabber_audit.replay.events import Dealing, cutter
from clabber_audit.rules.infraction import Facts, Infraction

FEWEST = 4


def offends(dealing: Dealing, toggles: object) -> bool:
    return dealing.cut is not None and dealing.cut < FEWEST


def facts(dealing: Dealing) -> Facts:
    return {"cut": dealing.cut}


def offender(dealing: Dealing, toggles: object) -> int | None:
    """Return the cutter, who sits at the dealer's right (R-011)."""
    return cutter(dealing.dealer)


INFRACTION = Infraction(
    steps=(Dealing,),
    offends=offends,
    facts=facts,
    place="deal",
    game="clabber",
    message="{seat} left only {cut} in one part of the cut",
    fault="cut too few",
    claimed="{whom} cut too few",
    denied="the cut was large enough",
    help="leave at least four cards in each part",
    offender=offender,
    number=33,
)
