"""Toggles of Clabber: the answers that its questions allow, by D-row of the catalog."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, get_args

from clabber_audit.cards import PACK, SCORED, SEATS, Pack
from clabber_audit.games.game import Need, refuse
from clabber_audit.records.vocabulary import Mark


class MeldValues(NamedTuple):
    """Points of the melds (R-044 to R-049, R-063), and if four tens are one (D-19)."""

    dad: int = 20
    fifty: int = 50
    #: A run of five or six.
    hundred: int = 100
    #: Four of a kind, and four jacks.
    four: int = 100
    jacks: int = 200
    belle: int = 20
    four_tens: bool = True


USUAL: Final = MeldValues()


class Toggles(NamedTuple):
    """One answer to each question on which tables differ; `questions.toml` has the questions."""

    all_pass_redeal: Literal["same", "next"]
    rotation_after_wrong_deal: Literal["actual", "scheduled"]
    bad_deal_after_play: Literal["redeal", "renege_dealer"]
    round1_needs_trump: bool
    passed_suit_window: Literal["own_first_card", "last_trick"]
    passed_suit_whose: Literal["caller", "maker"]
    unlisted_infraction: Literal["note", "renege"]
    run_tiebreak: Literal["top_then_trump", "trump_then_top", "trump_only"]
    tie_scope: Literal["highest", "any"]
    fours_rank: Literal["table", "top_card"]
    four_vs_five: Literal["four", "top_card"]
    six_run_rank: Literal["longer", "as_five"]
    four_tens: bool
    belle_in_run: bool
    unshown_blocks: bool
    show_unannounced: Literal["void", "renege"]
    late_meld: Literal["void", "renege"]
    false_meld: Literal["void", "renege"]
    meld_mismatch: Literal["void", "renege"]
    show_lower_is_renege: bool
    show_required: bool
    must_declare_all: bool
    belle_needs_call: bool
    belle_deadline: Literal["next_card", "scored"]
    belle_with_dad: Literal["tolerated", "strict"]
    renege_belle: Literal["held", "called"]
    renege_outranked_meld: Literal["count", "ignore"]
    renege_meld: Literal["entitled", "announced", "held"]
    renege_mark: str
    both_renege: Literal["redeal_same", "zero_next"]
    counterclaim_until: Literal["stop", "scored"]
    false_claim: Literal["any_unproven", "reviewed_only"]
    look_back: Literal["until_next_card", "until_turned"]
    claim_specificity: Literal["team", "trick", "play", "kind"]
    incidental_find: Literal["separate", "upholds"]
    disordered_pile: Literal["keeper", "claimant"]
    last_trick_out_of_turn_ok: bool
    followers_guilty: bool
    question_is_renege: bool
    laydown_unagreed: Literal["renege", "play_on"]
    laydown_standard: Literal["any_line", "stated_line", "best_line"]
    laydown_scope: Literal["team", "hand"]
    set_mark: str
    zero_mark: str
    tie_at_500: Literal["extra_hand", "tie"]

    belle_until: Literal["any", "trick_1", "trick_2", "trick_3", "trick_4", "trick_5", "trick_6"] = "any"
    claim_until: Literal["turned", "scored"] = "turned"
    both_reach: Literal["higher", "makers"] = "higher"
    set_pays: Literal["own", "all"] = "own"
    win_by: Literal["reach", "made_hand"] = "reach"
    max_redeals: int | None = None
    repeat: str = ""
    target: int = 500
    renege_points: int | Literal["all", "half"] = "all"
    renege_melds: bool = True

    correction: Literal["none", "before_turned"] = "none"
    agreements: Literal["told", "binding"] = "told"
    accused_turns: Literal["review", "no_review"] = "review"

    meld_dad: int = USUAL.dad
    meld_fifty: int = USUAL.fifty
    meld_hundred: int = USUAL.hundred
    meld_four: int = USUAL.four
    meld_jacks: int = USUAL.jacks
    meld_belle: int = USUAL.belle

    @property
    def melds(self) -> MeldValues:
        """Points of the melds."""
        return MeldValues(
            self.meld_dad,
            self.meld_fifty,
            self.meld_hundred,
            self.meld_four,
            self.meld_jacks,
            self.meld_belle,
            self.four_tens,
        )

    def belle_in_time(self, second: int) -> int:
        """Return the last clock at which belle can be called whose second card fell at `second` (R-065, D-34)."""
        last = SCORED if self.belle_deadline == "scored" else second + 1
        return last if self.belle_until == "any" else min(last, len(SEATS) * int(self.belle_until[-1]))

    @property
    def cards(self) -> Pack:
        """Cards of the game (R-003)."""
        return PACK

    # Toggles of other games that every table of this one answers alike.
    @property
    def misdeal_until(self) -> str:
        """Time until which a faulty deal is void (R-016, D-05)."""
        return "scored"

    @property
    def dealing(self) -> str:
        """Way of dealing (R-013)."""
        return "singly"


_ALIASES: Final = {"renege": "renege_points", "tie_at_target": "tie_at_500"}


def expand_answer(name: str, value: Any) -> dict[str, Any]:
    """Return the answers that a house's name and value stand for: `renege = "half the hand"` sets `renege_points`."""
    if name == "belle_until":
        return {"belle_deadline" if value in ("next_card", "scored") else name: str(value).replace(" ", "_")}
    return {_ALIASES.get(name, name): "half" if value == "half the hand" else value}


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


def _require_known_mark(toggle: str) -> Need:
    """Return the condition that records know the mark."""
    help = f"write {toggle} = one of " + ", ".join(f'"{mark}"' for mark in _MARKS)
    why = "a record could not hold that mark"
    return refuse((toggle,), lambda given: getattr(given, toggle) not in _MARKS, why, help)


def _does_not_arise(toggle: str, answer: object, other: str, given: object, why: str) -> Need:
    """Return the condition that an answer is not given together with one by which it cannot matter."""

    def arises(toggles: Toggles) -> bool:
        return bool(getattr(toggles, toggle) == answer and getattr(toggles, other) == given)

    return refuse((toggle, other), arises, why, f"leave {toggle} out, or answer {other} otherwise")


_NOT_SHOWN: Final = "melds need not be shown, so it cannot arise"
_NOT_CALLED: Final = "belle scores without being called, so there is no time for it"
#: Conditions without which a record could not hold the scores of a ruleset, or an answer could not matter.
NEEDS: Final = (
    *map(_require_known_mark, ("set_mark", "zero_mark", "renege_mark")),
    _does_not_arise("unshown_blocks", True, "show_required", False, _NOT_SHOWN),
    _does_not_arise("show_lower_is_renege", True, "show_required", False, _NOT_SHOWN),
    _does_not_arise(
        *("belle_with_dad", "strict", "belle_in_run", False),
        "king and queen of a run are no belle, so it cannot arise",
    ),
    _does_not_arise(
        *("passed_suit_whose", "maker", "passed_suit_window", "last_trick"),
        "a passed suit can be called as long as any renege, so nobody’s card ends the time",
    ),
    _does_not_arise("belle_deadline", "scored", "belle_needs_call", False, _NOT_CALLED),
    *(
        _does_not_arise("belle_until", f"trick_{number}", "belle_needs_call", False, _NOT_CALLED)
        for number in range(1, 7)
    ),
    _does_not_arise(
        *("renege_belle", "called", "belle_needs_call", False),
        "belle scores without being called, so a renege cannot make it depend on a call",
    ),
)
