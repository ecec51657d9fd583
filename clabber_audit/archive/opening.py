"""Opening an archive: one SQLite file, never created by a mistyped name, never trusted because of its name.

A file may have been damaged, or made to do harm. Before a row is read it must say that it is an archive, have the
schema that this program gave it, and be whole; nothing that it defines is trusted with functions of the program.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote

from sqlite_utils import Database

from clabber_audit.archive import MAGIC
from clabber_audit.archive.checkpoint import Checkpoint, is_origin, text
from clabber_audit.archive.entries import Packer, fresh_dictionary
from clabber_audit.archive.merkle import EMPTY
from clabber_audit.archive.trust import warn
from clabber_audit.errors import Unusable, UsageError, shown
from clabber_audit.ruleset import Ruleset, from_data, genuine
from clabber_audit.season.names import folded

#: "Clab" as the four bytes by which SQLite files tell what they are.
APPLICATION_ID: Final = 0x436C6162
_MIGRATIONS: Final = ("001.sql",)
VERSION: Final = len(_MIGRATIONS)
#: How long to wait for another process, in milliseconds.
_PATIENCE: Final = 5_000
#: How much of a file to hold in memory, in KiB: the indexes of a hundred thousand hands.
_CACHE: Final = 32_000


class Archive:
    """An open archive. Close it, or use it as a context."""

    def __init__(self, path: str, db: Database, *, changed: bool = False) -> None:
        self.path, self.db = path, db
        #: Whether rulesets that it keeps may be called as shipped ones and read otherwise.
        self.changed = changed
        with trouble(path):
            about = db.execute("SELECT origin, dictionary FROM about").fetchone()
        if about is None or not is_origin(about[0]):
            raise Unusable(f"{path} is damaged", "it does not say what it is called", "restore it from a backup")
        self.origin, dictionary = about
        self.packer = Packer(dictionary)
        self._digests: dict[int, tuple[Ruleset, str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def digest(self, ruleset: Ruleset) -> str:
        """The hash of a ruleset, worked out once for each."""
        if id(ruleset) not in self._digests:
            self._digests[id(ruleset)] = (ruleset, ruleset.digest())
        return self._digests[id(ruleset)][1]

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    def rows(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, one by one."""
        with trouble(self.path):
            # Not `yield from`, which would close the cursor of an archive that may be closed by then.
            for row in self.db.conn.execute(sql, values):  # noqa: UP028
                yield row

    def value(self, sql: str, *values: Any) -> Any:
        """The first column of the first row of a query; None without rows."""
        row = next(self.rows(sql, *values), None)
        return None if row is None else row[0]

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that nobody else can write beside: all of the block is kept, or nothing."""
        conn = self.db.conn
        with trouble(self.path):
            conn.execute("BEGIN IMMEDIATE")
            try:
                yield conn
                conn.execute("COMMIT")
            except BaseException:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
                raise


def create(path: str, origin: str | None = None) -> Archive:
    """A new archive in a file that does not exist yet; `origin` is its name on paper, by default the file's.

    UsageError for a name that paper does not hold, Unusable when the file exists or cannot be made.
    """
    name = Path(path).name.partition(".")[0].lower() if origin is None else origin
    if not is_origin(name):
        why = "an archive is called by 1 to 32 of the letters a to z, digits and hyphens"
        raise UsageError(f"“{shown(name, 40)}” is no name for an archive", why, "give one with --origin NAME")
    new_file(path)
    try:
        with trouble(path):
            db = _connected(path, "rw")
            with db.atomic():
                for migration in _MIGRATIONS:
                    db.executescript(_script(migration))
                db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {VERSION}")
                dictionary = fresh_dictionary()
                db.execute("INSERT INTO about VALUES (?, ?, ?)", (name, dictionary, sha256(dictionary).digest()))
                line = text(Checkpoint(name, 0, EMPTY))
                db.execute("INSERT INTO growth VALUES (0, 0, ?, x'', ?)", (EMPTY, line))
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
    return Archive(path, db)


def new_file(path: str) -> None:
    """Make an empty file; Unusable when there is one of that name, or a link, or when it cannot be made."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError:
        raise Unusable(f"{path} exists already", "an archive is never written over", "give another name") from None
    except OSError as problem:
        raise Unusable(f"cannot make {path}", problem.strerror or str(problem), "check the folder") from None


def open_archive(path: str, *, write: bool = False, changed: bool = False) -> Archive:
    """The archive in a file, to read or to write. Unusable for anything that is not a whole archive of ours.

    So is one that keeps a ruleset which is not `genuine`, unless `changed` ones are let through.
    """
    _look_at(path)
    warn(path)
    with trouble(path, unknown=True):
        # What a killed program left half written is undone when a file is opened, which takes the right to write.
        able = os.access(path, os.W_OK) and os.access(Path(path).absolute().parent, os.W_OK)
        db = _connected(path, "rw" if write or able else "ro")
        try:
            if not write:
                db.execute("PRAGMA query_only = ON")
            _check(path, db)
            archive = Archive(path, db, changed=changed)
            _look_at_rulesets(archive)
            return archive
        except BaseException:
            db.close()
            raise


