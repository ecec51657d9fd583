"""A connection to the file of an archive, which trusts nothing in it and waits for others as long as a person would."""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path
from typing import Final
from urllib.parse import quote

from clabber_audit.archive import MAGIC
from clabber_audit.ground.errors import Unusable, shown
from clabber_audit.record.dates import roughly
from clabber_audit.record.names import folded

#: How long another program is waited for, in milliseconds: in silence, then after a word about it.
SILENT: Final = 2_000
PATIENT: Final = 28_000
#: How much of a file to hold in memory, in KiB: the indexes of a hundred thousand hands.
_CACHE: Final = 32_000
#: The largest value of any row, in bytes; an entry of the log is smaller.
_LARGEST: Final = 16 << 20
#: What of a file tells how it is written, and the two bytes that tell of a rollback journal.
_HEADER: Final = 100
_ROLLBACK: Final = b"\x01\x01"


def look_at(path: str) -> None:
    """What can be told before SQLite opens a file, and creates it if it is missing."""
    place, name = Path(path), shown(path, 200)
    try:
        if not place.exists():
            raise Unusable(f"there is no archive {name}", "", "check the name, or make one with archive init")
        if not path or not place.is_file():
            raise Unusable(f"cannot use “{name}”", "it is not a regular file", "name an archive")
        with place.open("rb") as file:
            start = file.read(_HEADER)
        logged = Path(f"{path}-wal").exists()
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {name}", why, "check the name and the permissions") from None
    if not start:
        raise Unusable(f"{path} is empty", "an archive never is", "restore it from a backup, or make one elsewhere")
    if not start.startswith(MAGIC):
        raise Unusable(f"{path} is not an archive", "it is not an SQLite file", "name a file made by archive init")
    if logged or start[18:20] != _ROLLBACK:
        why = "it uses a write-ahead log, so part of it is in other files"
        raise Unusable(f"{path} is not stored as an archive should be", why, "set its journal_mode back to DELETE")


def connected(path: str, *, write: bool) -> sqlite3.Connection:
    """A connection to read, or to write, what is in a file that is there."""
    conn = _distrusting(f"file:{quote(os.fsencode(path))}?mode={'rw' if write else 'ro'}")
    try:
        patiently(conn, path, "PRAGMA schema_version")
        conn.execute("PRAGMA mmap_size = 0")
        conn.execute("PRAGMA synchronous = EXTRA")
        conn.execute(f"PRAGMA cache_size = -{_CACHE}")
    except BaseException:
        conn.close()
        raise
    return conn


def private() -> sqlite3.Connection:
    """A connection to an empty database that nobody else sees, on the disk as far as it is large."""
    conn = _distrusting("")
    conn.execute(f"PRAGMA cache_size = -{_CACHE}")
    return conn


def _distrusting(address: str) -> sqlite3.Connection:
    conn = sqlite3.connect(address, uri=True, isolation_level=None)
    conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
    conn.execute("PRAGMA trusted_schema = OFF")
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA cell_size_check = ON")
    conn.create_function("roughly", 1, roughly, deterministic=True)
    conn.create_function("folded", 1, lambda name: name and folded(name), deterministic=True)
    return conn


def patiently(conn: sqlite3.Connection, path: str, statement: str) -> None:
    """Run a statement that has to wait for other programs; the wait is told once it is long."""
    conn.execute(f"PRAGMA busy_timeout = {SILENT}")
    try:
        conn.execute(statement).fetchall()
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        waiting = f"{shown(path, 200)} is in use by another program; waiting for it, {PATIENT // 1000} seconds at most"
        logging.getLogger(__name__).warning(waiting)
        conn.execute(f"PRAGMA busy_timeout = {PATIENT}")
        conn.execute(statement).fetchall()
    conn.execute(f"PRAGMA busy_timeout = {PATIENT}")
