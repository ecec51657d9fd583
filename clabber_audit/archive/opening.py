"""Opening an archive: one SQLite file, never created by a mistyped name, never trusted because of its name.

A file may have been damaged, or made to do harm. Before a row is read it must say that it is an archive, have the
schema that this program gave it, and be whole; nothing that it defines is trusted with functions of the program.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlite_utils import Database

from clabber_audit.archive.checkpoint import Checkpoint, is_origin, text
from clabber_audit.archive.connection import connected, look_at, patiently, private
from clabber_audit.archive.damage import damaged, trouble
from clabber_audit.archive.entries import Packer, fresh_dictionary
from clabber_audit.archive.laws import genuine_in, ruleset_in
from clabber_audit.archive.layout import VERSION, check_layout, lay_out, migrate, version
from clabber_audit.archive.merkle import EMPTY
from clabber_audit.archive.permissions import warn
from clabber_audit.ground.errors import Unusable, UsageError, shown
from clabber_audit.rulesets.ruleset import Ruleset


class Archive:
    """An open archive. Close it, or use it as a context.

    One that is read stays as it was when it was opened, whatever others write to it meanwhile.
    """

    def __init__(self, path: str, db: Database, *, changed: bool = False, damage: str = "") -> None:
        self.path, self.db = path, db
        #: What is wrong with its pages, where that was let through.
        self.damage = damage
        #: Whether rulesets that it keeps may be called as shipped ones and read otherwise.
        self.changed = changed
        with trouble(path):
            about = next(db.table("about").rows, None)
            if about is None or not is_origin(about["origin"]):
                raise damaged(path, "it does not say its name")
            self.origin = about["origin"]
            self.packer = Packer(about["dictionary"])
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
        """The rows of a query, one by one; UsageError for a value that is no text."""
        with trouble(self.path):
            try:
                cursor = self.db.conn.execute(sql, values)
            except UnicodeEncodeError:
                raise _no_text() from None
            # Not `yield from`, which would close the cursor of an archive that may be closed by then.
            for row in cursor:  # noqa: UP028
                yield row

    def found(
        self, table: str, where: str, values: Sequence[Any], select: str, order: str, most: int
    ) -> Iterator[dict[str, Any]]:
        """The rows of a table that a condition finds, each by the names of its columns; `most` below 0 is all."""
        with trouble(self.path):
            try:
                yield from self.db.table(table).rows_where(where, values, order, select, most)
            except UnicodeEncodeError:
                raise _no_text() from None

    def value(self, sql: str, *values: Any) -> Any:
        """The first column of the first row of a query; None without rows."""
        row = next(self.rows(sql, *values), None)
        return None if row is None else row[0]

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that nobody else can write beside: all of the block is kept, or nothing."""
        conn = self.db.conn
        with trouble(self.path):
            patiently(conn, self.path, "BEGIN IMMEDIATE")
            try:
                # Another program may have put something into the file since it was opened.
                check_layout(self.path, conn)
                yield conn
                patiently(conn, self.path, "COMMIT")
            except BaseException:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
                raise

    def copied(self) -> Archive:
        """A copy that only this program sees, on the disk as far as it is large, and may do with what it likes.

        Nobody has to wait until the copy has been looked through. Close both.
        """
        conn = private()
        with trouble(self.path):
            self.db.conn.backup(conn)
        return Archive(self.path, Database(conn, execute_plugins=False), changed=self.changed)


def create(path: str, origin: str | None = None) -> Archive:
    """A new archive in a file that does not exist yet; `origin` is its name on paper, by default the file's.

    UsageError for a name that paper does not hold, Unusable when the file exists or cannot be made.
    """
    name = Path(path).name.partition(".")[0].lower() if origin is None else origin
    if not is_origin(name):
        why = "the name of an archive has 1 to 32 of the letters a to z, digits and hyphens"
        raise UsageError(
            f"“{shown(name, 40)}” is not a valid name for an archive", why, "choose one with --origin NAME"
        )
    new_file(path)
    try:
        with trouble(path):
            db = Database(connected(path, write=True), execute_plugins=False)
            try:
                _begin(db, name)
            except BaseException:
                db.close()
                raise
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
    return Archive(path, db)


def _begin(db: Database, name: str) -> None:
    """Lay out an archive without entries, of that name on paper."""
    with db.atomic():
        lay_out(db)
        dictionary = fresh_dictionary()
        about = {"origin": name, "dictionary": dictionary, "dictionary_sha256": sha256(dictionary).digest()}
        db.table("about").insert(about)
        line = text(Checkpoint(name, 0, EMPTY))
        db.table("growth").insert({"step": 0, "size": 0, "root": EMPTY, "peaks": b"", "checkpoint": line})


def new_file(path: str) -> None:
    """Make an empty file; Unusable when there is one of that name, or a link, or when it cannot be made."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError:
        raise Unusable(f"{path} already exists", "an archive is never overwritten", "give another name") from None
    except OSError as problem:
        raise Unusable(f"cannot make {path}", problem.strerror or str(problem), "check the folder") from None


def open_archive(path: str, *, write: bool = False, changed: bool = False, broken: bool = False) -> Archive:
    """The archive in a file, to read or to write. Unusable for anything that is not a whole archive of ours.

    So is one that keeps a ruleset which is not `genuine`, unless `changed` ones are let through; and one with damaged
    pages, unless it may be `broken`.
    """
    look_at(path)
    warn(path)
    with trouble(path):
        # What a killed program left half written is undone when a file is opened, which takes the right to write.
        able = os.access(path, os.W_OK) and os.access(Path(path).absolute().parent, os.W_OK)
        conn = connected(path, write=write or able)
        try:
            if not write:
                conn.execute("PRAGMA query_only = ON")
            # Everything is read as it is now, so that no half of it is from before what another program writes.
            conn.execute("BEGIN")
            patiently(conn, path, "SELECT count(*) FROM sqlite_master")
            check_layout(path, conn)
            archive = Archive(path, Database(conn, execute_plugins=False), changed=changed, damage=_damage(conn))
            if archive.damage and not broken:
                raise damaged(path, archive.damage)
            _look_at_rulesets(archive)
            if write:
                conn.execute("COMMIT")
            return archive if archive.damage or version(conn) == VERSION else _brought_up(archive, write)
        except BaseException:
            conn.close()
            raise


def _damage(conn: sqlite3.Connection) -> str:
    """What is wrong with the pages of a file, or with the values in them."""
    found = next((str(line) for (line,) in conn.execute("PRAGMA quick_check(1)") if line != "ok"), "")
    # Above it may stand which database that is.
    return found.rpartition("\n")[2]


def _brought_up(archive: Archive, write: bool) -> Archive:
    """An archive of an older version as this program reads it: the file itself only when something is written to it.

    The log stays, and so does every checkpoint.
    """
    if write:
        with archive.writing() as conn:
            migrate(conn)
        return archive
    with archive:
        copy = archive.copied()
    with trouble(archive.path):
        migrate(copy.db.conn)
        copy.db.conn.execute("PRAGMA query_only = ON")
    return copy


def _look_at_rulesets(archive: Archive) -> None:
    """Unusable for an archive that keeps a ruleset which is not `genuine`; what is damaged is told where it is used."""
    for (kept,) in archive.rows("SELECT law FROM rulesets"):
        try:
            ruleset_in(kept)
        except (Unusable, ValueError, RecursionError):
            continue
        genuine_in(kept, archive.path, archive.changed)


def _no_text() -> UsageError:
    return UsageError("the search words are not text", "it is not UTF-8", "type it again")
