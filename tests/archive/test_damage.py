"""Tests that every command reports a damaged archive, with exit code 5 or the damage, and never as a bug."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.archive.damage import EDITS, damage_by_sql, list_damaging_statements
from tests.cli import GOOD, call, copy_with, encode_record
from tests.scale import at_random, at_scale

#: Every command that reads an archive.
READING = (
    ["archive", "list", "x.db"], ["archive", "list", "x.db", "-f", "json", "--player", "Ruth"],
    ["archive", "stats", "x.db"], ["archive", "search", "x.db", "Ruth"], ["archive", "checkpoint", "x.db"],
    ["archive", "show", "x.db", "claimed", "--history"], ["archive", "show", "x.db", "claimed", "-f", "record"],
    ["archive", "export", "x.db", "-"], ["convert", "x.db", "-"], ["check", "x.db"], ["archive", "verify", "x.db"],
    ["score", "x.db"], ["replay", "x.db", "--hand", "claimed"], ["archive", "add", "x.db", "more.json"],
    ["archive", "rebuild", "x.db"], ["archive", "rebuild", "x.db", "--dry-run"],
    ["league", "standings", "season.json", "x.db"], ["rule", "x.db", "--hand", "claimed", "-f", "json"],
)  # fmt: skip
SEASON = b"""{"format": "clabber-season/1", "title": "T", "teams": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
"rounds": []}"""


@pytest.fixture(autouse=True)
def workdir(workdir: Path) -> None:
    """Working directory with the other files that the commands read."""
    (workdir / "season.json").write_bytes(SEASON)
    (workdir / "more.json").write_bytes(encode_record(copy_with(GOOD, id="more")))


def test_values_of_every_type_in_every_column(whole: Path) -> None:
    """The fuzz tests change bytes, pages and schemas at random."""
    random, wrong, damaged, before = Random(2), list[str](), 0, whole.read_bytes()
    tried = random.sample(list(list_damaging_statements(before)), at_random(8, 300))
    for statement in tried:
        data = damage_by_sql(before, statement)
        damaged += data != before
        for command in random.sample(READING, at_scale(2, 4)):
            Path("x.db").write_bytes(data)
            for left in ("x.db-journal", "x.db-wal"):
                Path(left).unlink(missing_ok=True)
            done = call(*command)
            named = done.code != 5 or "x.db" in done.err
            if done.code not in (0, 1, 4, 5) or "Traceback" in done.err or not named:
                wrong.append(f"{statement}: {' '.join(command)}: {done.code} {done.err[:300]}")
    assert wrong == []
    assert damaged > len(tried) // 2


@pytest.mark.parametrize(
    "definition", [sql for (sql,) in EDITS["Definitions beside, or in place of, those of an archive"]]
)
def test_foreign_definitions_are_refused_by_every_command(whole: Path, definition: str) -> None:
    """Names are compared exactly: `sqliteXstat1` is not one of SQLite's own tables."""
    Path("x.db").write_bytes(whole.read_bytes())
    with closing(sqlite3.connect("x.db")) as conn:
        conn.create_function("folded", 1, str, deterministic=True)
        conn.executescript(definition)
    data = Path("x.db").read_bytes()
    for command in Random(definition).sample(READING, at_scale(4, len(READING))):
        done = call(*command)
        assert (done.code, done.out) == (5, ""), command
        # A definition that calls a function of the program cannot even be read.
        assert "does not have the layout of an archive" in done.err or "unsafe use of folded()" in done.err
    assert Path("x.db").read_bytes() == data
