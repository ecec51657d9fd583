"""How much the tests try: what somebody waits for at a desk, or everything.

`CLABBER_SCALE=full`, as CI sets it, runs what is marked `full` too, tries as many records as a test says it can, and
takes a missing browser for a failure.
"""

from __future__ import annotations

import os
from typing import Final

FULL: Final = os.environ.get("CLABBER_SCALE") == "full"


def scaled(desk: int, full: int) -> int:
    """How many of something a test tries."""
    return full if FULL else desk
