"""Failing to beat the highest trump.

A trump played must beat the highest trump already in the trick whenever the hand can (R-036), even when that trump is
the partner's. It holds when trump is led and when a plain lead is ruffed. In trump the order is J 9 A 10 K Q, so that
the nine beats the ace. Players forget this more than anything else.

A player who cannot beat it may play any trump. One who can follow a plain lead that was ruffed must follow suit, and
owes nothing more.

Example: ace of hearts led and ruffed with K♠; West, out of hearts with 9♠ and Q♠, plays the queen.
"""

from clabber_audit.cards.cards import CODE, RANK, codes
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.replay.tricks import Follow, TrumpPlayed
from clabber_audit.rules.infraction import Facts, Infraction


def offends(card: int, hand: int, led: int, trump: int, above: int) -> bool:
    """Return True for a trump below the highest, by a hand that held a higher one and was not bound to follow suit."""
    bound_elsewhere = ((card & led) == 0) & ((hand & led) != 0)
    return ((card & trump) != 0) & ((card & above) == 0) & ((hand & above) != 0) & (bound_elsewhere == 0)


def facts(play: Follow) -> Facts:
    return {"could": codes(play.hand & play.above), "played": CODE.get(play.card), "highest": _highest(play)}


def proof(play: Follow) -> int:
    """Return the higher trumps that the hand held back."""
    return play.hand & play.above


def _highest(play: Follow) -> str:
    beaters = RANKINGS[play.trump].beaters
    jacks = play.trump & RANK["J"]
    on_top = [card for card, higher in beaters.items() if card & play.trump and higher == play.above]
    return CODE[on_top[0] if on_top else jacks]


INFRACTION = Infraction(
    steps=(TrumpPlayed,),
    offends=offends,
    facts=facts,
    place="duty",
    game="clabber",
    message="{seat} put {played} on {highest} while holding {could}",
    fault="failed to beat the trump",
    claimed="{whom} failed to beat the trump",
    denied="{whom} never failed to beat a trump",
    help="beat the highest trump in the trick if you can",
    doubt="{seat} still had a higher trump when playing {played}",
    owed="the highest trump on the table was {highest}. {who} had to beat it with {held}",
    deed="failed to beat the highest trump",
    proof=proof,
    number=3,
)
