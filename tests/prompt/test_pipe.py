"""`record` fed by a pipe: nothing on standard output, a code that tells, and nothing lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.recorder.prompt import Session
from tests.cli import Done, call
from tests.prompt.test_session import typed

LINES = ["hand a", "deal N", "contract N clubs", "score NS 91 EW 71"]


def fed(*lines: str, args: tuple[str, ...] = ()) -> Done:
    return call("record", *args, stdin="".join(f"{line}\n" for line in lines).encode())


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_both_forms_are_written_and_nothing_is_printed(here: Path) -> None:
    pepper = ["rules pepper", "hand b", "deal N", "score NS 4 EW 2"]
    done = fed(*LINES, "next", "bid-euchre 1", *pepper, "done", "after the end")
    assert (done.code, done.out) == (0, "")
    assert "Trick 1, East leads> " in done.err
    assert "Name for hand 2 of Bid Euchre> " in done.err
    pepper[:2] = pepper[1::-1]
    hands = (["clabber 1", *LINES], ["bid-euchre 1", *pepper])
    text = "\n".join("".join(f"{line}\n" for line in hand) for hand in hands)
    assert (here / "hands.clab").read_text(encoding="utf-8") == text
    assert call("convert", "hands.clab", "again.jsonl").code == 0
    assert (here / "again.jsonl").read_bytes() == (here / "hands.jsonl").read_bytes()


def test_a_file_of_hands_with_done_after_it(here: Path) -> None:
    done = fed("clabber 1", *LINES, "", "clabber 1", "hand b", "deal E", "done", args=("-o", "x.clab"))
    assert done.code == 0
    assert "2 hands saved: x.clab and x.jsonl" in done.err
    assert len((here / "x.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_a_line_that_was_not_taken_is_told_by_the_code(here: Path) -> None:
    """The record may lack what the line meant."""
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
    assert (here / "hands.clab").read_text(encoding="utf-8") == typed(*LINES).to_text()


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


#: Little is left of a hand; the canonical text writes an unknown card as two question marks.
TORN = """clabber 1
hand torn
rules wp-old
seats N Ida / E Gus / S Hazel / W Finn
deal S
up ?
contract E spades
1W ??????as {torn here}
2N ????????
3S ??kd?? {the corner is gone}
score NS 100 EW 62
remark the rest of the page is lost

bid-euchre 1
hand torn-too
rules pepper
deal S
contract W 4 spades
1W ???????? {nothing to be read}
2N ??????ac
score EW 4
"""


@pytest.mark.parametrize("form", ["jsonl", pytest.param("parquet", marks=pytest.mark.full)])
def test_a_file_full_of_unknown_cards_is_converted_there_and_back(here: Path, form: str) -> None:
    (here / "torn.clab").write_text(TORN, encoding="utf-8")
    assert call("convert", "torn.clab", f"torn.{form}").code == 0
    assert call("convert", f"torn.{form}", "again.clab").code == 0
    assert (here / "again.clab").read_text(encoding="utf-8") == TORN


def test_a_file_full_of_unknown_cards_keeps_its_form(here: Path) -> None:
    """Unknown cards, their tricks and the comments stay as they are typed."""
    torn = here / "torn.clab"
    torn.write_text(TORN, encoding="utf-8")
    assert call("fmt", "torn.clab").code == 0
    assert torn.read_text(encoding="utf-8") == TORN
    assert fed(*TORN.splitlines()[:8], args=("-o", "typed.clab")).code == 2
    assert (here / ".typed.clab.partial").read_text(encoding="utf-8").splitlines() == TORN.splitlines()[:8]
    assert fed(*TORN.splitlines()[8:], "done", args=("-o", "typed.clab", "--resume")).code == 0
    assert (here / "typed.clab").read_text(encoding="utf-8") == TORN


@pytest.mark.parametrize("leads", [False, True])
def test_a_trick_that_begins_with_an_unknown_card_is_no_call_for_help(leads: bool) -> None:
    """The prompt asks for trick 1; its cards are the answer, and `?` before a word still asks for help."""
    session = Session(leads=leads)
    for line in ("hand a", "deal S", "contract E spades"):
        session.take(line)
    assert session.take("? claim") == session.take("help claim")
    assert session.take("?") == session.take("help")
    assert session.take("? ? kd ?") == []
    assert session.lines[-1] == "1W ? ? kd ?"
