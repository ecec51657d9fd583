"""Announcing a meld out of turn.

A meld is announced just before playing to the first trick (R-057). Announced before that, it is called out of turn, a
renege in every ruleset (R-060, R-083). If nobody calls it, the meld still counts.

Example: North says "dad" while West is thinking about the opening lead.
"""

from clabber_audit.games.clabber.melds import MeldEntry
from clabber_audit.rules.infraction import LawCase, Words
from clabber_audit.rules.infractions import MeldInfraction


class MeldAnnouncedOutOfTurn(MeldInfraction):
    number = 13
    words = Words(
        message="{seat} announced a {kind} too soon",
        fault="meld called early",
        claimed="{whom} announced a meld too early",
        denied="{whom} did not announce a meld too early",
        help="announce just before playing to the first trick",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if announced before the seat's first card."""
        entry = case.event
        return entry.announced < entry.first
