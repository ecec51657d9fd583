"""A bid of two without two jacks of one color.

Where a bid of two tells partner of both black jacks or both red ones, it takes these two to make it (B-017). Without
them it is noted; the bid stands (BD-12).

Example: East bids two with the jacks of hearts and spades.
"""

from clabber_audit.games.bid_euchre.auction import TWO, BidEuchreCall
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class FalseTwoBid(Infraction[BidEuchreCall]):
    place = "declaration"
    event_facts = (("bid", "word"),)
    words = Words(
        message="{seat} bid {bid} without two jacks of one color",
        fault="bid two without the jacks",
        denied="{whom} did not bid two without the jacks",
        help="say two only with both black jacks or both red ones",
        doubt="{seat}, who bid {bid}, lacked two jacks of one color",
    )

    def offends(self, case: LawCase[BidEuchreCall]) -> bool:
        """Return True if a two stands and the hand is known to hold neither pair of jacks."""
        call = case.event
        return call.counts and call.taken_for == TWO and call.holds_promised_cards is False
