"""The trick lines of a canonical text, with the calls and comments that stand among the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from clabber_audit.notation.tokens import cards, comment
from clabber_audit.notation.words import KIND_SHORT, UNWRITTEN
from clabber_audit.record.formats import Record
from clabber_audit.record.model import HandRecord, Meld
from clabber_audit.record.model import Play as ClabberPlay
from clabber_audit.table import moments as clock
from clabber_audit.table.seating import Seating

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import Play as BidEuchrePlay

Play: TypeAlias = "ClabberPlay | BidEuchrePlay"


def comments(record: Record, wanted: Callable[[int], bool], clocks: bool) -> list[str]:
    """The comments at the moments wanted, with their clocks or without."""
    found = ((note.text, note.at) for note in record.comments if wanted(clock.number(note.at)))
    return [comment(text, at if clocks else None) for text, at in found]


def placed_by_moment(record: Record) -> bool:
    """Whether the comments are in the order of their moments, so that their places can say them."""
    moments = [clock.number(note.at) for note in record.comments]
    return moments == sorted(moments)


def late_comments(record: Record) -> list[str]:
    """The comments that no place can say: out of order, or of a moment without a card."""
    if not placed_by_moment(record):
        return comments(record, lambda moment: True, clocks=True)
    last = len(record.plays) if record.plays else -1
    return comments(record, lambda moment: moment > last, clocks=True)


def trick_lines(record: Record, calls: Mapping[int, list[str]]) -> Iterable[str]:
    """The tricks whose order is lost, and the trick lines with the calls and comments that stand among the cards."""
    if record.disordered:
        yield f"disordered {' '.join(map(str, record.disordered))}"
    plays: Sequence[Play] = record.plays
    placed = placed_by_moment(record)
    notes: dict[int, list[str]] = {}
    for note in record.comments if placed and plays else ():
        if isinstance(note.at, int) and note.at <= len(plays):
            notes.setdefault(note.at, []).append(comment(note.text))
    suits = {} if isinstance(record, HandRecord) else _named(record.plays)
    follows, beside = record.seating.follows, Beside(calls, notes, suits)
    for number, (start, stop) in enumerate(pairwise([*_starts(plays, record.seating), len(plays)]), 1):
        yield _trick(number, plays, range(start, stop), follows, beside)


class Beside(NamedTuple):
    """What stands beside the cards, by clock: calls before them, comments after them, suits named with them."""

    calls: Mapping[int, list[str]]
    notes: Mapping[int, list[str]]
    suits: Mapping[int, str]


def _named(plays: Sequence[BidEuchrePlay]) -> dict[int, str]:
    return {at: f"={play.named.lower()}" for at, play in enumerate(plays) if play.named}


def _starts(plays: Sequence[Play], seating: Seating) -> Iterable[int]:
    """The clocks at which tricks begin: a card of somebody who sits the hand out is no part of any (BD-77)."""
    if not seating.out:
        return range(0, len(plays), seating.width)
    starts, missing = [0] if plays else [], seating.width
    for at, play in enumerate(plays):
        counts = not seating.out >> seating.seats.index(play.seat) & 1
        if counts and not missing:
            starts.append(at)
            missing = seating.width
        missing -= counts
    return starts


def meld_lines(record: HandRecord, standing: int) -> Iterable[str]:
    """The melds that do not stand among the cards: those after the first so many."""
    melds = record.melds or []
    if record.melds is not None and standing < len(melds):
        yield "melds " + " ".join(_meld(meld, None, "") for meld in melds[standing:])
    if record.melds == []:
        yield "melds none"


def _trick(
    number: int,
    plays: Sequence[Play],
    clocks: range,
    follows: Mapping[str, str],
    beside: Beside,
) -> str:
    """One trick line. Comments stand after their card, those of clock 0 before the first; calls before it."""
    calls, notes, suits = beside
    seat: str = plays[clocks.start].seat
    parts = [f"{number}{seat}", *(notes.get(0, ()) if clocks.start == 0 else ())]
    joins = False
    for count in clocks:
        play = plays[count]
        if count in calls:
            parts += calls[count]
            joins = False
        # A first lead by a seat that is out says whose it is: four cards in a row would tell that everybody plays.
        stray = count == 0 and play.seat not in follows.values()
        if play.seat != seat or count in suits or stray:
            owner = "" if play.seat == seat and not stray else f"{play.seat}:"
            parts.append(f"{owner}{cards([play.card])}{suits.get(count, '')}")
            joins = False
        elif joins:
            parts[-1] += cards([play.card])
        else:
            parts.append(cards([play.card]))
            joins = True
        seat = follows[play.seat]
        if count + 1 in notes:
            parts += notes[count + 1]
            joins = False
    if clocks.stop == len(plays):
        parts += calls.get(len(plays), ())
    return " ".join(parts)


def standing_calls(plays: Sequence[Play], melds: Sequence[Meld]) -> tuple[dict[int, list[str]], int]:
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
