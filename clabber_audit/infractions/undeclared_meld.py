"""Not declaring all melds.

Where all melds must be declared (R-059, D-30), a player who announces less than his hand holds scores none. In the
shipped rulesets nobody has to declare anything.

Example: West holds a fifty and announces a dad.
"""

from clabber_audit.games.clabber.melds import POINTS, best
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.infraction import Facts
from clabber_audit.infractions.words import meld_facts
from clabber_audit.replay import Entry

STEP = Entry
PLACE = "meld"
DENIES = True
MESSAGE = "{seat} did not declare all melds"
HELP = "where the ruleset asks for it, declare every meld you hold"


def offends(entry: Entry, toggles: Toggles) -> bool:
    """The seat's calls are worth less than the best its hand holds, where all must be declared."""
    if not toggles.must_declare_all:
        return False
    held = sum(meld.points for meld in best(entry.hand, toggles.four_tens))
    return sum(POINTS[kind] for kind in entry.called) < held


def facts(entry: Entry) -> Facts:
    return meld_facts(entry)


def stands(entry: Entry) -> int:
    return entry.first
