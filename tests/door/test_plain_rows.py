"""Rows of plain hands: what is read of them into columns the door finds in their records, whatever stands in a cell."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.bulk.prefilter import clean_rows
from clabber_audit.games.parse import read
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records import columns
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.columns import HANDS, record_text, row
from clabber_audit.records.parse import record_in
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulated
from tests.door.test_plain_lines import as_read, in_columns
from tests.scale import at_random

pytestmark = pytest.mark.full
COUNT: Final = at_random(400, 10_000, share=10)
#: What somebody may have put into a cell.
ODD: Final = (
    *("", "null", "N", "NS", "9C", "clabber-hand/1", "[]", "{}", "[1]", '"', "\\", "é", "12", "1001", "-1", "wp"),
    '[{"seat":"N","kind":"belle"}]', '[{"seat":"N", "kind":"belle"}]', '{"NS":1,"NS":2}', '{"NS":2000}',
    '[{"seat":"N","call":"pass"},{"seat":"N","call":"pass"}]', 'x"\n"y', "[]\n[]", "x\n",
)  # fmt: skip


def test_what_is_read_of_a_row_is_what_the_door_reads() -> None:
    # Whoever runs this has what the extra `full` installs.
    import pyarrow as pa

    from clabber_audit.inputs.plain_rows import plain_rows

    rows = list(disturbed(COUNT))
    batch = pa.RecordBatch.from_pylist(rows, columns.schema(HANDS))
    (plain,) = plain_rows(batch)
    for place, number in enumerate(plain.rows.tolist()):
        assert in_columns(plain, place) == as_read(record_in(record_text(told(rows[number])).encode()))
    assert COUNT // 4 < len(plain.rows) < COUNT
    clean = clean_rows(batch, None)
    for number in list(clean)[: COUNT // 10]:
        hand = read(record_text(told(rows[number])).encode())
        assert not adjudicate(hand, law_of(hand.record.ruleset)).findings
    assert len(clean) > COUNT // 4


def test_a_row_says_the_same_alone_and_where_each_value_is_kept_once() -> None:
    import pyarrow as pa

    from clabber_audit.inputs.plain_rows import plain_rows

    batch = pa.RecordBatch.from_pylist(list(disturbed(COUNT // 4)), columns.schema(HANDS))
    (plain,) = plain_rows(batch)
    coded = [cells.dictionary_encode() if pa.types.is_string(cells.type) else cells for cells in batch.columns]
    (again,) = plain_rows(pa.RecordBatch.from_arrays(coded, batch.schema.names))
    assert again.rows.tolist() == plain.rows.tolist()
    assert [in_columns(again, at) for at in range(len(again.rows))] == [
        in_columns(plain, at) for at in range(len(plain.rows))
    ]
    alone = {number: plain_rows(batch.slice(number, 1)) for number in range(batch.num_rows)}
    assert [number for number, found in alone.items() if found] == plain.rows.tolist()
    for place, number in enumerate(plain.rows.tolist()):
        assert in_columns(alone[number][0], 0) == in_columns(plain, place)


def test_a_value_kept_once_that_is_null_is_not_known() -> None:
    import pyarrow as pa

    from clabber_audit.inputs.plain_rows import plain_rows

    batch = pa.RecordBatch.from_pylist([row(made) for made in simulated(9, 3, irregular=0)], columns.schema(HANDS))
    for name, left in (("dealer", [0, 2]), ("league", [0, 1, 2])):
        values = [batch.column(name)[0].as_py(), None]
        kept = pa.DictionaryArray.from_arrays(pa.array([0, 1, 0], pa.int32()), pa.array(values, pa.string()))
        dealers = batch.set_column(batch.schema.get_field_index(name), name, kept)
        (plain,) = plain_rows(dealers)
        assert plain.rows.tolist() == left


def test_of_a_table_that_lacks_what_a_hand_needs_nothing_is_said() -> None:
    import pyarrow as pa

    from clabber_audit.inputs.plain_rows import plain_rows

    batch = pa.RecordBatch.from_pylist(list(disturbed(20)), columns.schema(HANDS))
    assert plain_rows(batch.drop_columns(["upcard"])) == []
    assert plain_rows(batch.slice(0, 0)) == []


def disturbed(count: int) -> Any:
    """Rows, some with something odd in a cell."""
    random = Random(7)
    numbers = {column.name for column in HANDS if column.kind == "number"}
    for made in simulated(9, count, irregular=0.02):
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


def test_claims_are_taken_out_and_nothing_else_is() -> None:
    """Invalid JSON stays and is refused later."""
    import pyarrow as pa

    from clabber_audit.inputs.plain_rows import without_claims

    claims = '[{"by":"N","against":"EW","at":5}]'
    batch = pa.record_batch({"claims": pa.array([claims, "", None, "[]", f"{claims} "])})
    bare, taken = without_claims(batch)
    assert taken == {0: claims.encode()}
    assert bare.column("claims").to_pylist() == [None, "", None, "[]", f"{claims} "]


def test_a_column_of_another_type_is_left_to_the_judge() -> None:
    import pyarrow as pa

    rows = [row(record) for record in simulated(3, 40, irregular=0, claims=0)] * 50
    batch = pa.RecordBatch.from_pylist(rows, columns.schema(HANDS))
    assert clean_rows(batch, None)
    claims = pa.array([None] * len(rows), pa.list_(pa.struct([("by", pa.string())])))
    at = batch.schema.get_field_index("claims")
    assert clean_rows(batch.set_column(at, pa.field("claims", claims.type), claims), None) == {}
