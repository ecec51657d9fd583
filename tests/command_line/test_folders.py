"""Tests that no file in a folder is skipped silently (issue 25, point 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import GOOD, call, write_records
from tests.tables import tables

#: The head of `folders.md` explains the columns.
FILES = tables(Path(__file__).with_name("folders.md"))


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Working directory with an archive and a folder that holds one good hand."""
    (workdir / "in").mkdir()
    write_records(workdir / "in" / "good.json", [GOOD])
    call("archive", "init", "a.db")
    return workdir


@pytest.mark.parametrize(("name", "holds", "place", "advice"), FILES["Meant as hands"])
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


@pytest.mark.parametrize("name", ["README", "README.md", "Readme.txt"])
def test_readme_is_passed_over_in_silence(workdir: Path, name: str) -> None:
    """Every season that we hand out has one; a hand in it would be reported."""
    before = call("check", "in")
    (workdir / "in" / name).write_text("# Hands\nClabber is played on Thursdays.\n")
    assert call("check", "in") == before


@pytest.mark.parametrize(("name", "advice"), FILES["Given by their names"])
def test_other_file_types_are_refused_with_advice(workdir: Path, name: str, advice: str) -> None:
    (workdir / name).write_bytes(b"something")
    assert call("check", name).failed(2, f"{name} has an unsupported file type", advice)


def test_line_breaks_in_file_names_are_escaped(workdir: Path) -> None:
    (workdir / "in" / "a\nerror: b.jpg").write_text("\0")
    done = call("check", "in")
    assert not any(line.startswith("error: b") for line in done.err.splitlines())
