"""When something happened, where somebody plays who is out: his card is one of those recorded, and lies in no trick."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from clabber_audit.games.parse import read
from clabber_audit.judge.data import ruling_data
from clabber_audit.judge.dossier import full_dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.report.page import page
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.opinion.judging import rule

#: North names hearts for one. West and East have left, and West plays the king of hearts all the same.
RECORD: Final[dict[str, Any]] = {
    "format": "bid-euchre-hand/1",
    "id": "moments",
    "ruleset": "eau-claire-study-hall",
    "cards_each": 5,
    "deal": {
        "dealer": "S",
        "hands": {
            "N": ["JH", "9D", "AC", "AS", "TC"],
            "E": ["AD", "QD", "QC", "AH", "9C"],
            "S": ["KS", "JD", "KC", "9S", "QH"],
            "W": ["KH", "JS", "QS", "KD", "JC"],
        },
        "upcard": "TD",
        "blind": ["TD", "9H", "TS", "TH"],
    },
    "declarations": [
        {"seat": "W", "call": "pass"},
        {"seat": "N", "call": "1"},
        {"seat": "E", "call": "pass"},
        {"seat": "S", "call": "pass"},
        {"seat": "N", "call": "trump", "trump": "H"},
    ],
    "plays": [],
    "incidents": [],
    "claims": [],
}
LEFT: Final = {"seat": "W", "call": "out"}
STRAY: Final = {"seat": "W", "card": "KH"}
LED: Final = {"seat": "N", "card": "JH"}


def told(record: dict[str, Any]) -> list[tuple[str, Any]]:
    """What is found, each with its clock as the ruling writes it."""
    ruling = adjudicate(read(json.dumps(record).encode()), law_of(record["ruleset"]))
    data = ruling_data(ruling, whole=False)["findings"]
    assert all(one["provable_from"] in (None, "deal", "declaring") or one["provable_from"] >= 0 for one in data)
    assert "moments" in page(full_dossier(ruling, ()))
    return [(one["infraction"], one["at"]) for one in data]


@pytest.mark.parametrize("at", [0, 1])
def test_what_was_noted_is_told_at_the_clock_it_was_noted_at(at: int) -> None:
    """Before his card and after it are two moments, though no trick has a card by either."""
    noted = {"kind": "table_talk", "seat": "N", "at": at}
    record = {**RECORD, "declarations": [*RECORD["declarations"], LEFT], "plays": [STRAY, LED], "incidents": [noted]}
    assert ("table-talk", at) in told(record)
    assert told(record) == [(one["infraction"], one["at"]) for one in rule(record)["findings"]]


def test_trumps_named_late_are_told_at_the_clock_they_were_named_at() -> None:
    named = {**RECORD["declarations"][-1], "at": 1}
    record = {**RECORD, "declarations": [*RECORD["declarations"][:-1], named, LEFT], "plays": [STRAY, LED]}
    assert ("trump-named-late", 1) in told(record)
    assert told(record) == [(one["infraction"], one["at"]) for one in rule(record)["findings"]]


def test_the_bidder_is_not_out_though_nobody_plays_against_him() -> None:
    """Once all others have left no card is played (B-104); what he shows then is no fault of his."""
    record = {**RECORD, "declarations": [*RECORD["declarations"], LEFT], "plays": [LED]}
    assert told(record) == rule(record)["findings"] == []
