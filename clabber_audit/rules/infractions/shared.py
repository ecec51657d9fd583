"""Code that several infractions share."""

from __future__ import annotations

from clabber_audit.cards.cards import NEVER, codes
from clabber_audit.games.clabber.melds import MeldEntry, within
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.records.partial_deal import KEPT
from clabber_audit.replay.events import IncidentEvent
from clabber_audit.rules.infraction import Facts, Infraction, LawCase, Place


def is_none(entry: MeldEntry, toggles: Toggles) -> bool:
    """Return True if the cards are no meld, or one of them counts in an earlier meld (R-056)."""
    return bool(entry.cards) and (entry.shared or not within(entry.cards, toggles.melds))


class MeldInfraction(Infraction[MeldEntry]):
    """Infraction about a run or four of a kind."""

    events = (MeldEntry,)
    place: Place = "meld"

    def facts(self, case: LawCase[MeldEntry]) -> Facts:
        """Return the kind of the meld and the cards shown for it."""
        return {"kind": case.event.kind, "cards": codes(case.event.cards)}


def quoted(incident: IncidentEvent) -> Facts:
    """Return the words spoken, if they were noted."""
    return {"quote": incident.quote} if incident.quote else {}


def by_other(incident: IncidentEvent) -> Facts:
    """Return who did it without playing, and whom it helped."""
    helped = {} if incident.helped is None else {"helped": incident.seating.seats[incident.helped]}
    return {"by_other": incident.by_other, **helped} if incident.by_other else {}


def second_fell(king: int | None, queen: int | None) -> int:
    """Return the clock of the second of king and queen: NEVER if one is held, -1 if another seat had one (None)."""
    return -1 if king is None or queen is None else NEVER if KEPT in (king, queen) else max(king, queen)
