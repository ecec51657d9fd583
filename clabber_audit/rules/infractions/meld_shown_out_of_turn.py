"""Showing a meld out of turn.

A meld is shown immediately before playing to the second trick (R-058). Shown before that, it is a renege (R-060,
R-084). If nobody calls it, the meld still counts. Where melds need not be shown, as by the rules of gamerules.com,
no showing is too early (D-30).

Example: West shows a fifty during the first trick.
"""

from clabber_audit.games.clabber.melds import MeldEntry
from clabber_audit.rules.infraction import LawCase, Words
from clabber_audit.rules.infractions import ShowingInfraction


class MeldShownOutOfTurn(ShowingInfraction):
    number = 14
    exempted_by = ("show_required",)
    words = Words(
        message="{seat} showed a {kind} too soon",
        fault="meld shown early",
        claimed="{whom} showed a meld too early",
        denied="{whom} did not show a meld too early",
        help="show just before playing to the second trick",
        exception="melds need not be shown here, so it was not too early",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if shown early where melds must be shown."""
        return case.toggles.show_required and self.has_happened(case)

    def has_happened(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if shown before the seat's second card."""
        entry = case.event
        return entry.shown < entry.second
