"""Toggles of the family: the answers that its questions allow, by subject."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import ALL_PACKS, Pack

YesNo = Literal["yes", "no"]
AllPass = Literal[
    "redeal_next", "redeal_same", "dealer_1", "dealer_2", "dealer_3", "dealer_4", "dealer_5", "dealer_6", "dealer_7",
    "dealer_8", "dealer_9", "dealer_10", "dealer_11", "dealer_12", "joker_3", "no_trump",
]  # fmt: skip
Scoring = Literal[
    "pepper", "progressive", "pfeffer", "hasenpfeffer", "buck", "double_deck", "double_pepper",
    "dirty_clubs", "eau_claire",
]  # fmt: skip


class BidEuchreToggles(NamedTuple):
    """One answer to each question; fields that only some games ask are None elsewhere."""

    # The table.
    players: Literal["4", "4 or 6", "3 to 6"]
    partners: YesNo
    # BD-47: "smallest" leaves a card to turn up, 20 for three to 32 for six
    pack: Literal["20", "24", "25", "28", "32", "48", "smallest"]
    # "all" deals out the pack as far as it goes round
    cards_each: int | Literal["all"]
    bowers: YesNo
    equal_cards: Literal["first", "last"]
    no_trump: Literal["none", "high", "high_low"]
    leader: Literal["bidder", "dealer_left", "pfeffer"]
    upcard: Literal["club_is_trump", "none"]

    # The auction.
    special_bids: Literal["none", "peppers", "pepper_loner", "pfeffer", "high_card"]
    min_bid: int | Literal[1, 3, 4]
    rounds: Literal["once", "twice", "until_passed"]
    two_bid: Literal["signal", "free", "off"]
    all_pass: AllPass
    bad_bid: Literal["pass", "stands"]
    out_of_turn_bid: Literal["stands", "pass"]

    # Between the auction and the first card.
    naming: Literal["before_play", "with_lead"]
    alone: Literal["by_bid", "by_choice"]
    exchange: Literal["none", "passed_card", "best_for_worst", "any_two"]
    drop_out: YesNo

    # The score and the end of a game.
    scoring: Scoring
    start: int
    end: Literal["target", "time_limit", "ten_games"]
    win_on: Literal["made_bid", "any_offence", "any"]
    both_reach: Literal["bidder", "equal_bidder"]

    # Conduct.
    deal_faults: Literal["redeal", "note"]
    misdeal_until: Literal["scored", "first_card"]
    out_of_turn: Literal["note", "renege"]
    correction: Literal["none", "before_turned"]
    partner_plays: Literal["note", "lone_lost"]
    wrong_exchange: Literal["note", "renege"]
    renege_penalty: Literal["lose_hand", "plus_minus_four", "two_points", "points", "note"]
    claim_until: Literal["scored", "turned"]
    false_claim: Literal["none", "minus_two"]
    both_renege: Literal["redeal_same", "cancel"]

    # Asked in some games only.
    dealing: Literal["singly", "threes", "packets"] | None = None
    joker_nt: Literal["beats_all", "dead"] | None = None
    dealer_least: int | None = None
    two_can_win: YesNo | None = None
    pepper_play: Literal["partner", "alone"] | None = None
    small_pepper: int | None = None
    big_pepper: int | None = None
    annulled_deal: Literal["same", "next"] | None = None
    ec_order: Literal["suit_over_hc", "hc_over_same"] | None = None
    call_window: Literal["first_call", "own_call"] | None = None
    ace_no_face: Literal["one_plus", "rigid", "no_face", "off"] | None = None
    table_talk: Literal["note", "misdeal_on_claim", "misdeal"] | None = None
    sit_out_forbidden: Literal["club", "club_and_game"] | None = None
    all_dropped: Literal["bid", "all_tricks"] | None = None
    bump_no_tricks: YesNo | None = None
    prog_scale: Literal["literal", "all_tricks"] | None = None
    prog_pepper: Literal[2, 4] | None = None
    prog_defence: YesNo | None = None
    table_tie: Literal["record", "cut", "last_hand"] | None = None
    passed_hand_counts: YesNo | None = None
    zero_doubles: Literal["game", "all"] | None = None
    hasen_opponents: Literal["none", "tricks"] | None = None
    buck_set: Literal["bid", "tricks", "zero"] | None = None
    dh_loss: Literal["six", "bid"] | None = None
    alone_doubles: Literal["bidder", "both"] | None = None
    cap: int | None = None
    target: int | None = None

    # Numbers; None is that of the way of scoring.
    joker_rank: Literal["best", "under_right", "under_left", "lowest"] = "best"
    max_bid: int | None = None
    exchange_cards: int = 2
    per_trick_makers: int = 1
    per_trick_defense: int = 1
    set_price: int | Literal["bid", "short"] | None = None
    no_tricks: int | Literal["bid"] | None = None
    bump: int = 5
    hickeys: int = 1
    pfeffer_hickeys: int = 2
    pfeffer_gain: int = 12
    pfeffer_loss: int = 10
    loner: int = 4
    stopped: int = 2
    sweep: int = 4
    scale_3: int = 1
    scale_4: int = 1
    scale_5: int = 2
    scale_6: int = 2
    forced_loss: Literal["half", "full"] = "half"
    renege_points: int = 2
    renege_minus: int = 0
    renege_alone: int = 4
    unproven_claim: int = 2

    max_redeals: int | None = None
    repeat: str = ""
    agreements: Literal["told", "binding"] = "told"

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
        """Always False: following a card out of turn is not an offense (BD-72)."""
        return False

    @property
    def cards(self) -> Pack:
        """Cards of every pack of the family; a card has the same bit in each."""
        return ALL_PACKS

    # Toggles of other games that every table of this one answers alike.
    @property
    def bad_deal_after_play(self) -> str:
        """Result of a wrong number of cards once play has begun (BD-20)."""
        return "redeal"


_ALIASES: Final = {"set": "set_price", "tie_at_target": "both_reach"}


def expand_answer(name: str, value: Any) -> dict[str, Any]:
    """Return the answers that a house's name and value stand for: `renege = 2` is a price in points."""
    if name == "renege":
        return expand_answer("renege_points", value) if type(value) is int else {"renege_penalty": value}
    if name in ("renege_points", "renege_minus", "renege_alone"):
        return {name: value, "renege_penalty": "points"}
    if name == "unproven_claim":
        return {name: value, "false_claim": "minus_two"}
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
