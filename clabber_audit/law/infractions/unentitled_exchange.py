"""Handing over cards that the game does not ask for.

Cards change hands only where the game has it so, as many as it says, once each way. None do after a Pfeffer (B-055,
B-079); playing alone in Double Hasenpfeffer it is two for two, with partner, at a table of four (B-143). What was
handed over stays where it went, and is noted (BD-80).

Example: South plays alone in Double Hasenpfeffer and gives his partner one card.
"""

from clabber_audit.games.bid_euchre.exchanging import Exchange
from clabber_audit.law.infraction import Facts, Infraction, Seats
from clabber_audit.table.cards import codes


def offends(exchange: Exchange, toggles: object) -> bool:
    """Cards that answer to nothing the game has."""
    return exchange.duty is None


def facts(exchange: Exchange) -> Facts:
    told: Facts = {"cards": codes(exchange.cards) or None, "to": Seats(1 << exchange.taker)}
    if exchange.due == exchange.how_many:
        return {"part": "again", **told}
    return {"part": "number", **told, "due_cards": exchange.due} if exchange.due else told


INFRACTION = Infraction(
    steps=(Exchange,),
    offends=offends,
    facts=facts,
    place="exchange",
    message="{seat} handed {cards} to {to}, and the game has no such exchange",
    messages={
        "again": "{seat} handed {cards} to {to} when the exchange had been made",
        "number": "{seat} handed {cards} to {to}; it should have been {due_cards}",
    },
    help="keep your cards unless the game asks for them",
)
