"""From record to canonical text: one way to write each record, so that texts differ where records do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from clabber_audit.notation.explicit import written_out
from clabber_audit.notation.header import first_round
from clabber_audit.notation.tokens import cards, quoted, written
from clabber_audit.notation.trick_writer import comments, late_comments, placed_by_moment, trick_lines
from clabber_audit.notation.words import (
    CONFIDENCE,
    CONTEXT,
    CONTEXT_NUMBER,
    CONTEXT_TEXT,
    LEFT,
    SOURCE_KIND,
    SOURCE_TEXT,
)
from clabber_audit.record.model import (
    Claim,
    Declaration,
    HandRecord,
    Incident,
    Laydown,
    SheetLine,
    Source,
)
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import SEATS, TEAMS
from clabber_audit.table.cards import SUIT_NAMES as SUITS

_CALL_SHORT: Final = {"pass": "p", "play": "play", "C": "c", "D": "d", "H": "h", "S": "s"}


def write(record: HandRecord) -> str:
    """The canonical text of a hand, ending with a newline; reading it gives back the identical record."""
    lines = [
        *_frame(record),
        *_deal(record),
        *_declaring(record),
        *trick_lines(record),
        *_events(record),
        *_sheet(record),
    ]
    return "\n".join(lines) + "\n"


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
            yield f"{seat} {cards(deal.hands[seat]) or '-'}"
    if "upcard" in deal.model_fields_set:
        yield "up " + (cards([deal.upcard]) if deal.upcard is not None else "?")


def _declaring(record: HandRecord) -> Iterable[str]:
    """The calls and the contract, and the comments of the time before the play."""
    placed = placed_by_moment(record)
    if placed:
        yield from comments(record, lambda moment: moment == clock.DEAL, clocks=False)
    if record.declarations is not None:
        yield "calls " + (" ".join(_calls(record.deal.dealer, record.declarations)) or "none")
    if record.contract is not None:
        yield f"contract {record.contract.maker} {SUITS[record.contract.trump]}"
    if placed:
        said = record.declarations is not None or record.contract is not None
        yield from comments(record, lambda moment: moment == clock.DECLARING, clocks=not said)


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
    yield from late_comments(record)


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
        words.append(f"card {cards([incident.card])}")
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
    order = f" order {cards(laydown.order)}" if laydown.order else ""
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
