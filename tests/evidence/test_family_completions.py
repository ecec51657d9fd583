"""Verdicts on partial records of Bid Euchre, compared with every completion.

A record without some cards dealt, played or left over is completed in every possible way, equal cards interchanged;
the second opinion judges each completion. A verdict of all of them is certain, of some undetermined.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.report.data import ruling_data
from tests.family.completing import (
    as_record,
    completions,
    draw_complete,
    find_seats_of_unrecorded_exchanges,
    leave_out,
)
from tests.family.opinion.judging import rule
from tests.family.opinion.laws import RULESETS
from tests.random_records.partial import combine_verdicts
from tests.rules import rule_on
from tests.scale import at_random, at_scale

Json = dict[str, Any]
#: Number of records of each ruleset, and most completions of one.
RECORDS: Final = at_random(2, 80)
MOST: Final = 40


class ComparedFamilyRecord(NamedTuple):
    """Partial record with the program's ruling and the second opinion's rulings on its completions."""

    record: Json
    ruling: Json
    worlds: list[Json]

    @property
    def expected(self) -> dict[Any, str]:
        """Verdicts that all completions together give."""
        return combine_verdicts([set(_verdicts(world)) for world in self.worlds])


def _verdicts(ruling: Json) -> dict[Any, str]:
    """Return the verdicts of a ruling by fault, without the sheet, which is judged only if the score is certain."""
    return {
        (one["infraction"], one["seat"], one["at"]): one.get("verdict", "proven")
        for one in ruling["findings"]
        if one["infraction"] != "wrong-score"
    }


@cache
def compare_under(ruleset: str) -> tuple[ComparedFamilyRecord, ...]:
    """Return compared records under a ruleset, each with at most `MOST` completions."""
    results, number = list[ComparedFamilyRecord](), 0
    while len(results) < RECORDS:
        number += 1
        random = Random(f"completed {ruleset} {number}")
        one = draw_complete(ruleset, random)
        record = leave_out(one, random)
        # Whether a claim stops play depends on the same cards.
        record.pop("claims", None)
        worlds = completions(record, one, MOST)
        if not worlds or len(worlds) < 2 or find_seats_of_unrecorded_exchanges(record, one):
            continue
        with suppress(Refused):
            ruling = ruling_data(rule_on(record), whole=False)
            rulings = [rule(as_record(record, one, world)) for world in worlds]
            # The contract may depend on who has the joker (B-070); then even trumps are open.
            if all(world["contract"] == rulings[0]["contract"] for world in rulings):
                results.append(ComparedFamilyRecord(record, ruling, rulings))
    return tuple(results)


@pytest.mark.parametrize("ruleset", [*RULESETS][:: at_scale(3, 1)])
def test_verdicts_and_tricks_agree_with_every_completion(ruleset: str) -> None:
    """Proven is what holds in all completions, undetermined what holds in some; nothing else is found.

    The winner of a trick is named if and only if all completions agree.
    """
    for one in compare_under(ruleset):
        assert _verdicts(one.ruling) == one.expected, json.dumps(one.record)
        won = [{*winners} for winners in zip(*[world["won"] for world in one.worlds], strict=True)]
        named = [next(iter(winners)) if len(winners) == 1 else None for winners in won]
        assert [trick["winner"] for trick in one.ruling["won"]] == named, json.dumps(one.record)


@pytest.mark.parametrize("ruleset", [*RULESETS][:: at_scale(3, 1)])
def test_score_agrees_with_every_completion(ruleset: str) -> None:
    """The score is certain if all completions agree; else its range is that of the completions."""
    for one in compare_under(ruleset):
        ruling, scores = one.ruling, [world["score"] for world in one.worlds]
        ends = {json.dumps((world["outcome"], world["score"]), sort_keys=True) for world in one.worlds}
        if len(ends) == 1:
            expected = one.worlds[0]["outcome"], scores[0]
            assert (ruling["outcome"], ruling["score"]) == expected, json.dumps(one.record)
            continue
        assert ruling["score"] is None, json.dumps(one.record)
        if ruling["outcome"] == "undetermined" and None not in scores:
            wide = {side: [end(score[side] for score in scores) for end in (min, max)] for side in scores[0]}
            assert ruling["score_range"] == wide, json.dumps(one.record)


def test_proven_and_undetermined_verdicts_occur() -> None:
    verdicts = [
        verdict for ruleset in RULESETS for one in compare_under(ruleset) for verdict in one.expected.values()
    ]
    assert min(verdicts.count("proven"), verdicts.count("undetermined")) > RECORDS * len(RULESETS) // 3
