"""Cells of workbooks and of CSV files of any encoding, a grid for each sheet."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from datetime import datetime
from functools import partial, reduce
from html import unescape
from io import BytesIO
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import RecordError, Refused, TextPlace, require
from clabber_audit.records.sheets import WORKBOOKS
from clabber_audit.records.sheets.tables import cell_address, csv_rows

#: A cell as a spreadsheet has it; an empty one is an empty text.
Value = Any
#: Limits of rows and columns read.
_MOST_ROWS, _MOST_COLUMNS = 20_000, 200


class Grid(NamedTuple):
    """Cells of one sheet."""

    name: str
    rows: list[list[Value]]
    #: Row and column of the merged cells but for the first of each range.
    covered: frozenset[tuple[int, int]] = frozenset()

    def value(self, row: int, column: int) -> Value:
        """Return a cell; an empty text beyond the edge."""
        cells = self.rows[row] if row < len(self.rows) else []
        return cells[column] if column < len(cells) else ""

    def text(self, row: int, column: int) -> str:
        return cell_text(self.value(row, column))

    def address(self, row: int, column: int, last: int | None = None) -> str:
        """Return an address such as `Week 2!A6`, or of a row of cells `Week 2!A6:D6`; of CSV, `line 6`."""
        if not self.name:
            return f"line {row + 1}"
        cell = f"{self.name}!{cell_address(column, row + 1)}"
        return cell if last is None else f"{cell}:{cell_address(last, row + 1)}"


def cell_text(value: Value) -> str:
    """Return a cell as a person would type it: 40, not 40.0; days as 2026-01-22."""
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())


def load_grids(data: bytes, name: str) -> tuple[list[Grid], list[str]]:
    """Return the sheets of an .xlsx, .ods or .csv file, and remarks on how they were read.

    Raises Refused for a workbook that cannot be read, Unusable without the package that reads it.
    """
    grids, remarks = list[Grid](), list[str]()
    if not name.lower().endswith(WORKBOOKS):
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
            remarks.append("not UTF-8: read as Windows-1252")
        delimiter = max(";,\t", key=text[:10_000].count)
        return [Grid("", [[*row] for row in csv_rows(text, delimiter)][:_MOST_ROWS])], remarks
    remedy = "install it with: pip install 'clabber-audit[xlsx]', or save the sheet as CSV"
    require("python_calamine", "python-calamine", f"cannot read {name}", remedy)
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        data, missing = _unpack_workbook(data, remarks)
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        for sheet in book.sheet_names:
            found = book.get_sheet_by_name(sheet)
            rows = [
                list(row[:_MOST_COLUMNS]) for row in found.to_python(skip_empty_area=False, nrows=_MOST_ROWS)
            ]
            merged = {
                (row, column)
                for (top, left), (bottom, right) in found.merged_cell_ranges or ()
                for row in range(top, min(bottom + 1, len(rows)))
                for column in range(left, min(right + 1, len(rows[row])))
                if (row, column) != (top, left)
            }
            covered = _find_marked_cells(rows, _COVERED) | merged
            missing.setdefault(sheet, []).extend(sorted(_find_marked_cells(rows, _UNKNOWN)))
            grids.append(Grid(sheet, rows, covered))
            if found.total_height > _MOST_ROWS:
                remarks.append(f"{sheet}: not read: the rows below {_MOST_ROWS:,}")
    except (CalamineError, ValueError, OSError, KeyError, NotImplementedError, zipfile.BadZipFile) as problem:
        help = "save it as CSV in the spreadsheet program, or save it again"
        why = (str(problem).splitlines() or [""])[0]
        raise Refused([RecordError(f"cannot read {name}", why, help, place=TextPlace(1, 1))]) from None
    for grid in grids:
        for row, column in missing.get(grid.name, ()):
            if row < len(grid.rows) and column < len(grid.rows[row]):
                grid.rows[row][column] = "?"
                address = grid.address(row, column)
                remarks.append(
                    f"{address}: a formula without its value: unknown; save the file in a spreadsheet program"
                )
    return grids, remarks


#: Most bytes that a workbook may take when unpacked; far more than a season.
_LARGEST: Final = 64 << 20
#: Repetition of a row, more often than in any season.
_REPEATED: Final = re.compile(rb'(table:number-rows-repeated=")([0-9]{5,9})(")')
_SHEETS: Final = re.compile(rb'<sheet [^>]*?name="([^"]*)"[^>]*?r:id="([^"]*)"')
_RELATION: Final = re.compile(rb"<Relationship [^>]*>")
#: Marks in place of cells that would be read as empty.
_UNKNOWN: Final = "\ue000unknown"
_COVERED: Final = "\ue000covered"
_ATTRIBUTES: Final = rb"""((?:[^<>"'/]|"[^"<]*"|'[^'<]*')*+)"""
#: Cells of .ods: a formula of which neither value nor text was current, and a cell that another one covers.
_FORMULA_ALONE: Final = re.compile(
    rb"""<table:table-cell(?=[^<]*?table:formula=)(?![^<]*?office:(?:[a-z]+-)?value=)(?![^<]*?value-type="string")"""
    + _ATTRIBUTES
    + rb"(/>|>\s*(?:<text:p\s*/>|<text:p></text:p>)?\s*</table:table-cell>)"
)
_COVERED_CELL: Final = re.compile(rb"<table:covered-table-cell" + _ATTRIBUTES + rb"(/?>)")
_NO_VALUE: Final = re.compile(
    rb'<c r="([A-Z]{1,3})([0-9]{1,7})"[^>]*>\s*<f[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>'
)


def _find_marked_cells(rows: Sequence[list[Value]], mark: str) -> frozenset[tuple[int, int]]:
    """Return the cells that begin with a mark, and empty them."""
    found = frozenset(
        (row, column)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if isinstance(cell, str) and cell.startswith(mark)
    )
    for row, column in found:
        rows[row][column] = ""
    return found


def _unpack_workbook(data: bytes, remarks: list[str]) -> tuple[bytes, dict[str, list[tuple[int, int]]]]:
    """Return a workbook whose repeated rows are not expanded, and the formulas without a value by sheet.

    Such formulas, and merged cells, are marked in .ods, since its reader takes them for empty cells.
    """
    with zipfile.ZipFile(BytesIO(data)) as book:
        if sum(part.file_size for part in book.infolist()) > _LARGEST:
            raise ValueError("it is too large unpacked (limit 64 MiB)")
        parts = {part.filename: book.read(part) for part in book.infolist()}
    if content := parts.get("content.xml"):
        remarks += [
            f"a row repeated {int(count):,} times is read once" for _, count, _ in _REPEATED.findall(content)
        ]
        content = _REPEATED.sub(rb"\g<1>1\3", content)
        content = _FORMULA_ALONE.sub(partial(_build_marked_cell, _UNKNOWN), content)
        content = _COVERED_CELL.sub(partial(_build_marked_cell, _COVERED), content)
        parts["content.xml"] = content.replace(b"</table:covered-table-cell>", b"</table:table-cell>")
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as rewritten:
            for filename, part in parts.items():
                rewritten.writestr(filename, part)
        return packed.getvalue(), {}
    targets = {}
    for relation in _RELATION.findall(parts.get("xl/_rels/workbook.xml.rels", b"")):
        fields = dict(re.findall(rb'(\w+)="([^"]*)"', relation))
        targets[fields.get(b"Id")] = fields.get(b"Target", b"").decode().removeprefix("/xl/")
    missing = {}
    for name, id in _SHEETS.findall(parts.get("xl/workbook.xml", b"")):
        cells = _NO_VALUE.findall(parts.get(f"xl/{targets.get(id, '')}", b""))
        columns = [
            reduce(lambda number, letter: 26 * number + letter - ord("A") + 1, letters, 0)
            for letters, _ in cells
        ]
        missing[unescape(name.decode())] = [
            (int(row) - 1, column - 1) for (_, row), column in zip(cells, columns, strict=True)
        ]
    return data, missing


def _build_marked_cell(mark: str, cell: re.Match[bytes]) -> bytes:
    """Return a text cell of .ods that has a mark, for as many columns as another one."""
    columns = re.search(rb'table:number-columns-repeated="\d{1,6}"', cell[1])
    text = f' office:value-type="string"><text:p>{mark}</text:p>'.encode()
    end = b"</table:table-cell>" if cell[2] != b">" else b""
    return b"<table:table-cell " + (columns[0] if columns else b"") + text + end
