"""A bid that the game does not have.

Nobody can bid more tricks than there are, nor less than the game begins with (B-075, B-133, B-141); a dealer may have
to say more than others (B-053). Bids in words belong to the games that have them: there is no pepper in Double
Hasenpfeffer (B-140), and no two in BuckenPeffer (B-076). Such a bid counts as a pass and is noted (BD-10).

Example: West bids seven with six cards in hand.
"""

from clabber_audit.games.bid_euchre.auction import BidEuchreCall
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class InvalidBid(Infraction[BidEuchreCall]):
    place = "declaration"
    event_facts = (("bid", "word"),)
    words = Words(
        message="{seat} bid {bid}, which is not allowed here",
        fault="bid not allowed",
        claimed="{whom} made a bid that was not allowed",
        denied="{whom} made no bid that was not allowed",
        help="make a bid this game has, or pass",
    )

    def offends(self, case: LawCase[BidEuchreCall]) -> bool:
        """Return True if this player could never make the bid, however high the others are."""
        call = case.event
        return call.counts and not call.exists
