"""Forged certificates by the thousand: the checker takes none that is false, and every one that is true.

At full scale there are tens of thousands; `python -m tests.ruling.certificates.test_forged 2000` holds still more of
them against every hand, and tells how many of each sort.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random
from typing import Final

from clabber_audit.evidence.checker import checker_of
from clabber_audit.evidence.checker.checker import Checker
from clabber_audit.rules.bound_ruleset import law_of
from tests.rules import OF_CLABBER
from tests.ruling.certificates.forging import Told, forged, honest, invented, told
from tests.scale import at_random
from tests.test_properties import Json

#: How many records are told about, and how many statements of either false kind about each.
RECORDS: Final = at_random(4, 250)
STATEMENTS: Final = 25


def weighed(records: int, first: int = 0) -> Counter[str]:
    """Hold statements against the checker and against every hand; how many of each sort there were."""
    seen: Counter[str] = Counter()
    for number in range(first, first + records):
        random, ruleset = Random(f"forged {number}"), OF_CLABBER[number % len(OF_CLABBER)]
        one = told(random, ruleset)
        checker = checker_of({"record": one.record, "law": law_of(ruleset).ruleset.as_data()})
        fair = list(honest(one, random))
        statements = [(statement, True) for statement in fair]
        statements += [(invented(one, random), False) for _ in range(STATEMENTS)]
        statements += [(forged(random.choice(fair), one, random), False) for _ in range(STATEMENTS) if fair]
        for statement, all_told in statements:
            seen[_sort(checker, one, statement, all_told)] += 1
    return seen


def _sort(checker: Checker, one: Told, statement: Json, honestly: bool) -> str:
    complaint, true = checker.complaint(json.loads(json.dumps(statement))), one.true(statement)
    assert true or complaint, ("a false one passes", json.dumps([statement, one.record, one.ruleset]))
    assert not (honestly and true and complaint), (
        complaint,
        json.dumps([statement, one.record, one.ruleset]),
    )
    return f"{'true' if true else 'false'}, {'refused' if complaint else 'taken'}"


def test_no_false_statement_passes() -> None:
    seen = weighed(RECORDS)
    assert seen["false, refused"] > STATEMENTS * RECORDS
    assert seen["true, taken"] > 2 * RECORDS


if __name__ == "__main__":
    print(weighed(*map(int, sys.argv[1:] or ["1000"])))
