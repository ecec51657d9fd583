"""Not declaring all melds.

Where all melds must be declared (R-059, D-30), a player who announces less than the hand holds scores none of it. Most
rules do not ask for it: there a player may keep a meld back, or call it for less.

Example: West holds a fifty and announces a dad.
"""

from clabber_audit.cards import is_within_hand
from clabber_audit.games.clabber.melds import KINDS, MeldEntry, find_most_points, worth_more
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import Facts, LawCase, Trait, Words
from clabber_audit.rules.infractions import MeldInfraction


class UndeclaredMeld(MeldInfraction):
    number = 37
    asked_by = "must_declare_all"
    traits = Trait.BY_SILENCE | Trait.DENIES_MELD | Trait.DENIES_UNSHOWN
    words = Words(
        message="{seat} held a meld and did not announce it",
        messages=dict.fromkeys(KINDS, "{seat} announced a meld but held more than that"),
        fault="meld held back",
        claimed="{whom} held back a meld",
        denied="{whom} announced every meld held",
        help="where the ruleset asks for it, declare every meld you hold",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if the hand holds melds worth more than the seat announced."""
        entry = case.event
        owed = self.decisive_melds(case)
        return owed is not None and any(mask & entry.hand == mask for mask in owed[0])

    def clock_of(self, case: LawCase[MeldEntry]) -> int:
        return case.event.first

    def decisive_melds(self, case: LawCase[MeldEntry]) -> tuple[tuple[int, ...], bool] | None:
        """Return the melds worth more than the seat announced before its first card."""
        entry = case.event
        if not entry.first_fell or not is_within_hand(entry.announced):
            return None
        values = case.toggles.melds
        return worth_more(sum(find_most_points(kind, values) for kind in entry.called), values), True

    def leaves_score_open(self, facts: Facts, toggles: Toggles) -> bool:
        return True
