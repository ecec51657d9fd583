"""Declaring the passed suit.

When all have passed the up-card's suit in round 1, naming that suit in round 2 is a renege (R-026). Under league rule 5
an opponent must call it before playing a first card (R-027). Not called in time, the hand stands with that suit as
trump.

Example: a heart is turned up and passed all round; East then names hearts.
"""

from clabber_audit.cards import SUIT_LETTER
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.rules.infraction import Calling, Facts, Infraction, LawCase, Trait, Words


class DeclaringPassedSuit(Infraction[Call]):
    place = "declaration"
    number = 12
    traits = Trait.BY_UPCARD
    words = Words(
        message="{seat} named {trump}, which all four had passed",
        fault="named the passed suit",
        denied="{whom} did not name the passed suit",
        help="name one of the other three suits",
    )

    def offends(self, case: LawCase[Call]) -> bool:
        """Return True if a valid call of round 2 names the suit turned up."""
        call = case.event
        return bool(call.round == 2 and call.valid and call.suit and call.suit == call.turned_up)

    def facts(self, case: LawCase[Call]) -> Facts:
        return {"trump": SUIT_LETTER.get(case.event.suit)}

    def is_claimable(self, case: LawCase[Calling]) -> bool:
        """Return True before the first card of the seat that the ruleset names (D-08, R-090)."""
        calling = case.event
        toggles: Toggles = case.toggles
        if toggles.passed_suit_window == "last_trick":
            return True
        who = calling.maker if toggles.passed_suit_whose == "maker" else calling.seat
        return who is None or calling.at <= calling.first_cards[who]
