"""Workbooks as people keep them: tables found, columns asked about, every row read or told."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from typing import Any

import pytest
import xlsxwriter

from clabber_audit.core.errors import Refused, Unusable
from clabber_audit.records.sheets.rows import entries
from clabber_audit.records.sheets.workbook import WorkbookReading, load_grids, read_workbook

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


def test_a_table_below_titles_is_read_with_what_the_titles_say() -> None:
    reading = read(THURSDAY)
    assert [table.address for table in reading.tables] == ["Hands!B4:H6"]
    assert reading.addresses == ["Hands!B5:H5", "Hands!B6:H6"]
    assert reading.hands[1] == {
        "game": "1", "date": "2026-01-22", "ns_team": "Owls", "ew_team": "Eagles", "hand": "2", "dealer": "E",
        "maker": "S", "trump": "♥", "ns_score": "XXX", "ew_score": "81", "remark": "good dad!",
    }  # fmt: skip


def test_whose_column_us_is_is_asked_and_every_other_row_is_told() -> None:
    reading = read(THURSDAY)
    assert [question.proposed for question in reading.questions] == ["Us=ns_score", "Them=ew_score"]
    assert reading.told == [
        "Hands!B7: a total; it agrees with the hands",
        "Hands!B9: not read: Owls buy next week",
    ]


def test_a_mapping_answers_the_question() -> None:
    reading = read(THURSDAY, {"us": "ew_score", "Them": "ns_score"})
    assert not reading.questions
    assert (reading.hands[0]["ns_score"], reading.hands[0]["ew_score"]) == ("142", "40")


def test_a_total_that_does_not_add_up_is_told_with_its_cell() -> None:
    rows = [*THURSDAY[:6], [None, "TOTAL", None, None, None, 40, 233]]
    assert "Hands!G7 has 233, the hands make 223" in read(rows).told


def test_the_hands_go_through_the_same_door_as_a_score_sheet() -> None:
    records = [entry.record for entry in entries(read(THURSDAY).sheet(), "night.csv")]
    assert [record.score for record in records] == [{"NS": 40, "EW": 142}, {"NS": "XXX", "EW": 81}]
    assert records[0].teams == {"NS": "Owls", "EW": "Eagles"}


def test_tables_side_by_side_have_titles_of_their_own() -> None:
    heading = ["Hand", "Dealer", "Maker", "Trump"]
    reading = read(
        [
            ["Table 1: Otters (NS) v Herons (EW)", *[None] * 6, "Table 2: Teals (NS) v Minks (EW)"],
            [*heading, "Otters", "Herons", None, *heading, "Teals", "Minks"],
            [1, "E", "N", "S", 91, 71, None, 1, "S", "W", "S", 80, 102],
            [2, "S", "S", "S", "XXX", 89, None, 2, "W", "N", "D", "XXX", 84],
        ]
    )
    assert [table.address for table in reading.tables] == ["Hands!A2:F4", "Hands!H2:M4"]
    assert [(hand["table"], hand["ns_team"], hand["ns_score"]) for hand in reading.hands] == [
        ("1", "Otters", "91"),
        ("1", "Otters", "XXX"),
        ("2", "Teals", "80"),
        ("2", "Teals", "XXX"),
    ]
    assert len(reading.questions) == 4


def test_running_totals_are_split_and_one_that_falls_is_asked() -> None:
    reading = read(
        [
            ["Badgers v Lynxes, 5 February 2026"],
            ["hand", "dealer", "We (N-S)", "They (E-W)"],
            [1, "E", 37, 125],
            [2, "S", 82, 242],
            [3, "W", 183, 303],
            [4, "N", 81, "XXX"],
            [5, "E", 465, 381],
            [6, "S", 585, 473],
        ]
    )
    assert [hand["ns_score"] for hand in reading.hands] == ["37", "45", "101", "?", "?", "120"]
    assert [hand["ew_score"] for hand in reading.hands] == ["125", "117", "61", "XXX", "78", "92"]
    (question,) = [question for question in reading.questions if question.where == "Hands!C6"]
    # 381 makes the next hand 84 and 78, together 162.
    assert question.proposed == "381"


def test_merged_days_hold_on_and_numbers_that_begin_anew_begin_a_game() -> None:
    reading = read(
        [
            ["Date", "Match", "Hand", "Dealer", "N-S", "E-W", "Check"],
            [date(2026, 2, 12), "Voles - Coots", 1, "N", 83, 79, 162],
            [None, None, 2, "E", 44, 118, 162],
            [],
            [date(2026, 2, 19), "Shrews - Martens", 1, "E", 77, 185, 262],
        ]
    )
    assert [(hand["date"], hand["ns_team"], hand["game"]) for hand in reading.hands] == [
        ("2026-02-12", "Voles", "1"),
        ("2026-02-12", "Voles", "1"),
        ("2026-02-19", "Shrews", "2"),
    ]


def test_results_alone_are_read_and_a_doubtful_team_is_asked() -> None:
    weeks: dict[str, Rows] = {
        f"Week {week}": [
            [f"WEEK {week}", None, None, date(2026, 1, 1 + 7 * week)],
            ["Team", "Score", "Score", "Team"],
            ["Owls", 584, 393, "Teals"],
            ["Moose", 368, 582, "Seals" if week == 3 else "Herons "],
        ]
        for week in (1, 2, 3)
    }
    reading = read_workbook(workbook(**weeks), "season.xlsx")
    assert len(reading.results) == 6
    assert reading.results[0] | {"where": ""} == {
        "where": "", "round": "1", "date": "2026-01-08", "home": "Owls", "away": "Teals", "home_points": "584",
        "away_points": "393",
    }  # fmt: skip
    assert [(question.what, question.proposed) for question in reading.questions] == [
        ("who is Seals?", "Teals")
    ]
    assert "6 matches with results and without hands: no hand comes of them" in reading.told


def test_a_file_of_another_encoding_is_read_and_it_is_told() -> None:
    text = "Abend im Café;;;;;;\nNr;Geber;Spieler;Trumpf;N-S;E-W;Bemerkung\n1;W;S;H;85,0;77,0;Jürgen zählte\n"
    reading = read_workbook(text.encode("cp1252"), "abend.csv")
    assert reading.hands[0]["remark"] == "Jürgen zählte"
    assert reading.hands[0]["ns_score"] == "85"
    assert "not UTF-8: read as Windows-1252" in reading.told
    assert [question.proposed for question in reading.questions] == [
        *("Geber=dealer", "Spieler=maker", "Trumpf=trump", "Bemerkung=remark")
    ]


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"PK\x03\x04 nothing", "night.xlsx", Unusable),
        (b"", "night.ods", Unusable),
        (b"a,b,c\n1,2,3\n", "night.csv", Refused),
        (workbook(Empty=[]), "night.xlsx", Refused),
    ],
)
def test_what_is_no_workbook_of_hands_is_refused(data: bytes, name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_workbook(data, name)


def test_rows_beyond_any_season_are_not_expanded() -> None:
    data = BytesIO()
    with xlsxwriter.Workbook(data, {"in_memory": True}) as book:
        sheet = book.add_worksheet("Hands")
        sheet.write_row(0, 0, ["Hand", "Dealer", "N-S", "E-W"])
        sheet.write_row(1, 0, [1, "N", 83, 79])
        sheet.write(1_048_575, 0, "end")
    (grid,), _ = load_grids(data.getvalue(), "long.xlsx")
    assert len(grid.rows) <= 20_000
