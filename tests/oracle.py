"""`python -m tests.oracle [RECORDS [MOST [FIRST]]]`: incomplete records against every one of their completions.

As the tests do with fewer: RECORDS (10,000) random records, each with at most MOST (5,000) completions, beginning with
seed FIRST. Every verdict about cards, every winner of a trick and its points have to be what all completions say; then,
of as many records with melds and claims, the points of the play and every score, or its least and its most.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import count, islice
from random import Random

from tests.evidence.test_completions import compare
from tests.evidence.test_scores import disagreement, scored
from tests.partial import incomplete, size
from tests.rules import OF_CLABBER


def _find_common_value(values: Sequence[object]) -> object:
    """Return the common value of all completions, None if they differ."""
    return values[0] if len(set(values)) == 1 else None


def main(records: int = 10_000, most: int = 5_000, first: int = 1_000_000) -> int:
    """Compare, print what differs, and say how many were compared; 1 when something differs."""
    seen: Counter[str] = Counter()
    number, compared, completions, different = first, 0, 0, 0
    while compared < records:
        number += 1
        record = incomplete(Random(f"incomplete {number}"))
        if not 1 < size(record) <= most:
            continue
        one = compare(record, OF_CLABBER[number % len(OF_CLABBER)])
        compared, completions = compared + 1, completions + len(one.worlds)
        seen.update(one.wanted.values())
        tricks = [
            tuple(_find_common_value(part) for part in zip(*trick, strict=True)) for trick in one.tricks
        ]
        if one.engine.verdicts != one.wanted or one.engine.tricks != tricks:
            different += 1
            print(f"seed {number}: {json.dumps(record)}", flush=True)
        if not compared % 500:
            print(
                f"{compared} records, {completions} completions, {different} differ",
                file=sys.stderr,
                flush=True,
            )
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(seen.items()))
    print(f"{compared} records, {completions} completions; {verdicts}; {different} differ")
    return max(int(different > 0), scores(records, min(most, 200), first))


def scores(records: int, most: int, first: int) -> int:
    """Return the expected scores, points and ranges."""
    seen: Counter[str] = Counter()
    for one in islice(scored("scores", count(first), most), records):
        text = disagreement(one)
        seen["differ" if text else "open" if "score_range" in one.ruling else "certain"] += 1
        if text:
            print(f"{text}: {json.dumps(one.record)}", flush=True)
    print(", ".join(f"{number} {what}" for what, number in sorted(seen.items())))
    return int(seen["differ"] > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
