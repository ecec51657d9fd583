"""A bid that is not high enough.

Each bid has to be above every bid before it, partner’s too (B-011, B-101). One that is not counts as a pass and is
noted (BD-10).

Example: East bids four, and South bids four as well.
"""

from clabber_audit.games.bid_euchre.auction import BidEuchreCall
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class InsufficientBid(Infraction[BidEuchreCall]):
    place = "declaration"
    event_facts = (("bid", "word"),)
    words = Words(
        message="{seat} bid {bid}, which is not above the bids before it",
        fault="bid too low",
        denied="{whom} did not bid too low",
        help="bid more than anyone has, or pass",
    )

    def offends(self, case: LawCase[BidEuchreCall]) -> bool:
        """Return True if the game has the bid, and it is not above all bids before it."""
        call = case.event
        return call.counts and call.exists and not call.higher
