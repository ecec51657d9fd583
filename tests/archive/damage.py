"""An archive with every kind of content, and damage to it: edits, changed bytes and pages, and odd values."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from clabber_audit.archive.database import keep, open_archive
from clabber_audit.archive.hands import amend
from clabber_audit.archive.merkle import parse
from clabber_audit.archive.verify import complaints
from clabber_audit.core.errors import Unusable
from clabber_audit.league.decisions import list_entries
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.archives import AT, add_records, make_archive
from tests.cli import CLAIMED, GOOD, RENEGE, copy_with
from tests.league.seasons import DECIDED, season
from tests.rules import rule_on
from tests.tables import tables

#: Source tables of an archive, and the tables derived from them.
KEPT: Final = ("log", "growth", "about", "rulesets")
MADE: Final = ("decisions", "hands", "melds", "findings", "claims")


#: Statements by effect, with the expected message where one is listed.
EDITS: Final = tables(Path(__file__).with_name("edits.md"))
IN_KEPT: Final = [sql for (sql,) in EDITS["Rows put in or swapped in what an archive is made from"]]
IN_MADE: Final = [sql for (sql,) in EDITS["Rows put in or swapped in what is made of it"]]


def run_sql(path: Path, sql: str) -> None:
    """Change an archive directly with SQL."""
    with closing(sqlite3.connect(path)) as conn:
        conn.executescript(sql)


def list_complaints(path: Path, *against: str) -> list[str]:
    try:
        with open_archive(str(path)) as archive:
            return list(complaints(archive, [parse(line) for line in against]))
    except Unusable as problem:
        return [problem.what]


def make_full_archive(folder: Path) -> Path:
    """Return an archive with melds, findings, claims, two rulesets, an amendment, a decision, and batches."""
    melded = next(
        record_data(record)
        for record in simulate_hands(3, 200)
        if sum(1 for meld in record.melds or () if meld.cards) > 1
    )
    other = copy_with(RENEGE, id="elsewhere", ruleset="wp", teams={"NS": "Otters"}, remarks=["the ten"])
    path = make_archive(folder, [GOOD, melded])
    with open_archive(str(path), write=True) as archive:
        add_records(archive, [CLAIMED, other])
        amend(archive, rule_on(copy_with(GOOD, remarks=["the seven was an ace"])), AT, "Mae", "misread")
        decided = season(penalties=[{**DECIDED, "number": 1, "team": "owls", "points": 50}])
        with archive.writing():
            keep(archive, decided, list_entries(decided), AT)
    with closing(sqlite3.connect(path)) as conn:
        # Use the smallest pages, so that little of the file is unused.
        conn.executescript("PRAGMA page_size = 512; VACUUM")
    assert list_complaints(path) == []
    return path


def list_edits(path: Path, tables: Sequence[str]) -> Iterator[str]:
    """Yield statements that change each value of some tables, and that delete each row."""
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
    """Change an archive with its triggers disabled; return True if that changed anything."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        # Do not wait for the disk.
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


TABLES: Final = ("log", "growth", "about", "rulesets", "decisions", "hands", "melds", "findings", "claims")
#: Values of every type, hardly any of them valid in a column.
VALUES: Final = (
    "NULL", "x'ff00fe'", "zeroblob(40)", "''", "'x'", "char(27) || '[31m'", "'{\"a\":[1'", "cast(x'c328' AS TEXT)",
    "-1", "0", "9223372036854775807", "-9223372036854775808", "1.5", "1e300", "printf('%.*c', 70000, 'x')",
)  # fmt: skip
#: Constraints that keep such values out of the tables.
_GUARDS: Final = (("STRICT, ", ""), (" STRICT", ""), (" NOT NULL", ""))


def page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18])
    return 65536 if size == 1 else size


#: Length of the header of a page with rows or index entries, by its first byte.
_HEADS: Final = {2: 12, 5: 12, 10: 8, 13: 8}


def pages(data: bytes) -> Iterator[range]:
    size = page_size(data)
    yield from (range(start, start + size) for start in range(0, len(data), size))


