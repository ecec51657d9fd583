"""`nox -s engines` runs the examples in docs/large.md for engines too large to install with the other extras."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli import GOOD, RENEGE, ROOT, call, write_records
from tests.random_records import irregular

# Ignore the engines' own warnings.
pytestmark = pytest.mark.filterwarnings("ignore")
Rows = list[tuple[object, ...]]


def run_engine(engine: str, **names: Any) -> Any:
    """Run an engine's code from the page with some names defined, and return its findings."""
    page = (ROOT / "docs" / "large.md").read_text(encoding="utf-8")
    (example,) = re.findall(f"```python {engine}\n(.*?)```", page, re.DOTALL)
    data = dict(names)
    exec(example, data)
    return data["found"]


def _rows(table: Any) -> Rows:
    """Return the findings of a table in a fixed order."""
    names = ("hand", "finding", "verdict", "message")
    return sorted(zip(*(table[name].to_pylist() for name in names), strict=True), key=str)


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rows]:
    """Findings of the files in the working directory, in order."""
    import pyarrow.parquet as pq

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("engines"))
        write_records(Path("season.jsonl"), [*irregular.records(4, 30), RENEGE, GOOD])
        call("convert", "season.jsonl", "season.parquet")
        call("check", "season.jsonl", "-o", "found.parquet")
        yield _rows(pq.read_table("found.parquet"))


def test_spark(findings: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.sql import SparkSession

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.master("local[2]").getOrCreate()
    try:
        assert _rows(run_engine("spark", spark=spark).toArrow()) == findings
    finally:
        spark.stop()


def test_ray(findings: Rows) -> None:
    import pyarrow
    import ray

    ray.init(num_cpus=2, include_dashboard=False)
    try:
        assert _rows(pyarrow.concat_tables(ray.get(run_engine("ray").to_arrow_refs()))) == findings
    finally:
        ray.shutdown()
