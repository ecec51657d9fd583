"""Dropping out late.

A player who may leave the hand says so after trump is named and before the first card (B-090, B-104, BD-51, BD-57).
Later it is too late: the player is in, and it is noted.

Example: two cards lie on the table when P2 drops out.
"""

from clabber_audit.games.bid_euchre.preliminaries import Leaving
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class LateDropOut(Infraction[Leaving]):
    place = "leaving"
    words = Words(
        message="{seat} dropped out after play had started",
        fault="dropped out too late",
        denied="{whom} did not drop out too late",
        help="say so before the first card",
    )

    def offends(self, case: LawCase[Leaving]) -> bool:
        """Return True if a player who could have left did so after play had started."""
        leaving = case.event
        return leaving.allowed and not leaving.in_time

    def has_happened(self, case: LawCase[Leaving]) -> bool:
        """Return True if play had begun, allowed to leave or not."""
        return not case.event.in_time
