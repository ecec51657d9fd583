"""Handing over the wrong card.

In Progressive Euchre the partner of a pepper gives his best card of the suit asked for; the left bower may be it
(B-036, B-037, BD-24). In BuckenPeffer whoever calls high or low gives one of his best cards, and the player at his left
one of his worst (B-078, BD-41). It is judged by the hands before anything was handed over. The cards stay where they
went, and it is noted (BD-80).

Example: asked for his best diamond, South gives the nine and keeps the jack of hearts.
"""

from clabber_audit.games.bid_euchre.exchanging import Exchange
from clabber_audit.law.infraction import Facts, Infraction
from clabber_audit.table.cards import codes


def offends(exchange: Exchange, toggles: object) -> bool:
    """A card that was not among those to choose from."""
    choice = exchange.choice
    return choice is not None and exchange.cards & ~choice != 0


def facts(exchange: Exchange) -> Facts:
    return {"cards": codes(exchange.cards), "could": codes(exchange.choice or 0) or None}


INFRACTION = Infraction(
    steps=(Exchange,),
    offends=offends,
    facts=facts,
    place="exchange",
    message="{seat} handed over {cards} and owed {could}",
    help="hand over the best card, or the worst, as the game has it",
    doubt="{seat}, who handed over {cards}, had a card to give before it",
)
