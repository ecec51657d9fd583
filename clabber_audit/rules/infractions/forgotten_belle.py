"""Forgetting belle.

Belle has to be called with the second of its two cards, at the latest before the next card falls, or by showing a run
with both (R-065, D-34). Called later, or never, it does not score.

Example: North plays the king of trump, two tricks later the queen, and says nothing.
"""

from clabber_audit.cards import DECK_SIZE, PENDING, TURNED, is_within_hand, to_recorded_clock
from clabber_audit.games.clabber.melds import Belle
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Trait, Words
from clabber_audit.rules.infractions import find_second_clock


class ForgottenBelle(Infraction[Belle]):
    place = "missed"
    number = 29
    asked_by = "belle_needs_call"
    exempted_by = ("belle_in_run",)
    certified = "belle"
    traits = Trait.DENIES_MELD
    words = Words(
        message="{seat} played the king and queen of trump without calling belle",
        messages={"late": "{seat} called belle too late, {called}"},
        fault="belle not called",
        faults={"late": "belle called too late"},
        claimed="{whom} never called belle",
        denied="{whom} did not forget to call belle",
        help="say belle with the second of the two cards",
        deed="did not call belle in time",
    )

    def offends(self, case: LawCase[Belle]) -> bool:
        """Return True if both cards fell, belle could have scored, and no call came by the deadline."""
        return (case.toggles.belle_in_run or not case.event.in_meld) and self.has_happened(case)

    def has_happened(self, case: LawCase[Belle]) -> bool:
        """Return True if the second card fell and no call came by its deadline."""
        belle = case.event
        toggles: Toggles = case.toggles
        if belle.second == PENDING:
            return False
        shown = belle.run_shown if toggles.belle_in_run else PENDING
        return min(belle.said, shown) > toggles.belle_in_time(belle.second)

    def facts(self, case: LawCase[Belle]) -> Facts:
        """Return the kind, and when belle was called if that was too late."""
        belle = case.event
        late = {"part": "late", "called": to_recorded_clock(belle.said)} if is_within_hand(belle.said) else {}
        return {"kind": "belle", **late}

    def evident_from(self, case: LawCase[Belle]) -> int | None:
        """Return the clock after the next card: until then the call is in time."""
        belle = case.event
        return belle.second + 2 if belle.second + 2 <= DECK_SIZE else TURNED

    def has_happened_at(self, at: int, king: int | None, queen: int | None) -> bool:
        """Return True if the second of the two fell then."""
        return find_second_clock(king, queen) == at

    def leaves_score_open(self, facts: Facts, toggles: Toggles) -> bool:
        return True
