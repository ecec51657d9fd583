"""Tests that no file in a folder is skipped silently (issue 25, point 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import GOOD, call, write_records
from tests.league.seasons import SEASON, game
from tests.league.seasons import encode_season as season_encoded
from tests.tables import tables

#: The head of `folders.md` explains the columns.
FILES = tables(Path(__file__).with_name("folders.md"))
MEANT = FILES["Meant as hands"]


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Working directory with an archive and a folder that holds one good hand."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    write_records(tmp_path / "in" / "good.json", [GOOD])
    call("archive", "init", "a.db")
    return tmp_path


@pytest.mark.parametrize(("name", "holds", "place", "advice"), MEANT)
@pytest.mark.parametrize(
    "command", [("check",), ("score",), ("archive", "add", "a.db", "--yes")], ids=" ".join
)
def test_files_meant_as_hands_are_errors(
    workdir: Path, command: tuple[str, ...], name: str, holds: str, place: str, advice: str
) -> None:
    before = call(*command, "in")
    assert "not read" not in before.err
    (workdir / "in" / name).write_text(holds)
    done = call(*command, "in")
    assert done.failed(3, f"in/{name}:{place}: error: ", advice)
    assert done.err.splitlines()[-1].startswith(f"not read: in/{name}: ")


@pytest.mark.parametrize(("name", "holds", "why"), FILES["Not meant as hands"])
@pytest.mark.parametrize("command", [("check",), ("archive", "add", "a.db", "--yes")], ids=" ".join)
def test_other_files_are_listed_as_not_read(
    workdir: Path, command: tuple[str, ...], name: str, holds: str, why: str
) -> None:
    before = call(*command, "in")
    (workdir / "in" / name).write_text(holds)
    done = call(*command, "in")
    assert done.code == before.code
    assert done.err.splitlines()[-1].startswith(f"not read: in/{name}: {why}")


@pytest.mark.parametrize(("name", "advice"), FILES["Given by their names"])
def test_other_file_types_are_refused_with_advice(workdir: Path, name: str, advice: str) -> None:
    (workdir / name).write_bytes(b"something")
    assert call("check", name).failed(2, f"{name} has an unsupported file type", advice)


def test_league_commands_report_the_files_of_a_folder(workdir: Path) -> None:
    (workdir / "in" / "good.json").unlink()
    (workdir / "in" / "season.json").write_bytes(season_encoded(SEASON))
    write_records(workdir / "in" / "hands.jsonl", game(1, ("Owls", "Eagles"), (512, 430)))
    assert call("league", "standings", "in").code == 0
    (workdir / "in" / "typo.csv").write_text(MEANT[0][1])
    (workdir / "in" / "night.xlsx").write_text("PK")
    (workdir / "in" / "photo.jpg").write_text("\0")
    (workdir / "in" / "round-2").mkdir()
    for command in ("standings", "report", "open"):
        assert call("league", command, "in").failed(
            3,
            "in/typo.csv:1:6: error: ",
            "in/night.xlsx:1:1: error: ",
            "look: 2 hands have errors",
            "not read: in/photo.jpg: ",
            "not read: in/round-2: it is a folder",
        )


def test_line_breaks_in_file_names_are_escaped(workdir: Path) -> None:
    (workdir / "in" / "a\nerror: b.jpg").write_text("\0")
    done = call("check", "in")
    assert not any(line.startswith("error: b") for line in done.err.splitlines())
