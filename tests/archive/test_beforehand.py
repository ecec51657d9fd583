"""The forecast of `archive add` matches what adding then does."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("pty")

from tests.archive.shelves import line_of, shelf
from tests.cli import BAD, CLAIMED, GOOD, RENEGE, Done, call, changed, put
from tests.prompt.terminal import CTRL_D, ENTER, Terminal

NEWSPAPER = {"kind": "newspaper", "citation": "Evening Example, p. 2"}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of two hands, and a folder of files: one hand is there already, one reads otherwise."""
    monkeypatch.chdir(tmp_path)
    shelf(tmp_path, [GOOD, RENEGE])
    (tmp_path / "in").mkdir()
    put(tmp_path / "in" / "a.jsonl", [changed(CLAIMED, source=NEWSPAPER), GOOD, BAD])
    put(tmp_path / "in" / "b.jsonl", [CLAIMED | {"source": NEWSPAPER}, changed(RENEGE, remarks=["another"])])
    put(
        tmp_path / "in" / "c.clab",
        [changed(GOOD, id="third", source=NEWSPAPER | {"citation": "Morning Example"})],
    )
    (tmp_path / "in" / "d.clab").write_text("")
    return tmp_path


def dry(*options: str) -> Done:
    return call("archive", "add", "otters.db", "in", "--dry-run", *options)


def test_file_by_file_what_is_new_and_what_is_refused(here: Path) -> None:
    before = (here / "otters.db").read_bytes()
    result = dry()
    assert result.out.splitlines() == [
        "in/a.jsonl: 1 new, 1 already there, 1 with errors",
        "in/b.jsonl: 1 already there, 1 not added: already there with other content",
        "in/c.clab: 1 new",
        "in/d.clab: no hands",
        "2 hands would be added, 2 already there, 2 not added",
        "2 sources are new:",
        "  newspaper: Evening Example, p. 2",
        "  newspaper: Morning Example",
    ]
    assert result.code == 3
    assert "in/a.jsonl:3:" in result.err, "why a hand is refused, and where it stands"
    assert "the hand “renege” is already in the archive with other content" in result.err
    assert (here / "otters.db").read_bytes() == before


def test_other_rules_are_told_apart_from_other_content(here: Path) -> None:
    result = dry("--ruleset", "wp")
    assert "in/a.jsonl: 1 new, 1 not added: already there under other rules, 1 with errors" in result.out
    assert "judged by another ruleset than wp" in result.err


@pytest.mark.parametrize(("rules", "batch"), [((), ()), (("--ruleset", "wp"), ()), ((), ("--batch", "1"))])
def test_adding_does_what_was_told(here: Path, rules: tuple[str, ...], batch: tuple[str, ...]) -> None:
    result = dry(*rules)
    done = call("archive", "add", "otters.db", "in", *rules, *batch)
    assert (done.code, result.code) == (3, 3)
    total = re.search(
        r"^(\d+) hands? would be added, (\d+) already there, (\d+) not added$", result.out, re.MULTILINE
    )
    assert total
    assert re.search(f"^{total[1]} hands? added, {total[2]} already there", done.err, re.MULTILINE)
    assert done.err.count(": error: ") == int(total[3]) == result.err.count(": error: ")
    assert "0 hands would be added" in dry(*rules).out


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
    assert call("archive", "add", "typo.db", "in", "--dry-run").code == 5
    assert call("archive", "add", "otters.db", "nowhere", "--dry-run").code == 5
    assert call("archive", "add", "otters.db", "otters.db", "--dry-run").code == 2
    assert not (here / "typo.db").exists()
