"""Leading out of turn.

The winner of a trick leads to the next. A player who follows a lead out of turn commits nothing, and the trick goes on
from the card led.

In Clabber the player at the dealer's left leads to the first trick (R-031, R-038), and anybody else who leads has
reneged (R-086). League rule 11 exempts the last trick.

In Bid Euchre and its kin the winner of the bid leads to the first trick (B-018, B-023, BD-08), in Pfeffer the dealer's
left, or at no trump the bidder's right (B-057, B-058). A lead out of turn is noted (BD-72).

Example: West won trick 2; North leads to trick 3.
"""

from clabber_audit.replay import Turn
from clabber_audit.rules.infraction import LawCase, Trait, Words
from clabber_audit.rules.infractions import OutOfTurn


class LeadOutOfTurn(OutOfTurn):
    number = 4
    traits = Trait.ABOUT_LEADS
    words = Words(
        message="{seat} led {played}, but it was {turn_of} lead",
        fault="led out of turn",
        denied="{whom} never led out of turn",
        help="let the player who has the lead play first",
        doubt="{seat} had the lead when leading {played}",
        deed="led out of turn",
        exception="on the last trick, leading out of turn is no renege",
    )

    def has_happened(self, case: LawCase[Turn]) -> bool:
        """Return True for a lead by a seat that was not to lead."""
        turn = case.event
        return turn.lead and not turn.seat & turn.turn
