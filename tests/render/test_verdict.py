"""Tests of rulings in plain text: verdicts with their color, other sections, the replay, and tables."""

from __future__ import annotations

import re
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.cli.output import PLAIN
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import record_data
from clabber_audit.report.claims import surprising_rule
from clabber_audit.report.layout import PageRow, PageTable, TableColumn, table_lines
from clabber_audit.report.phrases import sentence
from clabber_audit.report.ruling import RulingView, replay_text, ruling_text, ruling_view
from clabber_audit.report.verdict import Verdict
from clabber_audit.report.wording import speaker_of
from tests import casebook, hands
from tests.casebook import hands_in
from tests.cli import ROOT, call, read_text
from tests.family.book import book
from tests.hands import TEN_COMES_HOME, copy_as
from tests.rules import rule_on
from tests.rulesets.files import write_ruleset
from tests.scale import at_scale

Json = dict[str, Any]

VERDICTS: Final = list(casebook.hand_blocks(Path(__file__).with_name("verdicts.md")))
OWN: Final = [block for block in VERDICTS if block.kind == "verdict"]
#: Two spades and the ace of hearts are not a run (R-046). North has king and queen of spades, and calls belle.
FALSE: Final = [{"seat": "W", "kind": "dad", "cards": ["JS", "TS", "AH"]}, {"seat": "N", "kind": "belle"}]


def find_verdict(record: Json) -> Verdict:
    """Return the verdict on a record under the league's rules of 1992."""
    return ruling_view(dossier(*hands.rule_on(record))).verdict


@pytest.mark.parametrize("block", OWN[:: at_scale(2, 1)], ids=lambda block: block.lines[0])
def test_sentences_of_each_outcome(block: casebook.HandBlock) -> None:
    """Each sentence about the fault has 25 words at most."""
    verdict = find_verdict(record_data(casebook.hand_of(block.hand).record))
    assert (verdict.headline.tone, verdict.headline.line, *verdict.lines) == (block.words, *block.lines)
    assert all(len(sentence.split()) <= 25 for sentence in verdict.happened.split(". "))


@pytest.mark.parametrize(
    "block",
    [one for one in VERDICTS if one.kind == "proof"],
    ids=lambda block: f"{block.title}: {block.hand.splitlines()[-1]}",
)
def test_text_of_each_proof(block: casebook.HandBlock) -> None:
    proofs = ruling_view(dossier(*hands.rule_on(record_data(casebook.hand_of(block.hand).record)))).proofs
    lines = []
    for shown in proofs:
        facts = [f"{premise.text} ({premise.source})" for premise in shown.premises]
        lines += [shown.title, shown.subject, *facts, *(hand.title for hand in shown.hands), shown.close]
    pattern = ".*".join(map(re.escape, "\n".join(block.lines).split("...")))
    assert re.fullmatch(pattern, "\n".join(lines), re.DOTALL), lines


def test_hand_laid_down_before_the_first_card_is_not_a_score_sheet() -> None:
    text = "clabber 1\nhand laid\ndeal S\nW js9sastsksqs\ncontract W spades\n"
    laid, scored = (read_text(text + line) for line in ("laydown W agreed @0\n", "score NS 0 EW 182\n"))
    assert not find_verdict(laid).headline.line.startswith("NO CARDS WRITTEN DOWN")
    assert find_verdict(scored).headline.line.startswith("NO CARDS WRITTEN DOWN")


@pytest.mark.parametrize("moment", ["", "@deal", "@0", "@turned"])
def test_hand_laid_down_before_the_first_card_is_drawn_whole(moment: str) -> None:
    """A lay-down noted at a word instead of a number of cards claims all that is left, from trick 1 on (R-109)."""
    (early,) = (case for case in casebook.cases() if case.id == "I+09")
    lines = early.questions[0].text.replace("N agreed", f"N agreed {moment}").splitlines()
    hand = "\n".join(line for line in lines if not line.startswith("claim")) + "\n"
    (scene,) = ruling_view(dossier(*hands.rule_on(read_text(hand)))).scenes
    assert [len(shown.cards) for shown in scene.hands] == [6]
    assert [trick for trick, _moves in scene.line] == ["Trick 1"]


