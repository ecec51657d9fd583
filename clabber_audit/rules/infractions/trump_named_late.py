"""Naming trump late.

The high bidder names trump before the first card (B-072), and in Progressive Euchre with the lead (B-040). Later is
noted (BD-19), also of another player whose naming the hand is played in.

Example: South wins the bid, leads, and says “spades” when three cards lie on the table.
"""

from clabber_audit.games.game import Naming
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class TrumpNamedLate(Infraction[Naming]):
    place = "naming"
    event_facts = (("named", "name"),)
    words = Words(
        message="{seat} named {named} after play had started",
        fault="trump named late",
        claimed="{whom} named trump too late",
        denied="{whom} did not name trump too late",
        help="name trump before anyone plays",
    )

    def offends(self, case: LawCase[Naming]) -> bool:
        """Return True if trump was named after play had started."""
        return not case.event.in_time
