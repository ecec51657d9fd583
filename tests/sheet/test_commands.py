"""Sheets as people use them: converted, scored, checked, from a pipe, in a folder, with a slip in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.inputs.readers import read_records
from tests.cli import ROOT, call
from tests.sheet.tables import RECORDS, ROWS, table, with_cell

FRIDAY = ROOT / "examples" / "games" / "friday.csv"
AGAIN = ".venv/bin/clabber-audit score examples/games/friday.csv -o examples/games/friday.txt --force"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.csv").write_text(table(*ROWS), encoding="utf-8")
    return tmp_path


def test_convert_to_both_forms(here: Path) -> None:
    """Both forms give the record of the sheet."""
    assert call("convert", "night.csv", "night.jsonl").code == 0
    assert call("convert", "night.csv", "night.clab").code == 0
    assert call("convert", "night.clab", "again.jsonl").code == 0
    assert (here / "again.jsonl").read_bytes() == (here / "night.jsonl").read_bytes()
    found = [
        item.hand.record.model_dump(exclude_unset=True) for item in read_records("night.jsonl") if item.hand
    ]
    assert found == [{**record, "id": f"night-r0{row}"} for row, record in enumerate(RECORDS, 2)]


def test_score_tells_where_the_sheet_differs_from_its_breakdown(here: Path) -> None:
    """Hand 4 of the example: 86 in cards and the last ten are 96, and 94 was written."""
    done = call("score", FRIDAY)
    assert done.code == 0
    assert "The sheet gives the Eagles 94, but its parts add up to 96." in done.out
    assert "The game is not over: Owls 386, Eagles 394." in done.out
    assert done.out == FRIDAY.with_suffix(".txt").read_text(encoding="utf-8"), (
        "stale; write it again: " + AGAIN
    )


def test_score_tells_of_a_sum_that_is_wrong(here: Path) -> None:
    """90 and 61 with the last ten are 161, and a hand has 162 (R-008, R-068)."""
    (here / "night.csv").write_text(table(*with_cell("ew_cards", "61")), encoding="utf-8")
    done = call("score", "night.csv")
    assert "The sheet gives East-West 62, but its parts add up to 61." in done.out
    assert "The sheet’s card points come to 151; a deck has 152." in " ".join(done.out.split())
    assert "The sheet" not in call("score", "-", stdin=table(*ROWS).encode()).out


def test_a_slip_names_its_cell(here: Path) -> None:
    """The other row is written, and the code says that one was refused."""
    (here / "night.csv").write_text(table(*with_cell("trump", "spaids")), encoding="utf-8")
    done = call("convert", "night.csv", "night.jsonl")
    assert done.code == 3
    assert done.err.splitlines() == [
        "night.csv:2:7: error: row 2, column trump (D2) is “spaids”; expected a suit",
        "    1,N,S,spaids,90,10,20,62,,,120,62,",
        "          ^",
        "    help: did you mean `spades`?",
    ]
    assert len((here / "night.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_a_sheet_that_cannot_be_read_writes_nothing(here: Path) -> None:
    (here / "night.csv").write_text("dealer,ns\nN,91\n", encoding="utf-8")
    done = call("convert", "night.csv", "night.jsonl")
    assert done.code == 3
    assert "night.csv:1:1: error: the sheet has no column ew_score" in done.err
    assert not (here / "night.jsonl").exists()


@pytest.mark.parametrize("lead", ["", "\n\n", "sep=,\n", "\ufeff"])
def test_from_a_pipe(here: Path, lead: str) -> None:
    done = call("convert", "-", "-", "--format", "jsonl", stdin=(lead + table(*ROWS)).encode())
    assert done.code == 0, done.err
    row = 4 if lead == "\n\n" else 2
    assert f'"id":"sheet-r0{row}"' in done.out
    assert len(done.out.splitlines()) == 2


def test_places_of_findings_are_cells(here: Path) -> None:
    """The wrong score of the example stands in row 5, where the scores begin."""
    done = call("check", FRIDAY)
    assert done.code == 1
    row = FRIDAY.read_text(encoding="utf-8").splitlines()[4]
    assert f"friday.csv:5:{row.index(',66,94,') + 2}: " in done.out


def test_the_columns_can_be_printed() -> None:
    assert call("schema", "sheet").out == (ROOT / "schemas" / "sheet.md").read_text(encoding="utf-8")
