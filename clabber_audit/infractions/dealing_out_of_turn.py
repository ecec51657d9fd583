"""Dealing out of turn.

Dealing when it is another's deal is a misdeal if it is called before the up-card is turned (R-018, R-019): the rightful
dealer deals. Once the dealer's sixth card is turned the deal is good, and the wrong deal is noted.

Example: West deals in South's turn; it is noticed with the last card still face down.
"""

from clabber_audit.cards import SEATS
from clabber_audit.clock import DEAL
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.infraction import Facts
from clabber_audit.replay import Dealing
from clabber_audit.ruleset import Penalty

STEP = Dealing
PLACE = "deal"
MESSAGE = "{seat} dealt out of turn"
HELP = "call a wrong deal before the up-card is turned"


def offends(dealing: Dealing, toggles: Toggles) -> bool:
    """A deal out of turn that somebody noted, or that the scheduled dealer shows."""
    return dealing.noted or dealing.due != dealing.dealer


def facts(dealing: Dealing) -> Facts:
    return {"due": SEATS[dealing.due]} if dealing.due != dealing.dealer else {}


def charge(dealing: Dealing, toggles: Toggles, penalty: Penalty) -> Penalty:
    """A deal that stood is only noted."""
    return penalty if dealing.called <= DEAL else "note"
