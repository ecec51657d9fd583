"""The rows below the heading: each a hand, or the reasons why it is none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.ground.errors import Fault, Path, Place, Refused
from clabber_audit.sheet.columns import Form
from clabber_audit.sheet.forms import FORMS
from clabber_audit.sheet.hand import Reading
from clabber_audit.sheet.heading import SEP, Heading, delimiter_of, is_sheet, read_heading
from clabber_audit.sheet.table import MOST_COLUMNS, SheetRow, rows

#: The largest sheet, in bytes: some ten thousand hands.
LARGEST_SHEET: Final = 4 << 20
_MOST_ROWS: Final = 10_000
#: How many lines of titles may stand above the columns for the advice to find them.
_MOST_TITLES: Final = 20
_BOM: Final = b"\xef\xbb\xbf"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_ID_LENGTH: Final = 56


class Entry(NamedTuple):
    """One row of a sheet: what it was made into, or why it was refused, and where the parts of that stand."""

    record: Any
    refused: Refused | None
    locate: Callable[[Path], Place]


def entries(data: bytes, name: str, forms: Sequence[Form] = FORMS) -> Iterator[Entry]:
    """The rows of a sheet in their order; Refused when the sheet as a whole cannot be read.

    Rows in which nothing stands are passed over. A row without an id gets one of the sheet's `name` and its number. A
    row that is refused does not stop the next ones.
    """
    table = _table(_decoded(data))
    first = next((row for row in table if not row.blank), None)
    if first is None:
        raise Refused([Fault("the sheet is empty", "", "check the file", Place(1, 1))])
    if len(first.cells) > MOST_COLUMNS:
        what = f"the sheet has more than {MOST_COLUMNS} columns"
        raise Refused([Fault(what, "", "check the file", first.cells[-1].place)])
    heading, stem = _heading(first, forms, data), _stem(name)
    rows_of: dict[str, int] = {}
    for row in table:
        if row.number > _MOST_ROWS:
            what = f"the sheet has more than {_MOST_ROWS:,} rows"
            raise Refused([Fault(what, "", "split it into several files", row.cells[0].place)])
        if row.blank:
            continue
        reading = Reading(row, heading)
        try:
            made = reading.made(f"{stem}-r{row.number:02}", rows_of)
        except Refused as refused:
            yield Entry(None, refused, reading.locate)
            continue
        rows_of[made.id] = row.number
        yield Entry(made, None, reading.locate)


def _heading(first: SheetRow, forms: Sequence[Form], data: bytes) -> Heading:
    """Return the columns; Refused with the row that has them if there is a title above it."""
    try:
        return read_heading(first, forms)
    except Refused:
        lines = enumerate(data.decode(errors="replace").splitlines()[:_MOST_TITLES], 1)
        below = next((number for number, line in lines if number > first.number and is_sheet(line)), None)
        if below is None:
            raise
        above = "row 1" if below == 2 else f"rows 1 to {below - 1}"
        what, why = f"row {first.number} is not a header row", f"the columns are named in row {below}"
        help = f"delete {above}, so that the header row comes first"
        raise Refused([Fault(what, why, help, first.cells[0].place)]) from None


def _decoded(data: bytes) -> str:
    """The text of a sheet; Refused when it is too large or not UTF-8."""
    help = "save the sheet as CSV in UTF-8"
    if len(data) > LARGEST_SHEET:
        raise Refused([Fault("the sheet is too large (limit 4 MiB)", "", "split it into several files", Place(1, 1))])
    if data.startswith(_UTF_16):
        raise Refused([Fault("the sheet is UTF-16", "", help, Place(1, 1))])
    data = data.removeprefix(_BOM)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        what = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise Refused([Fault(what, "", help, place)]) from None


def _table(text: str) -> Iterator[SheetRow]:
    """The rows of a sheet, by the delimiter that it names or else by that which its first line speaks for."""
    if named := SEP.match(text):
        for row in rows(text, named[1]):
            if row.number > 1:
                yield row._replace(number=row.number - 1)
        return
    line = next((line for line in text.splitlines() if line.strip(" \t,;")), "")
    yield from rows(text, delimiter_of(line))


def _stem(name: str) -> str:
    """The beginning of ids made of a sheet's name: `Thursday night.csv` gives `thursday-night`."""
    plain = unicodedata.normalize("NFKD", name.removesuffix(".csv").removesuffix(".CSV")).encode("ascii", "ignore")
    return re.sub(r"[^a-z0-9._-]+", "-", plain.decode().lower()).strip("-._")[:_ID_LENGTH] or "sheet"
