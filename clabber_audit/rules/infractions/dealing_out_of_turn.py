"""Dealing out of turn.

Dealing when it is another's deal is a misdeal if it is called in time: the rightful dealer deals. Later the deal is
good, and the wrong deal is noted.

In Clabber it is called before the dealer's last card is dealt (R-018), in the league before that card is turned up
(R-019).

In Bid Euchre and its kin it is called while the cards are dealt (B-010, B-096).

Example: West deals in South's turn; it is noticed with the last card still face down.
"""

from clabber_audit.cards import DEAL
from clabber_audit.replay import Dealing, IncidentEvent
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Seats, Trait, Words

KIND = "dealt_out_of_turn"


class DealingOutOfTurn(Infraction[Dealing | IncidentEvent]):
    place = "deal"
    number = 32
    incidents = (KIND,)
    traits = Trait.DUE_DEALER_DEALS
    words = Words(
        message="{seat} dealt out of turn",
        messages={"due": "{seat} dealt, but it was {due}’s deal"},
        fault="dealt out of turn",
        denied="the deal was in turn",
        help="call a wrong deal before the last card is turned up",
    )

    def offends(self, case: LawCase[Dealing | IncidentEvent]) -> bool:
        """Return True if an incident notes it, or the dealer is not the one who was due."""
        event = case.event
        if isinstance(event, IncidentEvent):
            return event.kind == KIND
        return event.due != event.dealer and KIND not in event.noted

    def facts(self, case: LawCase[Dealing | IncidentEvent]) -> Facts:
        """Return who should have dealt, if the record says so."""
        event = case.event
        return {} if event.due is None or event.due == event.seat else {"due": Seats(1 << event.due)}

    def charge(self, case: LawCase[Dealing | IncidentEvent]) -> Penalty:
        """Return the penalty, or `note` for a deal that stood."""
        event = case.event
        return case.penalty if isinstance(event, IncidentEvent) and event.called <= DEAL else "note"
