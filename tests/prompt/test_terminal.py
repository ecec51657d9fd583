"""`record` at a real terminal, by key presses: whole hands, slips, Ctrl-C and the next start, Ctrl-D."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("pty")

from clabber_audit.inputs.readers import read_records
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from tests.hands import TEN_COMES_HOME_TRICKS
from tests.prompt.terminal import BACKSPACE, CTRL_D, UP, Terminal

Start = Callable[..., Terminal]
SEATS = "Players, clockwise from North (for example Ann / Bob / Cy / Dee) [none]> "
SOURCE = "Source, such as scoresheet / sheet 12 [none]> "
UPCARD = "Up-card, such as 9s [none]> "
#: A whole hand, North-South set by 91 to 71, with a renege in trick 2 that nobody needs to mark.
HAND = f"""\
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
score NS R EW 182
""".splitlines()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Begin a session in a folder of its own."""
    begun: list[Terminal] = []

    def begin(*args: str) -> Terminal:
        begun.append(Terminal(tmp_path, "record", *args))
        return begun[-1]

    yield begin
    for terminal in begun:
        terminal.close()


def read_hands(path: Path) -> list[dict[str, object]]:
    return [record_data(item.hand.record) for item in read_records(str(path)) if item.hand]


def meant(*hands: list[str]) -> list[dict[str, object]]:
    return [record_data(parse(HandText("\n".join(["clabber 1", *lines]), 1))) for lines in hands]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.full
def test_a_whole_hand_is_asked_for_step_by_step(start: Start, tmp_path: Path) -> None:
    """The leaders by hand, with spades trumps: the nine beats ace, king and queen; North's ten of spades is the only
    trump of trick 2, West's jack of trick 3; then the king of hearts wins, and the ten of clubs (R-041, R-042)."""
    terminal = start("-o", "night.clab")
    asked = [
        "Name for hand 1 [hand-1]> ", SEATS, SOURCE, *[UPCARD] * 5, "Calls, West first> ", "Trick 1, West leads> ",
        "Trick 2, South leads> ", "Trick 3, North leads> ", "Trick 4, West leads> ", "Trick 5, South leads> ",
        "Trick 6, East leads> ", "Claim, score, `next` or `done`> ", "Claim, score, `next` or `done`> ",
    ]  # fmt: skip
    terminal.answer(*zip(asked, HAND, strict=True), ("`next` or `done`> ", "done"))
    terminal.expect("1 hand saved: night.clab and night.jsonl")
    assert terminal.end() == 0
    assert names(tmp_path) == ["night.clab", "night.jsonl"]
    assert read_hands(tmp_path / "night.clab") == read_hands(tmp_path / "night.jsonl") == meant(HAND)


def test_a_faulty_line_is_explained_and_asked_again(start: Start, tmp_path: Path) -> None:
    terminal = start()
    terminal.answer(
        ("hand 1 [hand-1]> ", "hand ida-1"), (SEATS, "deal S"), (UPCARD, "none"), ("West first> ", "calls play paly")
    )  # fmt: skip
    terminal.expect("column 12: expected a call: `p`, `play` or a suit, but found `paly`")
    terminal.expect("did you mean `play`?")
    terminal.expect("Calls, West first> ")
    terminal.press(UP)
    terminal.answer(("calls play paly", BACKSPACE * 5), ("Trick 1, West leads> ", "1W ksasqsqs"))
    terminal.expect("the queen of spades appears twice")
    terminal.answer(("Trick 1, West leads> ", "1W ksasqs9s"), ("Trick 2", "done"))
    terminal.expect("1 hand saved")
    assert terminal.end() == 0
    assert read_hands(tmp_path / "hands.jsonl") == meant(
        ["hand ida-1", "deal S", "calls play", "1W ksasqs9s"]
    )


def test_the_prompt_leads_through_a_hand(start: Start, tmp_path: Path) -> None:
    """The questions suffice; Enter takes the answer in brackets, and the next hand follows this one.

    A source may begin like a line of the sheet; with spades turned the nine takes the first trick (R-041).
    """
    terminal = start()
    asked = [
        ("Name for hand 1 [hand-1]> ", "ida-09"), (SEATS, "Ida / Gus / Hazel / Finn"), (SOURCE, "sheet 12"),
        ("Dealer> ", "S"), (UPCARD, "9s"), ("Calls, West first> ", "play"),
        ("Trick 1, West leads> ", "ks as qs 9s"), ("Trick 2, South leads> ", "score NS 91 EW 71"),
        ("`next` or `done`> ", "next"), ("Name for hand 2 [ida-10]> ", ""),
        ("[N Ida / E Gus / S Hazel / W Finn]> ", ""), ("[sheet 12]> ", "none"),
        ("Dealer [W]> ", ""), (UPCARD, ""), ("Calls, North first> ", "p p play"),
        ("Trick 1, North leads> ", "done"),
    ]  # fmt: skip
    terminal.answer(*asked)
    assert terminal.end() == 0
    first, second = read_hands(tmp_path / "hands.clab")
    seats = "seats N Ida / E Gus / S Hazel / W Finn"
    played = ["up 9s", "calls play", "1W ksasqs9s", "score NS 91 EW 71"]
    assert [first] == meant(["hand ida-09", seats, "source sheet 12", "deal S", *played])
    assert [second] == meant(["hand ida-10", seats, "deal W", "calls p p play"])