def test_message_has_two_lines_and_the_hand_date_and_rules() -> None:
    """A message is read without the page."""
    league = "Evansville Clabber League, 1992 rules"
    about = f"Hand upheld, 2026-01-22. Rules: {league}."
    first = "RENEGE: FAILED TO FOLLOW SUIT. Eagles 182, Owls 0."
    trumped = "Ruth (North) trumped a diamond with 10♠ while holding 10♦ (trick 2)."
    assert find_verdict(hands.UPHELD).message == f"{first}\n{trumped}\n{about}"


def list_drawings(record: Json) -> list[tuple[str, str]]:
    """Return the drawings, by heading and trick."""
    return [(scene.heading, scene.title) for scene in ruling_view(dossier(*hands.rule_on(record))).scenes]


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        (hands.UPHELD, [("The trick in question", "Trick 2")]),
        (hands.BOTH, [("The trick in question", "Trick 2"), ("The trick in question", "Trick 3")]),
        (TEN_COMES_HOME, [("The trick in question", "Trick 2")]),
        (hands.LAID_DOWN, [("The hand laid down", "")]),
        (copy_as(hands.BELLE_SETS, "false", melds=FALSE), [("The meld", "")]),
        (hands.ALL["talk"], []),
        (hands.BELLE_SETS, []),
        (hands.UNKNOWN_PLAYS, [("The trick in question", "Trick 2")]),
    ],
    ids=["renege", "both", "uncalled", "laid-down", "meld", "talk", "no-dispute", "unknown-cards"],
)
def test_only_disputed_tricks_are_drawn(record: Json, shown: list[tuple[str, str]]) -> None:
    assert list_drawings(record) == shown


def test_losing_line_is_drawn_once() -> None:
    """North lays down jack and queen of clubs against the ace: the line is below the sentence, not in it."""
    view = ruling_view(dossier(*hands.rule_on(hands.LAID_DOWN)))
    assert view.verdict.happened == (
        "Ruth (North) laid down, but could still lose a trick (one way is shown below)."
    )
    ((scene,),) = (view.scenes,)
    ((trick, moves),) = scene.line
    assert (trick, moves[0][0], dict(moves)["East"]) == ("Trick 5", "North", "AC")
    assert [card.code for card in scene.hands[0].cards] == ["JC", "QC"]
    assert not any("A♣" in step.text for step in view.reasoning)


def test_wrong_sheet_is_drawn_once() -> None:
    """The Owls have 96, but the sheet says 116."""
    view = ruling_view(
        dossier(*hands.rule_on(copy_as(hands.BELLE_SETS, "sheet", score={"NS": 116, "EW": "XXX"})))
    )
    (scene,) = view.scenes
    assert (scene.heading, scene.sides) == ("The score sheet", ("North-South", "East-West"))
    assert scene.sheet == (
        ("On the sheet", (("116", True), ("XXX", False))),
        ("Correct score", (("96", False), ("XXX", False))),
    )
    assert (view.verdict.more, view.findings) == ("", ())


def test_impossible_line_of_a_sheet_is_drawn_alone() -> None:
    """Both sides have melds, but only one can score (R-055), so the correct score is unknown."""
    sheet = {"NS": {"cards": 61, "melds": 20}, "EW": {"cards": 91, "last_trick": 10, "melds": 20}}
    record = copy_as(hands.SHEET_ONLY, "melds", sheet=sheet, score={"NS": 81, "EW": 121})
    view = ruling_view(dossier(*hands.rule_on(record)))
    (scene,) = view.scenes
    assert scene.sheet == (("Melds", (("20", True), ("20", True))),)
    assert view.verdict.headline.score == "The sheet’s own numbers come to Eagles 121, Owls 81."
    assert {line.label for sum_ in view.arithmetic.sums for line in sum_.lines}.isdisjoint({"Correct score"})


@pytest.mark.parametrize(
    "block", [block for block in VERDICTS if block.kind == "family"], ids=lambda block: block.words
)
def test_sentences_of_each_outcome_of_the_family(block: casebook.HandBlock) -> None:
    verdict = view_of(read_case_hand(block.words)).verdict
    assert (verdict.headline.line, *verdict.lines) == block.lines


