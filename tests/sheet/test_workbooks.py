"""Workbooks as people keep them: tables found, columns asked about, every row read or told."""

from __future__ import annotations

import zipfile
from datetime import date
from io import BytesIO
from typing import Any

import pytest
import xlsxwriter

from clabber_audit.core.errors import Refused
from clabber_audit.records.sheets.grids import load_grids
from clabber_audit.records.sheets.rows import entries
from clabber_audit.records.sheets.workbook import WorkbookReading, read_workbook

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
    assert [question.answer for question in reading.mandatory_questions] == ["Us=ns_score", "Them=ew_score"]
    assert reading.remarks == [
        "Hands!B7: a total; it agrees with the hands",
        "Hands!B1: a title: Corner League, Thursday",
        "Hands!B2: a title: Played:, 2026-01-22, Us = Owls (N/S), Them = Eagles",
        "Hands!B9: not read: Owls buy next week",
    ]


def test_a_mapping_answers_the_question() -> None:
    reading = read(THURSDAY, {"us": "ew_score", "Them": "ns_score"})
    assert not reading.questions
    assert (reading.hands[0]["ns_score"], reading.hands[0]["ew_score"]) == ("142", "40")
    # The title says Us = Owls, and Us sat East and West.
    assert (reading.hands[0]["ns_team"], reading.hands[0]["ew_team"]) == ("Eagles", "Owls")


def test_a_total_that_does_not_add_up_is_told_with_its_cell() -> None:
    rows = [*THURSDAY[:6], [None, "TOTAL", None, None, None, 40, 233]]
    assert "Hands!G7 has 233, the hands make 223" in read(rows).remarks


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
    assert [question.answer for question in reading.mandatory_questions] == ["scores=running"]
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
        "where": "", "home_at": "Week 1!A3", "away_at": "Week 1!D3", "round": "1",
        "date": "2026-01-08", "home": "Owls", "away": "Teals", "home_points": "584",
        "away_points": "393",
    }  # fmt: skip
    asked = [(question.where, question.answer) for question in reading.questions if not question.sure]
    assert asked == [("Week 3!D4", "Seals=Teals")]
    assert "6 matches with results and without hands: no hand comes of them" in reading.remarks


def test_the_week_of_results_stands_in_the_name_of_the_sheet_or_in_a_column() -> None:
    rows: Rows = [["January 8, 2026"], ["Team", "Score", "Score", "Team"], ["Owls", 584, 393, "Teals"]]
    reading = read_workbook(workbook(**{"Week 3": rows}), "season.xlsx")
    assert [(result["round"], result["date"]) for result in reading.results] == [("3", "2026-01-08")]
    rows = [
        ["Week", "Date", "Home", "Away", "Result"],
        [1, "8 January 2026", "Owls", "Teals", "584-393"],
        [None, None, "Moose", "Lions", "505-300"],
        [2, "15 January 2026", "Owls", "Moose", "120-512"],
    ]
    reading = read_workbook(workbook(Results=rows), "season.xlsx")
    assert [(result["round"], result["date"], result["away_points"]) for result in reading.results] == [
        ("1", "2026-01-08", "393"), ("1", "2026-01-08", "300"), ("2", "2026-01-15", "512"),
    ]  # fmt: skip


def test_a_file_of_another_encoding_is_read_and_it_is_told() -> None:
    text = "Abend im Café;;;;;;\nNr;Geber;Spieler;Trumpf;N-S;E-W;Bemerkung\n1;W;S;H;85,0;77,0;Jürgen zählte\n"
    reading = read_workbook(text.encode("cp1252"), "abend.csv")
    assert reading.hands[0]["remark"] == "Jürgen zählte"
    assert reading.hands[0]["ns_score"] == "85"
    assert "not UTF-8: read as Windows-1252" in reading.remarks
    assert [question.answer for question in reading.mandatory_questions] == [
        *("Geber=dealer", "Spieler=maker", "Trumpf=trump", "Bemerkung=remark")
    ]


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"PK\x03\x04 nothing", "night.xlsx", Refused),
        (b"", "night.ods", Refused),
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


def ods(rows: str) -> bytes:
    """Return a workbook of one sheet, as OpenDocument has it."""
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
    made = "".join(
        f"<table:table-cell {kind}><text:p>{cell}</text:p></table:table-cell>"
        for kind, cell in zip(kinds, cells, strict=True)
    )
    return f'<table:table-row table:number-rows-repeated="{repeated}">{made}</table:table-row>'


