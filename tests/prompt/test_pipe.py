"""`record` fed by a pipe: nothing on standard output, a code that tells, and nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import Done, call
from tests.prompt.test_session import typed

LINES = ["hand a", "deal N", "contract N clubs", "score NS 91 EW 71"]


def fed(*lines: str, args: tuple[str, ...] = ()) -> Done:
    return call("record", *args, stdin="".join(f"{line}\n" for line in lines).encode())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_both_forms_are_written_and_nothing_is_printed(here: Path) -> None:
    done = fed(*LINES, "done", "after the end")
    assert (done.code, done.out) == (0, "")
    assert "Trick 1, East leads> " in done.err
    assert (here / "hands.clab").read_text(encoding="utf-8") == "clabber 1\n" + "".join(f"{line}\n" for line in LINES)
    assert call("convert", "hands.clab", "again.jsonl").code == 0
    assert (here / "again.jsonl").read_bytes() == (here / "hands.jsonl").read_bytes()


def test_a_file_of_hands_with_done_after_it(here: Path) -> None:
    done = fed("clabber 1", *LINES, "", "clabber 1", "hand b", "deal E", "done", args=("-o", "x.clab"))
    assert done.code == 0
    assert "2 hands saved: x.clab and x.jsonl" in done.err
    assert len((here / "x.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_a_line_that_was_not_taken_is_told_by_the_code(here: Path) -> None:
    """What was meant by it may be missing from what was written."""
    done = fed(LINES[0], "deel N", *LINES[1:], "done")
    assert done.code == 3
    assert "column 1: unknown line `deel`" in done.err
    assert names(here) == ["hands.clab", "hands.jsonl"]


def test_bytes_that_are_no_text(here: Path) -> None:
    done = call("record", stdin=b"hand a\nseats N caf\xe9\ndeal N\ndone\n")
    assert done.code == 3
    assert "this line is not UTF-8" in done.err


def test_input_that_ends_early_is_kept(here: Path) -> None:
    done = fed(*LINES[:2])
    assert done.code == 2
    assert "Your typing (2 lines) is kept in .hands.clab.partial" in done.err
    assert names(here) == [".hands.clab.partial"]
    refused = fed(*LINES, "done")
    assert refused.code == 5
    assert "--resume or --afresh" in refused.err
    assert names(here) == [".hands.clab.partial"]
    assert fed(*LINES[2:], "done", args=("--resume",)).code == 0
    assert names(here) == ["hands.clab", "hands.jsonl"]
    assert (here / "hands.clab").read_text(encoding="utf-8") == typed(*LINES).kept()


def test_afresh_throws_nothing_away(here: Path) -> None:
    fed(*LINES[:2])
    assert fed("hand b", "deal E", "done", args=("--afresh",)).code == 0
    assert names(here) == [".hands.clab.partial.old", "hands.clab", "hands.jsonl"]


def test_everything_taken_back_leaves_nothing(here: Path) -> None:
    fed("hand a", "undo", "quit")
    assert names(here) == []


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (("-o", "hands.json"), 2, "give a name ending in .clab"),
        (("-o", "-"), 2, "give a name ending in .clab"),
        (("-o", "nowhere/hands.clab"), 5, "make the folder first"),
        (("-o", "there.clab"), 5, "there.clab already exists"),
    ],
)
def test_names_that_cannot_be_written(here: Path, args: tuple[str, ...], code: int, told: str) -> None:
    (here / "there.clab").write_text("mine\n", encoding="utf-8")
    done = fed(*LINES, "done", args=args)
    assert done.code == code
    assert told in done.err
    assert names(here) == ["there.clab"]
    assert (here / "there.clab").read_text(encoding="utf-8") == "mine\n"


def test_both_or_neither(here: Path) -> None:
    """One of the two is there: the other is not written."""
    (here / "hands.jsonl").write_text("mine\n", encoding="utf-8")
    assert fed(*LINES, "done").code == 5
    assert names(here) == ["hands.jsonl"]
    assert fed(*LINES, "done", args=("--force",)).code == 0
    assert names(here) == ["hands.clab", "hands.jsonl"]
