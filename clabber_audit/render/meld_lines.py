"""Each meld as a line of the sum, and why one that does not score does not."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.law.infractions import infractions
from clabber_audit.render.sums import Line, line
from clabber_audit.render.wording import Speaker, bare, kind
from clabber_audit.replay import Entry
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.tally import Counted
from clabber_audit.table.cards import codes
from clabber_audit.table.moments import SCORED


def meld_lines(ruling: Ruling, speaker: Speaker) -> Iterator[Line]:
    """The runs and fours of the record in its order, then the belles."""
    if ruling.walk.hand.record.melds is None:
        return
    counted = [item for item in ruling.tally.melds if item.meld]
    for entry in ruling.walk.entries:
        label = f"{bare(entry.seat)}’s {kind(entry.kind)} {speaker.cards(codes(entry.cards))}".rstrip()
        item = next((item for item in counted if _is(item, entry)), None)
        if item:
            counted.remove(item)
        denied = _denied(ruling, entry.number)
        if item and item.scores and not denied:
            yield line(label, "the highest meld", item.team, item.points)
        else:
            yield Line(label, denied or _why_not(ruling, entry, item), ("", ""), "void")
    yield from _belles(ruling)


def _is(item: Counted, entry: Entry) -> bool:
    """Whether a meld that counts is the one of an entry."""
    if item.meld is None or item.seat != entry.seat or item.meld.kind != entry.kind:
        return False
    return not entry.cards or item.meld.cards & ~entry.cards == 0


def _denied(ruling: Ruling, number: int) -> str:
    """The infraction that keeps a meld from scoring, in a word or two."""
    book = infractions()
    titles = [
        book[finding.infraction].title.lower()
        for finding in ruling.findings
        if finding.meld == number and finding.verdict == "proven" and book[finding.infraction].denies
    ]
    return f"does not score: {titles[0]}" if titles else ""


def _why_not(ruling: Ruling, entry: Entry, item: Counted | None) -> str:
    if item:
        others = [other for other in ruling.tally.melds if other.meld and other.scores]
        return "does not score: the other side’s is higher" if others else "does not score: the highest are equal"
    if entry.announced > SCORED:
        return "does not score: never announced"
    if entry.shown > SCORED:
        return "does not score: not shown"
    return "does not score"


def _belles(ruling: Ruling) -> Iterator[Line]:
    scoring = [item for item in ruling.tally.melds if item.meld is None]
    for item in scoring:
        yield line(f"{bare(item.seat)}’s belle", "king and queen of trumps", item.team, item.points)
    seats = {item.seat for item in scoring}
    for call in ruling.walk.belle_calls:
        if call.seat not in seats:
            reason = _denied(ruling, call.number) or "does not score"
            yield Line(f"{bare(call.seat)}’s belle", reason, ("", ""), "void")
    for finding in ruling.findings:
        if infractions()[finding.infraction].denies_belle and finding.seat is not None:
            yield Line(f"{bare(finding.seat)}’s belle", "does not score: never called", ("", ""), "void")
