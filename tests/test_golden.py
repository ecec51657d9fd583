"""Nothing changed in what is ruled, shown and converted; `nox -s golden` looks at all 20,000 records."""

import json

import pytest

from tests import golden
from tests.scale import FULL


@pytest.mark.full
def test_the_first_share_is_as_it_was() -> None:
    """Its pages and texts at full scale alone: `tests/reproducible` compares others in CI."""
    kinds = golden.KINDS if FULL else ("rulings", "conversions")
    different = list(golden.differing(golden.digests([golden.share(0, kinds)]), [0]))
    assert not different, [f"see python -m tests.golden --print {line}" for line in different]


def test_a_record_is_the_same_whenever_it_is_made() -> None:
    for number in (2, 3, 4):
        assert json.dumps(golden.record(number)) == json.dumps(golden.record(number))
