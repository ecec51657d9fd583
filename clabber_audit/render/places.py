"""Where a fact stands in the record: the deal, a card, a declaration, a meld."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.bid_euchre.steps import Spoken
from clabber_audit.record.model import HandRecord
from clabber_audit.render.wording import bare, card_at
from clabber_audit.ruling.certificates import Fact as CardFact
from clabber_audit.ruling.certificates.facts import named
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import CODE

#: The parts of a record that findings are about; of those that are lists the name of one of its entries.
_PARTS: Final = {
    "after": "totals after it",
    "claims": "claim",
    "contract": "contract",
    "deal": "deal",
    "declarations": "call",
    "incidents": "incident",
    "laydown": "lay-down",
    "melds": "meld",
    "plays": "card",
    "score": "score",
    "sheet": "sheet",
}


#: Where a card is named as a seat's.
_NAMED: Final = {
    "deal": "deal, {seat}’s hand",
    "melds": "meld {number}",
    "incidents": "incident {number}",
    "laydown": "lay-down",
}


class Fact(NamedTuple):
    """One thing that the record says, or that follows from it."""

    text: str
    #: Where it stands in the record, or what it follows from.
    source: str


def of_trump(ruling: Ruling) -> str:
    """Return the place in the record that says what was trump."""
    declared = ruling.walk.declared
    if isinstance(declared.before, Spoken):
        namings = declared.before.named.namings
        counts = next((one for one in namings if one.his), namings[0] if namings else None)
        noted = "calls" if ruling.walk.hand.record.declarations else "contract"
        return noted if counts is None else f"call {counts.number + 1}"
    return f"call {len(declared.calls)}" if declared.called else "contract"


def of_play(ruling: Ruling, at: int) -> str:
    """Return where a card fell: `trick 2, card 2`."""
    if not 0 <= at < len(ruling.walk.cards):
        return "before the first card" if at < 0 else "after the last card"
    place = card_at(ruling.walk.hand.seating, at)
    if at in ruling.walk.hand.inferred:
        return f"{place}, inferred"
    if ruling.walk.cards[at]:
        return place
    lost = ruling.walk.hand.seating.trick_of(at) in ruling.walk.hand.record.disordered
    return f"{place}, {'order lost' if lost else 'not recorded'}"


def of_dealt(ruling: Ruling, seat: int, facts: Iterable[CardFact]) -> str:
    """Name the parts of the record that show some cards of a seat: deal or up-card, else melds, incidents, lay-down."""
    found: list[str] = []
    for code in (CODE[fact.cards] for fact in facts):
        named = held(ruling.walk.hand.record, seat, code)
        found += named["deal"][:1] or named["melds"] or named["incidents"] or named["laydown"][:1]
    return "; ".join(dict.fromkeys(found))


def held(record: HandRecord, seat: int, code: str) -> dict[str, list[str]]:
    """Return the places where a record names a card as a seat's, plays apart, by part of the record."""
    found: dict[str, list[str]] = {"deal": [], "melds": [], "incidents": [], "laydown": []}
    for one in named(record):
        if (one.seat, one.code) == (record.seating.seats[seat], code):
            text = _NAMED.get(one.part, "deal, the up-card").format(seat=bare(one.seat), number=one.number)
            found["deal" if one.part == "upcard" else one.part].append(text)
    return found


def of_finding(finding: Finding) -> str:
    """The entry of the record that a finding is about, by its number."""
    part, *number = finding.path or ("",)
    text = _PARTS.get(str(part), "the record")
    return f"{text} {number[0] + 1}" if number and isinstance(number[0], int) else text
