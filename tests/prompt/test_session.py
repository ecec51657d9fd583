"""Input and output of a session, and records as typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.recorder.prompt import Session
from clabber_audit.records.formats import model_for, record_data
from clabber_audit.records.notation.writer import write
from clabber_audit.simulate.seasons import simulate_hands
from tests.cli import ROOT, call
from tests.family.makers.records import written
from tests.family.rules import NAMES
from tests.records import many
from tests.scale import at_random, scaled
from tests.transcripts import transcripts

PEPPER = ["rules pepper", "hand a", "deal N"]


def typed(*lines: str) -> Session:
    """A session in which these lines were taken, each at once."""
    session = Session()
    for line in lines:
        said = session.take(line)
        assert session.taken, (line, said)
    return session


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("sessions.md")))
def test_a_session(title: str, lines: list[str]) -> None:
    session, said = Session(), list[str]()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        mark, _, rest = line.partition(" ")
        if mark == "?":
            assert session.next_prompt == rest
        elif mark == "=":
            assert rest in "\n".join(said), (rest, said)
        elif mark == "lines":
            assert "; ".join(session.lines) == rest
        else:
            for _ in range(int(mark[1:] or 1)):
                kept, said = session.to_text(), session.take(rest)
                assert session.taken == (mark[0] == ">"), (line, said)
            if mark[0] == "x":
                assert session.to_text() == kept
            else:
                assert not said or after.startswith("= "), (line, said)
            assert session.ended == ("done" if line == "> done" else "")


def test_every_record_can_be_typed() -> None:
    """Hands in which anything goes, each as its canonical text, line by line: the same records come out."""
    hands = [*many(at_random(8, 200), 31), *written(23, at_random(4, 400))]
    for record in (model_for(data).model_validate(data) for data in hands):
        session = typed(*write(record).splitlines(), "done")
        assert session.ended == "done"
        (found,) = session.records
        assert record_data(found) == record_data(record)


@pytest.mark.full
def test_the_examples_can_be_typed() -> None:
    for file in sorted(ROOT.glob("examples/**/*.clab")):
        text = file.read_text(encoding="utf-8")
        hands = text.count("clabber 1\n") + text.count("bid-euchre 1\n")
        assert len(typed(*text.splitlines(), "done").records) == hands, file.name


def test_what_is_kept_is_taken_back() -> None:
    """Comments, blank lines and spelling as they were typed, over several hands, the last one unfinished."""
    session = typed(
        "hand a", "", "  deal N {in a hurry}", "score NS 91 EW 71", "next", "; later", "deal East"
    )
    again = Session()
    assert again.restore(session.to_text()) == []
    assert again.to_text() == session.to_text()
    assert again.next_prompt == session.next_prompt == "Name for hand 2"


def test_what_was_damaged_is_told_and_the_rest_taken() -> None:
    again = Session()
    lines = again.restore("clabber 1\nhand a\nde\ufffdl N\ndeal N\n")
    assert lines[0].startswith("column 1: unknown line `de")
    assert again.lines == ["hand a", "deal N"]


def test_help_names_every_line_and_word() -> None:
    text = "\n".join(Session().take("help"))
    for word in (
        "hand",
        "deal",
        "calls",
        "trick",
        "claim",
        "laydown",
        "remark",
        "undo",
        "show",
        "done",
        "quit",
    ):
        assert f"\n  {word} " in "\n" + text
    assert "failure-to-follow" in Session().take("help claim")[0]
    assert "did you mean `claim`?" in Session().take("help clam")[1]


@pytest.mark.parametrize(
    ("frame", "name"), [("clabber", "exposed-card"), ("bid-euchre", "looking-at-turned-trick")]
)
def test_help_lists_what_a_claim_may_name(frame: str, name: str) -> None:
    session = Session()
    session.take(f"{frame} 1")
    assert name in "\n".join(session.take("help claim"))
    assert "exposed_card" in "\n".join(session.take("help incident"))


def test_a_score_that_does_not_fit_is_warned_of() -> None:
    """The score of the sheet is taken without a word; one point more for a side is warned of (R-068)."""
    *hand, score = (ROOT / "examples/recorder/clean.clab").read_text(encoding="utf-8").splitlines()
    assert score == "score NS 93 EW 109"
    assert typed(*hand).take(score) == []
    session = typed(*hand)
    assert session.take("score NS 94 EW 109") == [
        "Added, with a warning:",
        "this score does not fit the hand, which gives NS 93 EW 109",
    ]
    assert session.lines[-1] == "score NS 94 EW 109"


@pytest.mark.parametrize("answer", ["", "none"])
def test_an_empty_answer_is_told_what_to_type(answer: str) -> None:
    """Enter where no answer stands in brackets (issue 25, point 14: `dealer>` with nothing)."""
    session = Session(leads=True)
    for line in ("hand a", answer, answer):
        session.take(line)
    assert session.next_prompt == "Dealer"
    assert session.take("") == ["Type who dealt: N, E, S, W."]
    assert "Type who dealt: N, E, S, W." in session.take("x")


@pytest.mark.parametrize("ruleset", NAMES[:: scaled(3, 1)])
def test_every_hand_can_be_typed_line_by_line(ruleset: str) -> None:
    """Irregular ones too, several to a session: the same records come out, and the same text."""
    records = list(simulate_hands(5, at_random(1, 40), 1.0, 0.5, ruleset))
    text = "\n".join(map(write, records))
    session = typed(*text.splitlines(), "done")
    assert session.ended == "done"
    assert list(map(record_data, session.records)) == list(map(record_data, records))
    assert "".join(map(write, session.records)) == "".join(map(write, records))


def test_what_is_kept_is_taken_back_in_its_own_language() -> None:
    session = typed(
        *PEPPER,
        "score NS 4 EW 2",
        "next",
        "clabber 1",
        "hand b",
        "deal East",
        "next",
        "bid-euchre 1",
        "hand c",
    )
    again = Session()
    assert again.restore(session.to_text()) == []
    assert again.to_text() == session.to_text()
    assert again.next_prompt == session.next_prompt == "Rules, such as pepper"
    assert [hand.record.format for hand in again.hands] == ["bid-euchre-hand/1", "clabber-hand/1"]
    again.take("undo 2")
    assert again.take("show")[0] == "hand b, East deals"


def test_help_is_about_the_lines_of_the_game() -> None:
    text = "\n".join(typed(*PEPPER).take("help"))
    for word in ("pack", "before", "blind", "trump", "give", "out", "trick", "seat"):
        assert f"\n  {word} " in text
    assert "\n  melds " not in text
    assert "pack 48" in typed(*PEPPER).take("help pack")[0]
    assert "\n  pack " not in "\n".join(Session().take("help"))


def test_the_command_writes_both_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [*PEPPER, "score NS 4 EW 2", "next", "clabber 1", "hand b", "deal E", "done"]
    done = call("record", stdin="".join(f"{line}\n" for line in lines).encode())
    assert done.code == 0, done.err
    assert "Name for hand 1 of Bid Euchre> " in done.err
    text = Path("hands.clab").read_text(encoding="utf-8")
    assert (
        text == "bid-euchre 1\nhand a\nrules pepper\ndeal N\nscore NS 4 EW 2\n\nclabber 1\nhand b\ndeal E\n"
    )
    assert call("convert", "hands.clab", "again.jsonl").code == 0
    assert Path("again.jsonl").read_bytes() == Path("hands.jsonl").read_bytes()


def test_the_examples_of_the_grammar_can_be_typed() -> None:
    page = (ROOT / "schemas" / "bid-euchre.md").read_text(encoding="utf-8")
    hands = [part.split("```")[0] for part in page.split("```clab\n")[1:]]
    whole = [hand for hand in hands if "\nhand " in hand]
    assert whole
    for hand in whole:
        typed(*hand.splitlines(), "done")
