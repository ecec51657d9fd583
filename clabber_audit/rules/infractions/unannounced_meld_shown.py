"""Showing a meld that was not announced.

Only what was announced can be shown and scored (R-058). Cards laid down without a call are exposed: a renege in the
league (league rule 9, D-24); elsewhere the meld is simply void.

Example: East, who announced nothing, lays three cards face up in trick 2.
"""

from clabber_audit.cards import NEVER, SCORED, is_within_hand
from clabber_audit.games.clabber.melds import MeldEntry
from clabber_audit.rules.infraction import LawCase, Trait, Words
from clabber_audit.rules.infractions import ShowingInfraction


class UnannouncedMeldShown(ShowingInfraction):
    number = 18
    exempted_by = ("show_required",)
    bound_with = "show_unannounced", ("renege",), "renege"
    traits = Trait.DENIES_MELD
    words = Words(
        message="{seat} showed a {kind} without announcing it",
        fault="showed an uncalled meld",
        claimed="{whom} showed a meld without announcing it",
        denied="{whom} announced every meld shown",
        help="announce before the first card what you will show",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if never announced and shown in time or early: a late showing is that fault alone."""
        entry = case.event
        return entry.announced == NEVER and entry.shown <= min(entry.second, SCORED)

    def has_happened(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if it was shown, however late, and never announced."""
        entry = case.event
        return entry.announced == NEVER and is_within_hand(entry.shown)
