"""Random records under the second opinion: whatever was done at the table, some things hold of every ruling."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from tests.family.makers.lawful import pack
from tests.family.makers.records import records
from tests.family.opinion.findings import KNOWN
from tests.family.opinion.judging import Ruling, rule
from tests.family.opinion.laws import RULESETS, law_of
from tests.family.opinion.table import Record, cards_each, sides_of
from tests.scale import at_random

COUNT = at_random(6, 40, share=1) * len(RULESETS)
OUTCOMES = {"scored", "renege", "redeal", "annulled", "passed_out", "sat_out", "unfinished"}


@cache
def ruled() -> tuple[tuple[Record, Ruling], ...]:
    """The records of these tests and what is ruled on them."""
    return tuple((record, rule(record)) for record in records(11, COUNT))


def test_the_same_seed_makes_the_same_records() -> None:
    assert [json.dumps(record) for record in records(3, 32)] == [
        json.dumps(record) for record in records(3, 32)
    ]


@pytest.mark.full
def test_everything_happens_somewhere() -> None:
    assert {one["infraction"] for _, ruling in ruled() for one in ruling["findings"]} == set(KNOWN)
    assert {ruling["outcome"] for _, ruling in ruled()} >= OUTCOMES
    verdicts = {verdict for _, ruling in ruled() for verdict in ruling["claims"]}
    assert verdicts == {"withdrawn", "inadmissible", "out_of_time", "moot", "upheld", "refuted", "not_proven"}


def test_no_card_is_in_two_places() -> None:
    for record, _ in ruled():
        cards = [card for hand in (record["deal"].get("hands") or {}).values() for card in hand]
        cards += record["deal"].get("blind") or []
        assert not Counter(cards) - Counter(pack(record.get("pack", "24"))), json.dumps(record)


def test_tricks_add_up() -> None:
    for record, ruling in ruled():
        if ruling["outcome"] == "scored":
            assert sum(ruling["tricks"].values()) == cards_each(record), json.dumps(record)
            assert len(ruling["won"]) in (0, cards_each(record)), json.dumps(record)


def test_running_scores_add_up() -> None:
    for record, ruling in ruled():
        law = law_of(record["ruleset"], {})
        before = dict.fromkeys(sides_of(record, law), law["start"]) | (record.get("before") or {})
        score = ruling["score"] or dict.fromkeys(before, 0)
        assert ruling["after"] == {side: before[side] + score[side] for side in before}, json.dumps(record)
        if law["game"] == "ec":
            assert all(total <= 20 for total in ruling["after"].values()), json.dumps(record)


def test_whoever_wins_has_arrived() -> None:
    for record, ruling in ruled():
        law, won = law_of(record["ruleset"], {}), ruling["winner"]
        if won is None or won == "tie":
            continue
        assert ruling["score"] is not None, json.dumps(record)
        total = ruling["after"][won]
        assert total <= 0 if law["down"] else total >= law["target"], json.dumps(record)
