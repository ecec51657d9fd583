"""`python -m tests.oracle [RECORDS [MOST [FIRST]]]`: incomplete records against every one of their completions.

As the tests do with fewer: RECORDS (10,000) random records, each with at most MOST (5,000) completions, beginning with
seed FIRST. Every verdict about cards, every winner of a trick and its points have to be what all completions say; then,
of as many records with melds and claims, the points of the play and every score, or its least and its most.
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
    """Print each record that differs from its completions and a summary; return the number of those that differ."""
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
    """Compare, print what differs, and say how many were compared; 1 when something differs."""
    cards = islice(verdicts.draw_compared(count(first), most), records)
    scored = islice(scores.draw_scored("scores", count(first), min(most, 200)), records)
    different = compare("verdicts and tricks", cards, verdicts.disagreement)
    different += compare("scores", scored, scores.disagreement)
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
