"""Outcomes and scores of hands: one module for each game, loaded with its first hand."""

from __future__ import annotations

from functools import cache

from clabber_audit.judge.scoring.base import Scoring


@cache
def scoring_of(game: str) -> Scoring:
    """Return the scoring of a game, given its id."""
    if game == "bid-euchre":
        from clabber_audit.judge.scoring.bid_euchre import BidEuchreScoring

        return BidEuchreScoring()
    from clabber_audit.judge.scoring.clabber import ClabberScoring

    return ClabberScoring()
