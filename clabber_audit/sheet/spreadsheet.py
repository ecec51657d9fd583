"""What spreadsheets take for text and for formulas, and tables written for them: as CSV and as a workbook.

Text stays text whatever it begins with, and numbers stay numbers. Spreadsheets take a cell that begins with `=`, `+`,
`-` or `@` for a formula, also where it was only a team's name. In CSV such a text gets an apostrophe before it, the
spreadsheets' own sign for text, and loses it when it is read again; in xlsx it gets the cell property of the same
meaning, and stays as it is.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from io import BytesIO, StringIO
from typing import Final

from clabber_audit.ground.extras import require

Cell = str | int | float | None
#: A row of a spreadsheet; the first of a sheet is its heading.
Cells = Sequence[Cell]

#: What may begin a formula, in the full-width forms too; tab and carriage return let a formula follow.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
#: What spreadsheets put before a text that would be taken for something else.
_TEXT_SIGN: Final = "'"

#: Written into every workbook, so that the same table gives the same bytes on every day.
_CREATED: Final = datetime(2000, 1, 1)
#: Columns as wide as what stands in them, within reason; in characters.
_NARROWEST, _WIDEST = 6, 40


def _is_risky(text: str) -> bool:
    """Whether a spreadsheet might take this text for a formula."""
    return text.lstrip(" \n\u00a0\u3000").startswith(_FORMULA)


def guarded(cell: Cell) -> Cell:
    """A cell as CSV may hold it: risky text behind an apostrophe, anything else as it is.

    Risky text that has apostrophes before it already gets one more, so that taking one away gives back every text.
    """
    if isinstance(cell, str) and _is_risky(cell.lstrip(_TEXT_SIGN)):
        return _TEXT_SIGN + cell
    return cell


def unguarded(text: str) -> str:
    """A text as it was before CSV held it."""
    return text[1:] if text.startswith(_TEXT_SIGN) and _is_risky(text.lstrip(_TEXT_SIGN)) else text


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
    remedy = "install it with: pip install 'clabber-audit[xlsx]', or write CSV"
    require("xlsxwriter", "XlsxWriter", "cannot write xlsx", remedy)


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
                        kind = heading if down == 0 else as_text if _is_risky(cell) else None
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
