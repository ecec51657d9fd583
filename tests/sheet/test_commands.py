"""Tests of commands on score sheets and workbooks: converted, scored, checked, piped, in a season (`commands.md`)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli import ROOT, call
from tests.league.seasons import SEASON, encode_season, make_scored_hand
from tests.sheet.tables import ROWS, format_table
from tests.sheet.test_workbooks import THURSDAY, read_row, workbook
from tests.transcripts import carry_out, follow, transcripts

ANSWERS = "Us=ns_score, Them=ew_score"
RECORDS = {"scored": make_scored_hand("h1", ("Owls", "Eagles"), (512, 430), round=1)}


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Working directory with a sheet, a workbook, the example and a season."""
    (workdir / "night.csv").write_text(format_table(*ROWS), encoding="utf-8")
    (workdir / "night.xlsx").write_bytes(workbook(Hands=THURSDAY))
    (workdir / "season.json").write_bytes(encode_season(SEASON))
    shutil.copy(ROOT / "examples" / "games" / "friday.csv", workdir)
    return workdir


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("commands.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """The head of `commands.md` explains the lines."""
    rows, file, name = list[list[object]](), "", ""
    for what, text in follow(lines, call, {"answers": f"'{ANSWERS}'"}, workdir / "kept"):
        if what == "sheet":
            rows, (file, name) = [], text.split()
        elif what == "+":
            rows.append(read_row(text))
            (workdir / file).write_bytes(workbook(**{name: rows}))
        elif what == "season":
            (workdir / "season.json").write_bytes(encode_season({**SEASON, **json.loads(text)}))
        elif what == "windows":
            file, _, held = text.partition(" ")
            (workdir / file).write_bytes(held.replace("\\n", "\n").encode("cp1252"))
        else:
            carry_out(what, text, RECORDS)


@pytest.mark.parametrize("lead", ["", "\n\n", "sep=,\n", "\ufeff"])
def test_piped_sheet(lead: str) -> None:
    done = call("convert", "-", "-", "--format", "jsonl", stdin=(lead + format_table(*ROWS)).encode())
    assert done.code == 0, done.err
    row = 4 if lead == "\n\n" else 2
    assert f'"id":"sheet-r0{row}"' in done.out
    assert len(done.out.splitlines()) == 2


def test_columns_are_printed() -> None:
    assert call("schema", "sheet").out == (ROOT / "schemas" / "sheet.md").read_text(encoding="utf-8")


@pytest.mark.usefixtures("workdir")
@pytest.mark.parametrize("command", ["standings", "schedule", "players", "report"])
def test_season_tables_are_the_same_in_workbooks_and_csv(command: str) -> None:
    from python_calamine import CalamineWorkbook

    call("convert", "night.xlsx", "night.clab", "--map", ANSWERS)
    args = ("league", command, "season.json", "night.clab")
    table = call(*args, "-f", "csv").out.splitlines()
    assert call(*args, "-o", "table.xlsx").code in (0, 4)
    sheet = CalamineWorkbook.from_path("table.xlsx").get_sheet_by_index(0).to_python()
    assert len(sheet) == len(table)
    assert ",".join(map(str, sheet[0])) == table[0]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_column_questions_with_any_line_ends_and_long_cells(workdir: Path, line_end: str) -> None:
    lines = ["Thursday night,,,", "Hand,Dealer,Us,Them,Remarks", "1,N,83,79," + 200_000 * "x"]
    (workdir / "long.csv").write_bytes(line_end.join(lines).encode())
    done = call("convert", "long.csv", "long.clab")
    assert (done.code, f"--map '{ANSWERS}'" in done.err) == (3, True), done.err[:400]
