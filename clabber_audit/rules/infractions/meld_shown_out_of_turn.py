"""Showing a meld out of turn.

A meld is shown immediately before playing to the second trick (R-058). Shown before that, it is a renege (R-060,
R-084). If nobody calls it, the meld still counts. The rules of gamerules.com know no showing, and no such renege.

Example: West shows a fifty during the first trick.
"""

from clabber_audit.games.clabber.melds import Entry
from clabber_audit.rules.infraction import Facts, Infraction
from clabber_audit.rules.infractions.words import meld_facts


def offends(entry: Entry, toggles: object) -> bool:
    """Return True if shown before the seat's second card."""
    return entry.shown < entry.second


def facts(entry: Entry) -> Facts:
    return meld_facts(entry)


def stands(entry: Entry) -> int:
    return entry.shown


INFRACTION = Infraction(
    steps=(Entry,),
    offends=offends,
    facts=facts,
    exempted_by=("show_required",),
    place="meld",
    message="{seat} showed a {kind} too soon",
    fault="meld shown early",
    claimed="{whom} showed a meld too early",
    denied="{whom} did not show a meld too early",
    help="show just before playing to the second trick",
    stands=stands,
    number=14,
)
