"""Archive file: schema, opening, entries, checkpoints and damage."""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache, lru_cache, wraps
from hashlib import sha256
from importlib.resources import files
from inspect import isgeneratorfunction
from pathlib import Path
from sqlite3 import Connection, complete_statement
from stat import S_IWOTH
from typing import Any, Final, NamedTuple, Self, TypeVar, cast
from urllib.parse import quote

from sqlite_utils import Database

from clabber_audit.archive import MAGIC
from clabber_audit.archive.merkle import EMPTY, Checkpoint, is_origin, text
from clabber_audit.core.errors import ClabberError, Unusable, UsageError, printable
from clabber_audit.games.parse import parse_hand
from clabber_audit.records.base import STORED
from clabber_audit.records.dates import edtf, first_day, last_day
from clabber_audit.records.formats import canonical, fold_name, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import Ruleset, check_genuine, from_data

#: How long another program is waited for, in milliseconds: in silence, then after a warning.
SILENT: Final = 2_000
PATIENT: Final = 28_000
#: SQLite page cache, in KiB: the indexes of a hundred thousand hands.
_CACHE: Final = 32_000
#: The largest value of any row, in bytes; an entry of the log is smaller.
_LARGEST_VALUE: Final = 16 << 20
_HEADER: Final = 100
#: File format versions of a database with a rollback journal, at bytes 18 and 19.
_ROLLBACK: Final = b"\x01\x01"
#: Cached rulesets.
_RULESETS: Final = 64
HELP: Final = "archive rebuild repairs it if the log is intact; otherwise restore it from a backup"

Row = tuple[Any, ...]
Reader = TypeVar("Reader", bound=Callable[..., Any])


def damage_error(path: str, why: str) -> Unusable:
    return Unusable(f"{path} is damaged", printable(why, 200), HELP)


_IN_USE: Final = ("is in use by another program", "try again when it is done")
_UNWRITABLE: Final = ("cannot be written", "check the permissions of the file and its folder")
#: Errors of SQLite that are no damage, with what they mean and what to do.
_SQLITE_ERRORS: Final = {
    sqlite3.SQLITE_BUSY: _IN_USE,
    sqlite3.SQLITE_LOCKED: _IN_USE,
    sqlite3.SQLITE_FULL: ("cannot grow: the disk is full", "free some space; what was saved before is safe"),
    sqlite3.SQLITE_READONLY: _UNWRITABLE,
    sqlite3.SQLITE_PERM: _UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", "check the name and the permissions"),
    sqlite3.SQLITE_IOERR: ("cannot be read or written", "check the disk"),
}


@contextmanager
def archive_errors(path: str) -> Iterator[None]:
    """Turn every failure to read or write an archive, or to use what was read from it, into Unusable.

    Keep other work out of the block: its failures would be reported as damage of the archive.
    """
    try:
        yield
    except (ClabberError, OSError, sqlite3.ProgrammingError):
        # Reported already, or a mistake of this program: a closed connection, a value too few.
        raise
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        if code not in _SQLITE_ERRORS:
            raise damage_error(path, str(problem)) from None
        what, help = _SQLITE_ERRORS[code]
        raise Unusable(f"{path} {what}", printable(str(problem), 200), help) from None
    except Exception as problem:
        raise damage_error(
            path, f"it contains impossible data: {type(problem).__name__}: {problem}"
        ) from problem


def reports_errors(reader: Reader) -> Reader:
    """Wrap a function or generator whose first argument is an archive in `archive_errors`."""

    @wraps(reader)
    def call(archive: Any, *args: Any, **options: Any) -> Any:
        with archive_errors(archive.path):
            return reader(archive, *args, **options)

    @wraps(reader)
    def generate(archive: Any, *args: Any, **options: Any) -> Iterator[Any]:
        with archive_errors(archive.path):
            yield from reader(archive, *args, **options)

    return cast(Reader, generate if isgeneratorfunction(reader) else call)


def _check_file(path: str) -> None:
    """Raise Unusable for a file that SQLite should not open: missing files it would create."""
    place, name = Path(path), printable(path, 200)
    try:
        if not place.exists():
            raise Unusable(f"there is no archive {name}", "", "check the name, or make one with archive init")
        if not path or not place.is_file():
            raise Unusable(f"cannot use “{name}”", "it is not a regular file", "name an archive")
        with place.open("rb") as file:
            header = file.read(_HEADER)
        has_wal = Path(f"{path}-wal").exists()
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {name}", why, "check the name and the permissions") from None
    if not header:
        raise Unusable(
            f"{path} is empty", "an archive never is", "restore it from a backup, or make one elsewhere"
        )
    if not header.startswith(MAGIC):
        raise Unusable(
            f"{path} is not an archive", "it is not an SQLite file", "name a file made by archive init"
        )
    if has_wal or header[18:20] != _ROLLBACK:
        why = "it uses a write-ahead log, so part of it is in other files"
        raise Unusable(
            f"{path} is not stored as an archive should be", why, "set its journal_mode back to DELETE"
        )


