"""Tables: the one shape in which rows are shown, on a page, in plain text, in CSV and in a workbook.

For spreadsheets text stays text whatever it begins with, and numbers stay numbers. They take a cell that begins with
`=`, `+`, `-` or `@` for a formula, also where it was only a team's name. In CSV such a text gets an apostrophe before
it, the spreadsheets' own sign for text; in xlsx it gets the cell property of the same meaning, and stays as it is.
"""

from __future__ import annotations

import csv
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib.util import find_spec
from io import BytesIO, StringIO
from typing import Final, Literal, NamedTuple

from clabber_audit.ground.errors import Unusable
from clabber_audit.render.plain import WIDTH, wrapped
from clabber_audit.sheet.table import TEXT_SIGN, is_risky

Cell = str | int | None
#: A row of a spreadsheet; the first of a sheet is its heading.
Cells = Sequence[Cell]
#: How a line is set off: as a fault, as open, as settled, or not at all.
Tone = Literal["", "fault", "open", "fair"]

#: How far columns stand apart in a text.
_GAP: Final = 2

#: Written into every workbook, so that the same table gives the same bytes on every day.
_CREATED: Final = datetime(2000, 1, 1)
#: Columns as wide as what stands in them, within reason; in characters.
_NARROWEST, _WIDEST = 6, 40


class Column(NamedTuple):
    """A column of a table."""

    head: str
    #: Whether it holds numbers, which stand at the right.
    numeric: bool = False
    #: Whether it is what the table is ordered by.
    leading: bool = False


class Row(NamedTuple):
    """A row of a table; the cell numbered `Table.head` names it."""

    cells: tuple[str, ...]
    #: What is to be said under it.
    notes: tuple[str, ...] = ()
    tone: Tone = ""
    anchor: str = ""


class Table(NamedTuple):
    """A table with its caption."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    #: Which column names the rows.
    head: int = 0


def table_lines(table: Table) -> Iterator[str]:
    """A table in plain text, with the notes under each row."""
    widths = _widths(table)
    heads = [column.head for column in table.columns]
    if any(column.numeric for column in table.columns):
        yield from _line(table, heads, widths)
        yield "-" * (sum(widths) + _GAP * (len(widths) - 1))
    for row in table.rows:
        yield from _line(table, row.cells, widths)
        for note in row.notes:
            yield from wrapped(note, "        ")


def _widths(table: Table) -> list[int]:
    """As wide as what stands in a column; the widest that holds words gives way until all fit."""
    cells = [[column.head, *(row.cells[place] for row in table.rows)] for place, column in enumerate(table.columns)]
    widths = [max(map(len, column)) for column in cells]
    words = [place for place, column in enumerate(table.columns) if not column.numeric]
    while sum(widths) + _GAP * (len(widths) - 1) > WIDTH:
        widest = max(words, key=lambda place: widths[place])
        widths[widest] -= 1
    return widths


def _line(table: Table, cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """A row, over as many lines as its longest cell needs."""
    wrapped = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, wrapped))):
        parts = [
            f"{(lines[number] if number < len(lines) else ''):{'>' if column.numeric else '<'}{width}}"
            for column, lines, width in zip(table.columns, wrapped, widths, strict=True)
        ]
        yield (" " * _GAP).join(parts)


def guarded(cell: Cell) -> Cell:
    """A cell as CSV may hold it: risky text behind an apostrophe, anything else as it is.

    Risky text that has apostrophes before it already gets one more, so that taking one away gives back every text.
    """
    if isinstance(cell, str) and is_risky(cell.lstrip(TEXT_SIGN)):
        return TEXT_SIGN + cell
    return cell


def csv_text(rows: Iterable[Cells]) -> str:
    """Rows as CSV with `,` and `"` as RFC 4180 has them, one line feed after each row; no cell is an empty one."""
    return "".join(_csv_line(row) for row in rows)


def _csv_line(row: Cells) -> str:
    # Only a line end of both characters makes the writer quote either of them inside a cell.
    line = StringIO(newline="")
    csv.writer(line, lineterminator="\r\n").writerow([guarded(cell) for cell in row])
    return line.getvalue().removesuffix("\r\n") + "\n"


def require_workbooks() -> None:
    """Unusable when the package that writes workbooks is not installed."""
    if find_spec("xlsxwriter") is None:
        raise Unusable(
            "cannot write xlsx",
            "the package XlsxWriter is not installed",
            "install it with: pip install 'clabber-audit[xlsx]', or write CSV",
        )


def xlsx_bytes(sheets: Mapping[str, Sequence[Cells]]) -> bytes:
    """Rows as a workbook, a sheet for each name; the first row of each is its heading. The same bytes every time."""
    require_workbooks()
    import xlsxwriter

    written = BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True}) as book:
        book.set_properties({"created": _CREATED})
        heading = book.add_format({"bold": True, "bottom": 1})
        as_text = book.add_format({"quote_prefix": True})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            sheet.freeze_panes(1, 0)
            for down, row in enumerate(rows):
                for across, cell in enumerate(row):
                    if isinstance(cell, str):
                        kind = heading if down == 0 else as_text if is_risky(cell) else None
                        sheet.write_string(down, across, cell, kind)
                    elif cell is not None:
                        sheet.write_number(down, across, cell)
            for across, width in enumerate(_column_widths(rows)):
                sheet.set_column(across, across, width)
            sheet.set_landscape()
            sheet.fit_to_pages(1, 0)
    return written.getvalue()


def _column_widths(rows: Sequence[Cells]) -> list[int]:
    columns = max(map(len, rows), default=0)
    return [
        min(_WIDEST, max(_NARROWEST, *(len(str(row[column])) + 2 for row in rows if column < len(row))))
        for column in range(columns)
    ]
