"""Tests of record batches: the findings equal those of `check`, and refused hands do not stop the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.audit import audited, findings_schema
from clabber_audit.simulate.seasons import simulate_hands
from tests.audit.engines import run_engine
from tests.cli import BAD, GOOD, RENEGE, call, copy_with, write_records
from tests.random_records import irregular

pytestmark = pytest.mark.full


@pytest.fixture
def season(workdir: Path) -> Any:
    """A table of hands, and the findings of `check` in it, without places."""
    import pyarrow.parquet as pq

    write_records(workdir / "x.jsonl", [*irregular.records(4, 30), RENEGE, GOOD])
    call("convert", "x.jsonl", "season.parquet")
    call("check", "x.jsonl", "-o", "found.parquet")
    return pq.read_table("found.parquet").drop(["source", "line"])


def test_batches_have_the_findings_of_check(season: Any) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    batches = list(audited(pq.read_table("season.parquet").to_batches(max_chunksize=7)))
    assert len(batches) == 5
    result = pa.Table.from_batches(batches, findings_schema())
    assert result.drop(["source", "line"]).equals(season)
    lines = pa.table({"record": Path("x.jsonl").read_text(encoding="utf-8").splitlines()})
    assert pa.Table.from_batches(audited(lines.to_batches())).equals(result)


def test_prefilter_passes_the_same_lines_and_columns(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    monkeypatch.setattr(prefilter, "_MANY", 1)
    written = [record.model_dump_json(exclude_unset=True) for record in simulate_hands(1, 30, 0.1)]
    lines = pa.record_batch({"record": [*written, json.dumps(BAD), None]})
    (workdir / "x.jsonl").write_text("\n".join(written), encoding="utf-8")
    call("convert", "x.jsonl", "x.parquet")
    (columns,) = pq.read_table("x.parquet").to_batches()
    clean = prefilter.clean_rows(lines, None)
    assert clean == prefilter.clean_rows(columns, None)
    assert 0 < len(clean) < columns.num_rows


def test_polars_reads_the_batches(season: Any) -> None:
    result = run_engine("polars").to_arrow().drop(["source", "line"])
    assert result.to_pylist() == season.to_pylist()


def test_refused_hands_do_not_stop_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow as pa

    records = [BAD, RENEGE, copy_with(GOOD, ruleset="nobodys"), GOOD]
    table = pa.table(
        {"record": [*map(json.dumps, records), None], "id": ["bad", None, "strange", "good", None]}
    )
    (result,) = audited(table.to_batches(), "wp")
    assert result["verdict"].to_pylist() == ["refused", "proven", "refused"]
    assert result["hand"].to_pylist() == ["bad", "renege", None]
    (result,) = audited(table.to_batches())
    assert result["verdict"].to_pylist() == ["refused", "proven", "refused", "refused"]
    assert "nobodys" in result["message"][2].as_py()
    monkeypatch.setattr("clabber_audit.judge.judge.adjudicate", lambda *_: 1 / 0)
    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    (result,) = audited(table.to_batches(), "wp")
    assert result["verdict"].to_pylist() == ["refused", "bug", "bug", "bug", "refused"]
