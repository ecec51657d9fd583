"""A wrong number of cards.

A hand in which somebody was dealt too many or too few cards is void, whenever it is found before the score is written,
and the same dealer deals again.

In Clabber no source gives a penalty for it (D-05).

In Bid Euchre and its kin it may be too late once the first card has fallen (B-124, BD-20, BD-62).

Example: in trick 2 North is found with seven cards dealt and East with five.
"""

from clabber_audit.cards import SCORED
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.replay import IncidentEvent
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import Infraction, LawCase, Words

KIND = "wrong_card_count"


class WrongCardCount(Infraction[IncidentEvent]):
    place = "incident"
    number = 31
    incidents = (KIND,)
    words = Words(
        message="a player was dealt the wrong number of cards",
        fault="wrong number of cards",
        claimed="a hand had the wrong number of cards",
        denied="every hand had the right number of cards",
        help="the same dealer deals again",
    )

    def offends(self, case: LawCase[IncidentEvent]) -> bool:
        return case.event.kind == KIND

    def offender(self, case: LawCase[IncidentEvent]) -> int | None:
        """Return the dealer, where the dealer is blamed, else the seat that the record names."""
        incident = case.event
        toggles: Toggles = case.toggles
        return incident.dealer if _dealer_blamed(incident, toggles) else incident.seat

    def charge(self, case: LawCase[IncidentEvent]) -> Penalty:
        """Return `note` once the hand is scored, and a renege where the dealer is blamed (D-05)."""
        incident = case.event
        toggles: Toggles = case.toggles
        if incident.at >= SCORED:
            return "note"
        return "renege" if _dealer_blamed(incident, toggles) else case.penalty


def _dealer_blamed(incident: IncidentEvent, toggles: Toggles) -> bool:
    return toggles.bad_deal_after_play == "renege_dealer" and incident.at > 0
