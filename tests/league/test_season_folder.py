"""A folder as a season: its file, and its hands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests import hands
from tests.cli import call, put
from tests.league.seasons import SEASON, encoded, game

FIRST = game(1, ("Owls", "Eagles"), (512, 430))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a season and the hands of a game."""
    monkeypatch.chdir(tmp_path)
    found = tmp_path / "winter"
    found.mkdir()
    (found / "season.json").write_bytes(encoded(SEASON))
    put(found / "hands.jsonl", FIRST)
    return found


def test_a_folder_is_the_season_in_it_and_the_records_beside_it(folder: Path) -> None:
    """Output of commands, and folders within, hold no hands."""
    named = call("league", "standings", "winter/season.json", "winter/hands.jsonl")
    for form in ("json", "csv", "html"):
        written = call("league", "standings", "winter", "-o", f"winter/table.{form}")
        assert written.code == 0
    rulings = call("check", "winter/hands.jsonl", "--format", "jsonl", "-o", "winter/rulings.jsonl")
    assert rulings.code in (0, 1)
    (folder / "below").mkdir()
    put(folder / "below" / "bad.jsonl", [{}])
    there = call("league", "standings", "winter/")
    assert there[:2] == named[:2]
    # Issue 25, point 6: every file that is not read is listed.
    listed = [line.split(": ")[1] for line in there.err.splitlines()]
    assert listed == [
        f"winter/{name}" for name in ("below", "rulings.jsonl", "table.csv", "table.html", "table.json")
    ]
    put(folder / "more.json", [*game(1, ("Moose", "Lions"), (470, 505))][:1])
    assert "Moose" in call("league", "report", "winter").out
    for command in (("schedule",), ("players",), ("report",), ("open",), ("log",), ("calendar",)):
        assert call("league", *command, "winter").code == 0
    assert call("league", "standings", "winter", "winter/below").code == 3, "what is named is what is read"


def test_what_is_decided_goes_into_the_file_of_the_folder(folder: Path) -> None:
    locked = call("league", "lock", "winter", "1", "--by", "Agnes")
    assert (locked.code, "is locked at 512:430" in locked.err) == (0, True)
    assert "is locked at 512:430" in call("league", "log", "winter").out


def test_an_archive_holds_what_lies_beside_it(folder: Path) -> None:
    call("archive", "init", "winter/winter.db")
    call("archive", "add", "winter/winter.db", "winter/hands.jsonl")
    put(folder / "old.jsonl", [hands.changed(FIRST[0], "r1-owls-eagles-g1-h1", score={"NS": 0, "EW": 0})])
    os.utime(folder / "winter.db", (2e9, 2e9))
    once = call("league", "standings", "winter")
    assert once.code == 0
    assert [line.split(": ")[1] for line in once.err.splitlines()] == [
        "winter/hands.jsonl",
        "winter/old.jsonl",
    ]
    os.utime(folder / "old.jsonl", (3e9, 3e9))
    newer = call("league", "standings", "winter").err
    assert newer.startswith("look: winter/old.jsonl is newer than winter/winter.db and is not read;")
    assert newer.count("look: ") == 1
    assert once.out == call("league", "standings", "winter", "winter/winter.db").out
    (folder / "copy.db").write_bytes((folder / "winter.db").read_bytes())
    both = call("league", "standings", "winter")
    assert both.code == 2
    assert "holds copy.db and winter.db: name the one" in " ".join(both.err.replace("│", "").split())


def test_a_season_without_hands_is_told(folder: Path) -> None:
    (folder / "hands.jsonl").unlink()
    for command in (["packet", "-o", "week", "--week", "0"], ["site", "-o", "public"]):
        done = call("league", *command[:1], "winter", *command[1:])
        assert (done.code, "no hands were given, so only decisions" in done.err) == (0, True), command
    assert call("league", "schedule", "winter").err == ""
    assert "no hands were given" in call("league", "report", "winter").err
    (folder / "season.json").unlink()
    gone = call("league", "log", "winter")
    assert (gone.code, gone.err.split("\n")[0]) == (
        5,
        "error: cannot read winter/season.json: No such file or directory",
    )


def test_a_folder_without_a_season_is_told_how_to_start_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 25, point 19: `standings .` names `league init`."""
    monkeypatch.chdir(tmp_path)
    done = call("league", "standings", ".")
    assert done.code == 5
    assert "start a season with league init" in done.err
