"""Workbooks on the command line: asked about once, then read by every command like any score sheet."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from tests.cli import call
from tests.league.seasons import SEASON, encode_season, make_scored_hand
from tests.sheet.test_workbooks import THURSDAY, Rows, workbook

ANSWERS = "Us=ns_score, Them=ew_score"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("night.xlsx").write_bytes(workbook(Hands=THURSDAY))


def test_a_bad_cell_is_named_by_its_address() -> None:
    rows: Rows = [*THURSDAY[:5], [None, 2, "E", "S", "♥", "XXXX", 81]]
    Path("night.xlsx").write_bytes(workbook(Hands=rows))
    done = call("convert", "night.xlsx", "night.clab", "--map", ANSWERS)
    assert done.code == 3
    assert "night.xlsx:6:6: error: Hands!F6 (ns_score)" in done.err


def test_a_sheet_with_titles_in_another_encoding_is_read_once_its_headings_are_known() -> None:
    text = "Abend im Café;;;;;\nNr;Geber;Spieler;Trumpf;N-S;E-W\n1;W;S;H;85,0;77,0\n2;N;E;S;78;84\nSumme;;;;163;161\n"
    Path("abend.csv").write_bytes(text.encode("cp1252"))
    assert call("score", "abend.csv").code == 3
    assert call("convert", "abend.csv", "--map", "Geber=dealer, Spieler=maker, Trumpf=trump").code == 0
    done = call("score", "abend.csv")
    assert "163 to 161" in done.out or "163" in done.out
    assert "not UTF-8: read as Windows-1252" in done.err


def test_a_season_is_counted_from_a_workbook() -> None:
    hands = [[hand, "NESW"[hand % 4], "N", "H", 100, 62] for hand in range(1, 5)]
    rows: Rows = [["Owls v Eagles, round 1"], ["Hand", "Dealer", "Maker", "Trump", "N-S", "E-W"], *hands,
            [5, "E", "N", "H", 112, 50]]  # fmt: skip
    Path("week.xlsx").write_bytes(workbook(Hands=rows))
    Path("season.json").write_bytes(encode_season(SEASON))
    done = call("league", "standings", "season.json", "week.xlsx")
    assert "Owls" in done.out
    assert " 512" in done.out


@pytest.mark.parametrize("command", ["standings", "schedule", "players", "report"])
def test_tables_of_a_season_go_into_a_workbook_as_into_csv(command: str) -> None:
    from python_calamine import CalamineWorkbook

    Path("season.json").write_bytes(encode_season(SEASON))
    call("convert", "night.xlsx", "night.clab", "--map", ANSWERS)
    args = ("league", command, "season.json", "night.clab")
    table = call(*args, "-f", "csv").out.splitlines()
    assert call(*args, "-o", "table.xlsx").code in (0, 4)
    sheet = CalamineWorkbook.from_path("table.xlsx").get_sheet_by_index(0).to_python()
    assert len(sheet) == len(table)
    assert ",".join(map(str, sheet[0])) == table[0]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_table_is_asked_about_whatever_ends_its_lines_and_however_long_a_cell_is(line_end: str) -> None:
    lines = ["Thursday night,,,", "Hand,Dealer,Us,Them,Remarks", "1,N,83,79," + 200_000 * "x"]
    Path("night.csv").write_bytes(line_end.join(lines).encode())
    done = call("convert", "night.csv", "night.clab")
    assert (done.code, f"--map '{ANSWERS}'" in done.err) == (3, True), done.err[:400]


RESULTS: Rows = [
    ["Week", "Home", "Away", "Home score", "Away score"],
    [1, "Owls", "Eagles", 512, 430],
    [None, "Moose", "Lions", 380, 505],
    [2, "Owls", "Moose", "ppd", None],
    [None, "Lions", "Eagles", 511, 204],
]


def test_results_without_hands_make_standings_that_say_so() -> None:
    Path("spring.xlsx").write_bytes(workbook(Results=RESULTS))
    done = call("league", "standings", "spring.xlsx", "-f", "csv")
    assert done.code == 0, done
    # Games won, then points: 505 + 511, 512, 430 + 204, 380.
    table = [line.split(",") for line in done.out.splitlines()[1:]]
    assert [row[2] for row in table] == ["lions", "owls", "eagles", "moose"]
    assert {"1016", "2"} <= {*table[0]}
    assert {"634", "0"} <= {*table[2]}
    assert "spring.xlsx: Results!A4:E4: no score for both teams: not read" in done.err
    text = " ".join(call("league", "standings", "spring.xlsx").out.split())
    assert "3 games are in the table as written in a table of results, without a hand" in text
    assert "3 games have no hands, so sets and reneges in them are unknown" in text
    assert "Season won" not in text


@pytest.mark.parametrize(
    "rows",
    [
        [["Team", "Score", "Score", "Team"], ["Owls", 512, 430, "Eagles"], ["Owls", 505, 120, "Eagles"]],
        [["Date", "Match", "Result"], [date(2026, 1, 5), "Owls v Eagles", "512-430"], [None, "Owls - Eagles", "505:120"]],
    ],
)  # fmt: skip
def test_two_games_of_one_evening_are_one_match(rows: Rows) -> None:
    Path("spring.xlsx").write_bytes(workbook(Results=rows))
    done = call("league", "init", "--results", "spring.xlsx", "-o", "spring.json")
    assert done.code == 0, done
    made = json.loads(Path("spring.json").read_text())
    assert [[match["games"] for match in round["matches"]] for round in made["rounds"]] == [[2]]
    assert [result["points"] for result in made["results"]] == [
        {"owls": 512, "eagles": 430}, {"owls": 505, "eagles": 120}
    ]  # fmt: skip


def test_a_doubtful_name_is_asked_before_there_is_a_table() -> None:
    rows: Rows = [*RESULTS, [3, "Eagels", "Moose", 506, 300], [None, "Lions", "Owls", 505, 90]]
    Path("spring.xlsx").write_bytes(workbook(Results=[*rows, *rows[1:3], *rows[1:3]]))
    done = call("league", "standings", "spring.xlsx")
    assert (done.code, done.out) == (3, "")
    assert "Results!B6: who is Eagels?" in done.err
    assert call("convert", "spring.xlsx", "--map", "Eagels=Eagles").code == 0
    assert call("league", "standings", "spring.xlsx").code == 0


def test_a_name_is_in_doubt_in_a_short_season_too() -> None:
    rows: Rows = [*RESULTS[:3], [2, "Eagels", "Moose", 506, 300], [None, "Team 1", "Team 2", 505, 90]]
    Path("spring.xlsx").write_bytes(workbook(Results=rows))
    done = call("league", "standings", "spring.xlsx")
    assert done.code == 3
    assert done.err.count("who is") == 1
    assert "who is Eagels?" in done.err


def test_hands_count_in_place_of_a_written_result_and_a_difference_is_told() -> None:
    results = [
        {"match": "r1-a", "game": 1, "points": {"owls": 500, "eagles": 430}},
        {"match": "r1-b", "game": 1, "points": {"moose": 505, "lions": 300}},
    ]
    Path("season.json").write_bytes(encode_season(SEASON | {"results": results}))
    hand = make_scored_hand("h1", ("Owls", "Eagles"), (512, 430), round=1)
    Path("h.json").write_text(json.dumps(hand))
    done = call("league", "standings", "season.json", "h.json")
    assert "the table of results has 500:430, the hands now give 512:430" in " ".join(done.out.split())
    assert "1 game is in the table as written" in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"match": "r1-x"}, "there is no match “r1-x”"),
        ({"game": 2}, "game 2"),
        ({"points": {"owls": 512, "moose": 1}}, "moose"),
    ],
)
def test_a_result_of_no_game_is_refused(changed: dict[str, object], says: str) -> None:
    result = {"match": "r1-a", "game": 1, "points": {"owls": 512, "eagles": 430}} | changed
    Path("season.json").write_bytes(encode_season(SEASON | {"results": [result]}))
    done = call("league", "standings", "season.json")
    assert done.code == 3
    assert says in done.err
