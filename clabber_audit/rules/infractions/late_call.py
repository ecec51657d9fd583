"""Calling Bottoms or a misdeal late.

Bottoms, four of a kind and Ace No Face are called before anybody bids or passes (B-122, B-125, B-126); many tables let
the caller wait for the caller’s own turn to bid (B-123). A misdeal called late does not count. Bottoms that were taken
stay as they are, as close calls are the table’s (BD-58).

Example: North shows four nines after West has bid two.
"""

from clabber_audit.games.bid_euchre.auction import BOTTOMS, SpecialCall
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class LateCall(Infraction[SpecialCall]):
    place = "declaration"
    event_facts = (("special", "word"),)
    words = Words(
        message="{seat} called {special} too late",
        fault="{special} called too late",
        claimed="{whom} called too late",
        denied="{whom} called in time",
        help="call it before anyone has bid or passed",
    )

    def offends(self, case: LawCase[SpecialCall]) -> bool:
        """Return True if a player with the right to the call made it too late."""
        call = case.event
        return call.is_entitled is not False and not call.in_time

    def has_happened(self, case: LawCase[SpecialCall]) -> bool:
        """Return True if it came after its time, with a right to it or without."""
        return not case.event.in_time

    def charge(self, case: LawCase[SpecialCall]) -> Penalty:
        """Return the penalty for Bottoms, which stay taken, and `void` for a misdeal."""
        return case.penalty if case.event.word == BOTTOMS else "void"
