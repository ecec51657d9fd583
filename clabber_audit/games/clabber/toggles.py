"""Toggles of Clabber: the questions on which tables differ, with the answers they allow, by D-row of the catalogue."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from clabber_audit.games.game import Need
from clabber_audit.records.vocabulary import Mark


class Toggles(NamedTuple):
    """One answer to each question. Field names are the catalogue's; the comment above each names its row."""

    # D-01: who deals after all have passed twice
    all_pass_redeal: Literal["same", "next"]
    # D-03: whose deal comes after a wrong deal that stood
    rotation_after_wrong_deal: Literal["actual", "scheduled"]
    # D-05: a wrong number of cards found after the first card
    bad_deal_after_play: Literal["redeal", "renege_dealer"]
    # D-07: whether "play" in round 1 needs a card of the suit
    round1_needs_trump: bool
    # D-08, D-09: how long a passed-suit declaration can be called, and by whose first card the time is measured
    passed_suit_window: Literal["own_first_card", "last_trick"]
    passed_suit_whose: Literal["caller", "maker"]
    # D-12, D-44: what an infraction outside the lists costs
    unlisted_infraction: Literal["note", "renege"]
    # D-14 to D-19: how melds are ranked
    run_tiebreak: Literal["top_then_trump", "trump_then_top", "trump_only"]
    tie_scope: Literal["highest", "any"]
    fours_rank: Literal["table", "top_card"]
    four_vs_five: Literal["four", "top_card"]
    six_run_rank: Literal["longer", "as_five"]
    four_tens: bool
    # D-21: whether a run may hold the belle as well
    belle_in_run: bool
    # D-23: whether a meld announced and never shown keeps the other side from scoring
    unshown_blocks: bool
    # D-24 to D-27, D-29: what irregular melds cost
    show_unannounced: Literal["void", "renege"]
    late_meld: Literal["void", "renege"]
    false_meld: Literal["void", "renege"]
    meld_mismatch: Literal["void", "renege"]
    show_lower_is_renege: bool
    # D-30: whether melds must be shown, and whether all must be declared
    show_required: bool
    must_declare_all: bool
    # D-34, D-35, D-38: belle
    belle_needs_call: bool
    belle_deadline: Literal["next_card", "scored"]
    belle_with_dad: Literal["tolerated", "strict"]
    renege_belle: Literal["held", "called"]
    # D-40, D-41, D-43, D-46: what a renege costs
    renege_outranked_meld: Literal["count", "ignore"]
    renege_meld: Literal["entitled", "announced", "held"]
    renege_mark: str
    both_renege: Literal["redeal_same", "zero_next"]
    # D-48, D-50, D-51, D-53, D-54, D-57: claims
    counterclaim_until: Literal["stop", "scored"]
    false_claim: Literal["any_unproven", "reviewed_only"]
    look_back: Literal["until_next_card", "until_turned"]
    claim_specificity: Literal["team", "trick", "play", "kind"]
    incidental_find: Literal["separate", "upholds"]
    disordered_pile: Literal["keeper", "claimant"]
    # D-63, D-64, D-66: turn and talk
    last_trick_out_of_turn_ok: bool
    followers_guilty: bool
    question_is_renege: bool
    # D-71 to D-73: laying down
    laydown_unagreed: Literal["renege", "play_on"]
    laydown_standard: Literal["any_line", "stated_line", "best_line"]
    laydown_scope: Literal["team", "hand"]
    # D-76 to D-78: the sheet
    set_mark: str
    zero_mark: str
    tie_at_500: Literal["extra_hand", "tie"]

    # Toggles of other games that every table of this one answers alike.
    @property
    def misdeal_until(self) -> str:
        """Time until which a faulty deal is void (R-016, D-05)."""
        return "scored"

    @property
    def dealing(self) -> str:
        """Way of dealing (R-013)."""
        return "singly"


#: Penalty by answer, if an article names a toggle instead of a penalty.
COSTS: Final[dict[object, str]] = {
    "renege": "renege",
    "void": "meld_void",
    "note": "note",
    "play_on": "note",
    True: "renege",
    False: "note",
}

#: Marks that a sheet can have instead of points; "0" is a number.
_MARKS: Final = (*get_args(Mark), "0")


def _known_mark(toggle: str) -> Need:
    """Return the condition that records know the mark."""

    def problem(toggles: Toggles) -> tuple[str, str] | None:
        if getattr(toggles, toggle) in _MARKS:
            return None
        known = ", ".join(f'"{mark}"' for mark in _MARKS)
        return "a record could not hold that mark", f"write {toggle} = one of {known}"

    return Need((toggle,), problem)


#: Conditions without which a record could not hold the scores of a ruleset.
NEEDS: Final = tuple(map(_known_mark, ("set_mark", "zero_mark", "renege_mark")))