def _look_at(path: str) -> None:
    """What can be told before SQLite opens a file, and creates it if it is missing."""
    place, name = Path(path), shown(path, 200)
    try:
        if not place.exists():
            raise Unusable(f"there is no archive {name}", "", "check the name, or make one with archive init")
        if not path or not place.is_file():
            raise Unusable(f"cannot use “{name}”", "it is no regular file", "give an archive")
        with place.open("rb") as file:
            start = file.read(len(MAGIC))
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {name}", why, "check the name, and who may read it") from None
    if not start:
        raise Unusable(f"{path} is empty", "an archive never is", "restore it from a backup, or make one elsewhere")
    if start != MAGIC:
        raise Unusable(f"{path} is no archive", "it is no SQLite file", "give a file made by archive init")


def _connected(path: str, mode: str) -> Database:
    conn = sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode={mode}", uri=True, timeout=_PATIENCE / 1000)
    conn.create_function("folded", 1, lambda name: name and folded(name), deterministic=True)
    conn.execute("PRAGMA trusted_schema = OFF")
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA cell_size_check = ON")
    conn.execute("PRAGMA mmap_size = 0")
    conn.execute("PRAGMA synchronous = EXTRA")
    conn.execute(f"PRAGMA cache_size = -{_CACHE}")
    return Database(conn, execute_plugins=False)


def _check(path: str, db: Database) -> None:
    if db.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Unusable(f"{path} is no archive", "it is an SQLite file of something else", "give another file")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version < 1:
        raise Unusable(f"{path} is damaged", f"its tables say version {version}", "restore it from a backup")
    if version > VERSION:
        why = f"its tables have version {version}, this program knows {VERSION}"
        raise Unusable(f"{path} was written by a newer version", why, "install the newer version")
    if _schema(db) != _expected_schema():
        why = "a table, index, view or trigger is missing, changed or too many"
        raise Unusable(f"{path} is not laid out as an archive", why, "restore it from a backup")
    damage = [row[0] for row in db.execute("PRAGMA quick_check(1)")]
    if damage != ["ok"]:
        raise Unusable(f"{path} is damaged", shown(str(damage[0]), 200), "restore it from a backup")


def _look_at_rulesets(archive: Archive) -> None:
    """Unusable for an archive that keeps a ruleset which is not `genuine`; what is damaged is told where it is used."""
    for (kept,) in archive.rows("SELECT law FROM rulesets"):
        try:
            ruleset = from_data(json.loads(kept))
        except (Unusable, ValueError, RecursionError):
            continue
        genuine(ruleset, archive.path, changed=archive.changed)


def _schema(db: Database) -> list[tuple[str, str, str, str | None]]:
    # What SQLite itself notes about indexes, when somebody asks it to, is no part of an archive and does no harm.
    query = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"
    return list(db.execute(query))


@lru_cache(maxsize=1)
def _expected_schema() -> list[tuple[str, str, str, str | None]]:
    fresh = Database(memory=True, execute_plugins=False)
    for migration in _MIGRATIONS:
        fresh.executescript(_script(migration))
    return _schema(fresh)


def _script(name: str) -> str:
    return (files("clabber_audit.archive") / "migrations" / name).read_text(encoding="utf-8")


@contextmanager
def trouble(path: str, *, unknown: bool = False) -> Iterator[None]:
    """Turns what SQLite complains about into a message: Unusable, with what to do.

    Of an `unknown` file any complaint may come; of one that was opened and looked through, others are our mistake.
    """
    try:
        yield
    except UnicodeDecodeError:
        raise Unusable(f"{path} is damaged", "a text in it is no text", "restore it from a backup") from None
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        for codes, what, help in _TROUBLE:
            if code in codes:
                raise Unusable(f"{path} {what}", shown(str(problem), 200), help) from None
        if unknown or "decode" in str(problem):
            raise Unusable(f"{path} is damaged", shown(str(problem), 200), "restore it from a backup") from None
        raise


_TROUBLE: Final = (
    ({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}, "is in use by another program", "try again when it is done"),
    ({sqlite3.SQLITE_FULL}, "cannot grow: the disk is full", "make room; what was acknowledged before is kept"),
    ({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}, "cannot be written", "check who may write it and its folder"),
    ({sqlite3.SQLITE_CANTOPEN}, "cannot be opened", "check the name, and who may read it"),
    ({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}, "is damaged", "restore it from a backup"),
    ({sqlite3.SQLITE_IOERR}, "cannot be read or written", "check the disk"),
)
