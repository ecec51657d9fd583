"""From record to canonical text: one way to write each record, so that texts differ where records do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from clabber_audit.notation.explicit import written_out
from clabber_audit.notation.header import first_round
from clabber_audit.notation.tokens import comment, quoted, written
from clabber_audit.notation.words import (
    CONFIDENCE,
    CONTEXT,
    CONTEXT_NUMBER,
    CONTEXT_TEXT,
    KIND_SHORT,
    LEFT,
    SOURCE_KIND,
    SOURCE_TEXT,
    UNWRITTEN,
)
from clabber_audit.record.model import (
    Claim,
    Declaration,
    HandRecord,
    Incident,
    Laydown,
    Meld,
    Play,
    SheetLine,
    Source,
)
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import SEATS, TEAMS
from clabber_audit.table.cards import SUIT_NAMES as SUITS
from clabber_audit.table.seating import Seating

_CALL_SHORT: Final = {"pass": "p", "play": "play", "C": "c", "D": "d", "H": "h", "S": "s"}


def write(record: HandRecord) -> str:
    """The canonical text of a hand, ending with a newline; reading it gives back the identical record."""
    lines = [
        *_frame(record),
        *_deal(record),
        *_declaring(record),
        *_tricks(record),
        *_events(record),
        *_sheet(record),
    ]
    return "\n".join(lines) + "\n"


def _cards(codes: Iterable[str | None]) -> str:
    return "".join("??" if code is None else code.lower() for code in codes)


def _frame(record: HandRecord) -> Iterable[str]:
    """Who, where, from what source."""
    yield "clabber 1"
    yield f"hand {record.id}"
    if "ruleset" in record.model_fields_set:
        yield f"rules {record.ruleset}"
    if record.players:
        yield "seats " + " / ".join(f"{s} {written(record.players[s])}" for s in SEATS if s in record.players)
    if record.teams:
        yield "teams " + " / ".join(f"{t} {written(record.teams[t])}" for t in TEAMS if t in record.teams)
    if record.context is not None:
        yield " ".join(["context", *_context(record)])
    if record.source is not None:
        yield f"source {' / '.join(_source(record.source))}".rstrip()
    if names := written_out(record):
        yield f"explicit {' '.join(names)}"


def _context(record: HandRecord) -> Iterable[str]:
    for key in CONTEXT_TEXT:
        text = getattr(record.context, key)
        if text is not None:
            words = text.lower() if key == "date" else text
            bare = CONTEXT.isdisjoint(words.split())
            value = written(text) if bare else quoted(text)
            yield value if key == "date" else f"{key} {value}"
    for key in CONTEXT_NUMBER:
        if getattr(record.context, key) is not None:
            yield f"{key} {getattr(record.context, key)}"


def _source(source: Source) -> Iterable[str]:
    if source.kind is not None:
        yield source.kind
    if (text := source.citation) is not None:
        first = text.lower().partition(" ")[0]
        taken = first in SOURCE_TEXT or text.lower() in SOURCE_KIND or text.lower() in CONFIDENCE
        yield quoted(text) if taken else written(text)
    for word, key in SOURCE_TEXT.items():
        if getattr(source, key) is not None:
            yield f"{word} {written(getattr(source, key))}"
    if source.confidence is not None:
        yield source.confidence


def _deal(record: HandRecord) -> Iterable[str]:
    deal = record.deal
    cut = f" cut {deal.cut}" if deal.cut is not None else ""
    yield f"deal {deal.dealer}{cut}" + (f" due {deal.due_dealer}" if deal.due_dealer is not None else "")
    for seat in SEATS:
        if seat in deal.hands:
            yield f"{seat} {_cards(deal.hands[seat]) or '-'}"
    if "upcard" in deal.model_fields_set:
        yield "up " + (_cards([deal.upcard]) if deal.upcard is not None else "?")


def _comments(record: HandRecord, wanted: Callable[[int], bool], clocks: bool) -> list[str]:
    """The comments at the moments wanted, with their clocks or without."""
    found = ((note.text, note.at) for note in record.comments if wanted(clock.number(note.at)))
    return [comment(text, at if clocks else None) for text, at in found]


def _by_place(record: HandRecord) -> bool:
    """Whether the comments are in the order of their moments, so that their places can say them."""
    moments = [clock.number(note.at) for note in record.comments]
    return moments == sorted(moments)


def _declaring(record: HandRecord) -> Iterable[str]:
    """The calls and the contract, and the comments of the time before the play."""
    by_place = _by_place(record)
    if by_place:
        yield from _comments(record, lambda moment: moment == clock.DEAL, clocks=False)
    if record.declarations is not None:
        yield "calls " + (" ".join(_calls(record.deal.dealer, record.declarations)) or "none")
    if record.contract is not None:
        yield f"contract {record.contract.maker} {SUITS[record.contract.trump]}"
    if by_place:
        said = record.declarations is not None or record.contract is not None
        yield from _comments(record, lambda moment: moment == clock.DECLARING, clocks=not said)


def _calls(dealer: str, declarations: list[Declaration]) -> Iterable[str]:
    end = first_round([declaration.seat for declaration in declarations])
    seat = LEFT[dealer]
    for index, declaration in enumerate(declarations):
        if index == end:
            yield "/"
        prefix = "" if declaration.seat == seat else f"{declaration.seat}:"
        suffix = "" if declaration.round is None else f".{declaration.round}"
        yield f"{prefix}{_CALL_SHORT[declaration.call]}{suffix}"
        seat = LEFT[declaration.seat]


def _tricks(record: HandRecord) -> Iterable[str]:
    """The tricks whose order is lost, the trick lines, the melds that cannot stand in them, and such comments."""
    if record.disordered:
        yield f"disordered {' '.join(map(str, record.disordered))}"
    plays, melds = record.plays, record.melds or []
    calls, standing = _standing_calls(plays, melds)
    by_place = _by_place(record)
    notes: dict[int, list[str]] = {}
    for note in record.comments if by_place and plays else ():
        if isinstance(note.at, int) and note.at <= len(plays):
            notes.setdefault(note.at, []).append(comment(note.text))
    for start in range(0, len(plays), record.seating.width):
        yield _trick(plays, start, record.seating, calls, notes)
    if record.melds is not None and standing < len(melds):
        yield "melds " + " ".join(_meld(meld, None, "") for meld in melds[standing:])
    if record.melds == []:
        yield "melds none"


def _late_comments(record: HandRecord) -> list[str]:
    """The comments that no place can say: out of order, or of a moment without a card."""
    if not _by_place(record):
        return _comments(record, lambda moment: True, clocks=True)
    last = len(record.plays) if record.plays else -1
    return _comments(record, lambda moment: moment > last, clocks=True)


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
            parts.append(f"{play.seat}:{_cards([play.card])}")
            joins = False
        elif joins:
            parts[-1] += _cards([play.card])
        else:
            parts.append(_cards([play.card]))
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
    cards, moment = _cards(meld.cards), ""
    if meld.shown != "in_turn":
        moment = _at(meld.shown)
    if not cards and meld.shown == "never":
        cards, moment = "-", ""
    equals = "=" if cards or moment else ""
    return f"{prefix}+{KIND_SHORT[meld.kind]}{at}{equals}{cards}{moment}"


def _at(moment: int | str | None) -> str:
    return f"@{UNWRITTEN if moment is None else moment}"


def _events(record: HandRecord) -> Iterable[str]:
    here: int | str = len(record.plays)
    if not record.plays:
        here = "deal" if record.declarations is None and record.contract is None else "declaring"
    for incident in record.incidents:
        yield _incident(incident, here)
    for claim in record.claims:
        yield _claim(claim, here)
    if record.laydown is not None:
        yield _laydown(record.laydown, here)
    yield from _late_comments(record)


def _clock(at: int | str | None, here: int | str) -> str:
    if at is None:
        return " @-"
    return "" if at == here else f" @{at}"


def _incident(incident: Incident, here: int | str) -> str:
    words = ["incident", incident.kind]
    if incident.seat is not None:
        words.append(incident.seat)
    if incident.to is not None:
        words.append(f"to {incident.to}")
    if incident.card is not None:
        words.append(f"card {_cards([incident.card])}")
    if incident.trick is not None:
        words.append(f"trick {incident.trick}")
    if incident.quote is not None:
        words.append(f"quote {quoted(incident.quote)}")
    if incident.called is not None:
        words.append(f"called {incident.called}")
    return " ".join(words) + _clock(incident.at, here)


def _claim(claim: Claim, here: int | str) -> str:
    words = ["claim", claim.by or "-", "against", claim.against]
    if claim.infraction is not None:
        words.append(claim.infraction)
    if claim.trick is not None:
        words.append(f"trick {claim.trick}")
    words += [word for word in ("reviewed", "withdrawn") if getattr(claim, word)]
    return " ".join(words) + _clock(claim.at, here)


def _laydown(laydown: Laydown, here: int | str) -> str:
    agreed = " agreed" if laydown.agreed else ""
    order = f" order {_cards(laydown.order)}" if laydown.order else ""
    return f"laydown {laydown.by}{agreed}{order}{_clock(laydown.at, here)}"


def _sheet(record: HandRecord) -> Iterable[str]:
    """The score, the sheet's breakdown, and the remarks."""
    if record.score:
        yield "score " + " ".join(f"{team} {record.score[team]}" for team in TEAMS if team in record.score)
    if record.sheet:
        yield "sheet " + " ".join(_sheet_line(team, record.sheet[team]) for team in TEAMS if team in record.sheet)
    for remark in record.remarks:
        yield f"remark {written(remark)}"


def _sheet_line(team: str, line: SheetLine) -> str:
    names = {"cards": "cards", "last_trick": "last", "melds": "melds", "belle": "belle"}
    parts = [f"{name} {getattr(line, key)}" for key, name in names.items() if key in line.model_fields_set]
    return " ".join([team, *parts])
