"""Tests of the `score` command: many files, every format, and messages about errors."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.cli import BAD, ROOT, Done, call, run, write_records
from tests.scorecard.games import DISPUTED, LONG, PLACE, WON, hand
from tests.transcripts import carry_out, follow, transcripts


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Working directory with games."""
    for folder in ("empty", "single"):
        (workdir / folder).mkdir()
    for record in WON:
        write_records(workdir / "single" / f"{record['id']}.json", [record])
    write_records(workdir / "won.clab", WON)
    for name, records in {
        "won": WON,
        "disputed": DISPUTED,
        "sheet": [hand(1, "N", 91, "XXX"), hand(2, "E", 82, 80)],
        "level": [hand(1, "N", 502, 502)],
        "more": [{**one, "context": {**PLACE, "game": 2, "hand": one["context"]["hand"]}} for one in LONG],
        "other": [{**hand(6, "E", 120, 82), "id": "other"}],
        "mixed": [*WON[:3], BAD, *WON[3:]],
    }.items():
        write_records(workdir / f"{name}.jsonl", records)
    write_records(workdir / "bad.json", [BAD])
    (workdir / "card.txt").write_text(call("score", "won.jsonl").out, encoding="utf-8")
    shutil.copy(ROOT / "examples" / "games" / "thursday.txt", "example.txt")
    return workdir


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("commands.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Run commands and compare their output; the head of `commands.md` explains the lines."""
    card = (workdir / "card.txt").read_text(encoding="utf-8")
    assert "Herons won, 510 to 470." in card
    results: list[Done] = []

    def call_and_store(*words: str, stdin: bytes = b"") -> Done:
        results.append(call(*words, stdin=stdin))
        return results[-1]

    for what, text in follow(lines, call_and_store, {}, workdir / "card.txt"):
        name, _, more = text.partition(" ")
        match what:
            case "card":
                assert results[-1].out == card
            case "silent":
                assert results[-1].err == ""
            case "begins":
                assert Path(name).read_bytes().startswith(more.encode()), name
            case _:
                carry_out(what, text, {})


def test_missing_file_does_not_stop_the_others(workdir: Path) -> None:
    done = call("score", "won.jsonl", "missing.json")
    assert (done.code, done.out) == (5, Path("card.txt").read_text(encoding="utf-8"))


@pytest.mark.full
def test_workbook_to_standard_output_is_the_same(workdir: Path) -> None:
    assert call("score", "won.jsonl", "-o", "card.xlsx").code == 0
    done = run(
        "score", "won.jsonl", "--format", "xlsx", "-o", "-", cwd=workdir, env={"PYTHONIOENCODING": "latin-1"}
    )
    assert done.out.encode("latin-1") == (workdir / "card.xlsx").read_bytes()


def test_missing_workbook_package_is_reported(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    assert call("score", "won.jsonl", "-o", "card.xlsx").failed(5, "pip install 'clabber-audit[xlsx]'")
    assert not (workdir / "card.xlsx").exists()


@pytest.mark.full
@pytest.mark.parametrize("coding", ["cp1252", "ascii"])
def test_consoles_without_suit_signs_get_letters(workdir: Path, coding: str) -> None:
    done = run("score", "won.jsonl", env={"PYTHONIOENCODING": coding, "PYTHONUTF8": "0"}, cwd=workdir)
    assert done.code == 0
    assert "E H" in done.out
