"""Tests of the input and output of recording sessions, and of restored records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from clabber_audit.recorder.prompt import Session
from clabber_audit.records.formats import model_for, record_data
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.simulate.seasons import simulate_hands
from tests.cli import ROOT
from tests.family.makers.records import draw_records
from tests.random_records.every_key import many
from tests.rules import OF_BID_EUCHRE
from tests.scale import at_random, at_scale
from tests.transcripts import transcripts

PEPPER = ["rules pepper", "hand a", "deal N"]


def type_lines(*lines: str) -> Session:
    """Return a session after these lines were typed."""
    session = Session()
    for line in lines:
        answer = session.take(line)
        assert session.taken, (line, answer)
    return session


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("sessions.md")))
def test_transcript(title: str, lines: list[str]) -> None:
    session, answer = Session(), list[str]()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        mark, _, rest = line.partition(" ")
        if mark == "?":
            assert session.next_prompt == rest
        elif mark == "=":
            assert rest in "\n".join(answer), (rest, answer)
        elif mark == "lines":
            assert "; ".join(session.lines) == rest
        else:
            for _ in range(int(mark[1:] or 1)):
                text_before, answer = session.to_text(), session.take(rest)
                assert session.taken == (mark[0] == ">"), (line, answer)
            if mark[0] == "x":
                assert session.to_text() == text_before
            else:
                assert not answer or after.startswith("= "), (line, answer)
            assert session.ended == ("done" if line == "> done" else "")


def _random_texts() -> Iterator[str]:
    """Yield random irregular hands, one text each."""
    for data in [*many(at_random(8, 200, share=20), 31), *draw_records(23, at_random(4, 400, share=40))]:
        yield write(model_for(data).model_validate(data))


def _example_texts() -> Iterator[str]:
    for file in sorted(ROOT.glob("examples/**/*.clab")):
        yield file.read_text(encoding="utf-8")
    page = (ROOT / "schemas" / "bid-euchre.md").read_text(encoding="utf-8")
    yield from (hand for hand in re.findall(r"```clab\n(.*?)```", page, re.DOTALL) if "\nhand " in hand)


def _simulate_texts() -> Iterator[str]:
    """Yield irregular hands of each ruleset of the family, several to a session."""
    for ruleset in OF_BID_EUCHRE[:: at_scale(3, 1)]:
        yield "\n".join(map(write, simulate_hands(5, at_random(1, 40), 1.0, 0.5, ruleset)))


@pytest.mark.parametrize(
    "texts", [_random_texts, pytest.param(_example_texts, marks=pytest.mark.full), _simulate_texts]
)
def test_hands_typed_line_by_line(texts: Callable[[], Iterator[str]]) -> None:
    """The records and the canonical text are the same as those read from the whole text."""
    for text in texts():
        session = type_lines(*text.splitlines(), "done")
        assert session.ended == "done"
        passages = split_hands(text.splitlines(keepends=True))
        meant = [parse(passage) for passage in passages if isinstance(passage, HandText)]
        assert meant
        assert list(map(record_data, session.records)) == list(map(record_data, meant))
        assert list(map(write, session.records)) == list(map(write, meant))


@pytest.mark.parametrize(
    ("lines", "prompt"),
    [
        (
            ["hand a", "", "  deal N {in a hurry}", "score NS 91 EW 71", "next", "; later", "deal East"],
            "Name for hand 2",
        ),
        (
            [
                *(*PEPPER, "score NS 4 EW 2", "next", "clabber 1", "hand b", "deal East", "next"),
                *("bid-euchre 1", "hand c"),
            ],
            "Rules, such as pepper",
        ),
    ],
    ids=["clabber", "both games"],
)
def test_sessions_are_restored_as_typed(lines: list[str], prompt: str) -> None:
    """Comments, blank lines and spelling are kept, over several hands, the last one unfinished."""
    session, again = type_lines(*lines), Session()
    assert again.restore(session.to_text()) == []
    assert again.to_text() == session.to_text()
    assert again.next_prompt == session.next_prompt == prompt
    assert list(map(record_data, again.records)) == list(map(record_data, session.records))
    assert [again.take("undo 2"), again.take("show")] == [session.take("undo 2"), session.take("show")]


@pytest.mark.parametrize(
    ("before", "asked", "listed", "unlisted"),
    [
        (
            [], "help",
            "hand deal calls trick claim laydown remark undo show done quit", "pack",
        ),
        (PEPPER, "help", "pack before blind trump give out trick seat", "melds"),
    ],
)  # fmt: skip
def test_help_lists_the_lines_and_words_of_the_game(
    before: list[str], asked: str, listed: str, unlisted: str
) -> None:
    text = "\n" + "\n".join(type_lines(*before).take(asked))
    assert [word for word in listed.split() if f"\n  {word} " not in text] == []
    assert f"\n  {unlisted} " not in text


def test_damaged_lines_are_reported_and_the_others_restored() -> None:
    again = Session()
    lines = again.restore("clabber 1\nhand a\nde\ufffdl N\ndeal N\n")
    assert lines[0].startswith("column 1: unknown line `de")
    assert again.lines == ["hand a", "deal N"]


@pytest.mark.parametrize("answer", ["", "none"])
def test_empty_answer_gets_advice(answer: str) -> None:
    """Enter was pressed at a prompt without a default (issue 25, point 14: `dealer>` with nothing)."""
    session = Session(leads=True)
    for line in ("hand a", answer, answer):
        session.take(line)
    assert session.next_prompt == "Dealer"
    assert session.take("") == ["Type who dealt: N, E, S, W."]
    assert "Type who dealt: N, E, S, W." in session.take("x")
