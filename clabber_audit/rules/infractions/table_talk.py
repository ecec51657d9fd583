"""Table-talk.

Words, gestures and looks that give a side an unfair advantage are a ground for a misdeal or another penalty, and how
much is too much varies from table to table (B-130). It is recorded, and if the other side calls it, the hand is a
misdeal and the same dealer deals again (BD-76).

Example: West says “vee play, and lead a club” before the lead.
"""

from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.replay.events import Incident
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.incidents import IncidentKind
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions.words import quoted

KIND = IncidentKind("table_talk", "talked across the table", "{seat} talked across the table", only="bid-euchre")


def offends(incident: Incident, toggles: object) -> bool:
    return incident.kind == KIND.word


def once_claimed(toggles: Toggles) -> Penalty | None:
    """Return `redeal` where a claim of it is a misdeal (BD-76)."""
    return "redeal" if toggles.table_talk == "misdeal_on_claim" else None


INFRACTION = Infraction(
    steps=(Incident,),
    offends=offends,
    facts=quoted,
    place="incident",
    message="{seat} talked across the table",
    fault="table talk",
    claimed="{whom} talked across the table",
    denied="the record shows no table talk",
    help="say nothing that helps your side",
    once_claimed=once_claimed,
    incident=KIND,
)
