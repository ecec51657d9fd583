"""Who deals next (R-015, R-017, R-028, R-105)."""

from __future__ import annotations

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import Deals, Outcome
from clabber_audit.table.cards import left_of


def next_dealer(outcome: Outcome, both_guilty: bool, deals: Deals, toggles: Toggles) -> int | None:
    """The seat that deals next; None while the hand is not over."""
    if outcome in ("unfinished", "undetermined"):
        return None
    if deals.misdeal:
        return deals.due
    if outcome == "redeal":
        return left_of(deals.dealer) if both_guilty and toggles.both_renege == "zero_next" else deals.dealer
    turn_of = deals.dealer if toggles.rotation_after_wrong_deal == "actual" else deals.due
    if outcome == "passed_out" and toggles.all_pass_redeal == "same":
        return deals.dealer
    return left_of(turn_of)
