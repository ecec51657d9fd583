"""Tests of reading workbooks as people keep them: tables, questions about columns, and every row read or reported."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import pytest
import xlsxwriter

from clabber_audit.core.errors import Refused
from clabber_audit.records.sheets.rows import entries
from clabber_audit.records.sheets.workbook import WorkbookReading, load_grids, read_workbook
from tests.transcripts import transcripts

Rows = list[list[Any]]


def workbook(**sheets: Rows) -> bytes:
    """Return a workbook with these sheets; None leaves a cell empty."""
    data = BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for down, row in enumerate(rows):
                for across, cell in enumerate(row):
                    if isinstance(cell, date):
                        sheet.write_datetime(down, across, cell, day)
                    elif cell is not None:
                        sheet.write(down, across, cell)
    return data.getvalue()


def read(rows: Rows, mapping: dict[str, str] | None = None) -> WorkbookReading:
    return read_workbook(workbook(Hands=rows), "night.xlsx", mapping)


THURSDAY: Rows = [
    [None, "Corner League, Thursday"],
    [None, "Played:", date(2026, 1, 22), None, "Us = Owls (N/S)", None, "Them = Eagles"],
    [],
    [None, "#", "Dealt", "Made by", "Suit", "Us", "Them", "Remarks"],
    [None, 1, "N", "E", "♦", 40, 142],
    [None, 2, "E", "S", "♥", "XXX", 81, "good dad!"],
    [None, "TOTAL", None, None, None, 40, 223],
    [],
    [None, "Owls buy next week"],
]


def _cell(text: str) -> int | str | date | None:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text)
    return int(text) if text.isdecimal() else text or None


def read_row(text: str) -> list[Any]:
    """Return the cells of a row such as `| 1 | Owls |  |`."""
    return [_cell(cell[1:-1]) for cell in f" {text}".split("|")[1:-1]]


def _join_columns(rows: Sequence[Mapping[str, str]], names: list[str]) -> list[str]:
    return [" ".join(row.get(name, "-").strip() for name in names) for row in rows]


CASES: Final[dict[str, list[str]]] = {}
for _title, _lines in transcripts(Path(__file__).with_name("workbooks.md")):
    CASES.setdefault(_title, []).extend(_lines)


@pytest.mark.parametrize("title", CASES)
def test_workbooks(title: str) -> None:
    """The head of `workbooks.md` explains the lines."""
    sheets: dict[str, Rows] = {}
    name, answers, lines = "Hands", dict[str, str](), CASES[title]
    for at, line in enumerate(lines):
        what, _, rest = line.partition(" ")
        if what == "|":
            sheets.setdefault(name, []).append(read_row(line))
            continue
        if what == "sheet":
            name = rest
            continue
        if what == "with":
            answers = dict(answer.split("=") for answer in rest.split(", "))
        reading = read_workbook(workbook(**sheets), "night.xlsx", answers)
        below = [
            row.removeprefix("= ") for row in takewhile(lambda row: row.startswith("= "), lines[at + 1 :])
        ]
        if what in ("hands", "results"):
            assert _join_columns(reading.hands if what == "hands" else reading.results, rest.split()) == below
        elif what == "hand":
            number, _, expected = rest.partition(" ")
            assert reading.hands[int(number) - 1] == json.loads(expected)
        elif what == "remark":
            assert rest in reading.remarks
        elif what == "proposed":
            found = {question.where: question.proposed for question in reading.questions}
            assert found[rest.split()[0]] == rest.split()[1]
        elif what not in ("with", "="):
            assert {
                "tables": [table.address for table in reading.tables],
                "rows": reading.addresses,
                "ask": [question.answer for question in reading.mandatory_questions],
                "asked": [f"{one.where} {one.answer}" for one in reading.questions if not one.sure],
                "keys": [question.key for question in reading.questions],
            }[what] == (rest.split() if what in ("tables", "rows", "ask") else [rest] if rest else [])


def test_hands_are_parsed_like_a_score_sheet() -> None:
    records = [entry.record for entry in entries(read(THURSDAY).sheet(), "night.csv")]
    assert [record.score for record in records] == [{"NS": 40, "EW": 142}, {"NS": "XXX", "EW": 81}]
    assert records[0].teams == {"NS": "Owls", "EW": "Eagles"}


def test_other_encodings_are_read_and_reported() -> None:
    text = "Abend im Café;;;;;;\nNr;Geber;Spieler;Trumpf;N-S;E-W;Bemerkung\n1;W;S;H;85,0;77,0;Jürgen zählte\n"
    reading = read_workbook(text.encode("cp1252"), "abend.csv")
    assert reading.hands[0]["remark"] == "Jürgen zählte"
    assert reading.hands[0]["ns_score"] == "85"
    assert "not UTF-8: read as Windows-1252" in reading.remarks
    assert [question.answer for question in reading.mandatory_questions] == [
        *("Geber=dealer", "Spieler=maker", "Trumpf=trump", "Bemerkung=remark")
    ]


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"PK\x03\x04 nothing", "night.xlsx", "it is not a workbook"),
        (b"", "night.ods", "it is empty"),
        (b"a,b,c\n1,2,3\n", "night.csv", "no table of hands"),
        (workbook(Empty=[]), "night.xlsx", "no table of hands"),
    ],
)
def test_other_files_are_refused_as_workbooks(data: bytes, name: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_workbook(data, name)
    assert message in "\n".join(refused.value.lines)


def test_empty_rows_at_the_end_are_not_expanded() -> None:
    data = BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Hands")
        sheet.write_row(0, 0, ["Hand", "Dealer", "N-S", "E-W"])
        sheet.write_row(1, 0, [1, "N", 83, 79])
        sheet.write(1_048_575, 0, "end")
    (grid,), _ = load_grids(data.getvalue(), "long.xlsx")
    assert len(grid.rows) <= 20_000


def ods(rows: str) -> bytes:
    """Return an OpenDocument workbook of one sheet."""
    names = "office", "table", "text"
    spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="Hands">{rows}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as book:
        book.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        book.writestr("content.xml", content)
        book.writestr("META-INF/manifest.xml", "<manifest/>")
    return data.getvalue()


def ods_row(*cells: str | int, repeated: int = 1) -> str:
    kinds = (
        f'office:value-type="float" office:value="{cell}"'
        if isinstance(cell, int)
        else 'office:value-type="string"'
        for cell in cells
    )
    xml = "".join(
        f"<table:table-cell {kind}><text:p>{cell}</text:p></table:table-cell>"
        for kind, cell in zip(kinds, cells, strict=True)
    )
    return f'<table:table-row table:number-rows-repeated="{repeated}">{xml}</table:table-row>'


def test_repeated_rows_are_read_once() -> None:
    data = ods(ods_row("Hand", "Dealer", "N-S", "E-W") + ods_row(1, "N", 83, 79, repeated=1_000_000))
    reading = read_workbook(data, "night.ods")
    assert reading.addresses == ["Hands!A2:D2"]
    assert "a row repeated 1,000,000 times is read once" in reading.remarks
    # In a season a hand may be repeated by chance.
    data = ods(ods_row("Hand", "Dealer", "N-S", "E-W") + ods_row(1, "N", 83, 79, repeated=3))
    assert len(read_workbook(data, "night.ods").hands) == 3


def test_a_formula_without_a_value_is_unknown() -> None:
    data = BytesIO(workbook(Hands=[["Hand", "Dealer", "N-S", "E-W"], [1, "N", 83, 79], [2, "E", 80, 82]]))
    with zipfile.ZipFile(data) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'<c r="D3"><v>82</v></c>', b'<c r="D3"><f>162-C3</f><v></v></c>')
    assert b"162-C3" in parts[sheet]
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as book:
        for name, part in parts.items():
            book.writestr(name, part)
    reading = read_workbook(data.getvalue(), "night.xlsx")
    assert [hand["ew_score"] for hand in reading.hands] == ["79", "?"]
    assert any(line.startswith("Hands!D3: a formula without its value") for line in reading.remarks)


@pytest.mark.parametrize(
    ("cell", "score"),
    [
        ('table:formula="of:=[.A1]+&quot;/&quot;"/>', "?"),
        ("table:formula='of:=[.A1]'><text:p/></table:table-cell>", "?"),
        ('table:formula="of:=[.A1]" office:value-type="float" office:value="79"/>', "79"),
        # An empty text is the value of this one.
        ('table:formula="of:=IF(1;&quot;&quot;)" office:value-type="string"/>', None),
    ],
)
def test_a_formula_of_ods_without_a_value_is_unknown(cell: str, score: str | None) -> None:
    rows = [
        ods_row("Hand", "Dealer", "N-S", "E-W"),
        ods_row(1, "N", 83).replace("</table:table-row>", f"<table:table-cell {cell}</table:table-row>"),
        ods_row(2, "E", 100, 62),
    ]
    reading = read_workbook(ods("".join(rows)), "night.ods")
    assert reading.hands[0].get("ew_score") == score
    text = "Hands!D2: a formula without its value: unknown; save the file in a spreadsheet program"
    assert (text in reading.remarks) == (score == "?")


COVERED = "<table:covered-table-cell><text:p>7</text:p></table:covered-table-cell>"


def test_merged_cells_are_unknown_except_for_a_match() -> None:
    ods_rows = [
        "<table:table-row><table:table-cell/></table:table-row>",
        ods_row("Date", "Hand", "Dealer", "N-S", "E-W", "Match"),
        ods_row("2026-02-12", 1, "N", 83, 79, "Voles - Coots"),
        ods_row(2, "E", 100)
        .replace("<table:table-cell", "<table:covered-table-cell/><table:table-cell", 1)
        .replace("</table:table-row>", f"{COVERED}<table:covered-table-cell/></table:table-row>"),
    ]
    data = BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Hands")
        sheet.write_row(1, 0, ["Date", "Hand", "Dealer", "N-S", "E-W", "Match"])
        sheet.write_row(2, 1, [1, "N", 83])
        sheet.write_row(3, 1, [2, "E", 100])
        for column, value in ((0, "2026-02-12"), (4, 79), (5, "Voles - Coots")):
            sheet.merge_range(2, column, 3, column, value)
    for book_data, name in ((ods("".join(ods_rows)), "night.ods"), (data.getvalue(), "night.xlsx")):
        reading = read_workbook(book_data, name, {"Match": "match"})
        assert reading.hands[1] == {
            "game": "1", "date": "2026-02-12", "ns_team": "Voles", "ew_team": "Coots", "hand": "2", "dealer": "E",
            "ns_score": "100", "ew_score": "?",
        }, name  # fmt: skip
        assert "Hands!E4: merged with the cell above or beside it: unknown" in reading.remarks


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("Played January 22, 2026", "2026-01-22"),
        ("Badgers v Lynxes, 5 February 2026", "2026-02-05"),
        ("Night of 2026-01-22 at the Moose Lodge", "2026-01-22"),
        ("Thursday, Jan. 22nd, 2026", "2026-01-22"),
        ("1/22/2026", "2026-01-22"),
        ("Season 2026", None),
        ("1/2/2026", None),
    ],
)
def test_dates_in_titles_are_read_if_unambiguous(title: str, day: str | None) -> None:
    reading = read([[title], ["Hand", "Dealer", "N-S", "E-W"], [1, "N", 83, 79]])
    assert reading.hands[0].get("date") == day
    assert [question.key for question in reading.questions] == (["1/2/2026"] if title == "1/2/2026" else [])


def test_day_without_a_year_asks_for_the_year() -> None:
    table: Rows = [["Hand", "Dealer", "Maker", "Trump", "N-S", "E-W"], [1, "N", "E", "S", 91, 71]]
    (question,) = read_workbook(workbook(**{"Feb 12": table}), "night.xlsx").questions
    assert question.what == "which year is Feb 12 in? It is not written, so the date is left out"


def test_invalid_hand_number_is_kept() -> None:
    reading = read([["Hand", "Dealer", "N-S", "E-W"], ["beer: $14.50", "N", 83, 79], [2, "E", 80, 82]])
    assert [hand["hand"] for hand in reading.hands] == ["beer: $14.50", "2"]
    (refused, read_one) = entries(reading.sheet(), "night.csv")
    assert refused.refused is not None
    assert read_one.refused is None
