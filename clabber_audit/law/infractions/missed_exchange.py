"""An exchange that was not made.

After a pepper in Progressive Euchre partner and bidder hand each other a card (B-037). Whoever calls high or low in
BuckenPeffer trades cards with the player at his left (B-078). Where it is noted that nobody handed over anything, that
is noted; the hand goes on as it was played (BD-80).

Example: West calls high in BuckenPeffer and leads at once.
"""

from clabber_audit.games.bid_euchre.exchanging import Missing
from clabber_audit.law.infraction import Facts, Infraction, Seats


def offends(missing: Missing, toggles: object) -> bool:
    return True


def facts(missing: Missing) -> Facts:
    return {"to": Seats(1 << missing.taker)}


INFRACTION = Infraction(
    steps=(Missing,),
    offends=offends,
    facts=facts,
    place="exchange",
    message="{seat} gave {to} no card",
    help="make the exchange before the first card",
)
