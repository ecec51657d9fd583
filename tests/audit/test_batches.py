"""Record batches of hands in, record batches of findings out: what `check` finds, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from clabber_audit import audited, findings_schema
from tests import mischief
from tests.cli import BAD, GOOD, RENEGE, ROOT, call, changed, put

pytestmark = pytest.mark.full


@pytest.fixture
def season(here: Path) -> Any:
    """A table of hands, and the findings of `check` in it, but for where they stand."""
    import pyarrow.parquet as pq

    put(here / "x.jsonl", [*mischief.records(4, 30), RENEGE, GOOD])
    call("convert", "x.jsonl", "season.parquet")
    call("check", "x.jsonl", "-o", "found.parquet")
    return pq.read_table("found.parquet").drop(["source", "line"])


def test_batches_have_the_findings_of_check(season: Any) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    batches = list(audited(pq.read_table("season.parquet").to_batches(max_chunksize=7)))
    assert len(batches) == 5
    found = pa.Table.from_batches(batches, findings_schema())
    assert found.drop(["source", "line"]).equals(season)
    lines = pa.table({"record": Path("x.jsonl").read_text(encoding="utf-8").splitlines()})
    assert pa.Table.from_batches(audited(lines.to_batches())).equals(found)


def test_polars_takes_them(season: Any) -> None:
    import polars

    page = (ROOT / "docs" / "large.md").read_text(encoding="utf-8")
    said: dict[str, Any] = {"polars": polars, "audited": audited}
    exec(re.findall("```python polars\n(.*?)```", page, re.DOTALL)[0], said)
    assert said["found"].drop(["source", "line"]).rows() == [tuple(row.values()) for row in season.to_pylist()]


def test_what_is_refused_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow as pa

    records = [BAD, RENEGE, changed(GOOD, ruleset="nobodys"), GOOD]
    table = pa.table({"record": [*map(json.dumps, records), None], "id": ["bad", None, "strange", "good", None]})
    (found,) = audited(table.to_batches(), "wp")
    assert found["verdict"].to_pylist() == ["refused", "proven", "refused"]
    assert found["hand"].to_pylist() == ["bad", "renege", None]
    (found,) = audited(table.to_batches())
    assert found["verdict"].to_pylist() == ["refused", "proven", "refused", "refused"]
    assert "nobodys" in found["message"][2].as_py()
    monkeypatch.setattr("clabber_audit.ruling.judge.adjudicate", lambda *_: 1 / 0)
    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    (found,) = audited(table.to_batches(), "wp")
    assert found["verdict"].to_pylist() == ["refused", "bug", "bug", "bug", "refused"]
