"""An archive with everything in it, and whatever somebody with a tool for SQLite may have done to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from clabber_audit.archive.database import keep, open_archive
from clabber_audit.archive.hands import amend
from clabber_audit.archive.merkle import parse
from clabber_audit.archive.verify import complaints
from clabber_audit.core.errors import Unusable
from clabber_audit.league.decisions import list_entries
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.shelves import AT, add_records, shelf
from tests.cli import CLAIMED, GOOD, RENEGE, copy_with
from tests.league.seasons import DECIDED, season
from tests.rules import rule_on

#: What an archive is made from, and what is made of that.
KEPT: Final = ("log", "growth", "about", "rulesets")
MADE: Final = ("decisions", "hands", "melds", "findings", "claims")


def list_complaints(path: Path, *against: str) -> list[str]:
    try:
        with open_archive(str(path)) as archive:
            return list(complaints(archive, [parse(line) for line in against]))
    except Unusable as problem:
        return [problem.what]


def everything(folder: Path) -> Path:
    """An archive with everything in it: melds, findings, claims, two rulesets, an amendment, a decision, batches."""
    melded = next(
        record_data(record)
        for record in simulate_hands(3, 200)
        if sum(1 for meld in record.melds or () if meld.cards) > 1
    )
    other = copy_with(RENEGE, id="elsewhere", ruleset="wp", teams={"NS": "Otters"}, remarks=["the ten"])
    path = shelf(folder, [GOOD, melded])
    with open_archive(str(path), write=True) as archive:
        add_records(archive, [CLAIMED, other])
        amend(archive, rule_on(copy_with(GOOD, remarks=["the seven was an ace"])), AT, "Mae", "misread")
        decided = season(penalties=[{**DECIDED, "number": 1, "team": "owls", "points": 50}])
        with archive.writing():
            keep(archive, decided, list_entries(decided), AT)
    with closing(sqlite3.connect(path)) as conn:
        # The smallest pages, so that little of the file is unused.
        conn.executescript("PRAGMA page_size = 512; VACUUM")
    assert list_complaints(path) == []
    return path


def edits(path: Path, tables: Sequence[str]) -> Iterator[str]:
    """Every single value of some tables set to something else, and every row left out."""
    with closing(sqlite3.connect(path)) as conn:
        for table in tables:
            columns = [(row[1], row[2]) for row in conn.execute(f"PRAGMA table_info({table})")]
            keys = [row[1] for row in conn.execute(f"PRAGMA table_info({table})") if row[5]] or ["rowid"]
            quoted = ", ".join(f"quote({key})" for key in keys)
            for row in conn.execute(f"SELECT {quoted} FROM {table}").fetchall():
                where = " AND ".join(f"{key} = {value}" for key, value in zip(keys, row, strict=True))
                yield f"DELETE FROM {table} WHERE {where}"
                for column, kind in columns:
                    for value in other_values(column, kind):
                        yield f"UPDATE {table} SET {column} = {value} WHERE {where} AND {column} IS NOT {value}"


def other_values(column: str, kind: str) -> list[str]:
    if kind == "INTEGER":
        return [f"coalesce({column}, 0) + 1", "NULL"]
    if kind == "BLOB":
        return [f"{column} || x'00'", f"substr({column}, 2)", "zeroblob(32)"]
    return [f"coalesce({column}, '') || 'x'", "NULL", "''"]


def edit(path: Path, script: str) -> bool:
    """Change an archive with what guards it away meanwhile; whether that changed anything."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        # No disk is waited for.
        conn.executescript("PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF")
        triggers = list(conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        conn.executescript("".join(f"DROP TRIGGER {name};" for name, _ in triggers))
        before = conn.total_changes
        try:
            conn.executescript(script)
        except sqlite3.IntegrityError:
            return False
        done = conn.total_changes > before
        for _, sql in triggers:
            conn.execute(sql)
    return done


#: Rows put in, and rows swapped: in what an archive is made from, and in what is made of it.
IN_KEPT: Final = (
    "INSERT INTO log SELECT 9, hand, sha256, entry FROM log WHERE seq = 0",
    "INSERT INTO log SELECT 6, 6, sha256, entry FROM log WHERE seq = 0",
    "INSERT INTO growth SELECT 9, 9, root, peaks, checkpoint FROM growth WHERE step = 1",
    "INSERT INTO about SELECT * FROM about",
    "INSERT INTO rulesets SELECT 9, id, title, 'x', law FROM rulesets LIMIT 1",
    # Two entries change places.
    """UPDATE log SET seq = 99 WHERE seq = 1; UPDATE log SET seq = 1 WHERE seq = 2;
    UPDATE log SET seq = 2 WHERE seq = 99""",
)
IN_MADE: Final = (
    "CREATE TEMP TABLE t AS SELECT * FROM melds LIMIT 1; UPDATE t SET meld = 9; INSERT INTO melds SELECT * FROM t",
    """CREATE TEMP TABLE t AS SELECT * FROM findings LIMIT 1; UPDATE t SET finding = 9;
    INSERT INTO findings SELECT * FROM t""",
    "CREATE TEMP TABLE t AS SELECT * FROM claims LIMIT 1; UPDATE t SET claim = 9; INSERT INTO claims SELECT * FROM t",
    """CREATE TEMP TABLE t AS SELECT * FROM decisions; UPDATE t SET entry = 0, number = 2;
    INSERT INTO decisions SELECT * FROM t""",
    # Two ids change places.
    """UPDATE hands SET id = 'x' WHERE id = 'claimed'; UPDATE hands SET id = 'claimed' WHERE id = 'elsewhere';
    UPDATE hands SET id = 'elsewhere' WHERE id = 'x'""",
    # A word that no hand holds, and one that is no longer found.
    "INSERT INTO words (rowid, remarks) VALUES (0, 'jack')",
    "INSERT INTO words (words, rowid, north) VALUES ('delete', 0, 'Ruth')",
    "INSERT INTO words (words) VALUES ('delete-all')",
)
