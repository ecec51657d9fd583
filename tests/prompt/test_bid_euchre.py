"""Hands of the Bid Euchre family at the prompt: the game first, then the table, what is said, and the cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.recorder.prompt.session import Session
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.canonical import record_data
from clabber_audit.records.notation.writer import write
from clabber_audit.simulate.seasons import simulated
from tests.cli import ROOT, call
from tests.family.makers.records import written
from tests.family.rules import NAMES
from tests.prompt.test_session import typed
from tests.scale import at_random, scaled

PEPPER = ["rules pepper", "hand a", "deal N"]
#: Example 2 of the record's contract: five players, two of whom leave.
DIRTY = [
    "rules dirty-clubs-bumped", "hand dc", "pack 28", "seats P1 Ann / P2 Bob / P3 Cy / P4 Dee / P5 Eve", "deal P2",
    "P1 ksqhtdactc", "P2 kh9h8hqcjc", "P3 astsjd9d9c", "P4 js8sjhadkd", "P5 qsah8dkc8c", "up 9s", "blind 9sthqd",
    "calls 1 2 p p p", "trump P4 diamonds", "out P5 P2",
]  # fmt: skip


@pytest.mark.parametrize("ruleset", NAMES[:: scaled(3, 1)])
def test_every_hand_can_be_typed_line_by_line(ruleset: str) -> None:
    """Irregular ones too, several to a session: the same records come out, and the same text."""
    records = list(simulated(5, at_random(1, 40), 1.0, 0.5, ruleset))
    text = "\n".join(map(write, records))
    session = typed(*text.splitlines(), "done")
    assert session.ended == "done"
    assert list(map(record_data, session.records)) == list(map(record_data, records))
    assert "".join(map(write, session.records)) == "".join(map(write, records))


def test_records_in_which_anything_goes_can_be_typed() -> None:
    """Claims and clocks that lie ahead, hands left out, cards nobody saw, lines in any order of what was said."""
    for data in written(23, at_random(4, 400)):
        record = BidEuchreRecord.model_validate(data)
        session = typed(*write(record).splitlines(), "done")
        assert session.ended == "done"
        (found,) = session.records
        assert record_data(found) == record_data(record)


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (["rules pepper"], "Name for hand 1 of Bid Euchre"),
        (["bid-euchre 1"], "Name for hand 1 of Bid Euchre"),
        (["bid-euchre 1", "hand a"], "Rules, such as pepper"),
        (["rules pepper", "hand a"], "Dealer"),
        (["rules eau-claire-clubs", "hand a"], "Dealer"),
        (["rules eau-claire-clubs", "hand a", "pack 24 each 5"], "Dealer"),
        (["rules double-deck", "hand a"], "Pack 48, dealer"),
        (DIRTY[:2], "Seats, dealer"),
        (["rules dirty-clubs", "hand a", "seats P1 - / P2 - / P3 -"], "Pack 20, dealer"),
        (PEPPER, "Calls, East first"),
        ([*PEPPER, "calls p"], "More calls"),
        ([*PEPPER, "calls p 3"], "More calls; South names trump"),
        ([*PEPPER, "calls p 3 p p"], "South names trump"),
        ([*PEPPER, "calls p 3 p p", "trump S h"], "Trick 1, South leads"),
        ([*PEPPER, "calls p p p p"], "Score, `next` or `done`"),
        (["rules pfeffer", "hand a", "deal N", "calls p p p 4", "trump N h"], "Trick 1, East leads"),
        (["rules progressive-euchre", *PEPPER[1:], "calls pepper p p p", "trump E h"], "Give, trick 1, East leads"),
        ([*DIRTY[:5], "up jc"], "Trick 1, P3 leads"),
        (DIRTY[:12], "Calls, P3 first"),
        (DIRTY[:14], "Out, trick 1, P4 leads"),
        (DIRTY, "Trick 1, P4 leads"),
        ([*DIRTY, "1P4 jhtdjd"], "Trick 2, P3 leads"),
        ([*DIRTY, "1P4 jhtd"], "Trick 1 has 2 of 3 cards. Type a claim, the score, `next` or `done`"),
        ([*PEPPER, "score NS 4 EW 2"], "`next` or `done`"),
        ([*PEPPER, "score NS 4 EW 2", "next"], "Name for hand 2 of Bid Euchre"),
        ([*PEPPER, "score NS 4 EW 2", "next", "clabber 1"], "Name for hand 2"),
    ],
)  # fmt: skip
def test_what_is_asked_for(lines: list[str], asked: str) -> None:
    assert typed(*lines).asks == asked


@pytest.mark.parametrize(
    ("lines", "slip", "told"),
    [
        (PEPPER, "calls 13", "column 7: expected a call"),
        (PEPPER, "melds none", "column 1: unknown line `melds`"),
        ([*PEPPER, "E as"], "1E jhasthkh", "column 6: the ace of spades appears twice"),
        (PEPPER, "N 8h", "there is no eight of hearts in the 24-card deck"),
        (PEPPER, "pack 24 each 13", "each"),
        (["hand a", "deal N", "calls p play"], "rules pepper", "line 3 (calls p play)"),
        (["rules pepper"], "bid-euchre 2", "`bid-euchre 1` starts a hand"),
    ],
)
def test_a_faulty_line_is_not_taken(lines: list[str], slip: str, told: str) -> None:
    session = typed(*lines)
    kept = session.kept()
    said = session.take(slip)
    assert not session.taken
    assert told in said[0]
    assert session.kept() == kept


def test_a_table_that_is_not_that_of_the_rules_is_taken_with_a_word() -> None:
    session = typed("rules hasenpfeffer", "hand a")
    said = session.take("deal N")
    assert said[0] == "Added, with a warning:"
    assert said[1].startswith("the deck has 24 cards; ")
    assert said[1].endswith(" it has 25")
    assert session.asks == "Pack 25, score, `next` or `done`"
    assert session.take("pack 25") == []
    assert session.asks == "Calls, East first"


def test_what_the_game_fixes_is_not_asked() -> None:
    """Eau Claire deals five of 24 (B-095): a record need not say so, and may."""
    session = typed("rules eau-claire-clubs", "hand a")
    assert session.take("deal N") == []
    assert session.asks == "Calls, East first"
    assert session.take("pack 24 each 5") == []


def test_a_clock_may_lie_ahead_and_a_miscount_be_explained_later() -> None:
    session = typed(*PEPPER, "calls p 3 p p", "trump S h")
    assert "time @4 is after" in session.take("claim E against S @4 trick 1")[1]
    assert session.take("1S ahthkhqh") == []
    again = typed(*PEPPER)
    assert again.take("E asksqsjstsahkh")[0] == "Added, with a warning:"
    assert again.take("incident wrong_card_count E @deal") == []


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
    assert again.restore(session.kept()) == []
    assert again.kept() == session.kept()
    assert again.asks == session.asks == "Rules, such as pepper"
    assert [hand.record.format for hand in again.hands] == ["bid-euchre-hand/1", "clabber-hand/1"]
    again.take("undo 2")
    assert again.take("show")[0] == "hand b, East deals"


def test_the_table_is_shown_with_its_own_seats_and_cards() -> None:
    shown = "\n".join(typed(*DIRTY, "1P4 jhtdjd", "2P3 9dkdtc").take("show"))
    for part in (
        "hand dc, P2 deals, up-card 9♠, diamonds made by P4",
        "  P1      K♠ Q♥ 10♦ A♣ 10♣",
        "  1      P4      10♦     -       J♦      J♥      -       P3",
        "  2      P3      10♣     -       9♦      K♦      -       P4",
        "next: Trick 3, P4 leads",
    ):
        assert part in shown, shown
    given = [
        "rules progressive-euchre",
        *PEPPER[1:],
        "calls pepper p p p",
        "trump E h",
        "give W>E jd / E>W ?",
    ]
    assert "West passes East J♦" in "\n".join(typed(*given).take("show"))


def test_help_is_about_the_lines_of_the_game() -> None:
    said = "\n".join(typed(*PEPPER).take("help"))
    for word in ("pack", "before", "blind", "trump", "give", "out", "trick", "seat"):
        assert f"\n  {word} " in said
    assert "\n  melds " not in said
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
