"""What the JSON says, the text says, and the other way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.core.text import is_name, unseen
from clabber_audit.records.notation.draft import HandText, passages
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from tests.drawn import tried
from tests.notation.texts import data, lines_of, record_of
from tests.records import hands, many
from tests.scale import at_random


def assert_same_both_ways(hand: dict[str, Any]) -> None:
    text = write(record_of(hand))
    again = parse(HandText(text, 1))
    assert data(again) == hand, text
    assert write(again) == text
    assert [passage.text for passage in passages(lines_of(text)) if isinstance(passage, HandText)] == [text]


def test_many_hands_say_the_same_both_ways() -> None:
    for hand in many(at_random(40, 4_000), seed=1):
        assert_same_both_ways(hand)


@given(hands())
@tried(40, 300)
def test_any_hand_says_the_same_both_ways(hand: dict[str, Any]) -> None:
    assert_same_both_ways(hand)


SEEN = st.characters(exclude_categories=("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")).filter(
    lambda char: not unseen(char)
)
TEXTS = st.text(SEEN, max_size=40)
SYNTAX = st.text(st.sampled_from('"\\{};/ @ab7+:=>,.-\u00a0'), max_size=12)


@given(st.lists(TEXTS | SYNTAX, min_size=8, max_size=8))
@tried(60, 500)
def test_any_text_survives_wherever_it_stands(texts: list[str]) -> None:
    name = texts[0] if is_name(texts[0]) else "-"
    hand = {
        "format": "clabber-hand/1",
        "id": "h",
        "players": {"N": name, "W": name},
        "teams": {"EW": name},
        "context": {"date": texts[1], "league": texts[2], "venue": texts[3]},
        "source": {"citation": texts[4], "note": texts[5], "recorded_by": texts[1]},
        "deal": {"dealer": "N"},
        "plays": [{"seat": "E", "card": "KS"}],
        "incidents": [{"kind": "question", "quote": texts[6]}],
        "comments": [
            {"at": "deal", "text": texts[7]},
            {"at": 0, "text": texts[6]},
            {"at": 1, "text": texts[5]},
        ],
        "remarks": texts,
    }
    assert_same_both_ways(hand)
    hand["comments"].reverse()  # type: ignore[attr-defined]  # the value at this key is a list
    assert_same_both_ways(hand)


@pytest.mark.parametrize(
    "extra",
    [
        {"incidents": [], "claims": [], "remarks": [], "comments": [], "players": {}, "teams": {}},
        {
            "laydown": None,
            "contract": None,
            "melds": None,
            "declarations": None,
            "context": None,
            "source": None,
        },
        {"melds": [], "declarations": [], "context": {}, "source": {}, "sheet": {"NS": {}}, "score": {}},
        {"ruleset": "ecl-1992", "sheet": {"EW": {"belle": 0}}},
        {
            "context": {"round": None},
            "source": {"kind": None},
            "laydown": {"by": "N", "at": 0, "agreed": False, "order": []},
        },
        {"deal": {"dealer": "S", "cut": None, "due_dealer": None, "upcard": None, "hands": {}}},
        {"deal": {"dealer": "S", "hands": {"N": []}}},
    ],
)
def test_what_is_written_out_at_its_default_comes_back(extra: dict[str, Any]) -> None:
    hand = {"format": "clabber-hand/1", "id": "h", "deal": {"dealer": "W"}, "plays": []}
    assert_same_both_ways(hand | extra)


def test_defaults_written_out_everywhere_cost_one_word() -> None:
    melds: list[dict[str, Any]] = [
        {"seat": seat, "kind": "dad", "announced": "in_turn", "shown": "in_turn"} for seat in "NESW"
    ]
    hand = {"format": "clabber-hand/1", "id": "h", "deal": {"dealer": "W"}, "plays": [], "melds": melds}
    text = write(record_of(hand))
    assert "explicit melds.*.announced melds.*.shown\n" in text
    melds[1]["announced"] = 0
    del melds[2]["announced"]
    assert "explicit melds.0,3.announced melds.*.shown\n" in write(record_of(hand))
