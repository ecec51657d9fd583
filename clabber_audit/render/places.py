"""Where a fact stands in the record: the deal, a card, a declaration, a meld."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.record.model import HandRecord
from clabber_audit.render.wording import bare, card_at
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import SEATS
from clabber_audit.table.moments import on_paper

#: The parts of a record that findings are about; of those that are lists the name of one of its entries.
_PARTS: Final = {
    "claims": "claim",
    "contract": "contract",
    "deal": "deal",
    "declarations": "declarations",
    "incidents": "incident",
    "laydown": "lay-down",
    "melds": "meld",
    "plays": "card",
    "score": "score",
}


class Fact(NamedTuple):
    """One thing that the record says, or that follows from it."""

    text: str
    #: Where it stands in the record, or what it follows from.
    source: str


def of_trump(ruling: Ruling) -> str:
    """Where it stands what was trumps."""
    declared = ruling.walk.declared
    return f"declaration {len(declared.calls)}" if declared.called else "contract"


def of_play(ruling: Ruling, at: int) -> str:
    """A card by its number in the hand and its place: `card 6 = trick 2, card 2`."""
    if not 0 <= at < len(ruling.walk.cards):
        return f"clock {on_paper(at + 1)}"
    place = f"card {at + 1} = {card_at(ruling.walk.hand.seating, at)}"
    if at in ruling.walk.hand.inferred:
        return f"{place}, inferred"
    if ruling.walk.cards[at]:
        return place
    lost = ruling.walk.hand.seating.trick_of(at) in ruling.walk.hand.record.disordered
    return f"{place}, {'order lost' if lost else 'not recorded'}"


def in_deal(record: HandRecord, seat: int, code: str) -> Iterator[str]:
    """Where the deal says that a seat was dealt a card."""
    if code in record.deal.hands.get(SEATS[seat], ()):  # type: ignore[call-overload]
        yield f"deal, {bare(seat)}’s hand"
    if code == record.deal.upcard and record.deal.dealer == SEATS[seat]:
        yield "deal, the up-card"


def in_melds(record: HandRecord, seat: int, code: str) -> Iterator[str]:
    """The melds in which a seat showed a card."""
    for number, meld in enumerate(record.melds or (), 1):
        if meld.seat == SEATS[seat] and code in meld.cards and meld.shown != "never":
            yield f"meld {number}"


def of_finding(finding: Finding) -> str:
    """The entry of the record that a finding is about, by its number."""
    part, *number = finding.path or ("",)
    text = _PARTS.get(str(part), "the record")
    return f"{text} {int(number[0]) + 1}" if number else text
