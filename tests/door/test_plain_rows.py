"""Rows of a table that the prefilter passes over: those of which the line is; see `tests/law/test_prefilter.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from clabber_audit.bulk.prefilter import clean_rows
from clabber_audit.records import columns
from clabber_audit.records.columns import HANDS, row
from clabber_audit.simulate.seasons import simulate_hands

if TYPE_CHECKING:
    import pyarrow as pa

pytestmark = pytest.mark.full


@pytest.fixture
def batch() -> pa.RecordBatch:
    """Hands without a fault. Whoever runs this has what the extra `full` installs."""
    import pyarrow as pa

    rows = [row(record) for record in simulate_hands(3, 40, irregular=0, claims=0)]
    return pa.RecordBatch.from_pylist(rows * 50, columns.schema(HANDS))


def test_texts_may_be_kept_in_a_dictionary(batch: pa.RecordBatch) -> None:
    import pyarrow as pa

    coded = [one.dictionary_encode() if pa.types.is_string(one.type) else one for one in batch.columns]
    clean = clean_rows(batch, None)
    assert len(clean) == batch.num_rows
    assert clean_rows(pa.RecordBatch.from_arrays(coded, batch.schema.names), None) == clean


def test_of_a_table_that_lacks_what_a_hand_needs_nothing_is_said(batch: pa.RecordBatch) -> None:
    assert clean_rows(batch.drop_columns(["upcard"]), None) == {}
    assert clean_rows(batch.slice(0, 0), None) == {}


@pytest.mark.parametrize("odd", ["[]x", '{"NS":1,"NS":2}', "null", 'x"\n"y', "[]\n[]", "2000", "é"])
def test_a_row_with_something_odd_in_a_cell_is_left_to_the_judge(batch: pa.RecordBatch, odd: str) -> None:
    import pyarrow as pa

    cells = batch.to_pylist()
    cells[7]["score"] = odd
    clean = clean_rows(pa.RecordBatch.from_pylist(cells, columns.schema(HANDS)), None)
    assert {*range(len(cells))} - {*clean} == {7}


def test_a_column_of_another_type_is_left_to_the_judge(batch: pa.RecordBatch) -> None:
    import pyarrow as pa

    claims: Any = [[{"by": "N"}], *[None] * (batch.num_rows - 1)]
    other = pa.array(claims, pa.list_(pa.struct([("by", pa.string())])))
    at = batch.schema.get_field_index("claims")
    assert clean_rows(batch.set_column(at, pa.field("claims", other.type), other), None) == {}
