"""Exposing a card.

To let enough of a card be seen to know it, without playing it, kills the hand and is a renege (R-042, league rule 9).
The up-card, a card already played, melds shown in their turn, an agreed lay-down and hands opened for a claim are no
exposures (D-68). No published description has this rule.

Example: North drops a card face up while sorting cards.
"""

from clabber_audit.cards.cards import CODE
from clabber_audit.replay.events import IncidentEvent
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words

KIND = "exposed_card"


class ExposedCard(Infraction[IncidentEvent]):
    events = (IncidentEvent,)
    place = "incident"
    number = 8
    game = "clabber"
    incidents = (KIND,)
    words = Words(
        message="{seat} let {card} be seen without playing it",
        fault="exposed a card",
        claimed="{whom} exposed a card",
        denied="the record shows no exposed card",
        help="hold your cards so that nobody can see them",
    )

    def offends(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True for a card shown that had not been seen before (D-68)."""
        return self.happened(case) and not case.event.known

    def happened(self, case: LawCase[IncidentEvent]) -> bool:
        """Return True for any card shown, even one that everybody knew."""
        return case.event.kind == KIND

    def exception(self, facts: Facts, toggles: object) -> str:
        return "everybody had seen that card before"

    def facts(self, case: LawCase[IncidentEvent]) -> Facts:
        return {"card": CODE.get(case.event.card)}
