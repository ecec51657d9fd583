"""Every ruleset of the family as a plain dictionary: what it is made of, and how it answers each open question.

`game` is the short name of the tables of infractions. `least` and `words` are the bids besides pass; `start`, `target`
and `down` are the score before the first hand, the goal, and whether one counts down to it.
"""

from __future__ import annotations

from typing import Any

Law = dict[str, Any]

# What every ruleset of the family answers alike unless it says otherwise (section 3 of the rules).
COMMON: Law = {
    "extends": None,
    "sides": True,
    "bowers": "yes",
    "equal_cards": "first",
    "joker_nt": "beats_all",
    "bad_bid": "pass",
    "out_of_turn_bid": "stands",
    "rounds": "once",
    "min_bid": 1,
    "dealer_least": 1,
    "two_bid": "free",
    "two_can_win": "yes",
    "all_pass": "redeal_next",
    "annulled_deal": "same",
    "words": (),
    "high_card_bids": False,
    "pepper_play": "partner",
    "leader": "bidder",
    "upcard": "none",
    "drop_out": "no",
    "deal_faults": "redeal",
    "misdeal_until": "scored",
    "out_of_turn": "note",
    "correction": "none",
    "agreements": "told",
    "partner_plays": "note",
    "wrong_exchange": "note",
    "renege_penalty": "lose_hand",
    "claim_until": "scored",
    "false_claim": "none",
    "both_renege": "redeal_same",
    "table_talk": "none",
    "start": 0,
    "down": False,
    "win_on": "any",
    "both_reach": "bidder",
    "end": "target",
}

BID_EUCHRE: Law = {
    "game": "be",
    "words": ("small_pepper", "big_pepper"),
    "two_bid": "signal",
    "no_trump": "high",
    "target": 42,
    "win_on": "made_bid",
}

# B-035, B-036, B-039, B-042, B-043; BD-22, BD-23, BD-25.
PROGRESSIVE: Law = {
    "game": "pe",
    "words": ("pepper", "loner"),
    "no_trump": "none",
    "prog_scale": "literal",
    "prog_pepper": 2,
    "prog_defence": "no",
    # Ten games of eight hands: no score ends one (B-047, B-051).
    "target": None,
}

# B-052 to B-067; it is Pepper otherwise.
PFEFFER: Law = {
    "extends": "bid-euchre",
    "game": "pf",
    "words": ("pfeffer",),
    "dealer_least": 4,
    "all_pass": "dealer_4",
    "leader": "pfeffer",
    "win_on": "any",
    "both_reach": "equal_bidder",
}

HASENPFEFFER: Law = {
    "game": "hp",
    "all_pass": "joker_3",
    "no_trump": "high",
    "hasen_opponents": "none",
    "target": 10,
}

BUCKENPEFFER: Law = {
    "game": "bp",
    "min_bid": 3,
    "two_bid": "off",
    "words": ("pfeffer",),
    "all_pass": "dealer_4",
    "no_trump": "high_low",
    "buck_set": "bid",
    "target": 25,
}

DIRTY_CLUBS: Law = {
    "game": "dc",
    "sides": False,
    "upcard": "club_is_trump",
    "no_trump": "none",
    "bump_no_tricks": "no",
    "all_dropped": "bid",
    "start": 15,
    "target": 0,
    "down": True,
}

EAU_CLAIRE: Law = {
    "game": "ec",
    "upcard": "club_is_trump",
    "high_card_bids": True,
    "ec_order": "suit_over_hc",
    "no_trump": "none",
    "drop_out": "yes",
    "sit_out_forbidden": "club",
    "call_window": "first_call",
    "ace_no_face": "one_plus",
    "table_talk": "misdeal_on_claim",
    "start": 15,
    "target": 0,
    "down": True,
}

DOUBLE_DECK: Law = {"game": "dd", "min_bid": 3, "no_trump": "high", "target": 50}

DOUBLE_HASENPFEFFER: Law = {
    "game": "dh",
    "bowers": "no",
    "min_bid": 6,
    "all_pass": "dealer_6",
    "no_trump": "high",
    "dh_loss": "six",
    "alone_doubles": "bidder",
    "target": 42,
    "win_on": "made_bid",
}

