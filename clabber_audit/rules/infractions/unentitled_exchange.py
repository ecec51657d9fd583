"""Passing cards that the game does not ask for.

Cards change hands only where the game has it so, as many as it says, once each way. None do after a Pfeffer (B-055,
B-079); playing alone in Double Hasenpfeffer it is two for two, with partner, at a table of four (B-143). What was
passed stays where it went, and is noted (BD-80).

Example: South goes alone in Double Hasenpfeffer and passes North one card.
"""

from clabber_audit.cards import codes
from clabber_audit.games.bid_euchre.preliminaries import CardsExchanged
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Seats, Words


class UnentitledExchange(Infraction[CardsExchanged]):
    place = "exchange"
    words = Words(
        message="{seat} passed {cards} to {to}, which is not allowed here",
        messages={
            "again": "{seat} passed {cards} to {to} after the exchange had been made",
            "number": "{seat} passed {cards} to {to}; it should have been {due_cards}",
        },
        fault="exchange not allowed",
        faults={"again": "exchanged twice", "number": "passed too many cards"},
        claimed="{whom} passed cards against the rules",
        denied="{whom} passed no card against the rules",
        help="keep your cards unless the game asks for them",
    )

    def offends(self, case: LawCase[CardsExchanged]) -> bool:
        """Return True if the game asks for no such exchange."""
        return case.event.duty is None

    def facts(self, case: LawCase[CardsExchanged]) -> Facts:
        exchange = case.event
        told: Facts = {"cards": codes(exchange.cards) or None, "to": Seats(1 << exchange.taker)}
        if exchange.due == exchange.how_many:
            return {"part": "again", **told}
        return {"part": "number", **told, "due_cards": exchange.due} if exchange.due else told
