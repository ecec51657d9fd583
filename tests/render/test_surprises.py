"""One clause where cards surprise, from the order of the cards and the toggles; silence where they do not."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.report.claims import surprising_rule
from clabber_audit.report.phrases import sentence
from clabber_audit.report.ruling import RulingView, ruling_view
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import law_of
from tests import casebook
from tests.casebook import hands_in
from tests.family.book import book

VERDICTS: Final = Path(__file__).with_name("verdicts.md")


def make_view(record: dict[str, Any], rules: str) -> RulingView:
    return ruling_view(dossier(adjudicate(parse_hand(json.dumps(record).encode()), law_of(rules))))


def hand(name: str) -> dict[str, Any]:
    """Return the hand of a case of the family, or of a file of the casebook with its id."""
    file, _, id = name.partition(" ")
    if id:
        return record_data(hands_in(file)[id].record)
    (record,) = [asked.record for asked in book() if asked.id == name and asked.record]
    return deepcopy(record)


@pytest.mark.parametrize(
    "block",
    [one for one in casebook.hand_blocks(VERDICTS) if one.kind in ("because", "notes")],
    ids=lambda block: block.words or f"{block.title}: {block.hand.splitlines()[-1]}",
)
def test_what_surprises_in_cards_and_score_is_explained_once(block: casebook.HandBlock) -> None:
    record = hand(block.words) if block.words else record_data(casebook.hand_of(block.hand).record)
    view = make_view(record, str(record.get("ruleset", "ecl-1992")))
    verdict = view.verdict
    assert not verdict.because or verdict.because in verdict.lines
    told = view.notes if block.kind == "notes" else tuple(filter(None, [verdict.because]))
    assert told == block.lines
    assert "laydown" not in record or "LAY-DOWN FAILS" in verdict.headline.line


#: Hands of the family in which the seats of one trick all play one place later, so that another than the winner of the
#: trick before leads, or another follows: the case, the trick counted from 0, and what is explained.
ROTATED: Final = {
    # At low the nine is best (BD-04).
    ("BP02.1", 1): "North won trick 1: at low the order is turned around: the nine is the best card.",
    # Two packs: of two equal cards the first played wins (BD-06).
    ("DH01.1", 3): "P3 won trick 4: of two equal cards the one played first wins.",
    # A joker is the best trump (BD-05).
    ("HP01.1", 1): "East won trick 1: the joker counts as a diamond here: it is the highest trump.",
    # Without trump a jack is of the suit printed on it.
    ("HP03.1", 3): "At no trump there are no bowers: J♦ is just a diamond.",
}


def rotate_trick(case: str, trick: int) -> Ruling:
    record = hand(case)
    wide = parse_hand(json.dumps(record).encode()).seating.width
    own = slice(wide * trick, wide * (trick + 1))
    first, *others = record["plays"][own]
    record["plays"][own] = [*others, first]
    record["claims"] = []
    return adjudicate(parse_hand(json.dumps(record).encode()), law_of(str(record["ruleset"])))


@pytest.mark.parametrize(("case", "trick"), ROTATED)
def test_bowers_low_and_jokers_are_explained(case: str, trick: int) -> None:
    ruling = rotate_trick(case, trick)
    names = {surprising_rule(ruling, finding, speaker_of(ruling)) for finding in ruling.findings}
    assert ROTATED[case, trick] in set(map(sentence, filter(None, names)))


def test_low_score_wins_is_said_where_it_does() -> None:
    """Buck Euchre counts down (B-086), Pepper up."""
    for case, told in (("DC04.1", True), ("BE01.1", False)):
        view = make_view(record := hand(case), str(record["ruleset"]))
        assert ("Low score wins in this game." in view.notes) == told
        assert ("Low score wins in this game." in " ".join(view.verdict.lines)) == told
