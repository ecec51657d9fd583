"""Tests of `record` fed by a pipe: nothing on standard output, exit codes, and no input lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.recorder.prompt import Session
from tests.cli import Done, call
from tests.tables import hand_text
from tests.transcripts import carry_out, follow, transcripts

HAND = "hand a / deal N / contract N clubs / score NS 91 EW 71"


def feed(*lines: str, args: tuple[str, ...] = ()) -> Done:
    return call("record", *args, stdin="".join(f"{line}\n" for line in lines).encode())


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("pipes.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Follow a transcript of piped input; the head of `pipes.md` explains the lines."""
    for what, text in follow(lines, _run_silently, {}, workdir / "kept"):
        if what == "type":
            typed = text.replace("(hand)", HAND).split(" / ")
            Path("typed").write_text("".join(f"{line.strip()}\n" for line in typed), encoding="utf-8")
        else:
            carry_out(what, text, {})


def _run_silently(command: str, *args: str, stdin: bytes = b"") -> Done:
    done = call(command, *args, stdin=stdin)
    assert not done.out
    return done


def test_non_utf8_input(workdir: Path) -> None:
    done = call("record", stdin=b"hand a\nseats N caf\xe9\ndeal N\ndone\n")
    assert done.code == 3
    assert "this line is not UTF-8" in done.err


TORN = hand_text("Torn")


@pytest.mark.parametrize("form", ["jsonl", pytest.param("parquet", marks=pytest.mark.full)])
def test_unknown_cards_round_trip(workdir: Path, form: str) -> None:
    (workdir / "torn.clab").write_text(TORN, encoding="utf-8")
    assert call("convert", "torn.clab", f"torn.{form}").code == 0
    assert call("convert", f"torn.{form}", "again.clab").code == 0
    assert (workdir / "again.clab").read_text(encoding="utf-8") == TORN


def test_unknown_cards_and_comments_are_kept_as_typed(workdir: Path) -> None:
    """Unknown cards, their tricks and the comments stay as they are typed."""
    torn = workdir / "torn.clab"
    torn.write_text(TORN, encoding="utf-8")
    assert call("fmt", "torn.clab").code == 0
    assert torn.read_text(encoding="utf-8") == TORN
    assert feed(*TORN.splitlines()[:8], args=("-o", "typed.clab")).code == 2
    assert (workdir / ".typed.clab.partial").read_text(encoding="utf-8").splitlines() == TORN.splitlines()[:8]
    assert feed(*TORN.splitlines()[8:], "done", args=("-o", "typed.clab", "--resume")).code == 0
    assert (workdir / "typed.clab").read_text(encoding="utf-8") == TORN


@pytest.mark.parametrize("leads", [False, True])
def test_a_trick_that_begins_with_a_question_mark(leads: bool) -> None:
    """While the prompt asks for trick 1, `?` is an unknown card; before a word it still asks for help."""
    session = Session(leads=leads)
    for line in ("hand a", "deal S", "contract E spades"):
        session.take(line)
    assert session.take("? claim") == session.take("help claim")
    assert session.take("?") == session.take("help")
    assert session.take("? ? kd ?") == []
    assert session.lines[-1] == "1W ? ? kd ?"
