"""A spoilt archive is told as one by every command that reads it: exit code 5 or what is wrong, and never a bug."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.archive.spoiling import EDITS, by_sql, statements
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
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with what the commands read beside an archive."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "season.json").write_bytes(SEASON)
    (tmp_path / "more.json").write_bytes(encode_record(copy_with(GOOD, id="more")))


def test_values_of_every_type_in_every_column(whole: Path) -> None:
    """Bytes, pages and schemas are changed at random by the fuzz, which has the same promise for every command."""
    random, wrong, spoilt, before = Random(2), list[str](), 0, whole.read_bytes()
    tried = random.sample(list(statements(before)), at_random(8, 300))
    for statement in tried:
        data = by_sql(before, statement)
        spoilt += data != before
        for command in random.sample(READING, at_scale(2, 4)):
            Path("x.db").write_bytes(data)
            for left in ("x.db-journal", "x.db-wal"):
                Path(left).unlink(missing_ok=True)
            done = call(*command)
            named = done.code != 5 or "x.db" in done.err
            if done.code not in (0, 1, 4, 5) or "Traceback" in done.err or not named:
                wrong.append(f"{statement}: {' '.join(command)}: {done.code} {done.err[:300]}")
    assert wrong == []
    assert spoilt > len(tried) // 2


@pytest.mark.parametrize(
    "definition", [sql for (sql,) in EDITS["Definitions beside, or in place of, those of an archive"]]
)
def test_what_an_archive_does_not_define_is_refused_by_every_command(whole: Path, definition: str) -> None:
    """Whatever it is called: `sqliteXstat1` is none of SQLite's own tables."""
    Path("x.db").write_bytes(whole.read_bytes())
    with closing(sqlite3.connect("x.db")) as conn:
        conn.create_function("folded", 1, str, deterministic=True)
        conn.executescript(definition)
    data = Path("x.db").read_bytes()
    for command in Random(definition).sample(READING, at_scale(4, len(READING))):
        done = call(*command)
        assert (done.code, done.out) == (5, ""), command
        # A definition that itself calls a function of the program is not even read.
        assert "does not have the layout of an archive" in done.err or "unsafe use of folded()" in done.err
    assert Path("x.db").read_bytes() == data
