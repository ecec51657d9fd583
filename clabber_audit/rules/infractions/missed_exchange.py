"""An exchange that was not made.

After a pepper in Progressive Euchre partner and bidder pass each other a card (B-037). A player who calls high or low
in BuckenPeffer trades cards with the player at the left (B-078). Where the record says that no card was passed, that is
noted; the hand goes on as it was played (BD-80).

Example: West calls high in BuckenPeffer and leads at once.
"""

from clabber_audit.games.bid_euchre.preliminaries import Missing
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Seats, Words


class MissedExchange(Infraction[Missing]):
    place = "exchange"
    words = Words(
        message="{seat} never passed {to} a card",
        fault="no card passed",
        claimed="{whom} never passed a card",
        denied="{whom} passed every card that was owed",
        help="make the exchange before the first card",
    )

    def offends(self, case: LawCase[Missing]) -> bool:
        return True

    def facts(self, case: LawCase[Missing]) -> Facts:
        return {"to": Seats(1 << case.event.taker)}
