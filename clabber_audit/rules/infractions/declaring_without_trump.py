"""Declaring a suit without holding one.

A player who makes a suit trump must hold at least one card of it (R-024), by the rules of gamerules.com only in round 2
(D-07). To play a hand as maker without a trump is a renege (R-025, league rule 6). The up-card belongs to the dealer's
hand, so that the dealer can always play in round 1.

Example: North plays the up-card's suit in round 1 without holding a card of it.
"""

from clabber_audit.cards import SUIT_LETTER
from clabber_audit.games.clabber.auction import Call
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Trait, Words


class DeclaringWithoutTrump(Infraction[Call]):
    place = "declaration"
    number = 11
    exempted_by = ("round1_needs_trump",)
    certified = "suit"
    traits = Trait.NOT_BY_CONTRACT
    words = Words(
        message="{seat} made {trump} trump without holding {trump_card}",
        fault="made trump without holding one",
        denied="{whom} did not make trump without holding one",
        help="name a suit you hold",
        deed="called {suit} without holding any",
        exception="these rules ask for a card of the suit only in round 2",
    )

    def offends(self, case: LawCase[Call]) -> bool:
        """Return True if the call made a suit trump that the hand does not hold, in a round that asks for one."""
        return (case.event.round == 2 or case.toggles.round1_needs_trump) and self.has_happened(case)

    def has_happened(self, case: LawCase[Call]) -> bool:
        """Return True if the call that made trump came from a hand without a card of the suit."""
        call = case.event
        return bool(call.valid and call.suit) and (call.hand & call.suit) == 0

    def facts(self, case: LawCase[Call]) -> Facts:
        call = case.event
        return {"trump": SUIT_LETTER.get(call.suit), "round": call.round}

    def missing_cards(self, case: LawCase[Call]) -> tuple[int, bool]:
        """Return the suit: the hand lacks every card of it."""
        return case.event.suit, True
