"""A wrong number of cards.

A hand in which somebody was dealt too many or too few cards is void, whenever it is found before the score is written,
and the same dealer deals again.

In Clabber no source gives a penalty for it (D-05).

In Bid Euchre and its kin it may be too late once the first card has fallen (B-124, BD-20, BD-62).

Example: in trick 2 North is found with seven cards dealt and East with five.
"""

from clabber_audit.cards.cards import SCORED
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.replay.events import Incident
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import Facts, Infraction

KIND = "wrong_card_count"


def offends(incident: Incident, toggles: Toggles) -> bool:
    return incident.kind == KIND


def facts(incident: Incident) -> Facts:
    return {}


def charge(incident: Incident, toggles: Toggles, penalty: Penalty) -> Penalty:
    """Return `note` once the hand is scored, and a renege where the dealer is blamed (D-05)."""
    if incident.at >= SCORED:
        return "note"
    return "renege" if _dealer_blamed(incident, toggles) else penalty


def offender(incident: Incident, toggles: Toggles) -> int | None:
    """Return the dealer, where the dealer is blamed, else the seat that the record names."""
    return incident.dealer if _dealer_blamed(incident, toggles) else incident.seat


def _dealer_blamed(incident: Incident, toggles: Toggles) -> bool:
    return toggles.bad_deal_after_play == "renege_dealer" and incident.at > 0


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=facts,
    place="incident",
    message="a player was dealt the wrong number of cards",
    fault="wrong number of cards",
    claimed="a hand had the wrong number of cards",
    denied="every hand had the right number of cards",
    help="the same dealer deals again",
    offender=offender,
    charge=charge,
    incidents=(KIND,),
    number=31,
)
