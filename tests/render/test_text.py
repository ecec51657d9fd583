"""The ruling, the replay and tables in plain text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.cli.output import PLAIN
from clabber_audit.judge.dossier import dossier
from clabber_audit.records.formats import record_data
from clabber_audit.report.layout import PageRow, PageTable, TableColumn, table_lines
from clabber_audit.report.ruling import replay_text, ruling_text
from tests import casebook, hands
from tests.cli import ROOT, call
from tests.rulesets.files import write_ruleset

VERDICTS: Final = Path(__file__).with_name("verdicts.md")


@pytest.mark.parametrize("name", hands.NAMES)
def test_no_line_is_too_long(name: str) -> None:
    file = dossier(*hands.rule_on(hands.ALL[name]))
    for text in (ruling_text(file), replay_text(file)):
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert all(len(line) <= 78 and line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("name", hands.NAMES)
def test_every_console_can_show_the_text(name: str) -> None:
    record = hands.copy_as(hands.ALL[name], name, incidents=[])
    file = dossier(*hands.rule_on(record))
    for text in (ruling_text(file), replay_text(file)):
        assert not {char for char in text if not char.isascii()} - PLAIN.keys()


@pytest.mark.parametrize(
    "block",
    [one for one in casebook.hand_blocks(VERDICTS) if one.kind in ("text", "replay")],
    ids=lambda block: f"{block.title}: {block.lines[0]}",
)
def test_what_stands_in_text_and_replay(block: casebook.HandBlock) -> None:
    record = record_data(casebook.hand_of(block.hand).record)
    file = dossier(*hands.rule_on(record))
    if block.kind == "replay":
        assert "\n".join(block.lines) in replay_text(file)
        return
    text, at = " ".join(ruling_text(file).split()), 0
    for line in block.lines:
        at = text.index(line, at) + len(line)


def test_replay_tells_each_moment_at_its_place() -> None:
    text = replay_text(dossier(hands.rule_on(hands.UPHELD)[0]))
    assert text.index("Joe (West) says “play”") < text.index("Trick 1:") < text.index("announces a dad")
    assert text.rstrip().endswith("The Eagles (East-West) score 182; the Owls (North-South) score 0.")


def test_replay_of_unknown_and_unfinished_tricks() -> None:
    assert "??  North  (unknown)" in replay_text(dossier(hands.rule_on(hands.UNKNOWN_PLAYS)[0]))
    assert "Trick 3 (unfinished)" in replay_text(dossier(hands.rule_on(hands.UNFINISHED)[0]))


def test_no_card_stands_beside_a_seat_whose_card_it_may_not_be() -> None:
    """South and West, whose hands are known, played the nine and the king; North and East the other two, somehow."""
    file = dossier(*hands.rule_on(hands.ORDER_LOST))
    told = replay_text(file)
    assert "In trick 1 nobody knows who played what: 9♠, Q♠, K♠ and A♠." in told
    first = told.split("Trick 1")[1].split("Trick 2")[0].splitlines()
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
def test_marks_are_quoted_only_where_we_write_a_score(record: hands.Json, quoted: bool) -> None:
    """Dealt again, nothing is on our sheet (R-105); a set is XXX there, and 0 by rules that name no marks (D-37)."""
    text = ruling_text(dossier(*hands.rule_on(record)))
    assert "Under Clabber, gamerules.com" in text
    assert ("On the sheet, a set is XXX" in " ".join(text.split())) == quoted


def test_an_article_of_a_house_is_cited_by_its_grade_and_source(tmp_path: Path) -> None:
    """No row of the catalogue has it, so none is named: the text and the page leave no gap."""
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
    asked = ("rule", str(tmp_path / "hand.clab"), "--ruleset", club, "--format")
    assert "“Here it is so.” (practice; the club)" in " ".join(call(*asked, "text").out.split())
    assert "<p class=cite>practice · the club</p>" in call(*asked, "html").out


def test_a_table_of_more_numbers_than_a_line_holds_is_wider_and_whole() -> None:
    """The grid of 26 teams: the names give way as far as they can still be read."""
    columns = (TableColumn("Team"), *(TableColumn(str(number), numeric=True) for number in range(1, 27)))
    lines = list(table_lines(PageTable("Grid", columns, (PageRow(("25. Bitterns", *("1" * 26))),))))
    assert [line[:8].rstrip() for line in lines] == ["Team", "--------", "25.", "Bitterns"]
    assert lines[2].split()[1:] == ["1"] * 26


def test_a_table_of_numbers_alone_has_nothing_that_gives_way() -> None:
    columns = tuple(TableColumn(str(10**number), numeric=True) for number in range(16))
    (_heads, _rule, line) = table_lines(PageTable("Powers", columns, (PageRow(tuple("7" * 16)),)))
    assert line.split() == ["7"] * 16