def connect_to(path: str, *, write: bool) -> Connection:
    """Connect to an existing file."""
    conn = _connect(f"file:{quote(os.fsencode(path))}?mode={'rw' if write else 'ro'}")
    try:
        run_patiently(conn, path, "PRAGMA schema_version")
        conn.execute("PRAGMA mmap_size = 0")
        conn.execute("PRAGMA synchronous = EXTRA")
        conn.execute(f"PRAGMA cache_size = -{_CACHE}")
    except BaseException:
        conn.close()
        raise
    return conn


def connect_temporary() -> Connection:
    """Connect to a new private database, which spills to disk."""
    conn = _connect("")
    conn.execute(f"PRAGMA cache_size = -{_CACHE}")
    return conn


def _connect(address: str) -> Connection:
    conn = sqlite3.connect(address, uri=True, isolation_level=None)
    conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_VALUE)
    conn.execute("PRAGMA trusted_schema = OFF")
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA cell_size_check = ON")
    conn.create_function("edtf", 1, edtf, deterministic=True)
    conn.create_function("first_day", 1, first_day, deterministic=True)
    conn.create_function("last_day", 1, last_day, deterministic=True)
    conn.create_function("folded", 1, lambda name: name and fold_name(name), deterministic=True)
    return conn


def run_patiently(conn: Connection, path: str, statement: str) -> None:
    """Run a statement that may wait for other programs; a long wait is logged."""
    conn.execute(f"PRAGMA busy_timeout = {SILENT}")
    try:
        conn.execute(statement).fetchall()
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        waiting = f"{printable(path, 200)} is in use by another program; waiting for it, {PATIENT // 1000} seconds at most"
        logging.getLogger(__name__).warning(waiting)
        conn.execute(f"PRAGMA busy_timeout = {PATIENT}")
        conn.execute(statement).fetchall()
    conn.execute(f"PRAGMA busy_timeout = {PATIENT}")


#: "Clab" as the four bytes by which SQLite files tell what they are.
APPLICATION_ID: Final = 0x436C6162
#: Migrations, one a version; none touches the log, its growth or the rulesets.
_MIGRATIONS: Final = ("001.sql", "002.sql", "003.sql", "004.sql")
VERSION: Final = len(_MIGRATIONS)

#: A table, index, view or trigger: its type, name, table and SQL.
SchemaItem = tuple[str, str, str, str | None]

