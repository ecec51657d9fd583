"""The infractions: one offence, one file, one name. This is their table of contents, in the order of the contract."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from clabber_audit.law.infraction import Infraction, described
from clabber_audit.law.infractions import (
    advising_partner,
    asking_partner,
    calling_meld_for_partner,
    dealing_out_of_turn,
    dealt_unevenly,
    declaring_out_of_turn,
    declaring_passed_suit,
    declaring_without_trump,
    early_belle,
    exposed_card,
    exposed_in_deal,
    failed_laydown,
    failure_to_follow,
    failure_to_overtrump,
    failure_to_trump,
    false_meld,
    forgotten_belle,
    invalid_declaration,
    lead_out_of_turn,
    leading_before_trick_turned,
    looking_at_turned_trick,
    lower_meld_shown,
    meld_announced_late,
    meld_announced_out_of_turn,
    meld_shown_late,
    meld_shown_out_of_turn,
    mismatched_meld,
    play_out_of_turn,
    short_cut,
    slow_play,
    unagreed_laydown,
    unannounced_meld_shown,
    undeclared_meld,
    unproven_claim,
    unshown_meld,
    wrong_card_count,
    wrong_score,
)

CONTENTS: Final = (
    failure_to_follow,
    failure_to_trump,
    failure_to_overtrump,
    lead_out_of_turn,
    play_out_of_turn,
    leading_before_trick_turned,
    looking_at_turned_trick,
    exposed_card,
    advising_partner,
    calling_meld_for_partner,
    declaring_without_trump,
    declaring_passed_suit,
    meld_announced_out_of_turn,
    meld_shown_out_of_turn,
    early_belle,
    meld_announced_late,
    meld_shown_late,
    unannounced_meld_shown,
    unproven_claim,
    failed_laydown,
    unagreed_laydown,
    declaring_out_of_turn,
    invalid_declaration,
    asking_partner,
    slow_play,
    unshown_meld,
    false_meld,
    mismatched_meld,
    forgotten_belle,
    exposed_in_deal,
    wrong_card_count,
    dealing_out_of_turn,
    short_cut,
    dealt_unevenly,
    wrong_score,
    lower_meld_shown,
    undeclared_meld,
)


@lru_cache(maxsize=1)
def infractions() -> dict[str, Infraction]:
    """Every infraction by its id, in the order of the table of contents."""
    found = [described(module) for module in CONTENTS]
    return {infraction.id: infraction for infraction in found}
