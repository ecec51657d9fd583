"""The forecast of `archive add` matches what adding then does."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("pty")

from tests.archive.shelves import line_of, shelf
from tests.cli import BAD, CLAIMED, GOOD, RENEGE, call, copy_with, write_records
from tests.prompt.terminal import CTRL_D, ENTER, Terminal

NEWSPAPER = {"kind": "newspaper", "citation": "Evening Example, p. 2"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of two hands, and a folder of files: one hand is there already, one reads otherwise."""
    monkeypatch.chdir(tmp_path)
    shelf(tmp_path, [GOOD, RENEGE])
    (tmp_path / "in").mkdir()
    write_records(tmp_path / "in" / "a.jsonl", [copy_with(CLAIMED, source=NEWSPAPER), GOOD, BAD])
    write_records(
        tmp_path / "in" / "b.jsonl", [CLAIMED | {"source": NEWSPAPER}, copy_with(RENEGE, remarks=["another"])]
    )
    write_records(
        tmp_path / "in" / "c.clab",
        [copy_with(GOOD, id="third", source=NEWSPAPER | {"citation": "Morning Example"})],
    )
    (tmp_path / "in" / "d.clab").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("answer", "options", "added"),
    [(ENTER, (), False), (CTRL_D, (), False), ("", ("--yes",), True)],
)
def test_at_a_terminal_a_folder_is_asked_about(
    here: Path, answer: str, options: tuple[str, ...], added: bool
) -> None:
    before = line_of(here / "otters.db")
    with closing(Terminal(here, "archive", "add", "otters.db", "in", *options)) as terminal:
        if answer:
            shown = terminal.expect("Add them? [y/N] ")
            assert "2 hands would be added, 2 already there, 2 not added" in shown
            terminal.press(answer)
        terminal.expect("2 hands added" if added else "nothing was added")
        assert terminal.end() == (3 if added else 0)
    assert (line_of(here / "otters.db") != before) == added


def test_what_was_told_as_refused_is_not_told_again(here: Path) -> None:
    with closing(Terminal(here, "archive", "add", "otters.db", "in")) as terminal:
        assert terminal.expect("Add them? [y/N] ").count(": error: ") == 2
        terminal.line("yes")
        assert ": error: " not in terminal.expect("2 hands added")
        assert terminal.end() == 3


def test_nobody_is_asked_about_a_file_or_where_nothing_is_new(here: Path) -> None:
    with closing(Terminal(here, "archive", "add", "otters.db", "in/c.clab")) as terminal:
        assert "?" not in terminal.expect("1 hand added")
        assert terminal.end() == 0
    (here / "in" / "a.jsonl").unlink()
    (here / "in" / "b.jsonl").unlink()
    with closing(Terminal(here, "archive", "add", "otters.db", "in")) as terminal:
        terminal.expect("0 hands would be added, 1 already there, 0 not added")
        assert terminal.end() == 0


def test_nothing_is_told_of_what_cannot_be_used(here: Path) -> None:
    assert call("archive", "add", "otters.db", "nowhere", "--dry-run").code == 5
