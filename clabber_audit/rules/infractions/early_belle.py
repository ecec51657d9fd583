"""Calling belle early.

Belle is called when the second of the two cards is played or, where melds are shown, with a run that has both (R-065).
Said before, it is a renege (R-066). Said with the call of such a run it is allowed unless the ruleset is strict (D-35).
If nobody calls it, belle still counts.

Example: North plays the king of trump and says "belle" with the queen still in hand.
"""

from clabber_audit.cards import is_within_hand
from clabber_audit.games.clabber.melds import BelleCall
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words
from clabber_audit.rules.infractions import find_second_clock


class EarlyBelle(Infraction[BelleCall]):
    place = "meld"
    number = 15
    exempted_by = ("belle_with_dad",)
    certified = "belle"
    words = Words(
        message="{seat} called belle before playing its second card",
        fault="belle called early",
        claimed="{whom} called belle too early",
        denied="{whom} did not call belle too early",
        help="say it with the second card, or on showing a run that holds both",
        deed="called belle too early",
    )

    def offends(self, case: LawCase[BelleCall]) -> bool:
        """Return True for the first call before the second card, without a lay-down or the run that holds both."""
        call = case.event
        toggles: Toggles = case.toggles
        if not self.has_happened(case) or call.again or call.with_laydown:
            return False
        if not toggles.belle_in_run:
            return not call.in_meld
        return call.said < call.run_shown and not (call.with_run and toggles.belle_with_dad == "tolerated")

    def has_happened(self, case: LawCase[BelleCall]) -> bool:
        """Return True for any call before the second card fell, tolerated or not."""
        call = case.event
        return call.holds and is_within_hand(call.said) and call.said < call.second

    def exception(self, facts: Facts, toggles: Toggles) -> str:
        if not toggles.belle_in_run:
            return "here those cards count in the other meld and not as belle"
        return "belle may be called along with the run that holds both its cards" if "part" in facts else ""

    def facts(self, case: LawCase[BelleCall]) -> Facts:
        return {"kind": "belle", **({"part": "with_run"} if case.event.with_run else {})}

    def has_happened_at(self, at: int, king: int | None, queen: int | None) -> bool:
        """Return True if the second of the two fell later."""
        return find_second_clock(king, queen) > at
