"""Dropping out where that is not allowed.

Only where the game has it may a player leave the hand, and never the bidder or the bidder’s side, nor in a hand that
nobody bid for or in which a club was turned up (B-090, B-091, B-104, B-106, BD-51). A player who tries to is still in,
and it is noted.

Example: a club is turned up in Eau Claire, and East wants to sit the hand out.
"""

from clabber_audit.games.bid_euchre.preliminaries import Leaving
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class ForbiddenDropOut(Infraction[Leaving]):
    place = "leaving"
    words = Words(
        message="{seat} tried to drop out, which is not allowed here",
        messages={"sat out": "{seat} dropped out, which is not allowed here, and played no cards"},
        fault="drop-out not allowed",
        claimed="{whom} could not drop out",
        denied="{whom} did not drop out against the rules",
        help="play the hand out",
    )

    def offends(self, case: LawCase[Leaving]) -> bool:
        return not case.event.allowed
