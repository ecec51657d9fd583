"""Not showing a meld.

A meld announced and not shown before its holder's second card is not scored (R-058, D-23). There is no penalty, and it
does not keep the other side from scoring.

Example: West announces a fifty and plays to trick 2 without showing it.
"""

from clabber_audit.cards import NEVER, SCORED
from clabber_audit.games.clabber.melds import MeldEntry
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import LawCase, Trait, Words
from clabber_audit.rules.infractions import MeldInfraction, is_no_meld


class UnshownMeld(MeldInfraction):
    place = "missed"
    number = 26
    exempted_by = ("show_required",)
    traits = Trait.DENIES_MELD
    words = Words(
        message="{seat} announced a {kind} and never showed it",
        fault="meld never shown",
        claimed="{whom} never showed a meld",
        denied="{whom} showed every meld announced",
        help="show just before playing to the second trick",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if a good meld was announced in time and the second card fell with nothing shown."""
        entry = case.event
        toggles: Toggles = case.toggles
        missed = entry.announced <= entry.first and entry.shown == NEVER and entry.second_fell
        return toggles.show_required and missed and not is_no_meld(entry, toggles)

    def has_happened(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if it had been announced when the second card fell, and was never shown."""
        entry = case.event
        return entry.announced <= min(entry.second, SCORED) and entry.shown == NEVER and entry.second_fell

    def clock_of(self, case: LawCase[MeldEntry]) -> int:
        return case.event.second
