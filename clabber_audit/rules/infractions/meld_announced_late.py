"""Announcing a meld late.

A meld not announced before its holder's first card is not scored (R-058). The league counts the late call as out of
turn, a renege (league rule 7, D-25); elsewhere the meld is simply void.

Example: East plays to the first trick and then says "fifty".
"""

from clabber_audit.cards import SCORED
from clabber_audit.games.clabber.melds import MeldEntry
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import LawCase, Trait, Words
from clabber_audit.rules.infractions import MeldInfraction


class MeldAnnouncedLate(MeldInfraction):
    number = 16
    traits = Trait.DENIES_MELD
    words = Words(
        message="{seat} announced a {kind} only after playing to trick 1",
        fault="meld called late",
        claimed="{whom} announced a meld too late",
        denied="{whom} did not announce a meld too late",
        help="announce just before playing to the first trick",
    )

    def offends(self, case: LawCase[MeldEntry]) -> bool:
        """Return True if announced after the seat's first card."""
        entry = case.event
        return entry.first_fell and entry.first < entry.announced <= SCORED

    def claim_alias(self, toggles: Toggles) -> str:
        """Return the name that the league has for a late call: out of turn (L7, R-060, D-25, D-53)."""
        return "meld-announced-out-of-turn" if toggles.late_meld == "renege" else ""
