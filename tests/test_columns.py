"""Tests of Parquet and arrays: hands as rows of columns."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.prefilter import clean_rows
from clabber_audit.inputs.readers import read_records
from clabber_audit.records import columns
from clabber_audit.records.columns import FINDINGS, HANDS, record_text, row
from clabber_audit.records.formats import FORMATS, Record, model_of, record_data
from clabber_audit.records.parse import parse_record
from clabber_audit.simulate.seasons import simulate_hands
from tests.cli import (
    BAD,
    GOOD,
    OPEN,
    PEPPER,
    RENEGE,
    ROOT,
    Done,
    Json,
    call,
    copy_with,
    encode_record,
    rulings,
    write_records,
)
from tests.columns import PAGE, render_page
from tests.random_records import every_key, irregular
from tests.scale import at_scale
from tests.validation.test_bid_euchre import disturbed_records

if TYPE_CHECKING:
    import pyarrow as pa

pytestmark = pytest.mark.full
GAMES = ROOT / "examples" / "games"


@pytest.fixture
def hands(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Table of hands of both families, in groups of eleven, irregular and incomplete ones included."""
    monkeypatch.setattr(columns, "GROUP", 11)
    mixed = [
        *irregular.records(8, 30),
        RENEGE,
        copy_with(RENEGE, id="again", ruleset="wp"),
        OPEN,
        GOOD,
        PEPPER,
    ]
    write_records(workdir / "x.jsonl", mixed)
    assert call("convert", "x.jsonl", "x.parquet").code == 0
    return workdir / "x.parquet"


def _without_columns(done: Done) -> Done:
    return Done(
        done.code,
        *(re.sub(r"x\.(?:jsonl|parquet):(\d+):\d+", r"x:\1", text) for text in (done.out, done.err)),
    )


def test_records_round_trip_through_parquet(workdir: Path) -> None:
    """Records of every kind: from texts and a sheet, incomplete and irregular, of both families."""
    assert call("convert", GAMES / "thursday.clab", "a.jsonl").code == 0
    assert call("convert", GAMES / "friday.csv", "b.jsonl").code == 0
    write_records(workdir / "c.jsonl", every_key.many(60, seed=3))
    (workdir / "d.jsonl").write_text(
        "".join(f"{text}\n" for text in map(_as_text, islice(disturbed_records(60), 40)))
    )
    for name in "abcd":
        first = call("convert", f"{name}.jsonl", f"{name}.parquet")
        assert call("convert", f"{name}.jsonl", f"{name}1.jsonl") == first
        assert call("convert", f"{name}.parquet", f"{name}2.jsonl").code == 0
        assert (workdir / f"{name}1.jsonl").read_bytes() == (workdir / f"{name}2.jsonl").read_bytes() != b""


def _as_text(record: Record) -> str:
    return json.dumps(record_data(record))


def test_simulate_writes_parquet(workdir: Path) -> None:
    assert call("simulate", "--hands", "5", "-o", "y.parquet").code == 0
    assert call("convert", "y.parquet", "-", "--format", "jsonl").out == call("simulate", "--hands", "5").out


def test_check_of_a_table_equals_check_of_lines(hands: Path) -> None:
    expected = call("check", "x.jsonl")
    assert _without_columns(call("check", "x.parquet")) == _without_columns(expected)
    assert _without_columns(call("check", "x.parquet", "--jobs", "2")) == _without_columns(expected)
    assert call("check", "x.parquet", "-f", "jsonl").out == call("check", "x.jsonl", "-f", "jsonl").out


