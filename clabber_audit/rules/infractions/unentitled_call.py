"""Calling Bottoms or a misdeal without the right to it.

Bottoms take three cards of one rank, shown, and are taken once a hand (B-121, BD-60). Four of a kind takes four, and
Ace No Face an ace and no face card, or what the house makes of it (B-125 to B-127). Where a club was turned up there is
none of them (B-106). A call without the right to it does not count.

Example: East shows two kings and an ace for Bottoms.
"""

from clabber_audit.games.bid_euchre.auction import SpecialCall
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class UnentitledCall(Infraction[SpecialCall]):
    place = "declaration"
    event_facts = (("special", "word"),)
    words = Words(
        message="{seat} called {special} without the right to it",
        fault="no right to {special}",
        claimed="{whom} had no right to that call",
        denied="{whom} had the right to every call made",
        help="call it only with the cards for it",
        doubt="{seat} had no right to call {special}",
    )

    def offends(self, case: LawCase[SpecialCall]) -> bool:
        """Return True if the hand or the cards give no right to the call."""
        return case.event.is_entitled is False
