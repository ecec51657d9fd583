"""Findings on records that were once misread: the hands and tables of `misread.md`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import full_dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.report.data import ruling_data
from clabber_audit.report.page import page
from clabber_audit.report.ruling import ruling_text
from tests import casebook
from tests.tables import hand_text, tables

_FILE: Final = Path(__file__).with_name("misread.md")
_TABLES: Final = tables(_FILE)


def rule_on_text(text: str) -> Ruling:
    hand = casebook.hand_of(text)
    return adjudicate(hand, casebook.law_by(str(hand.record.ruleset)))


@pytest.mark.parametrize("block", list(casebook.hand_blocks(_FILE)), ids=lambda block: block.title)
def test_record_is_read_and_judged(block: casebook.HandBlock) -> None:
    ruling = rule_on_text(block.hand)
    record = ruling.replay.hand.record
    assert parse(HandText(write(record), 1)) == record
    if block.kind == "plays":
        assert " ".join(play.seat for play in record.plays) == block.lines[0]
    elif block.kind == "written":
        assert block.lines[0] in write(record)
    elif block.kind == "page":
        assert block.lines[0] in page(full_dossier(ruling, ()))
    else:
        assert not block.failures(ruling)


SHEET: Final = hand_text("A sheet of Pepper")


@pytest.mark.parametrize(("written", "total", "score"), _TABLES["The running total on the sheet"])
def test_wrong_running_total_is_a_wrong_score(written: str, total: str, score: str) -> None:
    """A wrong total beside a right score does not make the score of the hand wrong."""
    ruling = rule_on_text(SHEET + "\n".join(written.split(" / ")) + "\n")
    data = ruling_data(ruling, whole=False)
    facts = [one["facts"] for one in data["findings"] if one["infraction"] == "wrong-score"]
    expected = [(None, *map(int, score.split()))] * bool(score) + [
        ("after", *map(int, total.split()))
    ] * bool(total)
    assert [(fact.get("part"), fact["sheet"], fact["ruled"]) for fact in facts] == expected
    assert data["sheet_agrees"] == (not expected if "score" in written or expected else None)
    text = " ".join(ruling_text(full_dossier(ruling, ())).split())
    assert ("THE SHEET IS WRONG" in text) == bool(score)
    if total and not score:
        assert "THE RUNNING TOTAL IS WRONG BY 3. The score stands: North-South 4, East-West 2." in text
        assert "The sheet has a running total of 17 for North-South; it should be 14." in text


@pytest.mark.parametrize("ruleset", ["eau-claire-clubs", "eau-claire-third-ward", "eau-claire-study-hall"])
def test_record_may_omit_the_cards_each(ruleset: str) -> None:
    """Five cards each (B-095, BD-47); a record that says six is of another table."""
    text = f"bid-euchre 1\nhand h\nrules {ruleset}\ndeal W\nup qs\ncalls 2 p p p\ntrump N hearts\n"
    silent, ruling = rule_on_text(text), rule_on_text(text.replace("deal W", "pack 24 each 5\ndeal W"))
    assert silent.replay.hand.seating.each == 5
    assert ruling_data(silent, whole=False) == ruling_data(ruling, whole=False)
    record = silent.replay.hand.record
    assert "cards_each" not in record_data(record)
    data = {**record_data(record), "cards_each": 6, "deal": {"dealer": "W"}}
    six = parse_hand(json.dumps(data).encode()).record
    game, toggles = silent.law.game, silent.law.toggles
    assert [fault.what for fault in game.table_faults(six, toggles)] == ["each player is dealt 6 cards"]
    assert not game.table_faults(record, toggles)


BID_SIX: Final = hand_text("Six bid")
FAULTS: Final = {
    "stranger": "declaring-out-of-turn",
    "late": "trump-named-late",
    "wrong": "invalid-declaration",
}


@pytest.mark.parametrize(("rules", "named", "faults"), _TABLES["Trump named"])
def test_faults_of_naming_trumps(rules: str, named: str, faults: str) -> None:
    text = BID_SIX.format(rules=rules, named="\n".join(named.split(" / ")))
    infractions = [finding.infraction for finding in rule_on_text(text).findings]
    assert sorted(infractions) == sorted(FAULTS[fault] for fault in faults.split())