@pytest.mark.parametrize(("written", "refused"), [("1931-02-28", False), ("1931-02-30", True)])
def test_impossible_date_is_refused_in_a_table(
    workdir: Path, monkeypatch: pytest.MonkeyPatch, written: str, refused: bool
) -> None:
    """Issue 25, point 8: even among rows that the prefilter passes over."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    monkeypatch.setattr(prefilter, "_MANY", 10)
    assert call("simulate", "--hands", "40", "--irregular", "0", "-o", "x.parquet").code == 0
    table = pq.read_table("x.parquet")
    place = table.schema.get_field_index("date")
    days = ["1931-02-27"] * 30 + [written] + ["1931-02-27"] * 9
    dated = table.set_column(place, table.schema.field(place), pa.array(days, table.schema.field(place).type))
    pq.write_table(dated, "x.parquet")
    done = call("check", "x.parquet")
    assert (done.code == 3) is refused, done.err
    assert ("x.parquet:31:" in done.err and "February 1931 has 28 days" in done.err) is refused


def test_refused_rows_are_numbered(workdir: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    cells = [*map(json.dumps, (GOOD, BAD, RENEGE)), None, "x" * (1 << 20 | 1)]
    pq.write_table(pa.table({"record": cells}), "x.parquet")
    done = call("check", "x.parquet")
    assert done.code == 3
    assert done.out.startswith("x.parquet:3:1: failure-to-follow")
    refused = [line.split(": ")[0] for line in done.err.splitlines() if ": error: " in line]
    assert list(dict.fromkeys(refused)) == ["x.parquet:2:1", "x.parquet:4:1", "x.parquet:5:1"]


@pytest.mark.parametrize("spoiled", ["cut", "empty", "other", "text"])
def test_other_parquet_files_are_refused(hands: Path, spoiled: str) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    data = hands.read_bytes()
    if spoiled == "other":
        pq.write_table(pa.table({"player": ["Ruth"]}), hands)
    elif spoiled == "text":
        pq.write_table(pa.table({"plays": ["W:KS"], "round": ["third"]}), hands)
    else:
        hands.write_bytes(data[: len(data) // 2] if spoiled == "cut" else b"")
    for command in ("check", "convert"):
        assert call(command, hands, *["y.jsonl"] * (command == "convert")).failed(5, "error: ")


def _count_reneges(out: str) -> list[tuple[str | None, int]]:
    """Count reneges by player, from rulings."""
    counts = Counter(
        ruling["record"]["players"].get(found["seat"])
        for ruling in rulings(out)
        for found in ruling["findings"]
        if found["penalty"] == "renege" and found["verdict"] == "proven"
    )
    return sorted(counts.items(), key=lambda one: (-one[1], one[0] or ""))


@pytest.fixture
def reneges(workdir: Path) -> list[tuple[str | None, int]]:
    """Reneges by player in the hands of a table; writes a table of their findings, too."""
    assert call("simulate", "--hands", "100", "--irregular", "0.1", "-o", "season.parquet").code == 0
    assert call("check", "season.parquet", "-o", "found.parquet").code in (1, 4)
    return _count_reneges(call("check", "season.parquet", "-f", "jsonl").out)


def _example(language: str, number: int = 0) -> str:
    """Return an example from the page about columns."""
    lines: list[str] = re.findall(f"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return lines[number]


def _duckdb(query: str) -> Any:
    """Run a query in DuckDB in a separate process, since importing it here prints warnings at exit."""
    code = f"import duckdb, json; print(json.dumps(duckdb.sql({query!r}).fetchall()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [tuple(row) for row in json.loads(done.stdout)]


def test_reneges_by_player(reneges: list[tuple[str | None, int]]) -> None:
    """The queries on the page about columns, in DuckDB and in Polars."""
    assert _duckdb(_example("sql")) == reneges
    assert sum(count for _, count in _duckdb(_example("sql", 1))) == 100
    data: dict[str, Any] = {}
    exec(_example("python"), data)
    assert data["reneges"].rows() == reneges


def test_tables_written_by_polars_and_duckdb(hands: Path) -> None:
    """These packages write texts and numbers with other types."""
    import polars

    expected = call("convert", "x.parquet", "-", "--format", "jsonl").out
    polars.read_parquet("x.parquet").cast({polars.Int32: polars.Int64}).write_parquet("y.parquet")
    _duckdb("COPY (FROM 'x.parquet') TO 'z.parquet'")
    for name in ("y.parquet", "z.parquet"):
        assert call("convert", name, "-", "--format", "jsonl").out == expected


def test_same_findings_from_lines_and_rows(hands: Path) -> None:
    import pyarrow.parquet as pq

    call("check", "x.jsonl", "-o", "a.parquet")
    call("check", "x.parquet", "-o", "b.parquet")
    lines, rows = pq.read_table("a.parquet"), pq.read_table("b.parquet")
    assert lines.column_names == [column.name for column in FINDINGS]
    assert lines.drop(["source"]).equals(rows.drop(["source"]))
    call("check", "x.jsonl", "--anonymous", "-o", "c.parquet")
    assert not {*pq.read_table("c.parquet")["player"].to_pylist()} & {*["Ruth", "Carl", "Dora", "Joe"]}


#: The only cells that contain partial JSON.
_PARTS = ("context", "source", "deal")


def _odd_records() -> Iterator[Record]:
    odd: tuple[Json, ...] = (
        {"players": {"W": "Joe", "N": "Ruth"}},
        {"context": {}},
        {"context": None},
        {"context": {"league": None, "season": "2026"}},
        {"deal": {"dealer": "S", "hands": {"W": ["KS"], "N": []}}},
        {"plays": []},
        {"plays": [{"seat": "W", "card": None}]},
        {"melds": [], "remarks": ['“a \\ "b"” 🂡']},
    )
    for changes in odd:
        yield parse_record(encode_record(copy_with(GOOD, **changes)))


def _usual_records() -> Iterator[Record]:
    for ruleset in ("ecl-1992", "pepper", "double-hasenpfeffer", "progressive-euchre"):
        yield from simulate_hands(7, 12, 0.05, 0.3, ruleset)


@pytest.mark.parametrize(
    "draw",
    [
        # Records with every key: incomplete, out of order, with only a sheet, and odd ones.
        lambda: (parse_record(encode_record(data)) for data in every_key.many(at_scale(60, 400), seed=5)),
        lambda: disturbed_records(at_scale(8, 80)),
        lambda: (item.record for item in read_records(str(ROOT / "examples")) if item.record),
        _odd_records,
        _usual_records,
    ],
    ids=["clabber", "bid-euchre", "examples", "odd", "usual"],
)
def test_records_round_trip_through_columns(draw: Callable[[], Iterator[Record]]) -> None:
    """Byte for byte; a usual hand needs no copy of its record besides its columns."""
    alone = []
    for record in draw():
        cells = row(record)
        assert record_text(cells) == json.dumps(
            record_data(record), ensure_ascii=False, separators=(",", ":")
        )
        alone.append("record" not in cells)
    assert any(alone)
    assert all(alone) or draw is not _usual_records


def _keys(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


def test_every_field_of_a_record_has_a_column() -> None:
    """Add a missing column to `HANDS`, in the order of the record."""
    held = {column.path for column in HANDS}
    for model in map(model_of, FORMATS):
        for key in _keys(model) - {"players", "teams", *_PARTS}:
            assert (key,) in held
        for key in _PARTS:
            part = model.model_fields[key].annotation
            kinds = getattr(part, "__args__", (part,))
            for kind in kinds:
                inner = _keys(kind) if isinstance(kind, type) and issubclass(kind, BaseModel) else set[str]()
                assert {(key, name) for name in inner} <= held
    assert {path[1] for path in held if path[:1] == ("players",)} == {
        *"NESW",
        *(f"P{n}" for n in range(1, 7)),
    }
    assert len(held) == len(HANDS)


def test_page_lists_the_columns() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_page(), (
        "out of date; write it again with .venv/bin/nox -s regen"
    )


def test_missing_parquet_package_is_reported(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    write_records(workdir / "x.jsonl", [GOOD])
    (workdir / "x.parquet").write_bytes(b"PAR1")
    for args in (
        ["convert", "x.jsonl", "y.parquet"],
        ["check", "x.jsonl", "-o", "y.parquet"],
        ["check", "x.parquet"],
    ):
        assert call(*args).failed(5, "pip install 'clabber-audit[parquet]'")
        assert not (workdir / "y.parquet").exists()


def test_tables_cannot_be_piped() -> None:
    assert call("check", "-", stdin=b"PAR1\n").failed(5, "standard input")


@pytest.fixture
def batch() -> pa.RecordBatch:
    """Hands without findings, which the prefilter passes over; see `tests/law/test_prefilter.py`."""
    import pyarrow as pa

    rows = [row(record) for record in simulate_hands(3, 40, irregular=0, claims=0)]
    return pa.RecordBatch.from_pylist(rows * 50, columns.schema(HANDS))


def test_dictionary_encoded_columns(batch: pa.RecordBatch) -> None:
    import pyarrow as pa

    coded = [one.dictionary_encode() if pa.types.is_string(one.type) else one for one in batch.columns]
    clean = clean_rows(batch, None)
    assert len(clean) == batch.num_rows
    assert clean_rows(pa.RecordBatch.from_arrays(coded, batch.schema.names), None) == clean


def test_table_without_a_column_has_no_clean_rows(batch: pa.RecordBatch) -> None:
    assert clean_rows(batch.drop_columns(["upcard"]), None) == {}
    assert clean_rows(batch.slice(0, 0), None) == {}


@pytest.mark.parametrize("odd", ["[]x", '{"NS":1,"NS":2}', "null", 'x"\n"y', "[]\n[]", "2000", "é"])
def test_rows_with_odd_cells_are_judged(batch: pa.RecordBatch, odd: str) -> None:
    import pyarrow as pa

    cells = batch.to_pylist()
    cells[7]["score"] = odd
    clean = clean_rows(pa.RecordBatch.from_pylist(cells, columns.schema(HANDS)), None)
    assert {*range(len(cells))} - {*clean} == {7}


def test_columns_of_another_type_are_judged(batch: pa.RecordBatch) -> None:
    import pyarrow as pa

    claims: Any = [[{"by": "N"}], *[None] * (batch.num_rows - 1)]
    other = pa.array(claims, pa.list_(pa.struct([("by", pa.string())])))
    at = batch.schema.get_field_index("claims")
    assert clean_rows(batch.set_column(at, pa.field("claims", other.type), other), None) == {}
