"""Tests of reading score sheets: delimiters, line ends, headings, and cells as people write them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.records.formats import record_data
from clabber_audit.records.sheets.headings import FORMS, csv_text
from clabber_audit.records.sheets.rows import entries
from tests.cli import ROOT, call, read_text
from tests.hypothesis_settings import try_examples
from tests.sheet.tables import HEADINGS, RECORDS, ROWS, format_table, replace_cell
from tests.sheet.test_refusing import sheet_errors
from tests.tables import tables
from tests.transcripts import transcripts

CLABBER, BID_EUCHRE = FORMS
#: The head of `cells.md` explains them.
CELLS = tables(Path(__file__).with_name("cells.md"))


def records(text: str | bytes, name: str = "night.csv") -> list[dict[str, Any]]:
    """Return the records of a sheet, asserting that no row is refused."""
    data = text.encode() if isinstance(text, str) else text
    found = list(entries(data, name))
    assert not [entry.refused for entry in found if entry.refused]
    return [record_data(entry.record) for entry in found if entry.record]


def without_ids(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in record.items() if key != "id"} for record in found]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("lead", ["", "\ufeff", "sep={}{}", "{1}", "{0}{0}{0}{1}"])
def test_delimiters_line_ends_and_leading_lines(delimiter: str, end: str, lead: str) -> None:
    text = lead.format(delimiter, end) + format_table(*ROWS, delimiter=delimiter, end=end)
    assert without_ids(records(text)) == without_ids(RECORDS)


def test_missing_line_end_and_blank_rows() -> None:
    text = format_table(ROWS[0], [""] * len(HEADINGS), [""], ROWS[1]).removesuffix("\n")
    rows = records(text)
    assert without_ids(rows) == without_ids(RECORDS)
    assert [record["id"] for record in rows] == ["night-r02", "night-r05"], (
        "blank rows are counted as on the screen"
    )


def test_delimiter_line_is_not_counted() -> None:
    """Spreadsheets hide the line `sep=,`, so the first hand is still in row 2."""
    assert [record["id"] for record in records("sep=,\n" + format_table(*ROWS))] == ["night-r02", "night-r03"]


@pytest.mark.parametrize(("heading", "column"), CELLS["Headings"])
def test_spellings_of_headings(heading: str, column: str) -> None:
    found = CLABBER.column_of(heading)
    assert found is not None
    assert found.name == column


def value_at(data: Any, path: str) -> Any:
    """Return the value at a path in a record, such as `remarks.0`."""
    for step in path.split("."):
        data = data[int(step) if step.isdecimal() else step]
    return data


@pytest.mark.parametrize(("column", "written", "path", "value"), CELLS["Cells of Clabber"])
def test_spellings_of_cells(column: str, written: str, path: str, value: str) -> None:
    text = format_table(*replace_cell(column, written))
    assert value_at(records(text)[0], path) == json.loads(value)


@pytest.mark.parametrize(("column", "written", "path", "value"), CELLS["Cells of Pepper"])
def test_spellings_of_cells_of_pepper(column: str, written: str, path: str, value: str) -> None:
    tricks = "1,4" if column == "each" else "2,4"
    text = f"ruleset,dealer,bidder,bid,ns_tricks,ew_tricks,{column}\npepper,N,E,4,{tricks},{written}\n"
    assert value_at(records(text)[0], path) == json.loads(value)


def test_empty_cells_stay_unknown() -> None:
    """Only the dealer and the scores are required."""
    text = "dealer,ns_score,ew_score,maker,trump,ns_cards,north,date,id\nN,91,71,,,,,,\n"
    (data,) = without_ids(records(text))
    assert (data.pop("format"), data.pop("source"), data.pop("plays")) == (
        "clabber-hand/1", {"kind": "scoresheet"}, [],
    )  # fmt: skip
    assert data == {"deal": {"dealer": "N"}, "score": {"NS": 91, "EW": 71}}
    one_side = without_ids(records(format_table(*replace_cell("ew_cards", "", 0)[:1])))[0]
    assert one_side["sheet"] == {"NS": {"cards": 90, "last_trick": 10, "melds": 20}}


def test_columns_are_stored_at_their_paths() -> None:
    """Every column ends up at the documented path."""
    cells = {
        "text": "x", "date": "23 January", "count": "7", "points": "7", "score": "7", "seat": "W", "side": "W",
        "suit": "S", "remark": "x",
    }  # fmt: skip
    words = {"source": "newspaper", "confidence": "likely"}
    needed = "dealer=N maker=N trump=C ns_cards=1 ew_cards=2 ns_score=1 ew_score=2"
    beside = dict(cell.split("=") for cell in needed.split())
    for name, column in CLABBER.columns.items():
        cell = words.get(name) or cells[column.kind]
        row = {**beside, name: cell}
        (data,) = records(",".join(row) + "\n" + ",".join(row.values()) + "\n")
        assert value_at(data, ".".join(map(str, column.path))) == (
            [cell] if name == "remark" else int(cell) if cell.isdigit() else cell
        ), name


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Thursday Night.CSV", "thursday-night-r02"),
        ("Żółw & co..csv", "zow-co-r02"),
        ("東京.csv", "sheet-r02"),
        ("-x-.csv", "x-r02"),
        ("a" * 300 + ".csv", "a" * 56 + "-r02"),
    ],
)  # fmt: skip
def test_ids_are_file_name_and_row(name: str, id: str) -> None:
    assert records(format_table(*ROWS), name)[0]["id"] == id


@try_examples()
@given(
    remark=st.text(st.sampled_from("=+-@'\" ,;aé\t"), max_size=8).filter(
        lambda text: text.strip() == text and "\t" not in text
    )
)
def test_texts_survive_our_own_csv(remark: str) -> None:
    """Only the apostrophe before a risky text is removed."""
    (data,) = records(csv_text([["dealer", "ns", "ew", "remark"], ["N", 91, 71, remark]]))
    assert data.get("remarks", [""]) == [remark]


def test_documented_columns_are_exactly_those_read() -> None:
    text = (ROOT / "schemas" / "sheet.md").read_text(encoding="utf-8")
    first, second = text.split("\n## The Bid Euchre family\n")
    common = {name for name in CLABBER.columns if name in BID_EUCHRE.columns}
    for form, part in ((CLABBER, first), (BID_EUCHRE, second)):
        rows = [line.split("|") for line in part.splitlines() if line.startswith("| `")]
        documented = [name.strip(" `") for row in rows for name in row[1].split(",")]
        told_before = common - set(documented) if form is BID_EUCHRE else set()
        # The other sides are named in words.
        sides = {name for name in form.columns if re.match(r"(?!ns|ew)(p\d|[nesw])+_", name)}
        assert sorted(documented) == sorted(set(form.columns) - told_before - sides)
        for row in rows:
            names = {form.column_of(name.strip(" `")) for name in row[1].split(",")}
            for other in filter(None, (name.strip() for name in row[2].replace(";", ",").split(","))):
                sideless = row[1].startswith(" `ns_") and "NS" not in other and "EW" not in other
                assert form.column_of(f"ns {other}" if sideless else other) in names, other


@pytest.mark.parametrize("column", ["hand", "ns_melds", "ew_belle", "ew_score"])
def test_question_mark_means_unknown(column: str) -> None:
    """A cell with `?` is read as an empty one (issue 25, point 19); a remark keeps it."""
    assert records(format_table(*replace_cell(column, "?"))) == records(
        format_table(*replace_cell(column, ""))
    )
    assert records(format_table(*replace_cell("remark", "?")))[0]["remarks"] == ["?"]


_PEPPER = """\
hand,ruleset,dealer,bidder,bid,trump,alone,ns_tricks,ew_tricks,ns_score,ew_score,ns_after,ew_after
1,pepper,N,E,4,hearts,,2,4,2,4,2,4
2,pepper,E,S,big pepper,spades,no,6,0,14,−6,16,-2
"""


@pytest.mark.parametrize(("bid", "contract"), CELLS["Bids"])
def test_spellings_of_bids(bid: str, contract: str) -> None:
    (data,) = records(f"ruleset,dealer,bidder,bid,ns,ew\npepper,N,E,{bid},2,4\n")
    assert data["contract"] == {"maker": "E", **json.loads(contract)}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("sheets.md")))
def test_sheets_are_read_or_refused(title: str, lines: list[str]) -> None:
    """The head of `sheets.md` explains the lines."""
    marked = [line.partition(" ") for line in lines]
    checks = ("=", "!", "why", "help")
    text = "".join(f"{line}\n" for line in lines if line.split(" ")[0] not in checks)
    wrong = [rest.partition(" ") for mark, _, rest in marked if mark == "!"]
    errors = sheet_errors(text)
    for (at_place, _, what), fault in zip(wrong, errors, strict=True):
        assert what in fault.what
        assert fault.place
        assert at_place in ("?", f"{fault.place.line}:{fault.place.column}")
    assert all(rest in errors[-1].why for mark, _, rest in marked if mark == "why")
    assert all(rest in errors[-1].help for mark, _, rest in marked if mark == "help")
    for path, _, value in (rest.partition(" ") for mark, _, rest in marked if mark == "="):
        (data,) = records(text)
        found = value_at(data, path) if path.split(".")[0] in data else None
        assert found == (json.loads(value) if value else None), path


def test_sheet_of_pepper() -> None:
    first, second = records(_PEPPER)
    assert first == read_text("""\
bid-euchre 1
hand night-r02
rules pepper
context hand 1
source scoresheet
deal N
contract E 4 hearts
score NS 2 EW 4
after NS 2 EW 4
sheet NS tricks 2 EW tricks 4
""")
    assert second["contract"] == {"maker": "S", "tricks": 6, "kind": "big_pepper", "trump": "S"}
    assert second["score"] == {"NS": 14, "EW": -6}


def test_tricks_that_do_not_add_up_refuse_only_their_row(tmp_path: Path) -> None:
    sheet = tmp_path / "night.csv"
    sheet.write_text(_PEPPER.replace("2,4,2,4,2,4", "3,4,2,4,2,4"), encoding="utf-8")
    done = call("convert", str(sheet), str(tmp_path / "night.clab"))
    assert done.code == 3
    assert "night.csv:2:24: error: the sheet has 7 tricks; a hand has 6 tricks" in done.err
    assert "contract S 6 bp spades" in (tmp_path / "night.clab").read_text(encoding="utf-8")


def test_headings_are_unambiguous() -> None:
    """No heading stands for two columns of one form."""
    for form in FORMS:
        for column in form.columns.values():
            for name in (column.name, *column.others):
                assert form.column_of(name) == column, name
