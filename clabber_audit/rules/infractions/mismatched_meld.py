"""Showing less than you announced.

What is shown must contain the meld announced, which alone counts; to show more is no fault (D-27). Shown less, the meld
is not scored.

Example: North announces a fifty and shows a dad.
"""

from clabber_audit.cards.cards import SCORED
from clabber_audit.games.clabber.melds import Entry, counted
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import Facts, Infraction
from clabber_audit.rules.infractions.words import is_none, meld_facts


def offends(entry: Entry, toggles: Toggles) -> bool:
    """Return True if the cards shown are a meld, but not the one announced."""
    if entry.announced > SCORED or not entry.cards or is_none(entry, toggles):
        return False
    if toggles.show_required and entry.shown > SCORED:
        return False
    return not counted(entry.kind, entry.cards, toggles.four_tens)


def facts(entry: Entry) -> Facts:
    return meld_facts(entry)


def stands(entry: Entry) -> int:
    """Return the clock of the showing; of the call, where melds need not be shown."""
    return entry.shown if entry.shown <= SCORED else entry.announced


INFRACTION = Infraction(
    steps=(Entry,),
    offends=offends,
    facts=facts,
    place="meld",
    message="{seat} announced a {kind} and showed only {cards}",
    fault="showed too little",
    claimed="{whom} showed less than was announced",
    denied="{whom} showed what was announced",
    help="show what you announced",
    stands=stands,
    denies=True,
    number=28,
)
