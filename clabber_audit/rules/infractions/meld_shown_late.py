"""Showing a meld late.

A meld not shown before its holder's second card is not scored (R-058). The league counts the late showing as out of
turn, a renege (league rule 7, D-25); elsewhere the meld is simply void. Where melds need not be shown no showing is
late, and the meld counts (D-30).

Example: South plays to the second trick and then lays down a dad.
"""

from clabber_audit.cards import SCORED
from clabber_audit.games.clabber.melds import MeldEntry
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import LawCase, Trait, Words
from clabber_audit.rules.infractions import ShowingInfraction


class MeldShownLate(ShowingInfraction):
    number = 17
    exempted_by = ("show_required",)
    traits = Trait.DENIES_MELD
    words = Words(
        message="{seat} showed a {kind} only after playing to trick 2",
        fault="meld shown late",
        claimed="{whom} showed a meld too late",
        denied="{whom} did not show a meld too late",
        help="show just before playing to the second trick",
        exception="melds need not be shown here, so it was not late",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if shown late where melds must be shown."""
        return case.toggles.show_required and self.has_happened(case)

    def has_happened(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if shown after the seat's second card."""
        entry = case.event
        return entry.second_fell and entry.second < entry.shown <= SCORED

    def claim_alias(self, toggles: Toggles) -> str:
        """Return the name that the league has for a late showing: out of turn (L7, R-060, D-25, D-53)."""
        return "meld-shown-out-of-turn" if toggles.late_meld == "renege" else ""
