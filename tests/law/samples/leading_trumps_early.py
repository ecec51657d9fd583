"""Leading trumps before they are open.

At some tables nobody leads a trump before one has fallen to an earlier trick, except from a hand of trumps. No text of
the league has it: any card may be led (R-032).

Example: North opens with the king of trumps and holds three plain cards.
"""

from clabber_audit.cards.cards import CODE, codes
from clabber_audit.replay.tricks import Lead
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words


class LeadingTrumpsEarly(Infraction[Lead]):
    events = (Lead,)
    place = "duty"
    words = Words(
        message="{seat} led {played} before trumps were open, holding {could}",
        help="lead a plain card until a trump has fallen",
        doubt="{seat}, who led {played}, led a trump too early",
        owed="no trump had fallen yet; {who} owed a plain card, {held}",
        deed="led a trump too early",
    )

    def offends(self, case: LawCase[Lead]) -> bool:
        """Return True for a trump, from a hand with other cards, while none has fallen."""
        lead = case.event
        return ((lead.card & lead.trump) != 0) & (lead.above == 0) & ((lead.hand & ~lead.trump) != 0)

    def facts(self, case: LawCase[Lead]) -> Facts:
        lead = case.event
        return {"played": CODE.get(lead.card), "could": codes(lead.hand & ~lead.trump)}

    def proof(self, case: LawCase[Lead]) -> int:
        """Return the plain cards that the hand held back."""
        lead = case.event
        return lead.hand & ~lead.trump
