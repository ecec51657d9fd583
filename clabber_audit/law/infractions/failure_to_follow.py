"""Failing to follow suit.

Whoever holds a card of the suit led must play one. Playing any other card while holding one is a renege, a trump
included: ruffing does not excuse it. There is no duty to beat the cards already played to a plain-suit lead.

The card in the hand decides, not what the player thought was led. A card played out of turn is judged against the table
as it then was.

In Clabber the duties to trump and to go over come after this one (R-033 to R-037).

In Bid Euchre and its kin it is the only duty of play (B-019). The left bower belongs to trumps in this too, and so does
the joker (B-005, BD-05). Whoever is out of the suit led may play anything (B-020).

Example: ace of diamonds led; South, holding 10♦, plays 10♠.
"""

from clabber_audit.law.infraction import Facts, Infraction
from clabber_audit.replay import Follow, OffSuit
from clabber_audit.table.cards import CODE, codes, letter_of


def offends(card: int, hand: int, led: int, trump: int, above: int) -> bool:
    """The card is off the suit led, and the hand held that suit."""
    return ((card & led) == 0) & ((hand & led) != 0)


def facts(play: Follow) -> Facts:
    return {"led": letter_of(play.led), "could": codes(play.hand & play.led), "played": CODE.get(play.card)}


def proof(play: Follow) -> int:
    """Any card of the suit led that the hand held back."""
    return play.hand & play.led


INFRACTION = Infraction(
    steps=(OffSuit,),
    offends=offends,
    facts=facts,
    place="duty",
    message="{seat} played {played} on a lead of {led} while still holding {could}",
    messages={
        "trumped": "{seat} trumped {led_card} with {played} while still holding {could}",
        "threw off": "{seat} threw off {played} on {led_card} while still holding {could}",
    },
    help="play a card of the suit led while you hold one",
    doubt="{seat}, who played {played} on a lead of {led}, held a card of that suit",
    owed="{led} were led, and {who} had to play {held}",
    deed="failed to follow suit",
    proof=proof,
    number=1,
)