def rows(data: bytes) -> Iterator[range]:
    for page in pages(data):
        start = page.start or 100
        if data[start] in _HEADS:
            first, count = start + _HEADS[data[start]], int.from_bytes(data[start + 3 : start + 5])
            pointers = (int.from_bytes(data[at : at + 2]) for at in range(first, first + 2 * count, 2))
            begins = sorted(page.start + pointer for pointer in pointers)
            yield from map(range, begins, [*begins[1:], page.stop])


def damage_bytes(data: bytes, random: Random) -> bytes:
    """Change a few bytes, mostly one: a bit of it, or all."""
    damaged = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 8))):
        place = random.randrange(len(damaged))
        damaged[place] = random.choice(
            (damaged[place] ^ 1 << random.randrange(8), random.randrange(256), 0, 255)
        )
    return bytes(damaged)


def damage_pages(data: bytes, random: Random) -> bytes:
    """Swap, copy, zero, overwrite or cut off pages."""
    size = page_size(data)
    pages = [data[start : start + size] for start in range(0, len(data), size)]
    one, other = random.randrange(1, len(pages)), random.randrange(1, len(pages))
    kind = random.randrange(6)
    if kind == 0:
        pages[one], pages[other] = pages[other], pages[one]
    elif kind == 1:
        pages[one] = pages[other]
    elif kind == 2:
        pages[one] = bytes(size)
    elif kind == 3:
        pages[one] = random.randbytes(size)
    elif kind == 4:
        pages[one] = pages[one][: size // 2] + pages[other][size // 2 :]
    else:
        return data[: random.randrange(len(data))]
    return b"".join(pages)


def damage_by_sql(data: bytes, statement: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spoiled.db"
        path.write_bytes(data)
        with closing(_connect_unguarded(path)) as conn:
            triggers = list(conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
            for name, _ in triggers:
                conn.execute(f"DROP TRIGGER {name}")
            before = list(
                conn.execute("SELECT sql, rowid FROM sqlite_master WHERE type = 'table' AND sql NOTNULL")
            )
            conn.execute("PRAGMA writable_schema = ON")
            for sql, row in before:
                lax = sql if "VIRTUAL" in sql else _without_guards(sql)
                conn.execute("UPDATE sqlite_master SET sql = ? WHERE rowid = ?", (lax, row))
        with closing(_connect_unguarded(path)) as conn:
            try:
                conn.executescript(statement)
            except sqlite3.Error:
                # Some rows cannot be damaged like this; leave the archive unchanged.
                return data
            conn.execute("PRAGMA writable_schema = ON")
            conn.executemany("UPDATE sqlite_master SET sql = ? WHERE rowid = ?", before)
            for _, sql in triggers:
                conn.execute(sql)
        return path.read_bytes()


def _connect_unguarded(path: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(path, isolation_level=None)
    conn.executescript(
        "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF"
    )
    return conn


def _without_guards(sql: str) -> str:
    for guard, nothing in _GUARDS:
        sql = sql.replace(guard, nothing)
    return sql


def list_damaging_statements(data: bytes) -> Iterator[str]:
    """Yield statements that delete and duplicate rows of every table, and set every column to odd values."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.db"
        path.write_bytes(data)
        with closing(sqlite3.connect(path)) as conn:
            columns = {
                table: [row[1] for row in conn.execute(f"PRAGMA table_info({table})")] for table in TABLES
            }
    for table, names in columns.items():
        first = f"{names[0]} = (SELECT min({names[0]}) FROM {table})"
        yield f"DELETE FROM {table}"
        yield f"DELETE FROM {table} WHERE {first}"
        others = ", ".join(names[1:])
        yield f"INSERT OR IGNORE INTO {table} SELECT {names[0]} + 1000, {others} FROM {table}"
        yield f"INSERT OR IGNORE INTO {table} SELECT * FROM {table}"
        for name in names:
            for value in VALUES:
                yield f"UPDATE OR IGNORE {table} SET {name} = {value}"
                yield f"UPDATE OR IGNORE {table} SET {name} = {value} WHERE {first}"
    for table in ("words_data", "words_idx", "words_config"):
        yield f"DELETE FROM {table}"
    for block in ("x''", "x'00'", "zeroblob(100)", "NULL", "'x'"):
        yield f"UPDATE words_data SET block = {block}"
        yield f"UPDATE words_config SET v = {block}"
    for value in ("0", "-1", "99", "'bm25(1'"):
        yield f"UPDATE words_config SET v = {value}"