#: Statistics that ANALYZE adds to a file: harmless, and no part of an archive.
_STATISTICS: Final[set[SchemaItem]] = {
    ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    ("table", "sqlite_stat4", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
}


def create_schema(conn: Connection) -> None:
    """Create the tables of an archive in an empty file."""
    conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    migrate(conn)


def migrate(conn: Connection, wanted: int = VERSION) -> None:
    """Bring the tables of an archive to a version, by default the current one."""
    for name in _MIGRATIONS[version(conn) : wanted]:
        statement = ""
        for line in (
            (files("clabber_audit.archive") / "migrations" / name).read_text(encoding="utf-8").splitlines()
        ):
            statement += f"{line}\n"
            if complete_statement(statement):
                conn.execute(statement)
                statement = ""
    conn.execute(f"PRAGMA user_version = {wanted}")


def version(conn: Connection) -> int:
    """Return the schema version of a file, 0 if it is empty."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def check_layout(path: str, conn: Connection) -> None:
    """Raise Unusable unless a file is an archive of a known version and defines nothing else."""
    if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Unusable(
            f"{path} is not an archive", "it is an SQLite file of another program", "name another file"
        )
    current = version(conn)
    if current < 1:
        raise Unusable(f"{path} is damaged", f"its tables say version {current}", "restore it from a backup")
    if current > VERSION:
        why = f"its tables have version {current}; this program reads up to {VERSION}"
        raise Unusable(f"{path} was written by a newer version", why, "update clabber-audit")
    if _schema(conn) != _build_schema(current):
        why = "a table, index, view or trigger is missing, changed or extra"
        raise Unusable(f"{path} does not have the layout of an archive", why, "restore it from a backup")


def _schema(conn: Connection) -> list[SchemaItem]:
    items = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    return [item for item in items if item not in _STATISTICS]


@cache
def _build_schema(version: int) -> list[SchemaItem]:
    with closing(sqlite3.connect(":memory:")) as fresh:
        migrate(fresh, version)
        return _schema(fresh)


@lru_cache(maxsize=256)
def _warn_once(warning: str) -> None:
    logging.getLogger(__name__).warning(warning)


def doubts(path: str) -> Iterator[str]:
    """Yield the reasons why others than the owner may change an archive, each with the advice."""
    place = Path(path).absolute()
    real = place.resolve()
    if place.is_symlink():
        yield f"is a link to {printable(real, 200)}: whoever changes the link changes the archive; use that file instead"
    if os.name != "posix":
        return
    if any(folder.stat().st_mode & S_IWOTH for folder in {place.parent, real.parent}):
        yield "is in a folder that anyone may write to, so anyone may replace it; keep it where only you may write"
    if real.stat().st_uid != os.geteuid():
        yield "belongs to someone else, who may change it; verify it against a checkpoint on paper"


@lru_cache(_RULESETS)
def parse_ruleset(text: str) -> Ruleset:
    """Parse a ruleset of an archive, genuine or not; ValueError if it is none."""
    try:
        return from_data(json.loads(text))
    except (Unusable, ValueError, RecursionError) as problem:
        raise ValueError(f"a ruleset in it cannot be read: {problem}") from None


@lru_cache(_RULESETS)
def genuine_law(text: str, path: str, changed: bool) -> BoundRuleset:
    """Return a ruleset of an archive, bound; ValueError if it is none, Unusable if it is not genuine."""
    return law(check_genuine(parse_ruleset(text), path, changed=changed))


#: Hexadecimal digits of a ruleset's hash in an entry.
LAW_DIGITS: Final = 32
#: Raw deflate: no header or checksum, since the log has its hashes. The window is as large as the dictionary.
_WINDOW: Final = -14
_LEVEL: Final = 6
_DICTIONARY_SIZE: Final = 1 << -_WINDOW
_SAMPLES: Final = 24
#: Larger than any entry: a record of 1 MiB, its reason, and the overhead of canonical text.
_LARGEST_ENTRY: Final = 8 << 20


class LogEntry(NamedTuple):
    """Log entry of a record."""

    #: When it was added, in UTC: `2026-11-21T20:15:00Z`.
    at: str
    record: dict[str, Any]
    #: The ruleset of the ruling: the first half of the hexadecimal SHA-256 of its canonical JSON.
    law: str
    #: The entry that this one replaces; None for a new record.
    amends: int | None = None
    by: str | None = None
    why: str | None = None


class DecisionEntry(NamedTuple):
    """Log entry of a decision."""

    #: When it was added, in UTC; the day of the decision is in the decision.
    at: str
    #: Title, league and season of the season file, as far as it has them.
    season: dict[str, str]
    #: The list of the season file that holds it, and its data there.
    kind: str
    decision: dict[str, Any]


class EncodedEntry(NamedTuple):
    """Canonical bytes of an entry, and the canonical text of its record or decision."""

    data: bytes
    content: str


def encode_entry(entry: LogEntry | DecisionEntry) -> EncodedEntry:
    """Encode an entry."""
    members = {name: canonical(value) for name, value in entry._asdict().items() if value is not None}
    text = ",".join(f'"{name}":{members[name]}' for name in sorted(members))
    content = members["record" if isinstance(entry, LogEntry) else "decision"]
    return EncodedEntry(f"{{{text}}}".encode(), content)


def entry_of(data: bytes) -> LogEntry | DecisionEntry:
    """Decode an entry; ValueError, KeyError or TypeError if the bytes are none."""
    fields = json.loads(data)
    return DecisionEntry(**fields) if "decision" in fields else LogEntry(**fields)


def build_dictionary() -> bytes:
    """Return a compression dictionary of sample records, which halves the size of a packed record."""
    from clabber_audit.simulate.seasons import simulate_hands

    samples = [
        encode_entry(LogEntry("2026-01-01T00:00:00Z", record_data(record), "")).data
        for record in simulate_hands(1, _SAMPLES)
    ]
    return b"".join(samples)[-_DICTIONARY_SIZE:]


class Packer:
    """Compressor that uses the dictionary of an archive."""

    def __init__(self, dictionary: bytes) -> None:
        self._dictionary = dictionary
        self._deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, zdict=dictionary)

    def pack(self, data: bytes) -> bytes:
        """Deflate an entry."""
        deflate = self._deflate.copy()
        return deflate.compress(data) + deflate.flush()

    def unpack(self, packed: bytes, *, tight: bool = False) -> bytes:
        """Inflate an entry; zlib.error or ValueError if the bytes are damaged.

        With `tight` the padding bits of the last byte must be 0, as they were written: they mean nothing, and so would
        hide an edit.
        """
        inflate = zlib.decompressobj(_WINDOW, zdict=self._dictionary)
        data = inflate.decompress(packed[:-1], _LARGEST_ENTRY)
        is_whole = not (inflate.eof or inflate.unconsumed_tail)
        before_last = inflate.copy() if tight else None
        end = inflate.decompress(packed[-1:], _LARGEST_ENTRY) if is_whole else b""
        if not is_whole or not inflate.eof or inflate.unused_data or inflate.unconsumed_tail:
            raise ValueError("the packed bytes go on after their end, or stop before it")
        last = packed[-1]
        if before_last and last and _can_end_in(before_last, bytes([last ^ 1 << last.bit_length() - 1]), end):
            raise ValueError("there is something behind the end of the packed bytes")
        return data + end


def _can_end_in(inflate: Any, last: bytes, end: bytes) -> bool:
    """Return True if a stream may end in another last byte."""
    try:
        return bool(inflate.decompress(last) == end and inflate.eof)
    except zlib.error:
        return False


class Archive:
    """Open archive, a context manager. One opened to read is a snapshot, whatever others write meanwhile."""

    def __init__(self, path: str, conn: Connection, *, changed: bool = False, damage: str = "") -> None:
        self.path, self.conn = path, conn
        self.db = Database(conn, execute_plugins=False)
        #: Damage of its pages, if that was tolerated.
        self.damage = damage
        #: True if it may hold changed rulesets under the names of shipped ones.
        self.changed = changed
        with archive_errors(path):
            about = next(self.db.table("about").rows, None)
            if about is None or not is_origin(about["origin"]):
                raise damage_error(path, "it does not say its name")
            self.origin: str = about["origin"]
            self.packer = Packer(about["dictionary"])
        self._digests: dict[int, tuple[Ruleset, str]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.db.close()

    def digest(self, ruleset: Ruleset) -> str:
        """Return the hash of a ruleset, cached."""
        if id(ruleset) not in self._digests:
            self._digests[id(ruleset)] = (ruleset, ruleset.digest())
        return self._digests[id(ruleset)][1]

    def rows(self, sql: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query; UsageError for a value that is no text."""
        with archive_errors(self.path):
            try:
                cursor = self.conn.execute(sql, values)
            except UnicodeEncodeError:
                raise UsageError(
                    "the search words are not text", "it is not UTF-8", "type it again"
                ) from None
            # Not `yield from`, which would close the cursor of an archive that may be closed by then.
            for row in cursor:  # noqa: UP028
                yield row

    def value(self, sql: str, *values: Any) -> Any:
        """Return the first column of the first row of a query, None without rows."""
        row = next(self.rows(sql, *values), None)
        return None if row is None else row[0]

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Run the block as one exclusive transaction."""
        conn = self.conn
        with archive_errors(self.path):
            run_patiently(conn, self.path, "BEGIN IMMEDIATE")
            try:
                # Another program may have put something into the file since it was opened.
                check_layout(self.path, conn)
                yield conn
                run_patiently(conn, self.path, "COMMIT")
            except BaseException:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")
                raise

    def copy(self) -> Archive:
        """Return a private copy, so that nobody waits until it has been read. Close both."""
        conn = connect_temporary()
        with archive_errors(self.path):
            self.conn.backup(conn)
        return Archive(self.path, conn, changed=self.changed)


def create(path: str, origin: str | None = None) -> Archive:
    """Create an archive in a new file; `origin` is its name on paper, by default that of the file.

    UsageError for an invalid name, Unusable if the file exists or cannot be made.
    """
    name = Path(path).name.partition(".")[0].lower() if origin is None else origin
    if not is_origin(name):
        why = "the name of an archive has 1 to 32 of the letters a to z, digits and hyphens"
        raise UsageError(
            f"“{printable(name, 40)}” is not a valid name for an archive",
            why,
            "choose one with --origin NAME",
        )
    create_file(path)
    try:
        with archive_errors(path):
            db = Database(connect_to(path, write=True), execute_plugins=False)
            try:
                with db.atomic():
                    create_schema(db.conn)
                    dictionary = build_dictionary()
                    hashes = {"dictionary": dictionary, "dictionary_sha256": sha256(dictionary).digest()}
                    db.table("about").insert({"origin": name, **hashes})
                    line = text(Checkpoint(name, 0, EMPTY))
                    db.table("growth").insert(
                        {"step": 0, "size": 0, "root": EMPTY, "peaks": b"", "checkpoint": line}
                    )
                return Archive(path, db.conn)
            except BaseException:
                db.close()
                raise
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise


def create_file(path: str) -> None:
    """Create an empty file; Unusable if the name is taken, by a link too, or the file cannot be made."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError:
        raise Unusable(
            f"{path} already exists", "an archive is never overwritten", "give another name"
        ) from None
    except OSError as problem:
        raise Unusable(f"cannot make {path}", problem.strerror or str(problem), "check the folder") from None


def open_archive(path: str, *, write: bool = False, changed: bool = False, broken: bool = False) -> Archive:
    """Open an archive, to read or to write; Unusable for anything but a whole archive.

    One with a ruleset that is not genuine is refused unless `changed`, one with damaged pages unless `broken`.
    """
    _check_file(path)
    # Why others than the owner may change it; a file that cannot be examined is reported when it is opened.
    with suppress(OSError):
        for doubt in doubts(path):
            _warn_once(f"warning: {printable(path, 200)} {doubt}")
    with archive_errors(path):
        # Opening a file rolls back what a killed program left half written, which takes permission to write.
        able = os.access(path, os.W_OK) and os.access(Path(path).absolute().parent, os.W_OK)
        conn = connect_to(path, write=write or able)
        try:
            if not write:
                conn.execute("PRAGMA query_only = ON")
            # One snapshot, so that no half of it is from before what another program writes.
            conn.execute("BEGIN")
            run_patiently(conn, path, "SELECT count(*) FROM sqlite_master")
            check_layout(path, conn)
            # Read whole: an unfinished query keeps the file locked.
            check = conn.execute("PRAGMA quick_check(1)").fetchall()
            damage = next((str(line) for (line,) in check if line != "ok"), "")
            # The line above it may name the database.
            archive = Archive(path, conn, changed=changed, damage=damage.rpartition("\n")[2])
            if archive.damage and not broken:
                raise damage_error(path, archive.damage)
            # A damaged ruleset is reported when it is used.
            for (ruleset,) in archive.rows("SELECT law FROM rulesets"):
                with suppress(ValueError):
                    genuine_law(ruleset, path, changed)
            if write:
                conn.execute("COMMIT")
            return archive if archive.damage or version(conn) == VERSION else _migrate_archive(archive, write)
        except BaseException:
            conn.close()
            raise


def _migrate_archive(archive: Archive, write: bool) -> Archive:
    """Bring an archive to the current version: in place to write, in a copy to read. Log and checkpoints stay."""
    if write:
        with archive.writing() as conn:
            migrate(conn)
        return archive
    with archive:
        copy = archive.copy()
    with archive_errors(archive.path):
        migrate(copy.conn)
        copy.conn.execute("PRAGMA query_only = ON")
    return copy


def unpack_entry(archive: Archive, seq: int, packed: bytes) -> LogEntry:
    """Decode the entry of a hand; Unusable if its bytes are damaged."""
    try:
        entry = entry_of(archive.packer.unpack(packed))
    except Exception as problem:
        raise _entry_damage_error(archive, seq, str(problem)) from None
    if not isinstance(entry, LogEntry):
        raise _entry_damage_error(archive, seq, "it is not a hand")
    return entry


#: Entry of a new hand, whose record need not be decoded. In canonical text printable ASCII is written as it is, except
#: two characters.
_NEW_HAND: Final = re.compile(
    rb'\{"at":"[ !#-\[\]-~]*","law":"[ !#-\[\]-~]*","record":(\{.*\})\}', re.DOTALL
).fullmatch


def record_in(archive: Archive, seq: int, packed: bytes) -> bytes:
    """Return the record of an entry as canonical JSON; Unusable if the bytes of the entry are damaged.

    The record of a new hand is returned as it was written, which is canonical unless it is damaged itself.
    """
    try:
        new = _NEW_HAND(archive.packer.unpack(packed))
        return new[1] if new else canonical(unpack_entry(archive, seq, packed).record).encode()
    except (ValueError, zlib.error) as problem:
        raise _entry_damage_error(archive, seq, str(problem)) from None


def hand_in(archive: Archive, seq: int, record: bytes) -> Hand:
    """Parse the record of an entry; Unusable if it could not have been added."""
    try:
        return parse_hand(record, STORED)
    except Exception as problem:
        raise _entry_damage_error(archive, seq, str(problem)) from None


def _entry_damage_error(archive: Archive, seq: int, why: str) -> Unusable:
    return Unusable(
        f"entry {seq} of {archive.path} cannot be read",
        printable(why, 80),
        "the log is damaged: restore the archive from a backup",
    )
