"""Toggles of Clabber: the questions on which tables differ, with the answers they allow, by D-row of the catalogue."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

from clabber_audit.cards import SCORED, SEATS
from clabber_audit.games.game import Fixed, Need, Toggle, ladder_answers
from clabber_audit.records.vocabulary import Mark

DISAGREE: Final = "the sources disagree"
SILENT: Final = "the sources are silent"
AMBIGUOUS: Final = "the words are ambiguous"


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
    """One answer to each question of the catalogue, whose names the fields have."""

    all_pass_redeal: Annotated[
        Literal["same", "next"], Toggle("Who deals after all have passed twice?", "D-01", DISAGREE)
    ]
    rotation_after_wrong_deal: Annotated[
        Literal["actual", "scheduled"],
        Toggle("Whose deal comes after a wrong deal that stood?", "D-03", SILENT),
    ]
    bad_deal_after_play: Annotated[
        Literal["redeal", "renege_dealer"],
        Toggle(
            "What does a wrong number of cards come to that is found after the first card was played?",
            "D-05",
            SILENT,
        ),
    ]
    round1_needs_trump: Annotated[
        bool, Toggle("Must whoever says “play” in the first round hold a card of the suit?", "D-07", DISAGREE)
    ]
    passed_suit_window: Annotated[
        Literal["own_first_card", "last_trick"],
        Toggle("How long can the declaring of a passed suit be called?", "D-08", DISAGREE),
    ]
    passed_suit_whose: Annotated[
        Literal["caller", "maker"],
        Toggle("By whose first card is the time to call a passed suit measured?", "D-09", AMBIGUOUS),
    ]
    unlisted_infraction: Annotated[
        Literal["note", "renege"],
        Toggle("What does an irregularity cost that is on no list?", "D-12, D-44", SILENT),
    ]
    run_tiebreak: Annotated[
        Literal["top_then_trump", "trump_then_top", "trump_only"],
        Toggle("Which of two runs of one length is higher?", "D-14", DISAGREE),
    ]
    tie_scope: Annotated[
        Literal["highest", "any"],
        Toggle("Do equal runs cancel each other only where they are the highest melds?", "D-15", DISAGREE),
    ]
    fours_rank: Annotated[
        Literal["table", "top_card"],
        Toggle("How do melds of a hundred rank among each other?", "D-16", AMBIGUOUS),
    ]
    four_vs_five: Annotated[
        Literal["four", "top_card"], Toggle("Is four of a kind higher than a run of five?", "D-17", AMBIGUOUS)
    ]
    six_run_rank: Annotated[
        Literal["longer", "as_five"], Toggle("Is a run of six higher than a run of five?", "D-18", AMBIGUOUS)
    ]
    four_tens: Annotated[bool, Toggle("Are four tens a meld?", "D-19", DISAGREE)]
    belle_in_run: Annotated[bool, Toggle("May king and queen of a run be belle as well?", "D-21", DISAGREE)]
    unshown_blocks: Annotated[
        bool,
        Toggle(
            "Does a meld that was announced and never shown keep the other side from scoring?",
            "D-23",
            AMBIGUOUS,
        ),
    ]
    show_unannounced: Annotated[
        Literal["void", "renege"],
        Toggle("What does a meld cost that is shown and was never announced?", "D-24", SILENT),
    ]
    late_meld: Annotated[
        Literal["void", "renege"], Toggle("What does a meld cost that is announced late?", "D-25", AMBIGUOUS)
    ]
    false_meld: Annotated[
        Literal["void", "renege"],
        Toggle("What does it cost to announce a meld that one does not hold?", "D-26", SILENT),
    ]
    meld_mismatch: Annotated[
        Literal["void", "renege"],
        Toggle("What does it cost to show a lesser meld than was announced?", "D-27", SILENT),
    ]
    show_lower_is_renege: Annotated[
        bool, Toggle("Is it a renege to show a meld lower than one that lies there?", "D-29", DISAGREE)
    ]
    show_required: Annotated[bool, Toggle("Must a meld be shown to score?", "D-30", DISAGREE)]
    must_declare_all: Annotated[
        bool, Toggle("Must a player declare all his melds for any to score?", "D-30", DISAGREE)
    ]
    belle_needs_call: Annotated[bool, Toggle("Must belle be called to score?", "D-34", AMBIGUOUS)]
    belle_deadline: Annotated[
        Literal["next_card", "scored"],
        Toggle("Until when can belle be called?", "D-34", AMBIGUOUS),
    ]
    belle_with_dad: Annotated[
        Literal["tolerated", "strict"],
        Toggle("Is it too early to say belle with the dad that holds it?", "D-35", AMBIGUOUS),
    ]
    renege_belle: Annotated[
        Literal["held", "called"],
        Toggle(
            "Do innocents score the belle that they held when a renege ended the hand?", "D-38", AMBIGUOUS
        ),
    ]
    renege_outranked_meld: Annotated[
        Literal["count", "ignore"],
        Toggle("Do innocents score melds that the offenders’ would have beaten?", "D-40", AMBIGUOUS),
    ]
    renege_meld: Annotated[
        Literal["entitled", "announced", "held"],
        Toggle("Which melds of the innocents score when a renege ends the hand early?", "D-41", SILENT),
    ]
    renege_mark: Annotated[str, Toggle("How does the sheet mark the side that reneged?", "D-43", SILENT)]
    both_renege: Annotated[
        Literal["redeal_same", "zero_next"],
        Toggle("What becomes of a hand in which both sides reneged?", "D-46", DISAGREE),
    ]
    counterclaim_until: Annotated[
        Literal["stop", "scored"],
        Toggle("May the others still claim once a claim has stopped the play?", "D-48", SILENT),
    ]
    false_claim: Annotated[
        Literal["any_unproven", "reviewed_only"],
        Toggle(
            "Does every claim that is not proven cost, or only one for which tricks were turned?",
            "D-50, D-58",
            DISAGREE,
        ),
    ]
    look_back: Annotated[
        Literal["until_next_card", "until_turned"],
        Toggle("Until when may a trick be looked at?", "D-51", DISAGREE),
    ]
    claim_specificity: Annotated[
        Literal["team", "trick", "play", "kind"],
        Toggle("How exactly must a claim name what was done?", "D-53", AMBIGUOUS),
    ]
    incidental_find: Annotated[
        Literal["separate", "upholds"],
        Toggle("Does a renege that only the review brought to light uphold the claim?", "D-54", SILENT),
    ]
    disordered_pile: Annotated[
        Literal["keeper", "claimant"],
        Toggle("Against whom does it go that tricks can no longer be read?", "D-57", SILENT),
    ]
    last_trick_out_of_turn_ok: Annotated[
        bool, Toggle("Is it a renege to play out of turn to the last trick?", "D-63", DISAGREE)
    ]
    followers_guilty: Annotated[
        bool, Toggle("Do those renege who follow a card out of turn?", "D-64", SILENT)
    ]
    question_is_renege: Annotated[
        bool, Toggle("Is it a renege merely to ask one’s partner?", "D-66", AMBIGUOUS)
    ]
    laydown_unagreed: Annotated[
        Literal["renege", "play_on"],
        Toggle("What does it cost to lay a hand down without agreement?", "D-71", SILENT),
    ]
    laydown_standard: Annotated[
        Literal["any_line", "stated_line", "best_line"],
        Toggle("By which line of play must a lay-down win?", "D-72", AMBIGUOUS),
    ]
    laydown_scope: Annotated[
        Literal["team", "hand"],
        Toggle("May the partner win one of the tricks that were claimed?", "D-73", AMBIGUOUS),
    ]
    set_mark: Annotated[str, Toggle("How does the sheet mark a set?", "D-76", DISAGREE)]
    zero_mark: Annotated[str, Toggle("How does the sheet mark a hand without points?", "D-77", DISAGREE)]
    tie_at_500: Annotated[
        Literal["extra_hand", "tie"], Toggle("What happens when both sides pass 500 level?", "D-78", DISAGREE)
    ]

    belle_until: Annotated[
        Literal["any", "trick_1", "trick_2", "trick_3", "trick_4", "trick_5", "trick_6"],
        Toggle(
            "After which trick is it too late to call belle, whenever its second card falls?", "D-34, R-065"
        ),
    ] = "any"
    claim_until: Annotated[
        Literal["turned", "scored"], Toggle("Until when can a renege be called?", "R-107")
    ] = "turned"
    both_reach: Annotated[
        Literal["higher", "makers"], Toggle("Who wins when both sides reach the target on one hand?", "R-077")
    ] = "higher"
    set_pays: Annotated[
        Literal["own", "all"],
        Toggle("Set: does the other side get the makers’ points too?", "R-070"),
    ] = "own"
    win_by: Annotated[
        Literal["reach", "made_hand"],
        Toggle("Can a side go out on the other side’s hand?", "R-076"),
    ] = "reach"
    max_redeals: Annotated[
        int | None,
        Toggle(
            "How often does a dealer deal again after faulty deals before the deal is lost?",
            "D-04",
            range=(1, 5),
        ),
    ] = None
    repeat: Annotated[str, Toggle("What does it cost to do it again and again?", "D-50")] = ""
    target: Annotated[int, Toggle("What do you play to?", "R-076", range=(50, 5000), article="game")] = 500
    renege_points: Annotated[
        int | Literal["all", "half"],
        Toggle(
            "What does a renege bring the other side besides melds?",
            "D-42",
            range=(0, 1000),
            article="renege",
        ),
    ] = "all"
    renege_melds: Annotated[
        bool, Toggle("Do the others score their melds on a renege as well?", "D-42", article="renege")
    ] = True

    correction: Annotated[
        Literal["none", "before_turned"],
        Toggle("Can a card be taken back?", "D-59"),
    ] = "none"
    agreements: Annotated[
        Literal["told", "binding"],
        Toggle("Does what the table agreed on stand against a later claim?", "D-86", SILENT),
    ] = "told"
    accused_turns: Annotated[
        Literal["review", "no_review"],
        Toggle("Have tricks been reviewed that the accused turned over unasked?", "D-84", SILENT),
    ] = "review"

    meld_dad: Annotated[
        int, Toggle("What is a dad worth?", "R-049", range=(0, 500), article="meld-values")
    ] = USUAL.dad
    meld_fifty: Annotated[
        int, Toggle("What is a run of four worth?", "R-049", range=(0, 500), article="meld-values")
    ] = USUAL.fifty
    meld_hundred: Annotated[
        int, Toggle("What is a run of five worth?", "R-047", range=(0, 500), article="meld-values")
    ] = USUAL.hundred
    meld_four: Annotated[
        int, Toggle("What is four of a kind worth?", "R-045", range=(0, 500), article="meld-values")
    ] = USUAL.four
    meld_jacks: Annotated[
        int, Toggle("What are four jacks worth?", "R-044", range=(0, 500), article="meld-values")
    ] = USUAL.jacks
    meld_belle: Annotated[int, Toggle("What is belle worth?", "R-063", range=(0, 100), article="belle")] = (
        USUAL.belle
    )

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

    # Toggles of other games that every table of this one answers alike.
    @property
    def misdeal_until(self) -> str:
        """Time until which a faulty deal is void (R-016, D-05)."""
        return "scored"

    @property
    def dealing(self) -> str:
        """Way of dealing (R-013)."""
        return "singly"


#: Questions with one answer only.
FIXED: Final = (
    Fixed("renege_to", "opponents", "the other side scores on a renege"),
    Fixed("renege_minus", 0, "a sheet marks the side that reneged, and no points of it"),
    Fixed("last_trick", 10, "every description of Clabber has ten for the last trick"),
    Fixed("renege_play", "ends", "a hand with a proven renege is not played on"),
    Fixed("capot", 0, "no description of Clabber pays apart for all six tricks, as Belote does"),
    Fixed("wrong_deal_deadline", "turned", "a deal out of turn can be called until a trick is turned"),
    Fixed("dealing", "singly", "cards are dealt one at a time; another way is recorded"),
    Fixed("first_instance_only", "no", "a renege can be called each time that it shows"),
    Fixed(
        "unproven_claim",
        "renege",
        "a claim that costs anything is a renege, and a record holds no points off",
    ),
    Fixed("duty_trump_partner", "yes", "a trick of one’s partner is trumped like any other"),
    Fixed("set_level", "set", "makers who are level are set"),
    Fixed("counting_out", "no", "a game is over only when a hand has been scored"),
    Fixed("pack", "24", "records of Clabber hold 24 cards, and no joker"),
    Fixed("jokers", 0, "records of Clabber hold 24 cards, and no joker"),
    Fixed("cards_each", 6, "records of Clabber hold six cards in a hand"),
)
_ALIASES: Final = {"renege": "renege_points", "tie_at_target": "tie_at_500"}


def expand_answer(name: str, value: Any) -> dict[str, Any]:
    """Return the answers that a house's name and value stand for: `renege = "half the hand"` sets `renege_points`."""
    if name == "repeat":
        return ladder_answers(value)
    if (name, value) == ("max_redeals", "any"):
        return {name: None}
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

    def problem(toggles: Toggles) -> tuple[str, str] | None:
        if getattr(toggles, toggle) in _MARKS:
            return None
        known = ", ".join(f'"{mark}"' for mark in _MARKS)
        return "a record could not hold that mark", f"write {toggle} = one of {known}"

    return Need((toggle,), problem)


def _does_not_arise(toggle: str, answer: object, other: str, given: object, why: str) -> Need:
    """Return the condition that an answer is not given together with one by which it cannot matter."""

    def problem(toggles: Toggles) -> tuple[str, str] | None:
        if getattr(toggles, toggle) != answer or getattr(toggles, other) != given:
            return None
        return why, f"leave {toggle} out, or answer {other} otherwise"

    return Need((toggle, other), problem)


_NOT_SHOWN: Final = "melds need not be shown, so it cannot arise"
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
    _does_not_arise(
        *("belle_deadline", "scored", "belle_needs_call", False),
        "belle scores without being called, so there is no time for it",
    ),
)
