"""The five rulesets by the contract's toggle table."""

from __future__ import annotations

from typing import Any

ECL_1992: dict[str, Any] = {
    "false_claim": "reviewed_only",
    "look_back": "until_turned",
    "late_meld": "renege",
    "late_showing": "renege",
    "show_unannounced": "renege",
    "show_required": True,
    "must_declare_all": False,
    "passed_suit_window": "own_first_card",
    "last_trick_out_of_turn_ok": True,
    "has_league_articles": True,
    "run_tiebreak": "top_then_trump",
    "round1_needs_trump": True,
    "belle_in_run": True,
    "all_pass_redeal": "same",
    "both_renege": "redeal_same",
    "tie_at_500": "extra_hand",
    "mark_set": "XXX",
    "mark_nothing": "--",
}
ECL_1984: dict[str, Any] = {**ECL_1992, "false_claim": "any_unproven", "look_back": "until_next_card"}
WP: dict[str, Any] = {
    **ECL_1984,
    "late_meld": "void",
    "late_showing": "void",
    "show_unannounced": "void",
    "passed_suit_window": "last_trick",
    "last_trick_out_of_turn_ok": False,
    "has_league_articles": False,
}
WP_OLD: dict[str, Any] = {**WP, "mark_set": "XX", "mark_nothing": "-"}
GAMERULES: dict[str, Any] = {
    **WP,
    "look_back": None,
    "show_required": False,
    "must_declare_all": True,
    "run_tiebreak": "trump_only",
    "round1_needs_trump": False,
    "belle_in_run": False,
    "all_pass_redeal": "next",
    "both_renege": "zero_next",
    "tie_at_500": "tie",
    "mark_set": "0",
    "mark_nothing": "0",
}

TOGGLES: dict[str, dict[str, Any]] = {
    "ecl-1992": ECL_1992,
    "ecl-1984": ECL_1984,
    "wp": WP,
    "wp-old": WP_OLD,
    "gamerules": GAMERULES,
}

# The contract's table of infractions, ecl column. Dealing out of turn is a re-deal only if called in time.
ECL_PENALTIES: dict[str, str] = {
    "failure-to-follow": "renege",
    "failure-to-trump": "renege",
    "failure-to-overtrump": "renege",
    "lead-out-of-turn": "renege",
    "play-out-of-turn": "renege",
    "leading-before-trick-turned": "renege",
    "looking-at-turned-trick": "renege",
    "exposed-card": "renege",
    "advising-partner": "renege",
    "calling-meld-for-partner": "renege",
    "declaring-without-trump": "renege",
    "declaring-passed-suit": "renege",
    "meld-announced-out-of-turn": "renege",
    "meld-shown-out-of-turn": "renege",
    "early-belle": "renege",
    "meld-announced-late": "renege",
    "meld-shown-late": "renege",
    "unannounced-meld-shown": "renege",
    "unproven-claim": "renege",
    "failed-laydown": "renege",
    "unagreed-laydown": "renege",
    "declaring-out-of-turn": "note",
    "invalid-declaration": "note",
    "asking-partner": "note",
    "slow-play": "note",
    "unshown-meld": "meld_void",
    "false-meld": "meld_void",
    "mismatched-meld": "meld_void",
    "forgotten-belle": "meld_void",
    "undeclared-meld": "meld_void",
    "exposed-in-deal": "redeal",
    "wrong-card-count": "redeal",
    "dealing-out-of-turn": "note",
    "short-cut": "note",
    "dealt-unevenly": "note",
    "wrong-score": "note",
}

# L8, L9, L10, L12 and L13: only the league wrote these down.
LEAGUE_ONLY = {
    "calling-meld-for-partner",
    "exposed-card",
    "failed-laydown",
    "unagreed-laydown",
    "leading-before-trick-turned",
    "slow-play",
}
ABOUT_SHOWING = {"meld-shown-out-of-turn", "meld-shown-late", "unannounced-meld-shown", "unshown-meld"}
VOID_OUTSIDE_LEAGUE = {"meld-announced-late", "meld-shown-late", "unannounced-meld-shown"}


def penalties_of(toggles: dict[str, Any]) -> dict[str, str]:
    """The penalties of one ruleset, leaving out what it has no article for."""
    penalties = dict(ECL_PENALTIES)
    missing: set[str] = set()
    if not toggles["has_league_articles"]:
        missing |= LEAGUE_ONLY
    if not toggles["show_required"]:
        missing |= ABOUT_SHOWING
    if not toggles["must_declare_all"]:
        missing.add("undeclared-meld")
    if toggles["look_back"] is None:
        missing.add("looking-at-turned-trick")
    for infraction in missing:
        del penalties[infraction]
    if toggles["late_meld"] == "void":
        for infraction in VOID_OUTSIDE_LEAGUE - missing:
            penalties[infraction] = "meld_void"
    return penalties


PENALTIES: dict[str, dict[str, str]] = {name: penalties_of(toggles) for name, toggles in TOGGLES.items()}
