"""Toggles of the family and the conditions among them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, NamedTuple

from clabber_audit.games.game import Fixed, Toggle, ladder_answers

YesNo = Literal["yes", "no"]
AllPass = Literal[
    "redeal_next", "redeal_same", "dealer_1", "dealer_2", "dealer_3", "dealer_4", "dealer_5", "dealer_6", "dealer_7",
    "dealer_8", "dealer_9", "dealer_10", "dealer_11", "dealer_12", "joker_3", "no_trump",
]  # fmt: skip
Scoring = Literal[
    "pepper", "progressive", "pfeffer", "hasenpfeffer", "buck", "double_deck", "double_pepper",
    "dirty_clubs", "eau_claire",
]  # fmt: skip


SILENT: Final = "the source is silent"
CONTRADICTORY: Final = "the source contradicts itself"
AMBIGUOUS: Final = "the words are ambiguous"
LOST: Final = "the text is lost"


class BidEuchreToggles(NamedTuple):
    """One answer to each question; fields that only some games ask are None elsewhere."""

    # The table.
    players: Annotated[Literal["4", "4 or 6", "3 to 6"], Toggle("How many may play?", "B-001, B-084, B-138")]
    partners: Annotated[YesNo, Toggle("Does every second seat make a side?", "B-001, B-084")]
    # BD-47: "smallest" leaves a card to turn up, 20 for three to 32 for six
    pack: Annotated[
        Literal["20", "24", "25", "28", "32", "48", "smallest"],
        Toggle("Which pack is played with?", "B-002, B-009, B-068, B-132, B-138, BD-02, BD-47"),
    ]
    # "all" deals out the pack as far as it goes round
    cards_each: Annotated[
        int | Literal["all"], Toggle("How many cards does each player get?", "B-008, B-095, BD-02, BD-21")
    ]
    bowers: Annotated[
        YesNo, Toggle("Are the two jacks of the trump color the highest trumps?", "B-004, B-139")
    ]
    equal_cards: Annotated[
        Literal["first", "last"], Toggle("Which of two equal cards wins?", "BD-06", SILENT)
    ]
    no_trump: Annotated[
        Literal["none", "high", "high_low"],
        Toggle("What may be named besides a suit?", "B-042, B-077, BD-16, BD-34"),
    ]
    leader: Annotated[
        Literal["bidder", "dealer_left", "pfeffer"], Toggle("Who leads first?", "B-018, B-057, B-058, BD-08")
    ]
    upcard: Annotated[
        Literal["club_is_trump", "none"],
        Toggle("Is a card turned up, and a club trump without bidding?", "B-097, BD-48"),
    ]

    # The auction.
    special_bids: Annotated[
        Literal["none", "peppers", "pepper_loner", "pfeffer", "high_card"],
        Toggle("What may be bid besides numbers?", "B-016, B-036, B-039, B-055, B-100, B-140"),
    ]
    min_bid: Annotated[
        int | Literal[1, 3, 4],
        Toggle("What is the least bid?", "BD-11, B-075, B-133, B-141, BD-30", CONTRADICTORY),
    ]
    rounds: Annotated[
        Literal["once", "twice", "until_passed"],
        Toggle("How often do the calls go round?", "B-013, BD-39, BD-49"),
    ]
    two_bid: Annotated[
        Literal["signal", "free", "off"],
        Toggle("Does a bid of two promise two jacks of one color?", "BD-12, B-017, B-076, BD-30", AMBIGUOUS),
    ]
    all_pass: Annotated[
        AllPass, Toggle("What happens when all pass?", "B-052, B-070, B-075, B-091, B-142, BD-09")
    ]
    bad_bid: Annotated[
        Literal["pass", "stands"], Toggle("What becomes of a bid that is not high enough?", "BD-10", SILENT)
    ]
    out_of_turn_bid: Annotated[Literal["stands", "pass"], Toggle("Does a call out of turn count?", "BD-18")]

    # Between the auction and the first card.
    naming: Annotated[
        Literal["before_play", "with_lead"], Toggle("Until when is trump named?", "B-040, B-072, BD-19")
    ]
    alone: Annotated[
        Literal["by_bid", "by_choice"],
        Toggle("May a bidder choose to play alone, or does only a bid say so?", "B-055, B-079, B-143"),
    ]
    exchange: Annotated[
        Literal["none", "passed_card", "best_for_worst", "any_two"],
        Toggle("Which cards change hands?", "B-036, B-037, B-078, B-143"),
    ]
    drop_out: Annotated[YesNo, Toggle("May others than the bidder leave the hand?", "B-090, B-104, BD-50")]

    # The score and the end of a game.
    scoring: Annotated[
        Scoring,
        Toggle(
            "Which game’s way of scoring is used?",
            "B-024, B-043, B-060, B-073, B-080, B-087, B-113, B-134, B-144",
        ),
    ]
    start: Annotated[int, Toggle("At what score does a game begin?", "B-086, B-113")]
    end: Annotated[
        Literal["target", "time_limit", "ten_games"], Toggle("What ends a game?", "B-032, B-033, B-051")
    ]
    win_on: Annotated[
        Literal["made_bid", "any_offence", "any"],
        Toggle(
            "Must a side that reaches the target have made its bid to win?", "BD-17, B-032, BD-64", AMBIGUOUS
        ),
    ]
    both_reach: Annotated[
        Literal["bidder", "equal_bidder"],
        Toggle(
            "Who wins when both sides reach the target on one hand?",
            "BD-33, B-066, B-119, BD-46, BD-53",
            AMBIGUOUS,
        ),
    ]

    # Conduct.
    deal_faults: Annotated[Literal["redeal", "note"], Toggle("What does a faulty deal bring?", "BD-20")]
    misdeal_until: Annotated[
        Literal["scored", "first_card"], Toggle("Until when is a faulty deal void?", "BD-62", SILENT)
    ]
    out_of_turn: Annotated[
        Literal["note", "renege"], Toggle("What does a lead or play out of turn cost?", "BD-72")
    ]
    correction: Annotated[Literal["none", "before_turned"], Toggle("Can a card be taken back?", "BD-75")]
    partner_plays: Annotated[
        Literal["note", "lone_lost"],
        Toggle("What becomes of a card from somebody who is out of the hand?", "BD-77", SILENT),
    ]
    wrong_exchange: Annotated[
        Literal["note", "renege"], Toggle("What does a wrong or missing exchange cost?", "BD-80")
    ]
    renege_penalty: Annotated[
        Literal["lose_hand", "plus_minus_four", "two_points", "points", "note"],
        Toggle("What does a proven failure to follow cost?", "BD-70", SILENT),
    ]
    claim_until: Annotated[
        Literal["scored", "turned"], Toggle("Until when can a failure to follow be claimed?", "BD-71")
    ]
    false_claim: Annotated[
        Literal["none", "minus_two"], Toggle("Does a claim cost that proves nothing?", "BD-73", SILENT)
    ]
    both_renege: Annotated[
        Literal["redeal_same", "cancel"],
        Toggle("What becomes of a hand in which both sides are guilty?", "BD-74", SILENT),
    ]

    # Asked in some games only.
    dealing: Annotated[
        Literal["singly", "threes", "packets"] | None,
        Toggle("How are the cards dealt?", "B-008, B-068, B-095"),
    ] = None
    joker_nt: Annotated[
        Literal["beats_all", "dead"] | None,
        Toggle("What is the joker worth when there are no trumps?", "BD-05", SILENT),
    ] = None
    dealer_least: Annotated[
        int | None, Toggle("What is the dealer’s least bid, if it is another?", "B-053")
    ] = None
    two_can_win: Annotated[
        YesNo | None, Toggle("Is a bid of two a contract when nobody goes higher?", "BD-13", AMBIGUOUS)
    ] = None
    pepper_play: Annotated[
        Literal["partner", "alone"] | None, Toggle("Is a pepper played with one’s partner?", "BD-14", SILENT)
    ] = None
    small_pepper: Annotated[int | None, Toggle("What does a small pepper bring?", "B-029")] = None
    big_pepper: Annotated[int | None, Toggle("What does a big pepper bring?", "B-030")] = None
    annulled_deal: Annotated[
        Literal["same", "next"] | None, Toggle("Who deals after an annulled deal?", "B-071, BD-37")
    ] = None
    ec_order: Annotated[
        Literal["suit_over_hc", "hc_over_same"] | None,
        Toggle("Which bids outbid which at Eau Claire?", "BD-55", LOST),
    ] = None
    call_window: Annotated[
        Literal["first_call", "own_call"] | None,
        Toggle("Until when can a special hand be called?", "BD-58, B-122", AMBIGUOUS),
    ] = None
    ace_no_face: Annotated[
        Literal["one_plus", "rigid", "no_face", "off"] | None,
        Toggle("Which hands are Ace No Face?", "B-126, B-127, BD-59"),
    ] = None
    table_talk: Annotated[
        Literal["note", "misdeal_on_claim", "misdeal"] | None,
        Toggle("What does table-talk bring?", "B-130, BD-76"),
    ] = None
    sit_out_forbidden: Annotated[
        Literal["club", "club_and_game"] | None, Toggle("When may nobody sit out?", "BD-56")
    ] = None
    all_dropped: Annotated[
        Literal["bid", "all_tricks"] | None,
        Toggle("What does the bidder get if all others dropped out?", "BD-52"),
    ] = None
    bump_no_tricks: Annotated[YesNo | None, Toggle("Is a player without a trick bumped?", "B-089, BD-50")] = (
        None
    )
    prog_scale: Annotated[
        Literal["literal", "all_tricks"] | None,
        Toggle("What are five tricks worth at Progressive Euchre?", "BD-22", CONTRADICTORY),
    ] = None
    prog_pepper: Annotated[
        Literal[2, 4] | None, Toggle("What is a pepper worth at Progressive Euchre?", "BD-23", SILENT)
    ] = None
    prog_defence: Annotated[
        YesNo | None, Toggle("Do the defenders score at Progressive Euchre?", "BD-25")
    ] = None
    table_tie: Annotated[
        Literal["record", "cut", "last_hand"] | None, Toggle("Who moves after a tie?", "BD-27")
    ] = None
    passed_hand_counts: Annotated[
        YesNo | None, Toggle("Is a hand that was passed out one of the eight?", "BD-28")
    ] = None
    zero_doubles: Annotated[
        Literal["game", "all"] | None, Toggle("What does a loser at zero or below pay twice?", "B-067, BD-35")
    ] = None
    hasen_opponents: Annotated[
        Literal["none", "tricks"] | None,
        Toggle("Do the opponents score their tricks at Hasenpfeffer?", "BD-38", SILENT),
    ] = None
    buck_set: Annotated[
        Literal["bid", "tricks", "zero"] | None,
        Toggle("What does a failed bid cost at BuckenPeffer?", "BD-43", SILENT),
    ] = None
    dh_loss: Annotated[
        Literal["six", "bid"] | None,
        Toggle("What does a failed bid cost at Double Hasenpfeffer?", "BD-65", CONTRADICTORY),
    ] = None
    alone_doubles: Annotated[
        Literal["bidder", "both"] | None, Toggle("Whose points does a lone hand double?", "BD-69")
    ] = None
    cap: Annotated[int | None, Toggle("Above which score does a set raise nobody?", "B-112, BD-63")] = None
    target: Annotated[
        int | None, Toggle("Which score wins?", "B-032, B-066, B-074, B-082, B-118, B-137, BD-68")
    ] = None

    # Numbers; None is that of the way of scoring.
    joker_rank: Annotated[
        Literal["best", "under_right", "under_left", "lowest"],
        Toggle("Where does the joker rank among trumps?", "BD-05, BD-36"),
    ] = "best"
    max_bid: Annotated[
        int | None, Toggle("What is the highest number that can be bid?", "B-015", range=(1, 12))
    ] = None
    exchange_cards: Annotated[
        int, Toggle("How many cards does a lone bidder trade with his partner?", "B-143, BD-67", range=(1, 3))
    ] = 2
    per_trick_makers: Annotated[
        int,
        Toggle(
            "What does a trick bring bidders who make their bid?",
            "B-024, B-060, B-073, B-080, B-134",
            range=(0, 10),
        ),
    ] = 1
    per_trick_defense: Annotated[
        int, Toggle("What does a trick bring the other side?", "B-028, B-065, B-136", range=(0, 10))
    ] = 1
    set_price: Annotated[
        int | Literal["bid", "short"] | None,
        Toggle("What does a failed bid cost?", "B-025, B-062, B-073, B-088, B-116, B-135", range=(0, 50)),
    ] = None
    no_tricks: Annotated[
        int | Literal["bid"] | None,
        Toggle(
            "What does it cost the other side to take no trick?", "B-027, B-061, B-081, B-114", range=(0, 50)
        ),
    ] = None
    bump: Annotated[int, Toggle("What is a bump?", "B-088, B-089, B-112, BD-78", range=(0, 20))] = 5
    hickeys: Annotated[int, Toggle("How many hickeys is a set?", "B-061, B-062", range=(0, 5))] = 1
    pfeffer_hickeys: Annotated[
        int, Toggle("How many hickeys is a failed Pfeffer?", "B-064", range=(0, 5))
    ] = 2
    pfeffer_gain: Annotated[int, Toggle("What does a Pfeffer bring?", "B-063", range=(1, 100))] = 12
    pfeffer_loss: Annotated[int, Toggle("What does a failed Pfeffer cost?", "B-064", range=(0, 100))] = 10
    loner: Annotated[int, Toggle("What is a loner worth at Progressive Euchre?", "B-043", range=(0, 24))] = 4
    stopped: Annotated[
        int, Toggle("What does it bring to stop the bidders at Progressive Euchre?", "B-045", range=(0, 24))
    ] = 2
    sweep: Annotated[
        int,
        Toggle(
            "What does it bring to take every trick against the bidders at Progressive Euchre?",
            "B-046",
            range=(0, 24),
        ),
    ] = 4
    scale_3: Annotated[
        int, Toggle("What are three tricks worth at Progressive Euchre?", "B-043", range=(0, 10))
    ] = 1
    scale_4: Annotated[
        int, Toggle("What are four tricks worth at Progressive Euchre?", "B-043", range=(0, 10))
    ] = 1
    scale_5: Annotated[
        int, Toggle("What are five of the tricks worth at Progressive Euchre?", "B-043", range=(0, 10))
    ] = 2
    scale_6: Annotated[
        int, Toggle("What are six tricks worth at Progressive Euchre?", "BD-22", range=(0, 10))
    ] = 2
    forced_loss: Annotated[
        Literal["half", "full"], Toggle("Does a dealer who was forced pay in full for failing?", "B-145")
    ] = "half"
    renege_points: Annotated[
        int, Toggle("What does a renege bring the other side?", "BD-70", range=(0, 50))
    ] = 2
    renege_minus: Annotated[int, Toggle("What does a renege cost the offenders?", "BD-70", range=(0, 50))] = 0
    renege_alone: Annotated[
        int, Toggle("What does a renege bring the other side against a lone player?", "BD-70", range=(0, 50))
    ] = 4
    unproven_claim: Annotated[
        int, Toggle("What does a claim cost that proves nothing?", "BD-73", range=(1, 50))
    ] = 2

    max_redeals: Annotated[
        int | None,
        Toggle(
            "How often does a dealer deal again after faulty deals before the deal is lost?",
            "BD-20",
            range=(1, 5),
        ),
    ] = None
    repeat: Annotated[str, Toggle("What does it cost to do it again and again?", "BD-73")] = ""
    agreements: Annotated[
        Literal["told", "binding"],
        Toggle("Does what the table agreed on stand against a later claim?", "BD-81", SILENT),
    ] = "told"

    @property
    def forced_number(self) -> int | None:
        """Number forced on the dealer if all pass, or None (B-052, B-075, B-142)."""
        word, _, number = self.all_pass.partition("_")
        return int(number) if word == "dealer" else None

    @property
    def last_trick_out_of_turn_ok(self) -> bool:
        """Always False: no turn is excused in the last trick (B-018, B-023)."""
        return False

    @property
    def followers_guilty(self) -> bool:
        """Always False: to follow a card out of turn is no offense (BD-72)."""
        return False

    # Toggles of other games that every table of this one answers alike.
    @property
    def bad_deal_after_play(self) -> str:
        """Result of a wrong number of cards once play has begun (BD-20)."""
        return "redeal"


#: Questions with one answer only.
FIXED: Final = (
    Fixed("joker_bid", 3, "whoever holds the joker is held to three"),
    Fixed("renege_play", "ends", "a hand with a proven renege is not played on"),
    Fixed("renege_to", "opponents", "the other side scores on a renege"),
    Fixed("defend_alone", "no", "no record can say that a defender plays alone"),
    Fixed(
        "jokers", "by pack", "a pack of 25 has one joker, the others have none, and no record can hold two"
    ),
    Fixed("slam", 1, "a game counts as one, however far the losers are behind"),
    Fixed("must_hold", "no", "any suit may be named, held or not"),
    Fixed("order_up", "no", "no record can say that the dealer takes the card turned up"),
    Fixed("first_trick_needed", 0, "a player without a trick is bumped only as `bump_no_tricks` says"),
    Fixed("trump_first_hands", 0, "all hands of a game are played alike"),
    Fixed("dealer_steals", "no", "no published rules give the dealer the bid at the number already bid"),
    Fixed("defense_of_special", "tricks", "whoever stops a special bid scores by the trick"),
    Fixed("maker_must", "bid", "whoever names trump has to take the number bid"),
    Fixed("misdeal_price", 0, "a record holds no money for a misdeal"),
    Fixed("first_instance_only", "no", "a renege can be called each time that it shows"),
    Fixed("laps", "no", "a game begins with the same score for all"),
)
_ALIASES: Final = {"set": "set_price", "tie_at_target": "both_reach"}
_JOKERS: Final = {0: "24", 1: "25"}


def expand_answer(name: str, value: Any) -> dict[str, Any]:
    """Return the answers that a house's name and value stand for: `renege = 2` is a price in points, `jokers = 1` a pack."""
    if name == "repeat":
        return ladder_answers(value)
    if (name, value) == ("max_redeals", "any"):
        return {name: None}
    if name == "renege":
        return expand_answer("renege_points", value) if type(value) is int else {"renege_penalty": value}
    if name in ("renege_points", "renege_minus", "renege_alone"):
        return {name: value, "renege_penalty": "points"}
    if name == "unproven_claim":
        return {name: value, "false_claim": "minus_two"}
    if name == "jokers":
        if value not in _JOKERS:
            raise ValueError("one joker at most is supported: no record can hold a second one")
        return {"pack": _JOKERS[value]}
    return {_ALIASES.get(name, name): value}


#: Penalties: the hand, the deal, the call that it is about, or nothing.
PENALTIES: Final = ("renege", "redeal", "void", "note")
#: Cost of a renege by the answer to `renege_penalty`.
RENEGE: Final = {
    "lose_hand": "the hand is scored as if the other side had taken every trick",
    "plus_minus_four": "four points to the other side and four off",
    "two_points": "two points to the other side",
    "points": "{renege_points} points to the other side and {renege_minus} off",
    "note": "nothing",
}
#: Penalty by answer, if an article names a toggle instead of a penalty; "none" is no infraction.
COSTS: Final[dict[str, str]] = {
    # bad_bid, out_of_turn_bid
    "pass": "void",
    "stands": "note",
    # renege_penalty
    "lose_hand": "renege",
    "plus_minus_four": "renege",
    "two_points": "renege",
    "points": "renege",
    # table_talk
    "misdeal_on_claim": "note",
    "misdeal": "redeal",
    # false_claim
    "minus_two": "note",
    # pepper_play
    "partner": "none",
    "alone": "note",
    # out_of_turn, wrong_exchange, deal_faults, false_claim
    "renege": "renege",
    "redeal": "redeal",
    "note": "note",
    "none": "none",
}
