"""Bidding out of turn.

The player at the dealer’s left speaks first, then each in turn, once around (B-012, B-013). A call before its turn is
noted, and it counts. A second call does not count, nor does any call after a loner (B-039), or where a club was turned
up and nobody bids (B-097, BD-18).

Example: East deals, and West bids before South has said a word.
"""

from clabber_audit.games.bid_euchre.auction import BidEuchreCall
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Seats, Words


class BidOutOfTurn(Infraction[BidEuchreCall]):
    place = "declaration"
    words = Words(
        message="{seat} spoke on {turn_of} turn",
        messages={
            "called again": "{seat} called again",
            "no call left": "{seat} called when the bidding was over",
        },
        fault="bid out of turn",
        faults={"called again": "called twice", "no call left": "called when the bidding was over"},
        denied="{whom} did not bid out of turn",
        help="wait for the player at your right, and speak once",
    )

    def offends(self, case: LawCase[BidEuchreCall]) -> bool:
        """Return True if the caller has no call left, or it is another seat’s turn."""
        call = case.event
        return not call.counts or not call.turn >> call.seat & 1

    def facts(self, case: LawCase[BidEuchreCall]) -> Facts:
        call = case.event
        if not call.counts:
            return {"part": "called again" if call.again else "no call left", "bid": call.word}
        return {"turn": Seats(call.turn), "bid": call.word}

    def charge(self, case: LawCase[BidEuchreCall]) -> Penalty:
        """Return `void` for a call beyond the one each seat has, else the penalty of a call out of turn."""
        return case.penalty if case.event.counts else "void"
