"""Scale of the tests: a desk's, CI's, or full.

`CLABBER_SCALE=ci` also runs the tests marked `full`, and fails if a browser is missing. It tries a tenth of the random
records (fewer of those that take long), and a fiftieth of the fuzz inputs. Cases and pages that other tests also check
are sampled by name, so that every run tries the same ones. `CLABBER_SCALE=full` tries everything.
"""

from __future__ import annotations

import os
from functools import cache
from time import process_time
from typing import Final
from zlib import crc32

_SCALES: Final = ("desk", "ci", "full")
_SCALE: Final = _SCALES.index(os.environ.get("CLABBER_SCALE") or "desk")
DESK: Final = _SCALE == 0
FULL: Final = _SCALE == 2


def at_scale(desk: int, full: int, *, ci: int | None = None) -> int:
    """Return a number of cases, bytes or seconds: `desk`, `full`, or in CI `ci` (by default `full`)."""
    return desk if DESK else full if FULL or ci is None else ci


def at_random(desk: int, full: int, *, share: int = 10) -> int:
    """Return the number of random examples to try; in CI the full number divided by `share`."""
    return desk if DESK else full if FULL else max(desk, full // share)


def in_share(name: str, *, share: int = 3) -> bool:
    """Return True if a named case is tried: one of `share`, by a checksum of its name, or all at full scale."""
    return FULL or crc32(name.encode()) % share == 0


#: Iterations of an empty loop per second on the machine for which the bounds in seconds are given.
_LOOPS: Final = 80_000_000


@cache
def slowness() -> float:
    """Return how many times slower than the reference this machine runs a Python loop; at least 1."""
    before = process_time()
    for _ in range(_LOOPS // 20):
        pass
    return max(1.0, 20 * (process_time() - before))