def view_of(record: Json) -> RulingView:
    """Return the view of the ruling on a record under its own ruleset."""
    return ruling_view(dossier(rule_on(record)))


def read_case_hand(name: str) -> Json:
    """Return the hand of a case of the family, or a hand of a casebook file by its id."""
    file, _, id = name.partition(" ")
    if id:
        return record_data(hands_in(file)[id].record)
    (record,) = [question.record for question in book() if question.id == name and question.record]
    return deepcopy(record)


@pytest.mark.parametrize(
    "block",
    [one for one in VERDICTS if one.kind in ("because", "notes")],
    ids=lambda block: block.words or f"{block.title}: {block.hand.splitlines()[-1]}",
)
def test_surprising_rules_are_explained_once(block: casebook.HandBlock) -> None:
    record = read_case_hand(block.words) if block.words else record_data(casebook.hand_of(block.hand).record)
    view = view_of(record)
    verdict = view.verdict
    assert not verdict.because or verdict.because in verdict.lines
    explained = view.notes if block.kind == "notes" else tuple(filter(None, [verdict.because]))
    assert explained == block.lines
    assert "laydown" not in record or "LAY-DOWN FAILS" in verdict.headline.line


#: Hands of the family in which the seats of one trick all play one place later, so that the wrong seat leads or follows:
#: case and number of the trick, from 0 -> explanation.
ROTATED: Final = {
    # At low the nine is best (BD-04).
    ("BP02.1", 1): "North won trick 1: at low the order is turned around: the nine is the best card.",
    # With two packs, the first of two equal cards wins (BD-06).
    ("DH01.1", 3): "P3 won trick 4: of two equal cards the one played first wins.",
    # A joker is the best trump (BD-05).
    ("HP01.1", 1): "East won trick 1: the joker counts as a diamond here: it is the highest trump.",
    # Without trumps a jack belongs to its printed suit.
    ("HP03.1", 3): "At no trump there are no bowers: J♦ is just a diamond.",
}


def rotate_trick(case: str, trick: int) -> Ruling:
    record = read_case_hand(case)
    wide = rule_on(record).replay.hand.seating.width
    own = slice(wide * trick, wide * (trick + 1))
    first, *others = record["plays"][own]
    record["plays"][own] = [*others, first]
    record["claims"] = []
    return rule_on(record)


@pytest.mark.parametrize(("case", "trick"), ROTATED)
def test_bowers_low_and_jokers_are_explained(case: str, trick: int) -> None:
    ruling = rotate_trick(case, trick)
    names = {surprising_rule(ruling, finding, speaker_of(ruling)) for finding in ruling.findings}
    assert ROTATED[case, trick] in set(map(sentence, filter(None, names)))


def test_low_score_wins_is_stated_for_games_that_count_down() -> None:
    """Buck Euchre counts down (B-086), Pepper up."""
    for case, is_stated in (("DC04.1", True), ("BE01.1", False)):
        view = view_of(read_case_hand(case))
        assert ("Low score wins in this game." in view.notes) == is_stated
        assert ("Low score wins in this game." in " ".join(view.verdict.lines)) == is_stated


