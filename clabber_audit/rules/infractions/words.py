"""What several files say alike: melds and words as facts, when a faulty deal is too late, when the belle fell."""

from __future__ import annotations

from typing import Protocol

from clabber_audit.cards.cards import NEVER, SCORED, codes
from clabber_audit.games.clabber.melds import Entry, within
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.records.partial_deal import KEPT
from clabber_audit.replay.events import Incident
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import Facts


class OfTheDeal(Protocol):
    """Toggle of every game on faults of the deal."""

    @property
    def misdeal_until(self) -> str:
        """How long one voids the deal: until the first card falls, or until the hand is scored."""


def is_none(entry: Entry, toggles: Toggles) -> bool:
    """Return True if the cards are no meld, or one of them counts in an earlier meld (R-056)."""
    return bool(entry.cards) and (entry.shared or not within(entry.cards, toggles.four_tens))


def meld_facts(entry: Entry) -> Facts:
    """Return the kind of a meld and the cards shown for it."""
    return {"kind": entry.kind, "cards": codes(entry.cards)}


def quoted(incident: Incident) -> Facts:
    """Return the words spoken, where they were written down."""
    return {"quote": incident.quote} if incident.quote else {}


def while_it_can_be_dealt_again(incident: Incident, toggles: OfTheDeal, penalty: Penalty) -> Penalty:
    """Return the penalty, or `note` once it is too late to deal again."""
    too_late = incident.at >= SCORED or (toggles.misdeal_until == "first_card" and incident.at > 0)
    return "note" if too_late else penalty


def second_fell(king: int | None, queen: int | None) -> int:
    """Return the clock of the second of king and queen: never while one is held.

    None is the clock of one that another seat had; then it is before all moments.
    """
    return -1 if king is None or queen is None else NEVER if KEPT in (king, queen) else max(king, queen)
