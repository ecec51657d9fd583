"""How facts name seats and melds: as records do."""

from __future__ import annotations

from clabber_audit.games.clabber.melds import within
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.law.infraction import Facts
from clabber_audit.replay import Entry
from clabber_audit.table.cards import SEATS, codes


def seats(bits: int) -> str:
    """The letters of a set of seats given as bits, clockwise from North."""
    return "".join(letter for seat, letter in enumerate(SEATS) if bits >> seat & 1)


def is_none(entry: Entry, toggles: Toggles) -> bool:
    """Whether the cards of a meld are none, or one of them counts in an earlier meld (R-056)."""
    return bool(entry.cards) and (entry.shared or not within(entry.cards, toggles.four_tens))


def meld_facts(entry: Entry) -> Facts:
    """The kind of a meld and the cards shown for it."""
    return {"kind": entry.kind, "cards": codes(entry.cards)}