@pytest.mark.parametrize("name", hands.NAMES)
def test_lines_are_at_most_78_characters(name: str) -> None:
    file = dossier(*hands.rule_on(hands.ALL[name]))
    for text in (ruling_text(file), replay_text(file)):
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert all(len(line) <= 78 and line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("name", hands.NAMES)
def test_text_has_only_common_characters(name: str) -> None:
    record = hands.copy_as(hands.ALL[name], name, incidents=[])
    file = dossier(*hands.rule_on(record))
    for text in (ruling_text(file), replay_text(file)):
        assert not {char for char in text if not char.isascii()} - PLAIN.keys()


@pytest.mark.parametrize(
    "block",
    [one for one in VERDICTS if one.kind in ("text", "replay")],
    ids=lambda block: f"{block.title}: {block.lines[0]}",
)
def test_lines_of_text_and_replay(block: casebook.HandBlock) -> None:
    record = record_data(casebook.hand_of(block.hand).record)
    file = dossier(*hands.rule_on(record))
    if block.kind == "replay":
        assert "\n".join(block.lines) in replay_text(file)
        return
    text, at = " ".join(ruling_text(file).split()), 0
    for line in block.lines:
        at = text.index(line, at) + len(line)


def test_replay_has_events_in_order() -> None:
    text = replay_text(dossier(hands.rule_on(hands.UPHELD)[0]))
    assert text.index("Joe (West) says “play”") < text.index("Trick 1:") < text.index("announces a dad")
    assert text.rstrip().endswith("The Eagles (East-West) score 182; the Owls (North-South) score 0.")


def test_replay_of_unknown_and_unfinished_tricks() -> None:
    assert "??  North  (unknown)" in replay_text(dossier(hands.rule_on(hands.UNKNOWN_PLAYS)[0]))
    assert "Trick 3 (unfinished)" in replay_text(dossier(hands.rule_on(hands.ALL["unfinished"])[0]))


def test_replay_of_a_disordered_trick() -> None:
    """South and West, whose hands are known, played the nine and the king; North and East the other two."""
    file = dossier(*hands.rule_on(hands.ORDER_LOST))
    text = replay_text(file)
    assert "In trick 1 nobody knows who played what: 9♠, Q♠, K♠ and A♠." in text
    first = text.split("Trick 1")[1].split("Trick 2")[0].splitlines()
    assert [line.split(None, 1)[1] for line in first if line[:3].strip().isdigit()] == [
        "K♠  West  (inferred)",
        "??  North  (unknown)",
        "??  East  (unknown)",
        "9♠  South  (inferred)",
    ]
    assert "In trick 1 nobody knows who played what: 9♠, Q♠, K♠ and A♠. [not recorded]" in ruling_text(file)


def test_text_needs_no_templates() -> None:
    code = "import sys, clabber_audit.report.ruling, clabber_audit.judge.signed; sys.exit('jinja2' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent.parent)


@pytest.mark.parametrize(
    ("record", "quoted"), [(hands.BOTH, False), (hands.BELLE_SETS, True)], ids=["dealt again", "set"]
)
def test_marks_are_quoted_only_with_a_score(record: hands.Json, quoted: bool) -> None:
    """After a re-deal the sheet has no score (R-105); a set is XXX, or 0 under rules that name no marks (D-37)."""
    text = ruling_text(dossier(*hands.rule_on(record)))
    assert "Under Clabber, gamerules.com" in text
    assert ("On the sheet, a set is XXX" in " ".join(text.split())) == quoted


def test_house_article_is_cited_by_grade_and_source(tmp_path: Path) -> None:
    """No row of the catalog has it, so text and page name none."""
    article = """
[articles.signals]
topic = "play"
sources = ["the club"]
grade = "practice"
text = "Here it is so."
penalties = { table-talk = "renege" }
"""
    club = write_ruleset(tmp_path, "club.toml", "pepper", article)
    noted = (ROOT / "examples" / "left-bower.clab").read_text("utf-8") + "incident table_talk E @4\n"
    (tmp_path / "hand.clab").write_text(noted, "utf-8")
    command = ("rule", str(tmp_path / "hand.clab"), "--ruleset", club, "--format")
    assert "“Here it is so.” (practice; the club)" in " ".join(call(*command, "text").out.split())
    assert "<p class=cite>practice · the club</p>" in call(*command, "html").out


def test_wide_table_keeps_all_numbers() -> None:
    """In a grid of 26 teams the names are shortened as far as they stay readable."""
    columns = (TableColumn("Team"), *(TableColumn(str(number), numeric=True) for number in range(1, 27)))
    lines = list(table_lines(PageTable("Grid", columns, (PageRow(("25. Bitterns", *("1" * 26))),))))
    assert [line[:8].rstrip() for line in lines] == ["Team", "--------", "25.", "Bitterns"]
    assert lines[2].split()[1:] == ["1"] * 26


def test_table_of_numbers_is_not_shortened() -> None:
    columns = tuple(TableColumn(str(10**number), numeric=True) for number in range(16))
    (_heads, _rule, line) = table_lines(PageTable("Powers", columns, (PageRow(tuple("7" * 16)),)))
    assert line.split() == ["7"] * 16
