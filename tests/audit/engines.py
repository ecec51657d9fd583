"""`nox -s engines`: the lines of docs/large.md for engines that are too large to install with all the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet as pq
import pytest

from tests import mischief
from tests.cli import GOOD, RENEGE, ROOT, call, put

Rows = list[tuple[str | None, int | None, str, str]]


def examples(engine: str) -> list[str]:
    """What the page shows of an engine."""
    page = (ROOT / "docs" / "large.md").read_text(encoding="utf-8")
    return re.findall(f"```python {engine}\n(.*?)```", page, re.DOTALL)


def rows(table: pyarrow.Table) -> Rows:
    """The findings of a table, in an order of their own."""
    names = ("hand", "finding", "verdict", "message")
    return sorted(zip(*(table[name].to_pylist() for name in names), strict=True), key=str)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rows]:
    """What is found in the files of a folder to work in, one after the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("engines"))
        put(Path("season.jsonl"), [*mischief.records(4, 30), RENEGE, GOOD])
        call("convert", "season.jsonl", "season.parquet")
        call("check", "season.jsonl", "-o", "found.parquet")
        yield rows(pq.read_table("found.parquet"))


def test_spark(expected: Rows) -> None:
    sql: Any = pytest.importorskip("pyspark.sql")
    from pyspark.sql.pandas.types import from_arrow_schema

    spark = sql.SparkSession.builder.master("local[2]").getOrCreate()
    said: dict[str, Any] = {**globals(), "spark": spark, "from_arrow_schema": from_arrow_schema}
    exec(examples("spark")[0], said)
    assert rows(said["found"].toArrow()) == expected
    spark.stop()


def test_ray(expected: Rows) -> None:
    ray: Any = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False)
    said: dict[str, Any] = {**globals(), "ray": ray}
    exec(examples("ray")[1], said)
    exec(examples("ray")[0], said)
    assert rows(pyarrow.concat_tables(ray.get(said["found"].to_arrow_refs()))) == expected
    ray.shutdown()
