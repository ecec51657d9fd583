"""How often a test is tried with what is drawn at random. How long that takes is no matter: machines are busy."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.scale import at_random


def tried(desk: int = 100, full: int = 500) -> settings:
    """So often at a desk, and so often where all there is to try is tried."""
    return settings(
        max_examples=at_random(desk, full), deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
