"""Settings of hypothesis: number of examples, and no deadlines, since machines are busy.

The examples are the same in each run, so that a failure is reproducible; `nox -s full` draws new ones every time.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.scale import FULL, at_random


def try_examples(desk: int = 100, full: int = 500) -> settings:
    """Return the settings for a number of examples at a desk and at full scale."""
    return settings(
        max_examples=at_random(desk, full),
        deadline=None,
        derandomize=not FULL,
        suppress_health_check=[HealthCheck.too_slow],
    )
