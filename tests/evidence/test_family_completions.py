"""Verdicts on partial records of Bid Euchre, compared with every hand that they allow.

A record with cards dealt, played or left over not written down is completed in every possible way, equal cards
interchanged; each completion is judged by the second opinion. A verdict of all of them is certain, of some
undetermined.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from clabber_audit.cards.cards import to_recorded_clock
from clabber_audit.core.errors import Refused
from clabber_audit.judge.judge import Ruling
from tests.family.completing import as_record, completions, unsure, whole, with_holes
from tests.family.opinion.judging import rule
from tests.family.opinion.laws import RULESETS
from tests.family.opinion.table import Record
from tests.rules import rule_on
from tests.scale import at_random, at_scale

#: How many records of each ruleset are compared, and how many completions one of them may have.
RECORDS: Final = at_random(2, 80)
MOST: Final = 40
#: Said of a sheet only once the score is certain.
OF_SHEETS: Final = "wrong-score"

Fault = tuple[str, str | None, int | str]


class ComparedFamilyRecord(NamedTuple):
    """A record, what the program says of it, and what the second opinion says of each completion."""

    record: Record
    ruling: Ruling
    worlds: list[dict[str, Any]]

    @property
    def said(self) -> dict[Fault, str]:
        """The verdicts of the program."""
        hand = self.ruling.replay.hand
        seats = hand.seating.seats
        return {
            (
                finding.infraction,
                None if finding.seat is None else seats[finding.seat],
                to_recorded_clock(finding.recorded_at(hand)),
            ): finding.verdict
            for finding in self.ruling.findings
            if finding.infraction != OF_SHEETS
        }

    @property
    def wanted(self) -> dict[Fault, str]:
        """The verdicts that they should be."""
        worlds = [
            {(one["infraction"], one["seat"], one["at"]) for one in world["findings"]}
            for world in self.worlds
        ]
        faults = {fault for fault in set().union(*worlds) if fault[0] != OF_SHEETS}
        return {
            fault: "proven" if all(fault in world for world in worlds) else "undetermined" for fault in faults
        }


@cache
def compare_under(ruleset: str) -> tuple[ComparedFamilyRecord, ...]:
    """Return possible records under a ruleset with their ruling and those on all completions, at most `MOST`."""
    results, number = list[ComparedFamilyRecord](), 0
    while len(results) < RECORDS:
        number += 1
        random = Random(f"completed {ruleset} {number}")
        one = whole(ruleset, random)
        record = with_holes(one, random)
        # What a claim stops hangs on the same cards.
        record.pop("claims", None)
        worlds = completions(record, one, MOST)
        if not worlds or len(worlds) < 2 or unsure(record, one):
            continue
        with suppress(Refused):
            ruling = rule_on(record)
            told = [rule(as_record(record, one, world)) for world in worlds]
            # Whose the contract is may hang on who has the joker (B-070): then even trumps are open.
            if all(world["contract"] == told[0]["contract"] for world in told):
                results.append(ComparedFamilyRecord(record, ruling, told))
    return tuple(results)


@pytest.mark.parametrize("ruleset", [*RULESETS][:: at_scale(3, 1)])
def test_verdicts_agree_with_every_completion(ruleset: str) -> None:
    """Proven is what holds in all completions, undetermined what holds in some, and nothing else is found."""
    for one in compare_under(ruleset):
        assert one.said == one.wanted, json.dumps(one.record)


@pytest.mark.parametrize("ruleset", [*RULESETS][:: at_scale(3, 1)])
def test_tricks_go_where_every_completion_has_them(ruleset: str) -> None:
    """The winner of a trick is named when all completions agree, and only then."""
    for one in compare_under(ruleset):
        seats = one.ruling.replay.hand.seating.seats
        said = [None if winner is None else seats[winner] for winner in one.ruling.replay.columns.winners]
        won = [{*winners} for winners in zip(*[world["won"] for world in one.worlds], strict=True)]
        assert said == [next(iter(one)) if len(one) == 1 else None for one in won], json.dumps(one.record)


@pytest.mark.parametrize("ruleset", [*RULESETS][:: at_scale(3, 1)])
def test_the_score_is_that_of_every_completion(ruleset: str) -> None:
    """It is certain where all completions agree on it; else it is open, and goes as far as they do."""
    for one in compare_under(ruleset):
        remedy, names = one.ruling.remedy, one.ruling.replay.hand.seating.side_names
        scores = [world["score"] for world in one.worlds]
        if (
            all(score == scores[0] for score in scores)
            and len({world["outcome"] for world in one.worlds}) == 1
        ):
            assert remedy.outcome == one.worlds[0]["outcome"], json.dumps(one.record)
            said = None if remedy.score is None else dict(zip(names, remedy.score, strict=True))
            assert said == scores[0], json.dumps(one.record)
        else:
            assert remedy.score is None, json.dumps(one.record)
            known = [score for score in scores if score is not None]
            if remedy.outcome == "undetermined" and len(known) == len(scores):
                ends = [tuple(end(score[name] for score in known) for name in names) for end in (min, max)]
                assert remedy.range is not None
                assert [remedy.range.low, remedy.range.high] == ends, json.dumps(one.record)


def test_there_is_something_to_find() -> None:
    verdicts = [
        verdict for ruleset in RULESETS for one in compare_under(ruleset) for verdict in one.wanted.values()
    ]
    assert min(verdicts.count("proven"), verdicts.count("undetermined")) > RECORDS * len(RULESETS) // 3
