"""A stuck dealer who passes.

If all others pass, the dealer is stuck and must bid at least four (B-052, B-053, B-075). A dealer who passes or says
nothing plays at four, and the refusal is recorded (BD-31).

Example: West, North and East pass, and South, who dealt, passes too.
"""

from clabber_audit.games.bid_euchre.auction import PASS, BidEuchreCall
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class ForcedBidRefused(Infraction[BidEuchreCall]):
    place = "declaration"
    bound_with = "all_pass", ("dealer_3", "dealer_4", "dealer_5", "dealer_6"), "note"
    words = Words(
        message="{seat} passed, but the dealer is stuck when everyone else passes",
        fault="stuck dealer passed",
        claimed="{whom} had to bid",
        denied="{whom} did not have to bid",
        help="bid, or the dealer plays at the number that is due",
    )

    def offends(self, case: LawCase[BidEuchreCall]) -> bool:
        """Return True if a stuck dealer passed, rather than made a bid that failed."""
        call = case.event
        return call.counts and call.stuck and call.taken_for == PASS and call.exists and call.higher
