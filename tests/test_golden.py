"""Test that rulings, pages and conversions are unchanged; `nox -s golden` checks all 20,000 records."""

import json

import pytest

from tests import golden
from tests.scale import FULL


@pytest.mark.full
def test_first_share_is_unchanged() -> None:
    """Pages and texts are compared at full scale only; in CI `tests/reproducible` compares others."""
    kinds = golden.KINDS if FULL else ("rulings", "conversions")
    different = list(golden.differing_shares(golden.digests([golden.share(0, kinds)]), [0]))
    assert not different, [f"see python -m tests.golden --print {line}" for line in different]


def test_records_are_reproducible() -> None:
    for number in (2, 3, 4):
        assert json.dumps(golden.record(number)) == json.dumps(golden.record(number))
