"""The trick lines of a canonical text, with the calls and comments that stand among the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from clabber_audit.notation.tokens import cards, comment
from clabber_audit.notation.words import KIND_SHORT, LEFT, UNWRITTEN
from clabber_audit.record.model import HandRecord, Meld, Play
from clabber_audit.table import moments as clock
from clabber_audit.table.seating import Seating


def comments(record: HandRecord, wanted: Callable[[int], bool], clocks: bool) -> list[str]:
    """The comments at the moments wanted, with their clocks or without."""
    found = ((note.text, note.at) for note in record.comments if wanted(clock.number(note.at)))
    return [comment(text, at if clocks else None) for text, at in found]


def placed_by_moment(record: HandRecord) -> bool:
    """Whether the comments are in the order of their moments, so that their places can say them."""
    moments = [clock.number(note.at) for note in record.comments]
    return moments == sorted(moments)


def late_comments(record: HandRecord) -> list[str]:
    """The comments that no place can say: out of order, or of a moment without a card."""
    if not placed_by_moment(record):
        return comments(record, lambda moment: True, clocks=True)
    last = len(record.plays) if record.plays else -1
    return comments(record, lambda moment: moment > last, clocks=True)


def trick_lines(record: HandRecord) -> Iterable[str]:
    """The tricks whose order is lost, the trick lines, the melds that cannot stand in them, and such comments."""
    if record.disordered:
        yield f"disordered {' '.join(map(str, record.disordered))}"
    plays, melds = record.plays, record.melds or []
    calls, standing = _standing_calls(plays, melds)
    placed = placed_by_moment(record)
    notes: dict[int, list[str]] = {}
    for note in record.comments if placed and plays else ():
        if isinstance(note.at, int) and note.at <= len(plays):
            notes.setdefault(note.at, []).append(comment(note.text))
    for start in range(0, len(plays), record.seating.width):
        yield _trick(plays, start, record.seating, calls, notes)
    if record.melds is not None and standing < len(melds):
        yield "melds " + " ".join(_meld(meld, None, "") for meld in melds[standing:])
    if record.melds == []:
        yield "melds none"


def _trick(
    plays: list[Play], start: int, seating: Seating, calls: dict[int, list[str]], notes: dict[int, list[str]]
) -> str:
    """One trick line. Comments stand after their card, those of clock 0 before the first; calls before it."""
    seat: str = plays[start].seat
    parts = [f"{seating.trick_of(start)}{seat}", *(notes.get(0, ()) if start == 0 else ())]
    joins = False
    for count, play in enumerate(plays[start : start + seating.width], start):
        if count in calls:
            parts += calls[count]
            joins = False
        if play.seat != seat:
            parts.append(f"{play.seat}:{cards([play.card])}")
            joins = False
        elif joins:
            parts[-1] += cards([play.card])
        else:
            parts.append(cards([play.card]))
            joins = True
        seat = LEFT[play.seat]
        if count + 1 in notes:
            parts += notes[count + 1]
            joins = False
    if start + seating.width >= len(plays):
        parts += calls.get(len(plays), ())
    return " ".join(parts)


def _standing_calls(plays: list[Play], melds: list[Meld]) -> tuple[dict[int, list[str]], int]:
    """The calls that stand among the cards, by clock, and how many: the first melds, as far as in order."""
    calls: dict[int, list[str]] = {}
    before = 0
    for index, meld in enumerate(melds):
        first = next((count for count, play in enumerate(plays) if play.seat == meld.seat), None)
        in_turn = meld.announced == "in_turn" and meld.kind != "belle"
        place = first if in_turn else meld.announced
        if not isinstance(place, int) or not before <= place <= len(plays) or not plays:
            return calls, index
        before = place
        follows = place < len(plays) and plays[place].seat == meld.seat
        implied = in_turn or not (follows and place == first and meld.kind != "belle")
        call = _meld(meld, "" if implied else f"@{place}", "" if follows else f"{meld.seat}:")
        calls.setdefault(place, []).append(call)
    return calls, len(melds)


def _meld(meld: Meld, at: str | None, prefix: str) -> str:
    """A call with what was shown; `at` None for the `melds` line, where seat and clock are always said."""
    if at is None:
        prefix = f"{meld.seat}:"
        at = "" if meld.announced == "in_turn" else _at(meld.announced)
    shown, moment = cards(meld.cards), ""
    if meld.shown != "in_turn":
        moment = _at(meld.shown)
    if not shown and meld.shown == "never":
        shown, moment = "-", ""
    equals = "=" if shown or moment else ""
    return f"{prefix}+{KIND_SHORT[meld.kind]}{at}{equals}{shown}{moment}"


def _at(moment: int | str | None) -> str:
    return f"@{UNWRITTEN if moment is None else moment}"
