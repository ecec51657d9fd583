"""`python -m tests.oracle [RECORDS [MOST [FIRST]]]` compares incomplete records with all of their completions.

The tests do the same with fewer records. It draws RECORDS (10,000) random records, each with at most MOST (5,000)
completions, starting with seed FIRST. Every verdict about cards, every winner of a trick and its points must be the
same in all completions; then, for as many records with melds and claims, the points of the play and each score, or its
bounds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from itertools import count, islice
from typing import Any

from tests.evidence import test_completions as verdicts
from tests.evidence import test_scores as scores


def compare(what: str, records: Iterable[Any], disagreement: Callable[[Any], str]) -> int:
    """Print each record that differs from its completions, and a summary; return the number of differing records."""
    compared = completions = different = 0
    for compared, one in enumerate(records, 1):
        completions += len(one.worlds)
        if text := disagreement(one):
            different += 1
            print(f"{text}: {json.dumps(one.record)}", flush=True)
        if not compared % 500:
            print(
                f"{compared} records, {completions} completions, {different} differ",
                file=sys.stderr,
                flush=True,
            )
    print(f"{what}: {compared} records, {completions} completions; {different} differ")
    return different


def main(records: int = 10_000, most: int = 5_000, first: int = 1_000_000) -> int:
    """Compare, print differences and totals; return 1 if anything differs."""
    cards = islice(verdicts.draw_compared(count(first), most), records)
    scored = islice(scores.draw_scored("scores", count(first), min(most, 200)), records)
    different = compare("verdicts and tricks", cards, verdicts.find_disagreement)
    different += compare("scores", scored, scores.find_disagreement)
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
