"""Tests of `record` at a real terminal, by key presses (`terminal.md`)."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("pty")

from clabber_audit.inputs.readers import read_records
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import parse
from tests.hands import TEN_COMES_HOME_TRICKS
from tests.prompt.terminal import BACKSPACE, CTRL_D, UP, Terminal
from tests.transcripts import carry_out, transcripts

HAND: Final = f"""\
hand ida-1
seats N Ida / E Gus / S Hazel / W Finn
deal S
N astsahqhtdac
E qsqdjdqctc9c
S 9skhkd9dkcjc
W ksjsjhth9had
up 9s
calls play
{TEN_COMES_HOME_TRICKS}claim E against N failure-to-follow trick 2 reviewed
score NS R EW 182"""
SESSIONS: Final = transcripts(Path(__file__).with_name("terminal.md"))


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        pytest.param(title, lines, marks=pytest.mark.full)
        if title.startswith("A whole hand")
        else (title, lines)
        for title, lines in SESSIONS
    ],
)
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """The head of `terminal.md` explains the lines."""
    with ExitStack() as stack:
        for line in lines:
            what, _, text = line.partition(" ")
            if what == "$":
                terminal = Terminal(workdir, *shlex.split(text))
                stack.callback(terminal.close)
            elif what == "=":
                terminal.expect(text)
            elif what == ">":
                terminal.line(text)
            elif what == "type":
                terminal.press(text)
            elif what == "press":
                key, _, times = text.partition(" ")
                if key == "ctrl-c":
                    terminal.interrupt()
                else:
                    terminal.press(
                        {"up": UP, "ctrl-d": CTRL_D, "backspace": BACKSPACE}[key] * int(times or 1)
                    )
            elif what == "kill":
                terminal.child.kill()
            elif what == "exit":
                assert terminal.end() == int(text) if text else terminal.end() is not None
            elif what == "hands":
                name, _, hands = text.partition(" ")
                assert_hands(workdir / name, hands.replace("(hand)", HAND).replace("⏎", "\n"))
            else:
                carry_out(what, text, {})


def assert_hands(file: Path, text: str) -> None:
    """Assert that a file holds the hands of a text; the first hand of the text needs no `clabber 1`."""
    passages = split_hands(f"clabber 1\n{text}\n".splitlines(keepends=True))
    expected = [record_data(parse(passage)) for passage in passages if isinstance(passage, HandText)]
    assert [record_data(item.hand.record) for item in read_records(str(file)) if item.hand] == expected
