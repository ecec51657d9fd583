"""Forged certificates about hands of Bid Euchre: the checker takes none that is false, and every one that is true.

`python -m tests.ruling.certificates.test_family_forged 2000` holds more of them against every hand.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from typing import Final

import pytest

from clabber_audit.evidence.checker import checker_of
from clabber_audit.evidence.checker.checker import Checker
from tests.family.opinion.laws import RULESETS
from tests.ruling.certificates.family_forging import Json, Told, forged, honest, invented, told
from tests.scale import at_random, scaled

#: How many records of each ruleset are told about, and how many statements of either false kind about each.
RECORDS: Final = at_random(1, 20)
STATEMENTS: Final = 25


def weighed(ruleset: str, records: int, first: int = 0) -> Counter[str]:
    """Hold statements against the checker and against every hand; how many of each sort there were."""
    seen: Counter[str] = Counter()
    for number in range(first, first + records):
        random = Random(f"forged {ruleset} {number}")
        one = told(random, ruleset)
        checker = checker_of(json.loads(json.dumps(one.ruling)))
        fair = list(honest(one))
        statements = [(statement, one.whole) for statement in fair]
        statements += [(invented(one, random), False) for _ in range(STATEMENTS)]
        statements += [(forged(random.choice(fair), one, random), False) for _ in range(STATEMENTS) if fair]
        for statement, all_told in statements:
            seen[_sort(checker, one, statement, all_told)] += 1
    return seen


def _sort(checker: Checker, one: Told, statement: Json, honestly: bool) -> str:
    complaint, true = checker.complaint(json.loads(json.dumps(statement))), one.true(statement)
    assert true or complaint, ("a false one passes", json.dumps([statement, one.ruling]))
    assert not (honestly and true and complaint), (complaint, json.dumps([statement, one.ruling]))
    return f"{'true' if true else 'false'}, {'refused' if complaint else 'taken'}"


@pytest.mark.parametrize("ruleset", [*RULESETS][:: scaled(3, 1)])
def test_no_false_statement_passes(ruleset: str) -> None:
    seen = weighed(ruleset, RECORDS)
    assert seen["false, refused"] > STATEMENTS * RECORDS // 2


if __name__ == "__main__":
    print(sum((weighed(ruleset, *map(int, sys.argv[1:] or ["20"])) for ruleset in RULESETS), Counter[str]()))
