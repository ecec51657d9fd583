"""Scale of the tests: a desk's, CI's, or full.

`CLABBER_SCALE=ci` runs what is marked `full` too, takes a missing browser for a failure, and of records drawn at random
tries a tenth of what a test says it can, of the inputs of the fuzz a twentieth; `CLABBER_SCALE=full` tries them all.
"""

from __future__ import annotations

import os
from functools import cache
from time import process_time
from typing import Final

_SCALES: Final = ("desk", "ci", "full")
_SCALE: Final = _SCALES.index(os.environ.get("CLABBER_SCALE") or "desk")
DESK: Final = _SCALE == 0
FULL: Final = _SCALE == 2


def scaled(desk: int, full: int) -> int:
    """A number that is smaller at a desk: of cases listed, of bytes, of seconds."""
    return desk if DESK else full


def at_random(desk: int, full: int, *, share: int = 10) -> int:
    """Return the number of random examples to try; a test with very many may ask for a smaller share."""
    return desk if DESK else full if FULL else max(desk, full // share)


#: Loops of Python that take a second of the processor on the machine for which bounds in seconds are given.
_LOOPS: Final = 80_000_000


@cache
def slowness() -> float:
    """Return how many times longer this machine takes for a loop of Python; at least 1."""
    before = process_time()
    for _ in range(_LOOPS // 20):
        pass
    return max(1.0, 20 * (process_time() - before))
