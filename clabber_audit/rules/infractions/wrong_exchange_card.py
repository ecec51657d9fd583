"""Passing the wrong card.

In Progressive Euchre the partner of a pepper passes the best card of the suit asked for; the left bower may be it
(B-036, B-037, BD-24). In BuckenPeffer the player who calls high or low passes one of the best cards, and the player at
the left one of the worst (B-078, BD-41). The hands before anything was passed decide. The cards stay where they went,
and it is noted (BD-80).

Example: asked for the best diamond, South passes the nine and keeps the jack of hearts.
"""

from clabber_audit.cards import codes
from clabber_audit.games.bid_euchre.preliminaries import CardsExchanged
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words


class WrongExchangeCard(Infraction[CardsExchanged]):
    place = "exchange"
    words = Words(
        message="{seat} passed {cards} but had to pass {choice}",
        fault="wrong card passed",
        claimed="{whom} passed the wrong card",
        denied="{whom} passed the right card",
        help="pass the best card, or the worst, as the game has it",
        doubt="{seat} had another card to pass instead of {cards}",
    )

    def offends(self, case: LawCase[CardsExchanged]) -> bool:
        """Return True if a card passed was not among those to choose from."""
        exchange = case.event
        choice = exchange.choice
        return choice is not None and exchange.cards & ~choice != 0

    def facts(self, case: LawCase[CardsExchanged]) -> Facts:
        exchange = case.event
        return {"cards": codes(exchange.cards), "could": codes(exchange.choice or 0) or None}
