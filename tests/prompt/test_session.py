"""Input and output of a session, and records as typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.recorder.prompt import Session
from clabber_audit.records.canonical import record_data
from clabber_audit.records.formats import model_for
from clabber_audit.records.notation.writer import write
from clabber_audit.simulate.seasons import simulated
from tests.cli import ROOT, call
from tests.family.makers.records import written
from tests.family.rules import NAMES
from tests.records import many
from tests.scale import at_random, scaled

TELLS = "Does anybody tell it differently? Then account; else"
PEPPER = ["rules pepper", "hand a", "deal N"]
#: Example 2 of the record's contract: five players, two of whom leave.
DIRTY = [
    "rules dirty-clubs-bumped", "hand dc", "pack 28", "seats P1 Ann / P2 Bob / P3 Cy / P4 Dee / P5 Eve", "deal P2",
    "P1 ksqhtdactc", "P2 kh9h8hqcjc", "P3 astsjd9d9c", "P4 js8sjhadkd", "P5 qsah8dkc8c", "up 9s", "blind 9sthqd",
    "calls 1 2 p p p", "trump P4 diamonds", "out P5 P2",
]  # fmt: skip


def typed(*lines: str) -> Session:
    """A session in which these lines were taken, each at once."""
    session = Session()
    for line in lines:
        said = session.take(line)
        assert session.taken, (line, said)
    return session


def test_a_line_that_is_refused_is_said_not_to_be_taken() -> None:
    session = typed("hand a")
    assert session.take("deel N")[-1] == "Not added. Fix the line and try again."


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
    assert again.restore(session.kept()) == []
    assert again.kept() == session.kept()
    assert again.asks == session.asks == "Name for hand 2"


def test_what_was_damaged_is_told_and_the_rest_taken() -> None:
    again = Session()
    said = again.restore("clabber 1\nhand a\nde\ufffdl N\ndeal N\n")
    assert said[0].startswith("column 1: unknown line `de")
    assert again.lines == ["hand a", "deal N"]


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ([], "Name for hand 1"),
        (["deal N"], "Name for hand 1"),
        (["hand a"], "Dealer"),
        (["hand a", "deal N"], "Calls, East first"),
        (["hand a", "deal W", "contract N clubs"], "Trick 1, North leads"),
        (["hand a", "deal W", "calls p p p p / p p p p"], "Score, `next` or `done`"),
        # The ace of hearts wins a trick of hearts: its player leads, whoever led before.
        (["hand a", "deal W", "contract N clubs", "1N qhahkhth"], "Trick 2, East leads"),
        # Without trumps nobody can tell who won.
        (["hand a", "deal W", "1N qhahkd9c"], "Trick 2"),
        (["hand a", "deal W", "1N qhah"], "Trick 1 has 2 of 4 cards. Type a claim, the score, `next` or `done`"),
        (["hand a", "deal W", "contract N clubs", "laydown N"], "Claim, score, `next` or `done`"),
        (["hand a", "deal W", "sheet NS cards 91"], "Score, `next` or `done`"),
        (["hand a", "deal W", "score NS 91 EW 71"], "`next` or `done`"),
        (["hand a", "deal W", "score NS 91 EW 71", "next"], "Name for hand 2"),
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
        ([*PEPPER, "calls p 3 p p", "trump S h", "claim N against E"], f"{TELLS} Trick 1, South leads"),
        ([*PEPPER, "calls p p p p", "account x"], "Who says what, such as N S: as written"),
        ([*PEPPER, "calls p p p p", "account x", "N: as written"], "Who says what, such as N S: as written"),
        ([*PEPPER, "calls p p p p", "account x", "N: as written", "E: calls p p p 4"], "Score, `next` or `done`"),
        ([*PEPPER, "score NS 4 EW 2", "next"], "Name for hand 2 of Bid Euchre"),
        ([*PEPPER, "score NS 4 EW 2", "next", "clabber 1"], "Name for hand 2"),
    ],
)  # fmt: skip
def test_what_is_asked_for(lines: list[str], asked: str) -> None:
    assert typed(*lines).asks == asked


@pytest.mark.parametrize(
    ("lines", "slip", "told"),
    [
        (["hand a"], "hand b", "column 6: `id` is given twice"),
        ([], "hand A b", "column 6: `A b` is not a valid id"),
        (["hand a"], "wibble", "column 1: unknown line `wibble`"),
        (["hand a"], "   deel N", "column 4: unknown line `deel`"),
        (["hand a"], "clabber 2", "`clabber 1` starts a hand"),
        (["hand a", "deal N"], "N asas", "column 5: the ace of spades appears twice"),
        (["hand a", "deal N", "E as"], "1E 9hasthkh", "column 6: the ace of spades appears twice"),
        (["hand a", "deal N", "1E 9h"], "N 9h", "line 3 (1E 9h), column 4: the nine of hearts appears twice"),
        (["hand a", "deal N", "1E 9hthkhah > W"], "2N as", "line 3 (1E 9hthkhah > W), column 15: the trick is marked"),
        (["hand a", "deal N", "calls p p p p / p p p p"], "contract N c", "the contract does not match"),
        (["hand a", "deal N", *["claim E against N"] * 64], "claim E against N", "column 1: claims is too long"),
        (["deal N", *["incident slow_play"] * 64], "incident slow_play", "column 1: incidents is too long"),
        (["hand a", "deal N", "score NS 91 EW 71", "next"], "hand a", "that name is already used"),
        (PEPPER, "calls 13", "column 7: expected a call"),
        (PEPPER, "melds none", "column 1: unknown line `melds`"),
        ([*PEPPER, "E as"], "1E jhasthkh", "column 6: the ace of spades appears twice"),
        (PEPPER, "N 8h", "there is no eight of hearts in the 24-card deck"),
        (PEPPER, "pack 24 each 13", "each"),
        (["hand a", "deal N", "calls p play"], "rules pepper", "line 3 (calls p play)"),
        (["rules pepper"], "bid-euchre 2", "`bid-euchre 1` starts a hand"),
    ],
)  # fmt: skip
def test_a_faulty_line_is_not_taken(lines: list[str], slip: str, told: str) -> None:
    session = typed(*lines)
    kept = session.kept()
    said = session.take(slip)
    assert not session.taken
    assert told in said[0]
    assert session.kept() == kept
    assert session.take("") == []


def test_a_miscount_may_be_explained_later() -> None:
    """Seven cards are taken with a word of warning, said once; without the incident the hand is not whole."""
    session = typed("hand a", "deal N")
    said = session.take("E asksqsjstsahkh")
    assert session.taken
    assert said[0] == "Added, with a warning:"
    assert "column 1: East has 7 cards" in said[1]
    assert session.take("calls p p p p / p p p p") == []
    session.take("next")
    assert not session.taken
    assert session.take("incident wrong_card_count E @deal") == []
    session.take("next")
    assert session.taken
    session.take("hand b")
    session.take("deal N")
    session.take("E asksqsjstsahkhqhjh")
    assert not session.taken, "nine cards are too many even for a miscount"


def test_a_clock_may_lie_ahead() -> None:
    session = typed("hand a", "deal N", "contract E h")
    assert "time @4 is after" in session.take("claim E against N @4 trick 1")[1]
    assert session.take("1E ahthkhqh") == []
    session.take("done")
    assert session.ended == "done"


def test_a_trick_may_be_marked_before_it_is_typed() -> None:
    """Its order is lost, so that a card beside a seat that was not dealt it is no fault, and is not shown there."""
    session = typed("hand a", "deal N", "contract E h", "S 9h", "disordered 1", "1E ahth9hqh")
    shown = "\n".join(session.take("show"))
    assert "  1      East    ?       ?       9♥      ?" in shown
    assert "trick 1, order unknown: A♥ 10♥ 9♥ Q♥" in shown
    assert "the ten of hearts appears twice" in session.take("2E kh th")[0]
    assert not session.taken


def test_an_unfinished_hand_is_not_written() -> None:
    session = typed("hand a")
    assert "the hand does not say who dealt" in session.take("done")[0]
    assert session.ended == ""
    session.take("deal N")
    session.take("done")
    assert session.ended == "done"
    empty = Session()
    empty.take("done")
    assert empty.ended == ""


def test_undo_at_the_beginning_and_too_far() -> None:
    session = typed("hand a", "deal N")
    assert session.take("undo 99") == ["Taken back: deal N", "Taken back: hand a"]
    assert session.take("undo") == ["Nothing to take back."]
    assert session.kept() == ""
    session.take("undo x")
    assert not session.taken


def test_a_line_is_typed_anew() -> None:
    """Between the others, at once or when it is asked for; one that cannot stand there changes nothing."""
    session = typed("hand a", "deal N", "calls p play", "1E 9hthkhah")
    assert session.take("edit")[2] == "    3  calls p play"
    assert session.take("edit 3") == []
    assert session.asks == "line 3 [calls p play]"
    assert session.take("") == ["Line 3 unchanged."]
    assert session.take("edit 3 calls p p play") == []
    assert session.lines == ["hand a", "deal N", "calls p p play", "1E 9hthkhah"]
    assert "appears twice" in session.take("edit 4 1E 9h9hkhah")[0]
    assert session.lines[3] == "1E 9hthkhah"
    assert session.take("edit 5") == ["this hand has no line 5; type `edit` to list them"]


def test_where_a_line_cannot_be_typed_twice_the_way_out_is_told() -> None:
    session = typed("hand a", "deal N", "1E 9h")
    assert "`undo` takes back the last" in session.take("deal W")[1]
    assert "`edit 3` to retype that line" in session.take("N 9h")[1]


def test_what_is_asked_for_is_taken() -> None:
    """Without the words that the line begins with; a word that no line begins with is told as such."""
    session = typed("a", "N", "p p p p / h", "9h th kh ah", "N 9s")
    assert session.lines == ["hand a", "deal N", "calls p p p p / h", "1E 9h th kh ah", "N 9s"]
    said = session.take("as 9s ks qs")
    assert said[0] == "read as: 2E as 9s ks qs"
    assert "the nine of spades appears twice" in said[1]
    assert session.take("wibble")[0] == "column 1: unknown line `wibble`"


def test_a_version_is_refused_at_its_line() -> None:
    session = typed("a", "N", "p p p p / h", "account the calls")
    said = session.take("E: without claim 1")
    assert said[0] == "read as: says E: without claim 1"
    assert said[1] == "column 17: the hand has no claim of that number"
    assert session.asks == "Who says what, such as N S: as written"
    refused = session.take('says Ruth: set "id" "1"')
    assert "cannot be told differently" in refused[0]
    refused = typed(*session.lines, "N: as written").take("done")
    assert "the account “the calls” has 1 version" in refused[0]


def test_help_names_every_line_and_word() -> None:
    said = "\n".join(Session().take("help"))
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
        assert f"\n  {word} " in "\n" + said
    assert "failure-to-follow" in Session().take("help claim")[0]
    assert "did you mean `claim`?" in Session().take("help clam")[1]


def test_show_names_everything_noted() -> None:
    session = typed(
        "hand a", "deal S", "up 9s", "N as", "calls play", "1W N:+dad=ahkhqh ksasqs9s", "incident slow_play E",
        "claim E against N", "laydown S", "score NS R EW 182",
    )  # fmt: skip
    shown = "\n".join(session.take("show"))
    for part in (
        "hand a, South deals, up-card 9♠, spades made by West", "North   A♠", "won", "North calls dad: A♥ K♥ Q♥",
        "noted: East studied long", "East calls a renege on North", "South lays down", "score: NS R, EW 182",
        "next: `next` or `done`",
    ):  # fmt: skip
        assert part in shown
    assert Session().take("show") == ["Nothing typed yet for hand 1."]


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
    assert session.asks == "Dealer"
    assert session.take("") == ["Type who dealt: N, E, S, W."]
    assert "Type who dealt: N, E, S, W." in session.take("x")


@pytest.mark.parametrize("ruleset", NAMES[:: scaled(3, 1)])
def test_every_hand_can_be_typed_line_by_line(ruleset: str) -> None:
    """Irregular ones too, several to a session: the same records come out, and the same text."""
    records = list(simulated(5, at_random(1, 40), 1.0, 0.5, ruleset))
    text = "\n".join(map(write, records))
    session = typed(*text.splitlines(), "done")
    assert session.ended == "done"
    assert list(map(record_data, session.records)) == list(map(record_data, records))
    assert "".join(map(write, session.records)) == "".join(map(write, records))


@pytest.mark.parametrize(
    ("date", "said"),
    [
        ("11/5/31", ["of this date one cannot tell: which century is 31?"]),
        ("3/4/1931", ["of this date one cannot tell: is the month or the day written first? It counts as "
                      "[1931-03-04,1931-04-03] until you say."]),
        ("winter 1931-32", []), ("1929~", []), ("[1929,1930]", []), ("c. 1929", []), ("1931-24", []), ("193X", []),
    ],
)  # fmt: skip
def test_a_date_that_may_be_several_is_taken_and_asked_about_once(date: str, said: list[str]) -> None:
    session = typed("hand a")
    assert session.take(f"context {date}") == (["Added, with a warning:", *said] if said else [])
    assert session.take("deal N") == []
    (line,) = [line for line in session.kept().splitlines() if line.startswith("context")]
    assert line == f"context {date}", "the words stay as they were typed"


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
