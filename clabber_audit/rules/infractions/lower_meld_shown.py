"""Showing a meld lower than one already shown.

None of the texts has it: a beaten meld may be shown in its turn and nothing happens (D-28, D-29). Some tables treat it
as a renege; a ruleset of theirs binds it.

Example: West shows a fifty, and North in turn shows a dad.
"""

from clabber_audit.cards import is_within_hand
from clabber_audit.games.clabber.melds import MeldEntry, find_melds, rank_meld
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import LawCase, Words
from clabber_audit.rules.infractions import ShowingInfraction


class LowerMeldShown(ShowingInfraction):
    number = 36
    asked_by = "show_lower_is_renege"
    words = Words(
        message="{seat} showed a {kind} that was already beaten",
        fault="showed a beaten meld",
        denied="{whom} showed no beaten meld",
        help="keep a beaten meld to yourself",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if a higher meld of the other side lay on the table."""
        entry = case.event
        toggles: Toggles = case.toggles
        if not is_within_hand(entry.shown):
            return False
        own = [rank_meld(meld, entry.trump, toggles) for meld in find_melds(entry.cards, toggles.melds)]
        return bool(own) and any(
            rank_meld(meld, entry.trump, toggles) > max(own)
            for cards in entry.shown_before
            for meld in find_melds(cards, toggles.melds)
        )
