"""Showing less than you announced.

What is shown must contain the meld announced, which alone counts; to show more is no fault (D-27). Shown less, the meld
is not scored.

Example: North announces a fifty and shows a dad.
"""

from clabber_audit.cards import is_within_hand
from clabber_audit.games.clabber.melds import MeldEntry, find_counting_meld
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import LawCase, Trait, Words
from clabber_audit.rules.infractions import MeldInfraction, is_no_meld


class MismatchedMeld(MeldInfraction):
    number = 28
    traits = Trait.DENIES_MELD
    words = Words(
        message="{seat} announced a {kind} and showed only {cards}",
        fault="showed too little",
        claimed="{whom} showed less than was announced",
        denied="{whom} showed what was announced",
        help="show what you announced",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if the cards shown are a meld, but not the one announced."""
        entry = case.event
        toggles: Toggles = case.toggles
        if not is_within_hand(entry.announced) or not entry.cards or is_no_meld(entry, toggles):
            return False
        if toggles.show_required and not is_within_hand(entry.shown):
            return False
        return not find_counting_meld(entry.kind, entry.cards, toggles.melds)

    def clock_of(self, case: LawCase[MeldEntry]) -> int:
        """Return the clock of the showing; of the call, where melds need not be shown."""
        entry = case.event
        return entry.shown if is_within_hand(entry.shown) else entry.announced
