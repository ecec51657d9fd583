"""Failing to follow suit.

A player who has the suit led must play it. Playing any other card, a trump included, while holding that suit is a
renege: ruffing does not excuse it. There is no duty to beat the cards already played to a plain-suit lead.

The card in the hand decides, not what the player thought was led. A card played out of turn is judged against the table
as it then was.

In Clabber the duties to trump and to beat the highest trump come after this one (R-033 to R-037).

In Bid Euchre and its kin it is the only duty of play (B-019). The left bower is a trump here too, and so is the joker
(B-005, BD-05). A player out of the suit led may play anything (B-020).

Example: ace of diamonds led; South, holding 10♦, plays 10♠.
"""

from clabber_audit.replay import OffSuit
from clabber_audit.rules.infraction import LawCase, Words
from clabber_audit.rules.infractions import SuitDuty


class FailureToFollow(SuitDuty):
    number = 1
    words = Words(
        message="{seat} played {played} off suit while holding {could}",
        messages={
            "trumped": "{seat} trumped {led_card} with {played} while holding {could}",
            "threw off": "{seat} threw off {played} on {led_card} while holding {could}",
        },
        fault="failed to follow suit",
        denied="{whom} never failed to follow suit",
        help="if you have the suit that was led, play it",
        doubt="{seat} still had {led_card} when playing {played}",
        owed="{led} were led, and {who} had to play {held}",
        deed="failed to follow suit",
    )

    def offends(self, case: LawCase[OffSuit]) -> bool:
        """Return True if the card is off the suit led and the hand held that suit."""
        play = case.event
        return ((play.card & play.led) == 0) & ((play.hand & play.led) != 0)

    def cards_owed(self, case: LawCase[OffSuit]) -> int:
        """Return the cards of the suit led that the hand held back."""
        return case.event.hand & case.event.led
