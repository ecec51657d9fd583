"""Rows of a table that the prefilter passes over, whatever stands in a cell."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.bulk.prefilter import clean_rows
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records import columns
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.columns import HANDS, record_text, row
from clabber_audit.records.formats import names_in
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests.scale import at_random

pytestmark = pytest.mark.full
COUNT: Final = at_random(400, 10_000, share=10)
#: Odd contents of cells.
ODD: Final = (
    *("", "null", "N", "NS", "9C", "clabber-hand/1", "[]", "{}", "[1]", '"', "\\", "é", "12", "1001", "-1", "wp"),
    '[{"seat":"N","kind":"belle"}]', '[{"seat":"N", "kind":"belle"}]', '{"NS":1,"NS":2}', '{"NS":2000}',
    '[{"seat":"N","call":"pass"},{"seat":"N","call":"pass"}]', 'x"\n"y', "[]\n[]", "x\n",
)  # fmt: skip


def test_no_row_is_passed_over_to_which_the_judge_objects() -> None:
    # Whoever runs this has what the extra `full` installs.
    import pyarrow as pa

    rows = list(disturbed(COUNT))
    batch = pa.RecordBatch.from_pylist(rows, columns.schema(HANDS))
    clean = clean_rows(batch, None)
    for number, found in clean.items():
        hand = parse_hand(record_text(told(rows[number])).encode())
        assert not adjudicate(hand, law_of(hand.record.ruleset)).findings
        assert found == tuple(names_in(hand.record))
    assert COUNT // 4 < len(clean) < COUNT
    coded = [
        cells.dictionary_encode() if pa.types.is_string(cells.type) else cells for cells in batch.columns
    ]
    assert clean_rows(pa.RecordBatch.from_arrays(coded, batch.schema.names), None) == clean


def test_of_a_table_that_lacks_what_a_hand_needs_nothing_is_said() -> None:
    import pyarrow as pa

    batch = pa.RecordBatch.from_pylist(list(disturbed(20)), columns.schema(HANDS))
    assert clean_rows(batch, None)
    assert clean_rows(batch.drop_columns(["upcard"]), None) == {}
    assert clean_rows(batch.slice(0, 0), None) == {}


def disturbed(count: int) -> Any:
    """Rows, some with something odd in a cell."""
    random = Random(7)
    numbers = {column.name for column in HANDS if column.kind == "number"}
    for made in simulate_hands(9, count, irregular=0.02):
        assert isinstance(made, HandRecord)
        cells = row(made)
        if random.random() < 0.4:
            name = random.choice([*cells, random.choice(HANDS).name])
            odd = random.choice((-1, 0, 12, 2000)) if name in numbers else changed(cells.get(name), random)
            cells[name] = odd
        yield cells


def changed(cell: Any, random: Random) -> str:
    """A cell with something else in it, or changed in a place."""
    if not cell or random.random() < 0.5:
        return random.choice(ODD)
    at = random.randrange(len(cell))
    return str(cell[:at] + random.choice('N9CD:? "{,5') + cell[at + random.choice((0, 1, 1)) :])


def told(cells: Mapping[str, Any]) -> dict[str, Any]:
    """A row as a table gives it back: without what is null."""
    return {name: cell for name, cell in cells.items() if cell is not None}


def test_a_column_of_another_type_is_left_to_the_judge() -> None:
    import pyarrow as pa

    rows = [row(record) for record in simulate_hands(3, 40, irregular=0, claims=0)] * 50
    batch = pa.RecordBatch.from_pylist(rows, columns.schema(HANDS))
    assert clean_rows(batch, None)
    claims = pa.array([[{"by": "N"}], *[None] * (len(rows) - 1)], pa.list_(pa.struct([("by", pa.string())])))
    at = batch.schema.get_field_index("claims")
    assert clean_rows(batch.set_column(at, pa.field("claims", claims.type), claims), None) == {}
