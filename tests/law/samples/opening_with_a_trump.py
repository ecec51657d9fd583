"""Opening with a trump.

At some tables nobody leads a trump to the first trick, except from a hand of trumps. No text of the league has it: any
card may be led (R-032).

Example: North opens with the king of trumps and holds five plain cards.
"""

from clabber_audit.cards.cards import CODE, codes
from clabber_audit.replay.tricks import Lead
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words


class OpeningWithATrump(Infraction[Lead]):
    events = (Lead,)
    place = "duty"
    words = Words(
        message="{seat} opened with {played}, a trump, holding {could}",
        help="lead a plain card to the first trick",
        doubt="{seat}, who opened with {played}, had a plain card",
        owed="{who} owed a plain card to the first trick, {held}",
        deed="opened with a trump",
    )

    def offends(self, case: LawCase[Lead]) -> bool:
        """Return True for a trump led to the first trick from a hand with other cards."""
        lead = case.event
        return ((lead.card & lead.trump) != 0) & (lead.trick == 1) & ((lead.hand & ~lead.trump) != 0)

    def facts(self, case: LawCase[Lead]) -> Facts:
        lead = case.event
        return {"played": CODE.get(lead.card), "could": codes(self.proof(case))}

    def proof(self, case: LawCase[Lead]) -> int:
        """Return the plain cards that the hand held back."""
        return case.event.hand & ~case.event.trump
