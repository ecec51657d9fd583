"""Tables as spreadsheets save them: CSV in, CSV and workbooks out."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from io import BytesIO, StringIO
from typing import Final, NamedTuple

from clabber_audit.core.errors import TextPlace, require

CellSpreadsheet = str | int | float | None
#: A row of a spreadsheet; the first of a sheet is its heading.
Cells = Sequence[CellSpreadsheet]

#: Characters that may begin a formula, also full-width; tab and carriage return may precede one.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
#: Prefix by which spreadsheets mark plain text.
_TEXT_SIGN: Final = "'"

#: Written into every workbook, so that the same table gives the same bytes on every day.
_CREATED: Final = datetime(2000, 1, 1)
#: Limits of the width of a column, in characters.
_NARROWEST, _WIDEST = 6, 40


def _is_risky(text: str) -> bool:
    """Return True if a spreadsheet might take this text for a formula."""
    return text.lstrip(" \n\u00a0\u3000").startswith(_FORMULA)


def guard_formula(cell: CellSpreadsheet) -> CellSpreadsheet:
    """Return a cell safe for CSV: an apostrophe before text that looks like a formula.

    Risky text that has apostrophes before it already gets one more, so that taking one away gives back every text.
    """
    if isinstance(cell, str) and _is_risky(cell.lstrip(_TEXT_SIGN)):
        return _TEXT_SIGN + cell
    return cell


def unguard_formula(text: str) -> str:
    """Return a text without the apostrophe of `guard_formula`."""
    return text[1:] if text.startswith(_TEXT_SIGN) and _is_risky(text.lstrip(_TEXT_SIGN)) else text


def csv_rows(text: str, delimiter: str) -> list[list[str]]:
    """Return the rows of a table of any size of cell; its lines may end as on any system."""
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    return list(csv.reader(StringIO(text, newline=None), delimiter=delimiter))


def csv_text(rows: Iterable[Cells]) -> str:
    """Return rows as CSV (RFC 4180), a line feed after each; None is an empty cell."""
    lines = []
    for row in rows:
        # Only a line end of both characters makes the writer quote either of them inside a cell.
        line = StringIO(newline="")
        csv.writer(line, lineterminator="\r\n").writerow([guard_formula(cell) for cell in row])
        lines.append(line.getvalue().removesuffix("\r\n") + "\n")
    return "".join(lines)


def require_workbooks() -> None:
    remedy = "install it with: pip install 'clabber-audit[xlsx]', or write CSV"
    require("xlsxwriter", "XlsxWriter", "cannot write xlsx", remedy)


def xlsx_bytes(sheets: Mapping[str, Sequence[Cells]]) -> bytes:
    """Return rows as a workbook, a sheet for each name, its first row as heading; always the same bytes."""
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
                        kind = heading if down == 0 else as_text if _is_risky(cell) else None
                        sheet.write_string(down, across, cell, kind)
                    elif cell is not None:
                        sheet.write_number(down, across, cell)
            for across in range(max(map(len, rows), default=0)):
                lengths = [len(str(row[across])) + 2 for row in rows if across < len(row)]
                sheet.set_column(across, across, min(_WIDEST, max(_NARROWEST, *lengths)))
            sheet.set_landscape()
            sheet.fit_to_pages(1, 0)
    return written.getvalue()


#: The delimiters that spreadsheets write, the first one preferred.
DELIMITERS: Final = (",", ";", "\t")
_QUOTED: Final = re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)(")?')
_PLAIN: Final = {delimiter: re.compile(f"[^{delimiter}\r\n]*") for delimiter in DELIMITERS}
#: Limit of cells in a row; the rest of the row is one more cell.
MOST_COLUMNS: Final = 200
_ROW: Final = re.compile("[^\r\n]*+")
_BLANKS: Final = {delimiter: re.compile(f"{delimiter}*+(?=[\r\n]|\\Z)") for delimiter in DELIMITERS}
_LINE_FEEDS: Final = re.compile(r"(?:\r?\n)++")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


class Cell(NamedTuple):
    """Cell: its text, its place, and the error of its quotation, if any."""

    text: str
    place: TextPlace
    error: str = ""


class SheetRow(NamedTuple):
    """One row, numbered from 1 as spreadsheets do it; never without a cell."""

    number: int
    cells: tuple[Cell, ...]

    @property
    def is_blank(self) -> bool:
        return not any(cell.text or cell.error for cell in self.cells)


def parse_rows(text: str, delimiter: str) -> Iterator[SheetRow]:
    """Yield the rows of a table, the cells without surrounding blanks.

    An apostrophe that keeps a risky text from being a formula is taken off.
    """
    at, number, place = 0, 1, TextPlace(1, 1)
    while at < len(text):
        if passed := _LINE_FEEDS.match(text, at):
            # There may be millions of empty lines.
            count = passed[0].count("\n")
            at, number, place = passed.end(), number + count, TextPlace(place.line + count, 1)
            continue
        cells = []
        more = True
        while more:
            begin = place
            found, error, end = _cell(text, at, delimiter)
            place = _advance(place, text[at:end])
            cells.append(Cell(unguard_formula(found.strip()), begin, error))
            more = text.startswith(delimiter, end)
            at = end + more
            place = TextPlace(place.line, place.column + more)
            if more and (blanks := _BLANKS[delimiter].match(text, at)):
                # Spreadsheets may write thousands of empty cells after the last one.
                at, more = blanks.end(), False
            elif more and len(cells) == MOST_COLUMNS and (rest := _ROW.match(text, at)):
                cells.append(Cell(rest[0], place))
                at, more = rest.end(), False
        yield SheetRow(number, tuple(cells))
        if line_end := _LINE_END.match(text, at):
            at, place = line_end.end(), TextPlace(place.line + 1, 1)
        number += 1


def _cell(text: str, at: int, delimiter: str) -> tuple[str, str, int]:
    """Parse the cell at an offset: its text, its error, its end."""
    quoted = _QUOTED.match(text, at)
    # With tabs between the cells, a tab before a quote is no blank of that cell.
    if quoted is None or delimiter in text[at : quoted.start(1) - 1]:
        plain = _PLAIN[delimiter].match(text, at)
        assert plain is not None
        return plain[0], "", plain.end()
    rest = _PLAIN[delimiter].match(text, quoted.end())
    assert rest is not None
    found = quoted[1].replace('""', '"')
    if not quoted[2]:
        return found, "has a quote that is not closed", rest.end()
    if rest[0].strip():
        return found, "continues after its closing quote", rest.end()
    return found, "", rest.end()


def _advance(place: TextPlace, passed: str) -> TextPlace:
    ends = [match.end() for match in _LINE_END.finditer(passed)]
    if not ends:
        return TextPlace(place.line, place.column + len(passed))
    return TextPlace(place.line + len(ends), len(passed) - ends[-1] + 1)


def cell_address(column: int, row: int) -> str:
    """Return a cell as spreadsheets call it: column 0 of row 7 is A7, column 26 is AA7."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"
