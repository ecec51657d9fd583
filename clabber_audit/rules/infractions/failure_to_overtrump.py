"""Failing to beat the highest trump.

A trump played must beat the highest trump already in the trick whenever the hand can (R-036), even when that trump is
the partner's. It holds when trump is led and when a plain lead is ruffed. In trump the order is J 9 A 10 K Q, so that
the nine beats the ace. Players forget this more than anything else.

A player who cannot beat it may play any trump. One who can follow a plain lead that was ruffed must follow suit, and
owes nothing more.

Example: ace of hearts led and ruffed with K♠; West, out of hearts with 9♠ and Q♠, plays the queen.
"""

from clabber_audit.cards import CODE, RANK, codes
from clabber_audit.games.clabber.melds import RANKINGS
from clabber_audit.replay import Follow, TrumpPlayed
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Words


class FailureToOvertrump(Infraction[TrumpPlayed]):
    place = "duty"
    number = 3
    game = "clabber"
    words = Words(
        message="{seat} put {played} on {highest} while holding {could}",
        fault="failed to beat the trump",
        denied="{whom} never failed to beat a trump",
        help="beat the highest trump in the trick if you can",
        doubt="{seat} still had a higher trump when playing {played}",
        owed="the highest trump on the table was {highest}. {who} had to beat it with {held}",
        deed="failed to beat the highest trump",
    )

    def offends(self, case: LawCase[TrumpPlayed]) -> bool:
        """Return True for a trump below the highest, if the hand held a higher one and need not follow suit."""
        play = case.event
        bound_elsewhere = ((play.card & play.led) == 0) & ((play.hand & play.led) != 0)
        return (
            ((play.card & play.trump) != 0)
            & ((play.card & play.above) == 0)
            & ((play.hand & play.above) != 0)
            & (bound_elsewhere == 0)
        )

    def facts(self, case: LawCase[TrumpPlayed]) -> Facts:
        play = case.event
        return {
            "could": codes(self.cards_owed(case)),
            "played": CODE.get(play.card),
            "highest": _highest(play),
        }

    def cards_owed(self, case: LawCase[TrumpPlayed]) -> int:
        """Return the higher trumps that the hand held back."""
        return case.event.hand & case.event.above


def _highest(play: Follow) -> str:
    beaters = RANKINGS[play.trump].beaters
    jacks = play.trump & RANK["J"]
    on_top = [card for card, higher in beaters.items() if card & play.trump and higher == play.above]
    return CODE[on_top[0] if on_top else jacks]
