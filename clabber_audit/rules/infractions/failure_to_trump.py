"""Failing to trump.

A player who cannot follow suit must play a trump, if there is one in the hand (R-034), even when it cannot win the
trick and even when the partner is winning it. Throwing off while holding a trump is a renege.

Only a player out of the suit led can commit it; one who has that suit has failed to follow instead.

Example: hearts led, spades trump; West has no heart, holds 9♠, and plays the ace of clubs.
"""

from clabber_audit.cards.cards import CODE, SUIT_LETTER, codes
from clabber_audit.replay.tricks import Follow, OffSuit
from clabber_audit.rules.infraction import Facts, Infraction


def offends(card: int, hand: int, led: int, trump: int, above: int) -> bool:
    """Return True if the card is no trump, and the hand was out of the suit led and had a trump."""
    return ((hand & led) == 0) & ((card & trump) == 0) & ((hand & trump) != 0)


def facts(play: Follow) -> Facts:
    return {"led": SUIT_LETTER.get(play.led), "could": codes(play.hand & play.trump), "played": CODE.get(play.card)}


def proof(play: Follow) -> int:
    """Return the trumps that the hand held back."""
    return play.hand & play.trump


INFRACTION = Infraction(
    steps=(OffSuit,),
    offends=offends,
    facts=facts,
    place="duty",
    game="clabber",
    message="{seat}, out of {led}, threw off {played} while holding {could}",
    fault="failed to trump",
    claimed="{whom} failed to trump",
    denied="{whom} never failed to trump",
    help="if you are out of the suit led, play a trump if you have one",
    doubt="{seat} still had a trump when playing {played}",
    owed="{who} was out of {led} and had to trump with {held}",
    deed="failed to trump",
    proof=proof,
    number=2,
)
