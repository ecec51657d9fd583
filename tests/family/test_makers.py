"""Properties of every ruling of the second opinion on random records."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests.family.makers.records import records
from tests.family.opinion.findings import KNOWN
from tests.family.opinion.judging import Ruling, rule
from tests.family.opinion.laws import RULESETS, law_of
from tests.family.opinion.table import Record, cards_each, sides_of
from tests.scale import at_random

COUNT = at_random(6, 40, share=1) * len(RULESETS)
OUTCOMES = {"scored", "renege", "redeal", "annulled", "passed_out", "sat_out", "unfinished"}


@cache
def rule_on_all() -> tuple[tuple[Record, Ruling], ...]:
    """Return the records of these tests with their rulings."""
    return tuple((record, rule(record)) for record in records(11, COUNT))


def test_same_seed_makes_the_same_records() -> None:
    assert [json.dumps(record) for record in records(3, 32)] == [
        json.dumps(record) for record in records(3, 32)
    ]


@pytest.mark.full
def test_every_infraction_outcome_and_verdict_occurs() -> None:
    assert {one["infraction"] for _, ruling in rule_on_all() for one in ruling["findings"]} == set(KNOWN)
    assert {ruling["outcome"] for _, ruling in rule_on_all()} >= OUTCOMES
    verdicts = {verdict for _, ruling in rule_on_all() for verdict in ruling["claims"]}
    assert verdicts == {"withdrawn", "inadmissible", "out_of_time", "moot", "upheld", "refuted", "not_proven"}


def test_sums_add_up_and_winners_reach_the_target() -> None:
    """Tricks add up to the cards dealt to a seat, and scores to the running totals, up to the end of the game."""
    for record, ruling in rule_on_all():
        law, where = law_of(record["ruleset"], {}), json.dumps(record)
        if ruling["outcome"] == "scored":
            assert sum(ruling["tricks"].values()) == cards_each(record), where
            assert len(ruling["won"]) in (0, cards_each(record)), where
        before = dict.fromkeys(sides_of(record, law), law["start"]) | (record.get("before") or {})
        score, after, won = ruling["score"], ruling["after"], ruling["winner"]
        assert after == {side: before[side] + (score or {}).get(side, 0) for side in before}, where
        if law["game"] == "ec":
            assert all(total <= 20 for total in after.values()), where
        if won not in (None, "tie"):
            assert score is not None, where
            assert after[won] <= 0 if law["down"] else after[won] >= law["target"], where
