"""From record to canonical text: one way to write each record, so that texts differ where records do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from clabber_audit.notation.bid_euchre import writer as bid_euchre
from clabber_audit.notation.event_writer import events, remarks
from clabber_audit.notation.frame_writer import around, dealt, declaring, named
from clabber_audit.notation.header import first_round
from clabber_audit.notation.trick_writer import meld_lines, standing_calls, trick_lines
from clabber_audit.notation.words import CLABBER
from clabber_audit.record.formats import Record
from clabber_audit.record.model import Declaration, HandRecord, SheetLine
from clabber_audit.table.cards import SEATS, TEAMS
from clabber_audit.table.cards import SUIT_NAMES as SUITS

if TYPE_CHECKING:
    pass

_CALL_SHORT: Final = {"pass": "p", "play": "play", "C": "c", "D": "d", "H": "h", "S": "s"}


def write(record: Record) -> str:
    """The canonical text of a hand, ending with a newline; reading it gives back the identical record."""
    written = _lines(record) if isinstance(record, HandRecord) else bid_euchre.lines(record)
    return "\n".join(written) + "\n"


def _lines(record: HandRecord) -> Iterable[str]:
    said = list(_said(record))
    calls, standing = standing_calls(record.plays, record.melds or [])
    return [
        *_frame(record),
        *around(record, CLABBER.context),
        *dealt(record, SEATS),
        *declaring(record, said),
        *trick_lines(record, calls),
        *meld_lines(record, standing),
        *events(record, bool(said)),
        *_sheet(record),
    ]


def _frame(record: HandRecord) -> Iterable[str]:
    """Which hand it is, and who sits at the table."""
    yield "clabber 1"
    yield f"hand {record.id}"
    if "ruleset" in record.model_fields_set:
        yield f"rules {record.ruleset}"
    if record.players:
        yield f"seats {named(record.players, SEATS)}"  # type: ignore[arg-type]  # its keys are seats
    if record.teams:
        yield f"teams {named(record.teams, TEAMS)}"  # type: ignore[arg-type]  # its keys are teams


def _said(record: HandRecord) -> Iterable[str]:
    if record.declarations is not None:
        yield "calls " + (" ".join(_calls(record.deal.dealer, record.declarations)) or "none")
    if record.contract is not None:
        yield f"contract {record.contract.maker} {SUITS[record.contract.trump]}"


def _calls(dealer: str, declarations: list[Declaration]) -> Iterable[str]:
    end = first_round([declaration.seat for declaration in declarations])
    seat = CLABBER.left[dealer]
    for index, declaration in enumerate(declarations):
        if index == end:
            yield "/"
        prefix = "" if declaration.seat == seat else f"{declaration.seat}:"
        suffix = "" if declaration.round is None else f".{declaration.round}"
        yield f"{prefix}{_CALL_SHORT[declaration.call]}{suffix}"
        seat = CLABBER.left[declaration.seat]


def _sheet(record: HandRecord) -> Iterable[str]:
    """The score, the sheet's breakdown, and the remarks."""
    if record.score:
        yield "score " + " ".join(f"{team} {record.score[team]}" for team in TEAMS if team in record.score)
    if record.sheet:
        yield "sheet " + " ".join(_sheet_line(team, record.sheet[team]) for team in TEAMS if team in record.sheet)
    yield from remarks(record)


def _sheet_line(team: str, line: SheetLine) -> str:
    names = {"cards": "cards", "last_trick": "last", "melds": "melds", "belle": "belle"}
    parts = [f"{name} {getattr(line, key)}" for key, name in names.items() if key in line.model_fields_set]
    return " ".join([team, *parts])
