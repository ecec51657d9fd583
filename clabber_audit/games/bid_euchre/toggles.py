"""Toggles of the family and the conditions among them."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

YesNo = Literal["yes", "no"]
AllPass = Literal[
    "redeal_next", "redeal_same", "dealer_3", "dealer_4", "dealer_5", "dealer_6", "joker_3", "no_trump"
]  # fmt: skip
Scoring = Literal[
    "pepper", "progressive", "pfeffer", "hasenpfeffer", "buck", "double_deck", "double_pepper",
    "dirty_clubs", "eau_claire",
]  # fmt: skip


class Toggles(NamedTuple):
    """One answer to each question. Names and answers are those of the rules; the comment above each names its rows."""

    # The table.
    # B-001, B-084, B-138: how many may play
    players: Literal["4", "4 or 6", "3 to 6"]
    # B-001, B-084: whether every second seat makes a side
    partners: YesNo
    # B-002, B-009, B-068, B-132, B-138, BD-02; BD-47: "smallest" leaves a card to turn up, 20 for three to 32 for six
    pack: Literal["20", "24", "25", "28", "32", "48", "smallest"]
    # B-008, B-095, BD-02, BD-21: "all" deals out the pack as far as it goes round
    cards_each: int | Literal["all"]
    # B-004, B-139: whether the two jacks of the trump color are the highest trumps
    bowers: YesNo
    # BD-06: which of two equal cards wins
    equal_cards: Literal["first", "last"]
    # B-042, B-077, BD-16, BD-34: what may be named besides a suit
    no_trump: Literal["none", "high", "high_low"]
    # B-018, B-057, B-058, BD-08: who leads first
    leader: Literal["bidder", "dealer_left", "pfeffer"]
    # B-097, BD-48: whether a card is turned up, and a club is trumps without bidding
    upcard: Literal["club_is_trump", "none"]

    # The auction.
    # B-016, B-036, B-039, B-055, B-100, B-140: what may be bid besides numbers
    special_bids: Literal["none", "peppers", "pepper_loner", "pfeffer", "high_card"]
    # B-075, B-133, B-141, BD-11, BD-30: the least number
    min_bid: int | Literal[1, 3, 4]
    # B-013, BD-39, BD-49: how often the calls go round
    rounds: Literal["once", "until_passed"]
    # B-017, B-076, BD-12, BD-30: what a bid of two says
    two_bid: Literal["signal", "free", "off"]
    # B-052, B-070, B-075, B-091, B-142, BD-09: what happens when all pass
    all_pass: AllPass
    # BD-10: what becomes of a bid that is too low or no bid of the game
    bad_bid: Literal["pass", "stands"]
    # BD-18: whether a call out of turn counts
    out_of_turn_bid: Literal["stands", "pass"]

    # Between the auction and the first card.
    # B-040, B-072, BD-19: until when trumps are named
    naming: Literal["before_play", "with_lead"]
    # B-055, B-079, B-143: whether a bidder may choose to play alone; else only a bid says so
    alone: Literal["by_bid", "by_choice"]
    # B-036, B-037, B-078, B-143: what cards change hands
    exchange: Literal["none", "passed_card", "best_for_worst", "any_two"]
    # B-090, B-104, BD-50: whether others than the bidder may leave the hand
    drop_out: YesNo

    # What is scored, and when a game ends.
    # B-024, B-043, B-060, B-073, B-080, B-087, B-113, B-134, B-144: the way of scoring, by the game that has it
    scoring: Scoring
    # B-086, B-113: the score a game begins at
    start: int
    # B-032, B-033, B-051: what ends a game
    end: Literal["target", "time_limit", "ten_games"]
    # B-032, BD-17, BD-64: who can win at the target
    win_on: Literal["made_bid", "any_offence", "any"]
    # B-066, B-119, BD-33, BD-46, BD-53: who wins where several arrive on one hand
    both_reach: Literal["bidder", "equal_bidder"]

    # Conduct.
    # BD-20: what a faulty deal brings
    deal_faults: Literal["redeal", "note"]
    # BD-62: how long it brings that
    misdeal_until: Literal["scored", "first_card"]
    # BD-72: what a lead or play out of turn is
    out_of_turn: Literal["note", "renege"]
    # BD-75: whether a card can be taken back
    correction: Literal["none", "before_turned"]
    # BD-77: what a card costs by somebody who is out
    partner_plays: Literal["note", "lone_lost"]
    # BD-80: what a wrong or missing exchange is
    wrong_exchange: Literal["note", "renege"]
    # BD-70: what a failure to follow costs
    renege_penalty: Literal["lose_hand", "plus_minus_four", "two_points", "note"]
    # BD-71: how long it can be claimed
    claim_until: Literal["scored", "turned"]
    # BD-73: what a claim costs that proves nothing
    false_claim: Literal["none", "minus_two"]
    # BD-74: what becomes of a hand on which both sides failed
    both_renege: Literal["redeal_same", "cancel"]

    # What is asked of some games alone.
    # B-008, B-068, B-095: how the cards come
    dealing: Literal["singly", "threes", "packets"] | None = None
    # BD-05: what a joker does without trumps
    joker_nt: Literal["beats_all", "dead"] | None = None
    # B-053: the dealer's least number, where it is another
    dealer_least: int | None = None
    # BD-13: whether a bid of two that shows jacks can win
    two_can_win: YesNo | None = None
    # BD-14: whether peppers are played with partner
    pepper_play: Literal["partner", "alone"] | None = None
    # B-029, B-030: what peppers bring, and cost
    small_pepper: int | None = None
    big_pepper: int | None = None
    # B-071, BD-37: who deals after an annulled deal
    annulled_deal: Literal["same", "next"] | None = None
    # BD-55: how bids in suit stand to bids at High Card
    ec_order: Literal["suit_over_hc", "hc_over_same"] | None = None
    # B-122, BD-58: until when Bottoms and misdeals are called
    call_window: Literal["first_call", "own_call"] | None = None
    # B-126, B-127, BD-59: which hands are Ace No Face
    ace_no_face: Literal["one_plus", "rigid", "no_face", "off"] | None = None
    # B-130, BD-76: what table-talk brings
    table_talk: Literal["note", "misdeal_on_claim", "misdeal"] | None = None
    # BD-56: when nobody may sit out
    sit_out_forbidden: Literal["club", "club_and_game"] | None = None
    # BD-52: what the bidder has where all others dropped out
    all_dropped: Literal["bid", "all_tricks"] | None = None
    # B-089, BD-50: whether a player without a trick is bumped
    bump_no_tricks: YesNo | None = None
    # BD-22, BD-23, BD-25: the scale of Progressive, its pepper, and its defense
    prog_scale: Literal["literal", "all_tricks"] | None = None
    prog_pepper: Literal[2, 4] | None = None
    prog_defence: YesNo | None = None
    # BD-27, BD-28: who moves after a tie, and whether a hand that was passed out is one of the eight
    table_tie: Literal["record", "cut", "last_hand"] | None = None
    passed_hand_counts: YesNo | None = None
    # B-067, BD-35: what a loser at zero or below pays twice
    zero_doubles: Literal["game", "all"] | None = None
    # BD-38: whether the other side scores in Hasenpfeffer
    hasen_opponents: Literal["none", "tricks"] | None = None
    # BD-43: what a failed bid costs in BuckenPeffer
    buck_set: Literal["bid", "tricks", "zero"] | None = None
    # BD-65, BD-69: what a failed bid costs in Double Hasenpfeffer, and whose points a lone hand doubles
    dh_loss: Literal["six", "bid"] | None = None
    alone_doubles: Literal["bidder", "both"] | None = None
    # B-112, BD-63: the score that a set raises nobody above
    cap: int | None = None
    # B-032, B-066, B-074, B-082, B-118, B-137, BD-68: the score that wins
    target: int | None = None

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


#: Penalties: the hand, the deal, the call that it is about, or nothing.
PENALTIES: Final = ("renege", "redeal", "void", "note")
#: Cost of a renege by the answer to `renege_penalty`.
RENEGE: Final = {
    "lose_hand": "the hand is scored as if the other side had taken every trick",
    "plus_minus_four": "four points to the other side and four off",
    "two_points": "two points to the other side",
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
