"""A hand laid down is kept and told, and nothing is ruled about it: only Clabber has a law of that."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from clabber_audit.games.parse import read
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.report import story
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.completing import whole
from tests.family.opinion.laws import RULESETS


def _ruled(record: dict[str, Any]) -> Ruling:
    return adjudicate(read(json.dumps(record).encode()), law_of(record["ruleset"]))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_follows_from_a_hand_laid_down(ruleset: str) -> None:
    record = whole(ruleset, Random(f"laid down {ruleset}")).record
    laydown = {"by": record["plays"][0]["seat"], "at": len(record["plays"]) // 2, "agreed": True}
    without, laid = _ruled(record), _ruled({**record, "laydown": laydown})
    assert laid.laydown is None
    assert [one.infraction for one in laid.findings] == [one.infraction for one in without.findings]
    assert (laid.remedy.outcome, laid.remedy.score) == (without.remedy.outcome, without.remedy.score)


def test_it_is_told_in_a_sentence() -> None:
    record = whole("double-deck", Random("told")).record
    record["laydown"] = {"by": "N", "at": 4}
    ruling = _ruled({key: value for key, value in record.items() if key != "incidents"})
    file: Any = SimpleNamespace(ruling=ruling, incidents=())
    told = [one.text for one in story._incidents(file, Speaker(ruling.replay.hand.record))]
    assert told[1] == "This game has no rule for lay-downs, so nothing follows."
