"""Playing out of turn.

The turn goes clockwise from whoever led the trick, rightly or not. A card is out of turn when its
player is neither the next who has still to play, nor the left neighbor of the player just before, nor the one who
should have led, or has already played to the trick. A card that falls in its player's own place in the trick is in
turn, even if somebody else played ahead. So whoever follows a card out of turn commits nothing.

In Clabber it is a renege (R-087, D-64). League rule 11 exempts the last trick.

In Bid Euchre and its kin it is noted (B-019, BD-72).

Example: West leads to trick 4 and East plays before North.
"""

from clabber_audit.replay import Turn
from clabber_audit.rules.infraction import LawCase, Words
from clabber_audit.rules.infractions import OutOfTurn


class PlayOutOfTurn(OutOfTurn):
    number = 5
    exempted_by = ("last_trick_out_of_turn_ok",)
    words = Words(
        message="{seat} played {played} on {turn_of} turn",
        fault="played out of turn",
        denied="{whom} never played out of turn",
        help="wait until the player at your right has played",
        doubt="{seat} had the turn when playing {played}",
        deed="played out of turn",
        exception="on the last trick, playing out of turn is no renege",
    )

    def has_happened(self, case: LawCase[Turn]) -> bool:
        """Return True unless the seat was in turn or in place, left of the last, or the rightful leader (R-087, D-64).

        Where followers are guilty too, the one who should have led comes first.
        """
        turn = case.event
        waiting = turn.rightful or turn.turn
        allowed = (
            waiting if case.toggles.followers_guilty else turn.turn | turn.left | turn.place | turn.rightful
        )
        return not turn.lead and not turn.seat & allowed
