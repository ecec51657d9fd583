"""Tests of cells in CSV and xlsx: no text becomes a formula, and no value is lost."""

from __future__ import annotations

import csv
import re
import sys
import zipfile
from io import BytesIO, StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.core.errors import Unusable
from clabber_audit.records.sheets.headings import CellSpreadsheet, csv_text, guard_formula, xlsx_bytes
from tests.hypothesis_settings import try_examples

FORMULAS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    " =1",
    "\u00a0=1",
    "--",
    "'=1",
)
CELLS = st.one_of(
    st.none(),
    st.integers(-1000, 1000),
    st.text(st.sampled_from("=+-@\t\r\n'\",; aé＝"), max_size=6),
    st.text(st.characters(codec="utf-8"), max_size=8),
)


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text, newline="")))


def value_as_read(cell: CellSpreadsheet) -> str:
    """Return the value that a CSV reader should find."""
    return "" if cell is None else str(guard_formula(cell))


def unguarded(text: str) -> str:
    """Return the text without the apostrophe that guards it."""
    return text[1:] if text.startswith("'") and guard_formula(text[1:]) == text else text


@pytest.mark.parametrize("text", FORMULAS)
def test_c01_no_text_begins_a_formula(text: str) -> None:
    assert guard_formula(text) == "'" + text
    assert read_csv(csv_text([[text, "x"]])) == [["'" + text, "x"]]


@pytest.mark.parametrize("cell", ["Owls", "a=1", "'", "'tis", "", "R", "XXX", "1-2", None, 0, -162, 500])
def test_c01_other_cells_are_unchanged(cell: CellSpreadsheet) -> None:
    assert guard_formula(cell) == cell


def test_numbers_stay_numbers() -> None:
    """A score of minus 162 is a number; the text of it is guarded."""
    assert csv_text([[-162, "-162"]]) == "-162,'-162\n"


@try_examples()
@given(st.lists(st.lists(CELLS, min_size=2, max_size=5), max_size=5))
def test_c02_rows_survive_csv(rows: list[list[CellSpreadsheet]]) -> None:
    found = read_csv(csv_text(rows))
    assert found == [[value_as_read(cell) for cell in row] for row in rows]
    texts = [cell for row in rows for cell in row if isinstance(cell, str)]
    assert [unguarded(str(guard_formula(text))) for text in texts] == texts


def workbook(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_xlsx_keeps_text_and_numbers() -> None:
    rows: list[list[CellSpreadsheet]] = [["name", "points"]]
    rows += [[text, -162] for text in FORMULAS]
    rows += [["http://example.org", None]]
    inside = workbook(xlsx_bytes({"Games": rows}))
    sheet = inside["xl/worksheets/sheet1.xml"]
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet
    assert not [name for name in inside if "rels" in name and "hyperlink" in inside[name]]
    assert sheet.count("<v>-162</v>") == len(FORMULAS)
    assert "=1+1</t>" in inside["xl/sharedStrings.xml"]
    # Every risky text has the style that shows an apostrophe; no other cell has one.
    styles = re.findall(r'<c r="A(\d+)"(?: s="(\d+)")? t="s">', sheet)
    formats = re.findall(r"<xf [^>]*?(?:/>|>)", inside["xl/styles.xml"].split("<cellXfs")[1])
    quoted = {row for row, style in styles if style and 'quotePrefix="1"' in formats[int(style)]}
    assert quoted == {str(row) for row in range(2, len(FORMULAS) + 2) if FORMULAS[row - 2] != "'=1"}


def test_xlsx_is_reproducible() -> None:
    rows: list[list[CellSpreadsheet]] = [["a", "b"], ["=1", 2]]
    assert xlsx_bytes({"Games": rows}) == xlsx_bytes({"Games": rows})
    assert "2000-01-01T00:00:00Z" in workbook(xlsx_bytes({"Games": rows}))["docProps/core.xml"]


def test_xlsx_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(Unusable) as refused:
        xlsx_bytes({"Games": [["a"]]})
    assert "clabber-audit[xlsx]" in refused.value.help
