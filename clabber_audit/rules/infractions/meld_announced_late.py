"""Announcing a meld late.

A meld not announced before its holder's first card is not scored (R-058). The league counts the late call as out of
turn, a renege (league rule 7, D-25); elsewhere the meld is simply void.

Example: East plays to the first trick and then says "fifty".
"""

from clabber_audit.cards.cards import SCORED
from clabber_audit.games.clabber.melds import Entry
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import Facts, Infraction
from clabber_audit.rules.infractions.words import meld_facts


def offends(entry: Entry, toggles: Toggles) -> bool:
    """Return True if announced after the seat's first card."""
    return entry.first_fell and entry.first < entry.announced <= SCORED


def facts(entry: Entry) -> Facts:
    return meld_facts(entry)


def also_called(toggles: Toggles) -> str:
    """Return the name that the league has for a late call: out of turn (L7, R-060, D-25, D-53)."""
    return "meld-announced-out-of-turn" if toggles.late_meld == "renege" else ""


INFRACTION = Infraction(
    steps=(Entry,),
    offends=offends,
    facts=facts,
    place="meld",
    message="{seat} announced a {kind} only after playing to trick 1",
    fault="meld called late",
    claimed="{whom} announced a meld too late",
    denied="{whom} did not announce a meld too late",
    help="announce just before playing to the first trick",
    denies=True,
    also_called=also_called,
    number=16,
)
