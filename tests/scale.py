"""Scale of the tests: a desk's, CI's, or full.

`CLABBER_SCALE=ci` runs what is marked `full` too and takes a missing browser for a failure. Of records drawn at random
it tries a tenth of what a test says it can, of what takes long a smaller share, of the inputs of the fuzz a fiftieth.
Of cases and pages that other tests hold to their verdicts as well, it tries the third, fifth or sixth that their names
pick: the same ones in every run. `CLABBER_SCALE=full` tries them all.
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
    """Return the smaller number at a desk: of cases listed, bytes or seconds; the full one in CI unless given."""
    return desk if DESK else full if FULL or ci is None else ci


def at_random(desk: int, full: int, *, share: int = 10) -> int:
    """Return the number of random examples to try; a test with very many may ask for a smaller share."""
    return desk if DESK else full if FULL else max(desk, full // share)


def in_share(name: str, *, share: int = 3) -> bool:
    """Return True if a named case is to be tried: one of `share` in CI, by a checksum of its name; each at full scale."""
    return FULL or crc32(name.encode()) % share == 0


#: Loops of Python that take a second of the processor on the machine for which bounds in seconds are given.
_LOOPS: Final = 80_000_000


@cache
def slowness() -> float:
    """Return how many times longer this machine takes for a loop of Python; at least 1."""
    before = process_time()
    for _ in range(_LOOPS // 20):
        pass
    return max(1.0, 20 * (process_time() - before))
