"""Failing to trump.

A player who cannot follow suit must play a trump, if there is one in the hand (R-034), even when it cannot win the
trick and even when the partner is winning it. Throwing off while holding a trump is a renege.

Only a player out of the suit led can commit it; one who has that suit has failed to follow instead.

Example: hearts led, spades trump; West has no heart, holds 9♠, and plays the ace of clubs.
"""

from clabber_audit.replay import OffSuit
from clabber_audit.rules.infraction import LawCase, Words
from clabber_audit.rules.infractions import SuitDuty


class FailureToTrump(SuitDuty):
    number = 2
    game = "clabber"
    words = Words(
        message="{seat}, out of {led}, threw off {played} while holding {could}",
        fault="failed to trump",
        denied="{whom} never failed to trump",
        help="if you are out of the suit led, play a trump if you have one",
        doubt="{seat} still had a trump when playing {played}",
        owed="{who} was out of {led} and had to trump with {held}",
        deed="failed to trump",
    )

    def offends(self, case: LawCase[OffSuit]) -> bool:
        """Return True if the card is no trump, and the hand was out of the suit led and had a trump."""
        play = case.event
        return (
            ((play.hand & play.led) == 0) & ((play.card & play.trump) == 0) & ((play.hand & play.trump) != 0)
        )

    def cards_owed(self, case: LawCase[OffSuit]) -> int:
        """Return the trumps that the hand held back."""
        return case.event.hand & case.event.trump