def test_a_row_that_is_repeated_a_million_times_is_read_once_and_told() -> None:
    data = ods(ods_row("Hand", "Dealer", "N-S", "E-W") + ods_row(1, "N", 83, 79, repeated=1_000_000))
    reading = read_workbook(data, "night.ods")
    assert reading.addresses == ["Hands!A2:D2"]
    assert "a row repeated 1,000,000 times is read once" in reading.remarks
    # A season repeats a hand now and then.
    data = ods(ods_row("Hand", "Dealer", "N-S", "E-W") + ods_row(1, "N", 83, 79, repeated=3))
    assert len(read_workbook(data, "night.ods").hands) == 3


def test_a_formula_without_its_value_is_unknown_and_told() -> None:
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
def test_a_formula_of_ods_without_its_value_is_unknown_and_told(cell: str, score: str | None) -> None:
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


def test_what_merged_cells_cover_is_unknown_and_told_but_a_match_holds_on() -> None:
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


def test_the_first_dealer_is_asked_and_the_deal_goes_to_the_left() -> None:
    rows: Rows = [["Hand", "N-S", "E-W"], [1, 83, 79], [2, 80, 82], [3, 90, 72]]
    (question,) = read(rows).mandatory_questions
    assert question.key == "first dealer Hands!A1:C4"
    assert [hand["dealer"] for hand in read(rows, {"first dealer": "S"}).hands] == ["S", "W", "N"]


def test_a_two_digit_year_is_asked_and_left_out() -> None:
    rows: Rows = [["Owls v Eagles, 1/2/26"], ["Hand", "Dealer", "N-S", "E-W"], [1, "N", 83, 79]]
    reading = read(rows)
    (question,) = reading.questions
    assert (question.key, question.needed) == ("1/2/26", False)
    assert "date" not in reading.hands[0]
    assert read(rows, {"1/2/26": "2026-02-01"}).hands[0]["date"] == "2026-02-01"


def test_an_unknown_heading_is_proposed_by_its_values() -> None:
    rows: Rows = [
        ["Hand", "Dealer", "Taker", "Colour", "N-S", "E-W"],
        [1, "N", "S", "hearts", 83, 79],
        [2, "E", "N", "clubs", 80, 82],
    ]
    assert [question.answer for question in read(rows).mandatory_questions] == ["Taker=maker", "Colour=trump"]


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
def test_a_day_in_a_title_is_read_where_it_is_certain(title: str, day: str | None) -> None:
    reading = read([[title], ["Hand", "Dealer", "N-S", "E-W"], [1, "N", 83, 79]])
    assert reading.hands[0].get("date") == day
    assert [question.key for question in reading.questions] == (["1/2/2026"] if title == "1/2/2026" else [])


def test_what_stands_above_all_tables_speaks_for_each_and_is_asked_once() -> None:
    heading = ["Hand", "Dealer", "Us", "Them"]
    rows: Rows = [
        [None, "CORNER LEAGUE", None, date(2026, 1, 8)],
        ["Table 1: Owls v Eagles", *[None] * 4, "Table 2: Moose v Otters"],
        [*heading, None, *heading],
        [1, "N", 83, 79, None, 1, "S", 44, 118],
        ["beer", "E", 80, 82, None, 2, "W", 60, 102],
    ]
    reading = read_workbook(
        workbook(**{"Week 3": rows}), "night.xlsx", {"Us": "ns_score", "Them": "ew_score"}
    )
    assert [(hand["round"], hand["date"], hand["ns_team"], hand["table"]) for hand in reading.hands[::2]] == [
        ("3", "2026-01-08", "Owls", "1"),
        ("3", "2026-01-08", "Moose", "2"),
    ]
    assert not reading.questions
    open_ = read_workbook(workbook(**{"Week 3": rows}), "night.xlsx").questions
    assert [question.answer for question in open_] == ["Us=ns_score", "Them=ew_score"]


def test_a_number_of_a_hand_that_is_none_stays_as_it_is_written() -> None:
    reading = read([["Hand", "Dealer", "N-S", "E-W"], ["beer: $14.50", "N", 83, 79], [2, "E", 80, 82]])
    assert [hand["hand"] for hand in reading.hands] == ["beer: $14.50", "2"]
    (refused, read_one) = entries(reading.sheet(), "night.csv")
    assert refused.refused is not None
    assert read_one.refused is None