RULESETS: dict[str, Law] = {
    "bid-euchre": BID_EUCHRE,
    "pepper": {"extends": "bid-euchre"},
    "hawsy": {"extends": "bid-euchre", "target": 32},
    "timed": {"extends": "bid-euchre", "end": "time_limit"},
    "progressive-euchre": PROGRESSIVE,
    "pfeffer": PFEFFER,
    "hasenpfeffer": HASENPFEFFER,
    "buckenpeffer": BUCKENPEFFER,
    "dirty-clubs": DIRTY_CLUBS,
    "dirty-clubs-bumped": {
        "extends": "dirty-clubs",
        "bump_no_tricks": "yes",
        "drop_out": "yes",
        "all_pass": "no_trump",
    },
    "eau-claire-clubs": EAU_CLAIRE,
    "eau-claire-third-ward": {"extends": "eau-claire-clubs", "ace_no_face": "rigid"},
    "eau-claire-study-hall": {"extends": "eau-claire-clubs", "ace_no_face": "no_face"},
    "double-deck": DOUBLE_DECK,
    "double-hasenpfeffer": DOUBLE_HASENPFEFFER,
    "double-hasenpfeffer-bauers": {"extends": "double-hasenpfeffer", "bowers": "yes"},
}

# The other answers this opinion knows, by question.
VALUES: dict[str, tuple[Any, ...]] = {
    "equal_cards": ("first", "last"),
    "joker_nt": ("beats_all", "dead"),
    "bowers": ("yes", "no"),
    "leader": ("bidder", "dealer_left", "pfeffer"),
    "bad_bid": ("pass", "stands"),
    "out_of_turn_bid": ("stands", "pass"),
    "rounds": ("once", "until_passed"),
    "min_bid": (1, 3, 4),
    "two_bid": ("signal", "free", "off"),
    "two_can_win": ("yes", "no"),
    "all_pass": ("redeal_next", "redeal_same", "dealer_4", "dealer_6", "joker_3", "no_trump"),
    "annulled_deal": ("same", "next"),
    "pepper_play": ("partner", "alone"),
    "no_trump": ("none", "high", "high_low"),
    "upcard": ("club_is_trump", "none"),
    "drop_out": ("no", "yes"),
    "all_dropped": ("bid", "all_tricks"),
    "sit_out_forbidden": ("club", "club_and_game"),
    "call_window": ("first_call", "own_call"),
    "ace_no_face": ("one_plus", "rigid", "no_face", "off"),
    "ec_order": ("suit_over_hc", "hc_over_same"),
    "deal_faults": ("redeal", "note"),
    "misdeal_until": ("scored", "first_card"),
    "table_talk": ("misdeal_on_claim", "note", "misdeal"),
    "out_of_turn": ("note", "renege"),
    "correction": ("none", "before_turned"),
    "agreements": ("told", "binding"),
    "partner_plays": ("note", "lone_lost"),
    "wrong_exchange": ("note", "renege"),
    "renege_penalty": ("lose_hand", "plus_minus_four", "two_points", "note"),
    "claim_until": ("scored", "turned"),
    "false_claim": ("none", "minus_two"),
    "both_renege": ("redeal_same", "cancel"),
    "prog_scale": ("literal", "all_tricks"),
    "prog_pepper": (2, 4),
    "prog_defence": ("no", "yes"),
    "hasen_opponents": ("none", "tricks"),
    "buck_set": ("bid", "tricks", "zero"),
    "bump_no_tricks": ("no", "yes"),
    "dh_loss": ("six", "bid"),
    "alone_doubles": ("bidder", "both"),
    "win_on": ("made_bid", "any_offence", "any"),
    "both_reach": ("bidder", "equal_bidder"),
    "target": (42, 32, 25),
    "end": ("target", "time_limit"),
}


def law_of(ruleset: str, toggles: dict[str, Any]) -> Law:
    own = RULESETS[ruleset]
    base = COMMON if own.get("extends") is None else law_of(own["extends"], {})
    law = {**base, **own}
    for question, answer in toggles.items():
        if question not in VALUES or question not in law:
            raise ValueError(f"{ruleset} leaves no question {question!r} open")
        if question != "target" and answer not in VALUES[question]:
            raise ValueError(f"{question} has no reading {answer!r}")
        law[question] = answer
    return law
