"""Workbooks, and tables with titles: their hands and results, with the answers to their questions beside them."""

from __future__ import annotations

import logging
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from clabber_audit.core.errors import RecordError, Refused, TextPlace, UsageError, printable
from clabber_audit.core.files import read_bounded
from clabber_audit.games.parse import admit
from clabber_audit.inputs.records import MAPPING, START, InputRecord, refuse_record, unreadable_error
from clabber_audit.records.sheets import WORKBOOKS
from clabber_audit.records.sheets.headings import MOST_COLUMNS, cell_address, read_heading
from clabber_audit.records.sheets.rows import entries, find_first_row
from clabber_audit.records.sheets.workbook import Question, WorkbookReading, read_workbook

#: The largest workbook, in bytes.
LARGEST_WORKBOOK: Final = 8 << 20


def mapping_of(path: str) -> dict[str, str]:
    """Return the answers in the file beside a workbook, `KEY=VALUE` in a line each; none if there is no such file.

    Refused for a line of another form.
    """
    place = Path(path + MAPPING)
    if not place.is_file():
        return {}
    answers = {}
    for number, line in enumerate(place.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        key, equals, answer = line.rpartition("=")
        if equals and key.strip():
            answers[key.strip()] = answer.strip()
        elif line.strip():
            what, here = f"“{printable(line)}” is no answer", TextPlace(number, 1)
            raise Refused([RecordError(what, "", "write HEADING=COLUMN", place=here)], str(place))
    return answers


def is_workbook(data: bytes, source: str) -> bool:
    """Return True if a table has to be read as a workbook: it has answers beside it, titles, or another encoding."""
    answers, is_plain = mapping_of(source), True
    try:
        row = find_first_row(data)
        if row is not None and len(row.cells) <= MOST_COLUMNS:
            read_heading(row)
    except Refused as refused:
        is_plain = not refused.faults[0].what.endswith(("is not UTF-8 text", "is not a header row"))
    try:
        return bool((answers or not is_plain) and read_workbook(data, Path(source).name, answers).hands)
    except Refused:
        return False


def workbook_reading(source: str, answers: Mapping[str, str]) -> WorkbookReading:
    """Read a workbook or a table. Raise UsageError for another kind of file."""
    if not source.lower().endswith((*WORKBOOKS, ".csv")):
        help = "name the file to write after it; --map is for .xlsx, .ods and .csv"
        raise UsageError(f"{source} is not a workbook", "", help)
    try:
        data = read_bounded(source, LARGEST_WORKBOOK)
    except (OSError, ValueError) as problem:
        raise unreadable_error(source, problem) from None
    try:
        return read_workbook(data, Path(source).name, answers)
    except Refused as refused:
        raise Refused(refused.faults, source, refused.more) from None


def results_of(source: str) -> list[dict[str, str]]:
    """Return the results of matches in a workbook or table without hands; rows that are not read are logged.

    Refused while it is not certain which team a name means, or if there are no results.
    """
    reading = workbook_reading(source, mapping_of(source))
    if not reading.results:
        table = "a table with two teams and their scores in each row"
        help = f"give {table}, or the season and its hands after it"
        raise Refused([RecordError(f"there are no results in {source}", "", help)], source)
    if reading.name_questions:
        raise _open_questions_error(reading.name_questions, source)
    _log_unread(reading, source)
    return reading.results


def _open_questions_error(questions: Sequence[Question], source: str) -> Refused:
    """Return the refusal of a workbook with open questions, and the command that answers them as proposed."""
    answers = ", ".join(dict.fromkeys(question.answer for question in questions))
    faults = [RecordError(f"{question.where}: {question.what}") for question in questions]
    help = f"if it is so: clabber-audit convert {printable(source, 200)} --map {shlex.quote(answers)}"
    return Refused([*faults[:-1], faults[-1]._replace(help=help)], source)


def _log_unread(reading: WorkbookReading, source: str) -> None:
    for line in reading.remarks:
        # Titles and right totals were read; convert shows them.
        if ": a title: " not in line and not line.endswith(
            ("it agrees with the hands", "no hand comes of them")
        ):
            logging.getLogger(__name__).warning("%s: %s", source, line)


def read_workbook_hands(data: bytes, source: str) -> Iterator[InputRecord]:
    """Yield the hands of a workbook or of a table with titles; one with open questions is one refusal.

    Rows that are not read, and what stays unknown, are logged with their addresses.
    """
    name = Path(source).name
    try:
        if len(data) > LARGEST_WORKBOOK:
            help = "split it"
            raise Refused([RecordError("the workbook is too large (limit 8 MiB)", "", help, place=START)])
        reading = read_workbook(data, name, mapping_of(source))
        if not reading.hands:
            what, why = f"there are no hands in {name}", "; ".join(reading.remarks[:3])
            raise Refused([RecordError(what, why, "give a table with a row for each hand", place=START)])
        if reading.mandatory_questions:
            raise _open_questions_error(reading.mandatory_questions, source)
        rows = list(entries(reading.sheet(), f"{Path(source).stem}.csv"))
    except Refused as refused:
        yield refuse_record(refused, refused.source or source)
        return
    _log_unread(reading, source)
    log = logging.getLogger(__name__)
    for question in reading.questions:
        if not question.sure:
            help = f"answer it with --map {shlex.quote(question.answer)}"
            log.warning("%s: %s: %s; %s", source, question.where, question.what, help)
    for row, address, places in zip(rows, reading.addresses, reading.places, strict=True):
        if row.refused:
            found = row.refused.faults
            faults = [_relocate_fault(fault, reading.columns, places, address) for fault in found]
            yield refuse_record(Refused(faults, source, row.refused.more), source)
        else:

            def locate(_path: Any, here: TextPlace = places[""]) -> TextPlace:
                return here

            try:
                yield InputRecord(source, admit(row.record, row.locate), None, locate)
            except Refused as refused:
                yield refuse_record(refused, source, places[""])


#: A cell as messages about rows of a sheet name it.
_CELL: Final = re.compile(r"row [0-9]+, column (.+?) \(([A-Z]{1,3})[0-9]+\)")


def _relocate_fault(
    fault: RecordError, columns: Sequence[str], places: Mapping[str, TextPlace], address: str
) -> RecordError:
    """Return a fault of a row as one of the cell of the workbook that the row was read from."""
    letters = {cell_address(index, 1)[:-1]: column for index, column in enumerate(columns)}
    cell = _CELL.match(fault.what)
    place = places.get(letters.get(cell[2], "") if cell else "", places[""])
    if not cell:
        return fault._replace(what=f"{address}: {fault.what}", place=place, excerpt=())
    sheet = address.rpartition("!")[0]
    exact = f"{sheet}!{cell_address(place.column - 1, place.line)}" if sheet else f"line {place.line}"
    what = f"{exact} ({cell[1]}){fault.what[cell.end() :]}"
    return fault._replace(what=what, place=place, excerpt=())
