"""Exposing a card.

To let enough of a card be seen to know it, without playing it, kills the hand and is a renege (R-042, league rule 9).
The up-card, a card already played, melds shown in their turn, an agreed lay-down and hands opened for a claim are no
exposures (D-68). No published description has this rule.

A card of which only part was seen is exposed if it was recognized. One that came into view as it was being played is
played (R-041). Whoever then takes it back and plays another has shown that other one: where the first broke no rule of
play, this is an exposure (D-85).

Example: North drops a card face up while sorting cards.
"""

from clabber_audit.cards import CODE
from clabber_audit.replay import IncidentEvent
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words
from clabber_audit.rules.infractions import collect_helper

KINDS = ("exposed_card", "card_half_shown", "card_retracted")


class ExposedCard(Infraction[IncidentEvent]):
    place = "incident"
    number = 8
    game = "clabber"
    incidents = KINDS
    words = Words(
        message="{seat} let {card} be seen without playing it",
        fault="exposed a card",
        denied="the record shows no exposed card",
        help="hold your cards so that nobody can see them",
        exception="everybody had seen that card before",
    )

    def offends(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True for a card that a player showed and that had not been seen before (D-68)."""
        noted = case.event
        return self.has_happened(case) and not (noted.by_other or (noted.known and not noted.in_play))

    def has_happened(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True for any card shown and recognized, even one that everybody knew.

        Of a card taken back it is the one that replaced it, where taking back is no correction (D-59).
        """
        noted = case.event
        if noted.in_play:
            return bool(noted.replaced_by) and case.toggles.correction == "none"
        return noted.kind == KINDS[0] or (noted.kind in KINDS and bool(noted.card))

    def facts(self, case: LawCase[IncidentEvent]) -> Facts:
        noted = case.event
        return {"card": CODE.get(noted.replaced_by if noted.in_play else noted.card), **collect_helper(noted)}
