"""What a sheet says becomes the record that it stands for, however the table is written."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.records.canonical import record_data
from clabber_audit.records.sheets.headings import FORMS
from clabber_audit.records.sheets.rows import entries
from clabber_audit.records.sheets.tables import csv_text
from tests.cli import ROOT
from tests.drawn import tried
from tests.sheet.tables import HEADINGS, RECORDS, ROWS, table, with_cell

CLABBER, BID_EUCHRE = FORMS


def records(text: str | bytes, name: str = "night.csv") -> list[dict[str, Any]]:
    """The records of a sheet, none of them refused."""
    data = text.encode() if isinstance(text, str) else text
    found = list(entries(data, name))
    assert not [entry.refused for entry in found if entry.refused]
    return [record_data(entry.record) for entry in found if entry.record]


def without_ids(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: kept for key, kept in record.items() if key != "id"} for record in found]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("lead", ["", "\ufeff", "sep={}{}", "{1}", "{0}{0}{0}{1}"])
def test_every_way_of_writing_the_table(delimiter: str, end: str, lead: str) -> None:
    text = lead.format(delimiter, end) + table(*ROWS, delimiter=delimiter, end=end)
    assert without_ids(records(text)) == RECORDS


def test_without_an_end_of_line_and_with_blank_rows() -> None:
    text = table(ROWS[0], [""] * len(HEADINGS), [""], ROWS[1]).removesuffix("\n")
    found = records(text)
    assert without_ids(found) == RECORDS
    assert [record["id"] for record in found] == ["night-r02", "night-r05"], "blank rows are counted as on the screen"


def test_a_line_that_names_the_delimiter_is_no_row() -> None:
    """Spreadsheets do not show it, so that the first hand is in row 2 as ever."""
    assert [record["id"] for record in records("sep=,\n" + table(*ROWS))] == ["night-r02", "night-r03"]


@pytest.mark.parametrize(
    ("heading", "column"),
    [
        ("N-S Cards", "ns_cards"), ("cards (NS)", "ns_cards"), ("North-South cards", "ns_cards"),
        ("nscards", "ns_cards"), ("NS", "ns_score"),
        ("e/w", "ew_score"), ("East-West", "ew_score"), ("EW melds", "ew_melds"),
        ("Bidder", "maker"), ("Dealt by", "dealer"), ("No.", "hand"), ("#", "hand"), ("DUE_DEALER", "due_dealer"),
        ("N", "north"), ("ns team name", "ns_team"), ("E-W Last Trick", "ew_last"), ("Bella NS", "ns_belle"),
        ("comment", "remark"), ("Trumps", "trump"), ("week", "round"),
    ],
)  # fmt: skip
def test_headings_are_forgiving(heading: str, column: str) -> None:
    found = CLABBER.column_of(heading)
    assert found is not None
    assert found.name == column


@pytest.mark.parametrize(
    ("column", "written", "path", "kept"),
    [
        ("dealer", "west", ("deal", "dealer"), "W"),
        ("dealer", "w.", ("deal", "dealer"), "W"),
        ("maker", "N-S", ("contract", "maker"), "NS"),
        ("maker", "South", ("contract", "maker"), "S"),
        ("trump", "♠", ("contract", "trump"), "S"),
        ("trump", "Diamonds", ("contract", "trump"), "D"),
        ("ns_cards", "90.0", ("sheet", "NS", "cards"), 90),
        ("ns_score", " 120 ", ("score", "NS"), 120),
        ("ns_score", "xx", ("score", "NS"), "XX"),
        ("ns_score", "Set", ("score", "NS"), "XXX"),
        ("ns_score", "HICK", ("score", "NS"), "XXX"),
        ("ns_score", "turkey  tracks", ("score", "NS"), "XXX"),
        ("ns_score", "renege", ("score", "NS"), "R"),
        ("ns_score", "-", ("score", "NS"), "-"),
        ("ns_score", "--", ("score", "NS"), "--"),
        ("ns_score", "—", ("score", "NS"), "--"),
        ("ns_score", "–", ("score", "NS"), "-"),
        ("ns_score", "'--", ("score", "NS"), "--"),
        ("remark", "'=1+1", ("remarks", 0), "=1+1"),
        ("remark", "''=1", ("remarks", 0), "'=1"),
        ("remark", "'tis said", ("remarks", 0), "'tis said"),
        ("remark", 'a "b", c; d', ("remarks", 0), 'a "b", c; d'),
        ("remark", "one\n\ntwo", ("remarks", 1), "two"),
        # What cannot be is taken as it stands: telling so is the scorecard's part.
        ("ns_cards", "163", ("sheet", "NS", "cards"), 163),
        ("ns_last", "11", ("sheet", "NS", "last_trick"), 11),
        ("ns_score", "1000", ("score", "NS"), 1000),
    ],
)  # fmt: skip
def test_cells_in_peoples_words(column: str, written: str, path: tuple[str | int, ...], kept: str | int) -> None:
    found: Any = records(table(*with_cell(column, written)))[0]
    for step in path:
        found = found[step]
    assert found == kept


def test_names_of_the_row_stand_for_their_seats() -> None:
    text = "dealer,maker,trump,ns,ew,north,east,south,west,ns team,ew team\n"
    text += "ida,Foxes,C,80,82,Ida,Gus,Hazel,Finn,Herons,Foxes\nHazel,Gus,C,80,82,Ida,Gus,Hazel,Finn,Herons,Foxes\n"
    first, second = records(text)
    assert (first["deal"]["dealer"], first["contract"]["maker"]) == ("N", "EW")
    assert (second["deal"]["dealer"], second["contract"]["maker"]) == ("S", "E")


def test_what_is_empty_stays_unknown() -> None:
    """The dealer and the scores are all that is needed."""
    text = "dealer,ns_score,ew_score,maker,trump,ns_cards,north,date,id\nN,91,71,,,,,,\n"
    (found,) = without_ids(records(text))
    assert (found.pop("format"), found.pop("source"), found.pop("plays")) == (
        "clabber-hand/1", {"kind": "scoresheet"}, [],
    )  # fmt: skip
    assert found == {"deal": {"dealer": "N"}, "score": {"NS": 91, "EW": 71}}
    one_side = without_ids(records(table(*with_cell("ew_cards", "", 0)[:1])))[0]
    assert one_side["sheet"] == {"NS": {"cards": 90, "last_trick": 10, "melds": 20}}


def test_cards_without_scores_are_enough() -> None:
    text = "dealer,maker,trump,ns_cards,ew_cards\nN,E,H,61,101\n"
    (found,) = records(text)
    assert "score" not in found
    assert found["sheet"] == {"NS": {"cards": 61}, "EW": {"cards": 101}}


def test_what_no_record_holds_by_itself_becomes_a_remark() -> None:
    """Melds without a column for cards, a maker without one for trumps: nothing is made up, and nothing lost."""
    text = "dealer,maker,ns_melds,ew_belle,ns_score,ew_score,remark\nN,E,20,,111,71,close\nE,,,,91,71,\n"
    first, second = records(text)
    assert first["remarks"] == ["close", "on the sheet: maker E, ns_melds 20"]
    assert not {"contract", "sheet"} & set(first)
    assert not {"contract", "sheet", "remarks"} & set(second)


def test_columns_of_the_sheets_own_are_passed_over() -> None:
    text = "dealer,ns,(ns so far),ew,(ew so far)\nN,91,91,71,71\n"
    assert records(text)[0]["score"] == {"NS": 91, "EW": 71}


def test_every_column_has_its_place() -> None:
    """Each column by itself, beside what a hand needs, ends where the documentation says."""
    cells = {
        "text": "x",
        "date": "23 January",
        "count": "7",
        "points": "7",
        "score": "7",
        "seat": "W",
        "side": "W",
        "suit": "S",
        "remark": "x",
    }
    words = {"source": "newspaper", "confidence": "likely"}
    for name, column in CLABBER.columns.items():
        beside = {
            "dealer": "N",
            "maker": "N",
            "trump": "C",
            "ns_cards": "1",
            "ew_cards": "2",
            "ns_score": "1",
            "ew_score": "2",
        }
        cell = words.get(name) or cells[column.kind]
        row = {**beside, name: cell}
        (found,) = records(",".join(row) + "\n" + ",".join(row.values()) + "\n")
        kept: Any = found
        for step in column.path:
            kept = kept[step]
        assert kept == ([cell] if name == "remark" else int(cell) if cell.isdigit() else cell), name


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
def test_ids_are_made_of_the_name_and_the_row(name: str, id: str) -> None:
    assert records(table(*ROWS), name)[0]["id"] == id


@tried()
@given(
    remark=st.text(st.sampled_from("=+-@'\" ,;aé\t"), max_size=8).filter(
        lambda text: text.strip() == text and "\t" not in text
    )
)
def test_texts_come_back_from_our_own_csv(remark: str) -> None:
    """What our tables put before risky text is taken off, and nothing else."""
    (found,) = records(csv_text([["dealer", "ns", "ew", "remark"], ["N", 91, 71, remark]]))
    assert found.get("remarks", [""]) == [remark]


def test_every_column_is_documented_and_nothing_else() -> None:
    text = (ROOT / "schemas" / "sheet.md").read_text(encoding="utf-8")
    first, second = text.split("\n## The Bid Euchre family\n")
    common = {name for name in CLABBER.columns if name in BID_EUCHRE.columns}
    for form, part in ((CLABBER, first), (BID_EUCHRE, second)):
        rows = [line.split("|") for line in part.splitlines() if line.startswith("| `")]
        documented = [name.strip(" `") for row in rows for name in row[1].split(",")]
        told_before = common - set(documented) if form is BID_EUCHRE else set()
        # The other sides are named in words.
        sides = {name for name in form.columns if re.match(r"(p\d|[nesw])+_", name) and name[:2] not in ("ns", "ew")}
        assert sorted(documented) == sorted(set(form.columns) - told_before - sides)
        for row in rows:
            names = {form.column_of(name.strip(" `")) for name in row[1].split(",")}
            for other in filter(None, (name.strip() for name in row[2].replace(";", ",").split(","))):
                prefix = "ns " if row[1].startswith(" `ns_") and "NS" not in other and "EW" not in other else ""
                assert form.column_of(prefix + other) in names, other


@pytest.mark.parametrize("column", ["hand", "ns_melds", "ew_belle", "ew_score"])
def test_a_question_mark_is_unknown_as_in_text(column: str) -> None:
    """A cell with `?` reads as one left empty (issue 25, point 19); a remark keeps it."""
    assert records(table(*with_cell(column, "?"))) == records(table(*with_cell(column, "")))
    assert records(table(*with_cell("remark", "?")))[0]["remarks"] == ["?"]
