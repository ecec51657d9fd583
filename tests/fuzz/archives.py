"""Mutations of archives by byte, by page and by SQL, as a bad disk or an SQLite tool makes them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.fuzz import odd

_PAGE: Final = 4_096
#: Changes to the schema of an archive.
_SCHEMA: Final = Path(__file__).with_name("archive_changes.sql").read_text(encoding="utf-8").splitlines()[1:]


def mutate(random: Random, archive: bytes) -> bytes:
    """Return the archive with one or two changes."""
    for _ in range(random.choice((1, 1, 1, 2))):
        # A file cut short may be empty.
        archive = random.choice(_CHANGES)(random, archive) if archive else archive
    return archive


def _change_bytes(random: Random, archive: bytes) -> bytes:
    spoiled = bytearray(archive)
    for _ in range(random.choice((1, 1, 2, 8, 100))):
        at = random.randrange(100 if random.random() < 0.1 else len(archive))
        flipped = spoiled[at] ^ 1 << random.randrange(8)
        spoiled[at] = random.choice((0, 1, 2, 0xFF, random.randrange(256), flipped))
    return bytes(spoiled)


def _change_pages(random: Random, archive: bytes) -> bytes:
    """Replace, swap or empty pages, or cut the file at a page."""
    pages = [archive[start : start + _PAGE] for start in range(0, len(archive), _PAGE)]
    one, other = random.randrange(len(pages)), random.randrange(len(pages))
    draw = random.randrange(5)
    if draw == 0:
        pages[one] = pages[other]
    elif draw == 1:
        pages[one], pages[other] = pages[other], pages[one]
    elif draw == 2:
        pages[one] = bytes(_PAGE)
    elif draw == 3:
        del pages[one:]
    else:
        pages.insert(one, pages[other])
    return b"".join(pages)


def _draw_value(random: Random) -> Any:
    draw = random.random()
    if draw < 0.3:
        return odd.text(random).encode(errors="replace").decode()
    if draw < 0.6:
        return random.choice((0, 1, -1, 2, 5, 24, 255, 1 << 31, (1 << 63) - 1, -(1 << 63), 1.5, None))
    return random.choice(
        (b"", b"\x00" * 32, b"\xff" * 3, bytes(random.randrange(256) for _ in range(32)), b"x" * 9_999)
    )


def _change_row(conn: sqlite3.Connection, random: Random) -> None:
    """Delete rows, or change a value: a random one, one from another row, or a part of it."""
    found = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL")
    table, sql = random.choice([row for row in found if row[0] != "words"] or [("about", "")])
    column = random.choice([row[1] for row in conn.execute(f"PRAGMA table_info ({table})")] or ["x"])
    where = ""
    if "WITHOUT ROWID" not in sql and random.random() < 0.8:
        count = conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        where = f"WHERE rowid = (SELECT rowid FROM {table} LIMIT 1 OFFSET {random.randrange(count or 1)})"
    draw = random.randrange(6)
    if draw == 0:
        conn.execute(f"DELETE FROM {table} {where}")
        return
    parameters: tuple[Any, ...] = (
        (odd.text(random)[:99],) if draw == 3 else () if draw in (1, 2) else (_draw_value(random),)
    )
    value = {
        1: f"(SELECT {column} FROM {table} ORDER BY random())",
        2: f"substr({column}, {random.randint(0, 3)}, 9)",
        3: f"{column} || ?",
    }.get(draw, "?")
    conn.execute(f"UPDATE OR REPLACE {table} SET {column} = {value} {where}", parameters)


def _by_sql(edit: Callable[[sqlite3.Connection, Random], object]) -> Callable[[Random, bytes], bytes]:
    """Return a mutation that drops the triggers against changes, edits, and creates them again."""

    def apply_edit(random: Random, archive: bytes) -> bytes:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
            conn.create_function("folded", 1, lambda name: name)
            # A damaged archive cannot always be edited: then it stays as it is.
            with suppress(sqlite3.Error, UnicodeError, OverflowError, MemoryError):
                conn.deserialize(archive)
                conn.execute("PRAGMA writable_schema = ON")
                conn.execute("PRAGMA ignore_check_constraints = ON")
                listed = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
                triggers = listed.fetchall()
                for name, _ in triggers:
                    conn.execute(f"DROP TRIGGER {name}")
                with suppress(sqlite3.Error):
                    edit(conn, random)
                for _, sql in triggers:
                    with suppress(sqlite3.Error):
                        conn.execute(sql)
                return conn.serialize()
        return archive

    return apply_edit


_CHANGES: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    *[_change_bytes] * 4, *[_change_pages] * 2, *[_by_sql(_change_row)] * 6,
    *[_by_sql(lambda conn, random: conn.execute(random.choice(_SCHEMA)))] * 3,
    # In WAL mode.
    lambda _random, archive: archive[:18] + b"\x02\x02" + archive[20:],
)  # fmt: skip
