"""Showing less than was announced.

What is shown must contain the meld announced, which alone counts; to show more is no fault (D-27). Shown less, the meld
is not scored.

Example: North announces a fifty and shows a dad.
"""

from clabber_audit.clock import SCORED
from clabber_audit.games.clabber.melds import counted, within
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.infraction import Facts
from clabber_audit.infractions.words import meld_facts
from clabber_audit.replay import Entry

STEP = Entry
PLACE = "meld"
DENIES = True
MESSAGE = "{seat} announced a {kind} and showed {cards}"
HELP = "show what you announced"


def offends(entry: Entry, toggles: Toggles) -> bool:
    """Called and shown, a meld, its cards its own, and not the one announced."""
    if entry.announced > SCORED or entry.shown > SCORED or entry.shared:
        return False
    melds = within(entry.cards, toggles.four_tens)
    return bool(melds) and not counted(entry.kind, entry.cards, toggles.four_tens)


def facts(entry: Entry) -> Facts:
    return meld_facts(entry)


def stands(entry: Entry) -> int:
    return entry.shown