def test_ctrl_c_loses_nothing(start: Start, tmp_path: Path) -> None:
    """In the middle of a line: all lines before it are offered at the next start, and the hand goes on."""
    terminal = start("-o", "night.clab")
    terminal.lines(HAND[:11])
    terminal.expect("Trick 3, North leads> ")
    terminal.press("3N ac")
    terminal.expect("3N ac")
    terminal.interrupt()
    terminal.expect("Nothing saved to the file. Your typing (11 lines) is kept in")
    assert terminal.end() == 130
    assert names(tmp_path) == [".night.clab.partial"]

    again = start("-o", "night.clab")
    again.expect("(11 lines) in .night.clab.partial. Continue it? [Y/n] ")
    again.line("")
    again.lines([*HAND[11:], "done"])
    assert again.end() == 0
    assert names(tmp_path) == ["night.clab", "night.jsonl"]
    assert read_hands(tmp_path / "night.jsonl") == meant(HAND)


def test_a_crash_loses_nothing(start: Start, tmp_path: Path) -> None:
    terminal = start()
    terminal.lines(["hand ida-1", "deal N", "score NS 91 EW 71", "next", "hand ida-2"])
    terminal.expect(SEATS)
    terminal.child.kill()
    again = start()
    again.answer(("unfinished session (4 lines)", "y"), (SEATS, "undo 2"))
    again.expect("Back in hand ida-1.")


def test_ctrl_d_sets_aside_and_no_begins_anew(start: Start, tmp_path: Path) -> None:
    """An abandoned hand is not thrown away."""
    terminal = start()
    terminal.answer(("hand 1 [hand-1]> ", "hand ida-1"))
    terminal.expect(SEATS)
    terminal.press(CTRL_D)
    terminal.expect("(1 line) is kept in .hands.clab.partial")
    assert terminal.end() == 0
    again = start()
    again.answer(("[Y/n] ", "n"))
    again.expect("The unfinished session is now in .hands.clab.partial.old.")
    again.answer(("Name for hand 1 [hand-1]> ", "quit"))
    again.expect("Nothing saved.")
    assert again.end() == 0
    assert names(tmp_path) == [".hands.clab.partial.old"]
    assert "hand ida-1" in (tmp_path / ".hands.clab.partial.old").read_text(encoding="utf-8")


def test_ctrl_d_at_the_offer_keeps_it(start: Start, tmp_path: Path) -> None:
    (tmp_path / ".hands.clab.partial").write_text("clabber 1\nhand ida-1\n", encoding="utf-8")
    for leave in (lambda terminal: terminal.press(CTRL_D), Terminal.interrupt):
        terminal = start()
        terminal.expect("[Y/n] ")
        leave(terminal)
        terminal.end()
        assert (tmp_path / ".hands.clab.partial").read_text(encoding="utf-8") == "clabber 1\nhand ida-1\n"


def test_existing_files_are_not_replaced(start: Start, tmp_path: Path) -> None:
    """Not at the start, and not over what appears while one types: the session goes on."""
    terminal = start()
    terminal.lines(["hand ida-1", "deal N", "score NS 91 EW 71"])
    terminal.expect("`next` or `done`> ")
    (tmp_path / "hands.jsonl").write_text("mine\n", encoding="utf-8")
    terminal.line("done")
    terminal.expect("hands.jsonl already exists")
    terminal.expect("> ")
    assert names(tmp_path) == [".hands.clab.partial", "hands.jsonl"]
    terminal.line("quit")
    assert terminal.end() == 0
    assert start().end() == 5
    forced = start("--force", "--resume")
    forced.expect("> ")
    forced.line("done")
    assert forced.end() == 0
    assert names(tmp_path) == ["hands.clab", "hands.jsonl"]


def test_ctrl_c_keeps_the_answers_about_house_rules(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "rulesets", "new", "-o", "west.toml")
    terminal.lines(["West Side", "750"])
    terminal.expect("(renege_points)")
    terminal.expect("> ")
    terminal.interrupt()
    terminal.expect("What you said is kept in west.toml.draft")
    assert terminal.end() == 130
    assert "target = 750" in (tmp_path / "west.toml.draft").read_text(encoding="utf-8")
    assert not (tmp_path / "west.toml").exists()
