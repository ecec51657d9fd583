"""Forged certificates by the thousand: the checker takes none that is false, and every one that is true.

At full scale there are tens of thousands; `python -m tests.ruling.certificates.test_forged 2000` holds still more of
them against every hand, and prints how many of each sort there were.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from typing import Final

import pytest

from clabber_audit.evidence.checker import checker_of
from tests.family.opinion.laws import RULESETS
from tests.rules import OF_CLABBER
from tests.ruling.certificates.forging import BidEuchreJudge, ClabberJudge
from tests.scale import at_random, at_scale

#: How many records there are of each ruleset, and how many statements of either false kind about each.
RECORDS: Final = {**dict.fromkeys(OF_CLABBER, at_random(1, 50)), **dict.fromkeys(RULESETS, at_random(1, 20))}
STATEMENTS: Final = 25


def check_statements(ruleset: str, records: int) -> Counter[str]:
    """Hold statements against the checker and against every hand; return how many of each sort there were."""
    seen: Counter[str] = Counter()
    for number in range(records):
        random = Random(f"forged {ruleset} {number}")
        judge = (ClabberJudge if ruleset in OF_CLABBER else BidEuchreJudge)(random, ruleset)
        checker = checker_of(json.loads(json.dumps(judge.ruling)))
        fair = list(judge.honest(random))
        statements = [(statement, judge.is_whole) for statement in fair]
        statements += [(judge.invent_statement(random), False) for _ in range(STATEMENTS)]
        statements += [
            (judge.forge_statement(random.choice(fair), random), False) for _ in range(STATEMENTS) if fair
        ]
        for statement, is_honest in statements:
            complaint, true = checker.complaint(json.loads(json.dumps(statement))), judge.true(statement)
            assert true or complaint, ("a false one passes", json.dumps([statement, judge.ruling]))
            assert not (is_honest and true and complaint), (complaint, json.dumps([statement, judge.ruling]))
            seen[f"{'true' if true else 'false'}, {'refused' if complaint else 'taken'}"] += 1
    return seen


@pytest.mark.parametrize("ruleset", [*OF_CLABBER, *[*RULESETS][:: at_scale(3, 1)]])
def test_no_false_statement_passes(ruleset: str) -> None:
    """A record of Clabber allows more statements than one of the family."""
    records = RECORDS[ruleset]
    false, true = (STATEMENTS, 2) if ruleset in OF_CLABBER else (STATEMENTS / 2, 1 / 2)
    seen = check_statements(ruleset, records)
    assert seen["false, refused"] > false * records
    assert seen["true, taken"] > true * records


if __name__ == "__main__":
    print(
        sum(
            (check_statements(ruleset, *map(int, sys.argv[1:] or ["20"])) for ruleset in RECORDS),
            Counter[str](),
        )
    )
