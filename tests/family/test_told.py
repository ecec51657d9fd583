"""Rulings of the family as JSON of the published shape, text and page, without a word of Clabber."""

from __future__ import annotations

import json
import re
from typing import Final

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import full_dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.model import BidEuchreRulingShape
from clabber_audit.judge.questions import Inquiry
from clabber_audit.report.data import ruling_json
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.report.verdict import format_question
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.book import book
from tests.family.makers.records import records
from tests.rules import OF_BID_EUCHRE
from tests.scale import at_random

#: Words of another game.
FOREIGN: Final = re.compile(r"\b(melds?|belle|dads?|hick|162|152|last trick counts|Clabber)\b", re.IGNORECASE)
#: One case of each ruleset that has any.
ONE_EACH: Final = {
    asked.block.ruleset: asked
    for asked in book()
    if asked.block.record is not None and not asked.block.toggles
}


def ruled(text: str) -> Ruling:
    return adjudicate(parse_hand(text.encode()), law_of(json.loads(text)["ruleset"]))


@pytest.mark.parametrize("ruleset", ONE_EACH)
def test_a_ruling_is_told_in_every_form(ruleset: str) -> None:
    ruling = ruled(json.dumps(ONE_EACH[ruleset].block.record))
    file = full_dossier(ruling, OF_BID_EUCHRE[:2])
    lines = [ruling_text(file), replay_text(file)]
    assert not [text for text in lines if FOREIGN.search(text.replace("clabber-audit", ""))]
    assert "<h2>" in page(file)
    for addends in ruling.remedy.settled.addends if ruling.remedy.settled else ():
        assert all(addend.row in lines[0] for addend in addends)


def test_every_ruling_is_of_the_published_shape() -> None:
    for record in records(31, at_random(64, 2_000)):
        if any(said["call"] in ("0", "13") for said in record.get("declarations") or ()):
            continue
        ruling = ruled(json.dumps(record))
        BidEuchreRulingShape.model_validate_json(ruling_json(ruling))


def test_a_question_names_a_seat_of_its_own_table() -> None:
    """At a table of six the fifth player is asked, and the first is not North."""
    record = next(record for record in records(31, 160) if len(record.get("seats", ())) == 6)
    ruling = ruled(json.dumps(record))
    lines = [
        format_question(Inquiry("all_cards", seat=seat), ruling, Speaker(ruling.replay.hand.record))
        for seat in range(6)
    ]
    assert lines == [f"What was in P{number}’s hand?" for number in range(1, 7)]
