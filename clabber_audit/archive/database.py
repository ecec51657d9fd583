"""The archive file: schema, opening, entries and damage."""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, lru_cache, wraps
from hashlib import sha256
from importlib.resources import files
from inspect import isgeneratorfunction
from pathlib import Path
from sqlite3 import Connection, complete_statement, connect
from stat import S_IWOTH
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar, cast
from urllib.parse import quote

from sqlite_utils import Database

from clabber_audit.archive import MAGIC
from clabber_audit.archive.merkle import EMPTY
from clabber_audit.core.errors import ClabberError, Unusable, UsageError, shown
from clabber_audit.core.text import counted
from clabber_audit.games.parse import read
from clabber_audit.records.base import STORED
from clabber_audit.records.canonical import canonical, record_data
from clabber_audit.records.dates import roughly
from clabber_audit.records.formats import folded
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import Ruleset, from_data, genuine
from clabber_audit.simulate.seasons import simulated

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


HELP: Final = "archive rebuild repairs it if the log is intact; otherwise restore it from a backup"

Taking = TypeVar("Taking", bound=Callable[..., Any])


def damaged(path: str, why: str) -> Unusable:
    """The error for an archive that is not what it was."""
    return Unusable(f"{path} is damaged", shown(why, 200), HELP)


@contextmanager
def trouble(path: str) -> Iterator[None]:
    """Whatever goes wrong in the block with the archive in this file, or with what was read from it, is Unusable.

    Only reading and writing may stand in the block: of anything else it would say that the archive is damaged.
    """
    try:
        yield
    except (ClabberError, OSError, sqlite3.ProgrammingError):
        # What is told already, and what is our own mistake: a closed connection, a value too few.
        raise
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        for codes, what, help in _TROUBLE:
            if code in codes:
                raise Unusable(f"{path} {what}", shown(str(problem), 200), help) from None
        raise damaged(path, str(problem)) from None
    except Exception as problem:
        raise damaged(path, f"it contains impossible data: {type(problem).__name__}: {problem}") from problem


_TROUBLE: Final = (
    ({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}, "is in use by another program", "try again when it is done"),
    ({sqlite3.SQLITE_FULL}, "cannot grow: the disk is full", "free some space; what was saved before is safe"),
    (
        {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM},
        "cannot be written",
        "check the permissions of the file and its folder",
    ),
    ({sqlite3.SQLITE_CANTOPEN}, "cannot be opened", "check the name and the permissions"),
    ({sqlite3.SQLITE_IOERR}, "cannot be read or written", "check the disk"),
)


def told(taking: Taking) -> Taking:
    """A function whose first argument is an archive that it takes something from: all trouble in it is told."""

    @wraps(taking)
    def one(archive: Any, *args: Any, **options: Any) -> Any:
        with trouble(archive.path):
            return taking(archive, *args, **options)

    @wraps(taking)
    def many(archive: Any, *args: Any, **options: Any) -> Iterator[Any]:
        with trouble(archive.path):
            yield from taking(archive, *args, **options)

    return cast(Taking, many if isgeneratorfunction(taking) else one)


#: "Clab" as the four bytes by which SQLite files tell what they are.
APPLICATION_ID: Final = 0x436C6162
#: What makes each version of the tables of the one before; none touches the log, its growth or the rulesets.
_MIGRATIONS: Final = ("001.sql", "002.sql", "003.sql")
VERSION: Final = len(_MIGRATIONS)

#: A table, index, view or trigger: its kind, its name, the table it is for, its text.
Defined = tuple[str, str, str, str | None]

#: What SQLite itself notes about indexes, when somebody asks it to, is no part of an archive and does no harm.
_NOTED_BY_SQLITE: Final[set[Defined]] = {
    ("table", "sqlite_stat1", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"),
    ("table", "sqlite_stat4", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"),
}


def lay_out(db: Database) -> None:
    """Make the tables of an archive in an empty file."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    migrate(db.conn)


def migrate(conn: Connection, wanted: int = VERSION) -> None:
    """Bring the tables of an archive to a version, by default the one that this program writes."""
    for name in _MIGRATIONS[version(conn) : wanted]:
        statement = ""
        for line in (files("clabber_audit.archive") / "migrations" / name).read_text(encoding="utf-8").splitlines():
            statement += f"{line}\n"
            if complete_statement(statement):
                conn.execute(statement)
                statement = ""
    conn.execute(f"PRAGMA user_version = {wanted}")


def version(conn: Connection) -> int:
    """Which version of the tables a file has; 0 for an empty one."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def check_layout(path: str, conn: Connection) -> None:
    """Unusable for a file that is no archive, is a newer one, or defines anything that this program did not."""
    if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Unusable(f"{path} is not an archive", "it is an SQLite file of another program", "name another file")
    found = version(conn)
    if found < 1:
        raise Unusable(f"{path} is damaged", f"its tables say version {found}", "restore it from a backup")
    if found > VERSION:
        why = f"its tables have version {found}; this program reads up to {VERSION}"
        raise Unusable(f"{path} was written by a newer version", why, "update clabber-audit")
    if _defined(conn) != _expected(found):
        why = "a table, index, view or trigger is missing, changed or extra"
        raise Unusable(f"{path} does not have the layout of an archive", why, "restore it from a backup")


def _defined(conn: Connection) -> list[Defined]:
    found = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    return [defined for defined in found if defined not in _NOTED_BY_SQLITE]


@cache
def _expected(version: int) -> list[Defined]:
    with closing(connect(":memory:")) as fresh:
        migrate(fresh, version)
        return _defined(fresh)


def warn(path: str) -> None:
    """Warn, once for each file, of what lets others than the owner change or replace an archive.

    The warning is logged, which without other arrangements is a line on standard error. No permission is changed.
    """
    # What may not be looked at is told where it is opened.
    with suppress(OSError):
        for doubt in doubts(path):
            _tell(f"warning: {shown(path, 200)} {doubt}")


def doubts(path: str) -> Iterator[str]:
    """What there is to warn of, each followed by what to do. Permissions are looked at only where there are such."""
    place = Path(path).absolute()
    real = place.resolve()
    if place.is_symlink():
        yield f"is a link to {shown(real, 200)}: whoever changes the link changes the archive; use that file instead"
    if os.name != "posix":
        return
    if any(folder.stat().st_mode & S_IWOTH for folder in {place.parent, real.parent}):
        yield "is in a folder that anyone may write to, so anyone may replace it; keep it where only you may write"
    if real.stat().st_uid != os.geteuid():
        yield "belongs to someone else, who may change it; verify it against a checkpoint on paper"


@lru_cache(maxsize=256)
def _tell(warning: str) -> None:
    logging.getLogger(__name__).warning(warning)


#: How many are held.
_MOST: Final = 64


class Held(NamedTuple):
    """A ruleset, bound, with its canonical text and the hash of that."""

    law: BoundRuleset
    text: str
    digest: str


@lru_cache(_MOST)
def ruleset_in(text: str) -> Ruleset:
    """The ruleset in a text; Unusable, ValueError, TypeError, KeyError or RecursionError where there is none."""
    return from_data(json.loads(text))


@lru_cache(_MOST)
def genuine_in(text: str, path: str, changed: bool) -> Ruleset:
    """The same, if it may go by its name in the archive of that path: see `genuine`."""
    return genuine(ruleset_in(text), path, changed=changed)


@lru_cache(_MOST)
def held_in(text: str) -> Held:
    """The same, whatever it goes by, as archives are verified with."""
    ruleset = ruleset_in(text)
    kept = canonical(ruleset.as_data())
    return Held(law(ruleset), kept, sha256(kept.encode()).hexdigest())


#: How many hexadecimal digits of a ruleset's hash an entry gives.
LAW_DIGITS: Final = 32
#: Raw deflate: no header or checksum of its own, the log has its hashes. The window is as large as the dictionary.
_WINDOW: Final = -14
_LEVEL: Final = 6
_DICTIONARY_SIZE: Final = 1 << -_WINDOW
_SAMPLES: Final = 24


class Entry(NamedTuple):
    """What the log says of one record."""

    #: When it was added, in UTC: `2026-11-21T20:15:00Z`.
    at: str
    record: dict[str, Any]
    #: The ruleset that it was ruled by: the first half of the hexadecimal SHA-256 of its canonical JSON.
    law: str
    #: The entry that this one takes the place of; None for a record added.
    amends: int | None = None
    by: str | None = None
    why: str | None = None

    @property
    def kept(self) -> dict[str, Any]:
        """What it is that is kept."""
        return self.record

    def around(self, kept: str) -> bytes:
        """The canonical bytes, given the canonical text of what is kept."""
        return _around("record", kept, self)

    def bytes(self) -> bytes:
        """The canonical bytes."""
        return self.around(canonical(self.record))


class Decided(NamedTuple):
    """What the log says of one decision."""

    #: When it was added, in UTC. The day on which it was decided stands in it.
    at: str
    #: Title, league and season of the season file, as far as it says them.
    season: dict[str, str]
    #: The list of the season file that it stands in, and what it says there.
    kind: str
    decision: dict[str, Any]

    @property
    def kept(self) -> dict[str, Any]:
        """What it is that is kept."""
        return self.decision

    def around(self, kept: str) -> bytes:
        """The canonical bytes, given the canonical text of what is kept."""
        return _around("decision", kept, self)


def _around(key: str, kept: str, entry: Entry | Decided) -> bytes:
    """The canonical bytes of an entry, of which the longest part is canonical text already."""
    said = {name: value for name, value in entry._asdict().items() if value is not None}
    members = (f'"{name}":{kept if name == key else canonical(said[name])}' for name in sorted(said))
    return f"{{{','.join(members)}}}".encode()


def entry_of(data: bytes) -> Entry | Decided:
    """The entry that canonical bytes say; ValueError, KeyError or TypeError for bytes that are none."""
    said = json.loads(data)
    return Decided(**said) if "decision" in said else Entry(**said)


class Added(NamedTuple):
    """An entry that adds a hand, whose bytes are canonical if those of the record are."""

    at: str
    law: str
    record: bytes


def added_in(data: bytes) -> Added | None:
    """The bytes of an entry as those of a hand that is added; None where they are not laid out so."""
    found = _ADDED(data)
    return Added(found[1].decode(), found[2].decode(), found[3]) if found else None


#: In canonical text printable ASCII stands as it is, but for two characters.
_ADDED: Final = re.compile(
    rb'\{"at":"([ !#-\[\]-~]*)","law":"([ !#-\[\]-~]*)","record":(\{.*\})\}', re.DOTALL
).fullmatch


def fresh_dictionary() -> bytes:
    """Text such as records hold, which makes a deflated record half as long."""
    samples = [Entry("2026-01-01T00:00:00Z", record_data(record), "").bytes() for record in simulated(1, _SAMPLES)]
    return b"".join(samples)[-_DICTIONARY_SIZE:]


class Packer:
    """Packs and unpacks entries with an archive's dictionary."""

    def __init__(self, dictionary: bytes) -> None:
        self._dictionary = dictionary
        self._ready = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, zdict=dictionary)

    def pack(self, data: bytes) -> bytes:
        """The bytes, deflated."""
        deflate = self._ready.copy()
        return deflate.compress(data) + deflate.flush()

    def unpack(self, packed: bytes) -> bytes:
        """The bytes again; zlib.error or ValueError when they are damaged."""
        inflate = zlib.decompressobj(_WINDOW, zdict=self._dictionary)
        data = inflate.decompress(packed, _LARGEST_ENTRIES)
        if not inflate.eof or inflate.unused_data or inflate.unconsumed_tail:
            raise _not_whole()
        return data

    def unpack_tight(self, packed: bytes) -> bytes:
        """The same; ValueError also where bits behind the end of what is deflated are not 0 as they were written.

        These fill up the last byte, mean nothing, and so would hide an edit.
        """
        inflate = zlib.decompressobj(_WINDOW, zdict=self._dictionary)
        data = inflate.decompress(packed[:-1], _LARGEST_ENTRIES)
        if inflate.eof or inflate.unconsumed_tail:
            raise _not_whole()
        without, last = inflate.copy(), packed[-1]
        end = inflate.decompress(packed[-1:], _LARGEST_ENTRIES)
        if not inflate.eof or inflate.unused_data or inflate.unconsumed_tail:
            raise _not_whole()
        if last and _ends(without, bytes([last ^ 1 << last.bit_length() - 1]), end):
            raise ValueError("there is something behind the end of the packed bytes")
        return data + end


def _ends(inflate: Any, last: bytes, due: bytes) -> bool:
    """Whether the last byte of something deflated could be another one."""
    try:
        return bool(inflate.decompress(last) == due and inflate.eof)
    except zlib.error:
        return False


def _not_whole() -> ValueError:
    return ValueError("the packed bytes go on after their end, or stop before it")


#: More than any entry can have: a record of 1 MiB, its reason, and what canonical text may add.
_LARGEST_ENTRIES: Final = 8 << 20


#: How many bits of the root are written. Another log with the bits of this one takes 2**100 attempts to find; somebody
#: who writes both logs needs 2**50, out of reach for a card game.
BITS: Final = 100
_CHARACTERS: Final = BITS // 5
_GROUP: Final = 5
_ROOT_BITS: Final = 256

#: Crockford's digits: none of I, L, O, U.
_BASE_32: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: ISO 7064's characters by their values, 0 to 36.
_CHECKED: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"

_ORIGIN: Final = re.compile(r"[a-z0-9-]{1,32}")
# Sixteen digits are more hands than anybody will play.
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")
# What word processors make of a hyphen.
_HYPHENS: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_LOOK_ALIKES: Final = str.maketrans("OIL", "011")


class Checkpoint(NamedTuple):
    """A log at one moment."""

    #: The name of the archive, one that `is_origin`.
    origin: str
    #: How many entries the log had.
    size: int
    #: The Merkle root over them, 32 bytes.
    root: bytes

    def matches(self, root: bytes) -> bool:
        """Whether `root` is that of the checkpoint."""
        return self.root == root


class Typed(NamedTuple):
    """A checkpoint as read from paper, with as much of the root as paper holds."""

    origin: str
    size: int
    #: The first hundred bits of the root, as a number.
    bits: int

    def matches(self, root: bytes) -> bool:
        """Whether `root`, 32 bytes, begins with the bits that were typed."""
        return _first_bits(root) == self.bits


def is_origin(name: str) -> bool:
    """Whether an archive may be called this: 1 to 32 of the letters a to z, digits and hyphens."""
    return _ORIGIN.fullmatch(name) is not None


def text(checkpoint: Checkpoint) -> str:
    """The line for paper; ValueError for an origin, a size or a root that no archive can have."""
    origin, size, root = checkpoint
    if not is_origin(origin) or not _SIZE.fullmatch(str(size)) or len(root) * 8 != _ROOT_BITS:
        raise ValueError(f"not a checkpoint: {checkpoint}")
    bits = _first_bits(root)
    digits = "".join(_BASE_32[bits >> shift & 31] for shift in range(BITS - 5, -1, -5))
    groups = [digits[start : start + _GROUP] for start in range(0, _CHARACTERS, _GROUP)]
    return f"{origin} {size} {'-'.join(groups)}-{_check(origin, str(size), digits)}"


def parse(line: str) -> Typed:
    """The checkpoint that was typed: in capitals or not, its groups with hyphens, with spaces or run together.

    O is read as 0, I and L as 1, except in the name and in the last character. Unusable, saying where to look, when
    it was mistyped.
    """
    parts = line.translate(_HYPHENS).split(maxsplit=2)
    if len(parts) < 3:
        why = "it has three parts, with spaces between: the name, the number of entries, the groups of five"
        raise _mistyped(line, why)
    origin, size = parts[0].lower(), parts[1].upper().translate(_LOOK_ALIKES)
    groups = re.sub(r"[\s-]+", "", parts[2]).upper()
    digits, check = groups[:_CHARACTERS].translate(_LOOK_ALIKES), groups[_CHARACTERS:]
    strange = next((char for char in digits if char not in _BASE_32), None)
    if not is_origin(origin):
        raise _mistyped(line, "check the name: it has only the letters a to z, digits and hyphens, at most 32")
    if not _SIZE.fullmatch(size):
        raise _mistyped(line, f"check the number of entries: “{shown(parts[1], 40)}” is not a number")
    if len(groups) != _CHARACTERS + 1:
        expected = f"it takes {_CHARACTERS + 1}"
        raise _mistyped(line, f"check the groups of five: there are {len(groups)} characters, and {expected}")
    if strange is not None:
        raise _mistyped(line, f"check the groups of five: “{shown(strange)}” is not used in them")
    if check != _check(origin, size, digits):
        raise _mistyped(line, "check all of it: the last character does not match the others, so at least one is wrong")
    return Typed(origin, int(size), sum(_BASE_32.index(char) << 5 * place for place, char in enumerate(digits[::-1])))


def is_checkpoint(line: str) -> bool:
    """Return True if a line is a checkpoint exactly as archives print it."""
    try:
        typed = parse(line)
    except Unusable:
        return False
    return text(Checkpoint(typed.origin, typed.size, (typed.bits << _ROOT_BITS - BITS).to_bytes(32))) == line


def _first_bits(root: bytes) -> int:
    return int.from_bytes(root) >> _ROOT_BITS - BITS


def _check(origin: str, size: str, digits: str) -> str:
    """The character that brings the weighted sum to 1 (ISO 7064, pure system, modulus 37, radix 2)."""
    total = 0
    for char in f"{origin.upper().replace('-', '*')}*{size}*{digits}":
        total = (total + _CHECKED.index(char)) * 2 % 37
    return _CHECKED[(1 - total) % 37]


def _mistyped(line: str, why: str) -> Unusable:
    what = f"the checkpoint “{shown(line.strip(), 100)}” is mistyped"
    help = "compare it with the paper, character by character; the last one may also be a letter O, I or L, or *"
    return Unusable(what, why, help)


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


#: As entries write it; of two such texts the smaller is the earlier time.
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
#: How many are told one by one.
_SHOWN: Final = 20


class Clock:
    """Looks at the times of entries in their order."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._count = 0
        #: The latest time so far, and the entry that says it.
        self._latest, self._of = "", -1

    def entry(self, seq: int, at: object) -> None:
        """The next entry, and when it was added."""
        if not isinstance(at, str) or not _TIME.fullmatch(at):
            self._tell(f"entry {seq} does not say when it was added, but “{shown(at, 40)}”")
        elif at < self._latest:
            later = f"entry {self._of} before it on {self._latest}"
            self._tell(f"entry {seq} says it was added on {at}, and {later}: a clock was wrong, or was set back")
        else:
            self._latest, self._of = at, seq

    def told(self) -> Iterator[str]:
        """What of the times is out of order, a sentence each."""
        yield from self._told
        if self._count > len(self._told):
            more = self._count - len(self._told)
            yield counted(more, "{count} more entry is out of order", "{count} more entries are out of order")

    def _tell(self, what: str) -> None:
        self._count += 1
        if len(self._told) < _SHOWN:
            self._told.append(what)


def unpacked(archive: Archive, seq: int, packed: bytes) -> Entry:
    """The entry of the log that a hand stands in; Unusable when its bytes are damaged."""
    entry = entry_in(archive, seq, packed)
    if not isinstance(entry, Entry):
        raise _damaged(archive, seq, "it is not a hand")
    return entry


def entry_in(archive: Archive, seq: int, packed: bytes) -> Entry | Decided:
    """An entry of the log; Unusable when its bytes are damaged."""
    try:
        return entry_of(archive.packer.unpack(packed))
    except Exception as problem:
        raise _damaged(archive, seq, str(problem)) from None


def record_in(archive: Archive, seq: int, packed: bytes) -> bytes:
    """The record in an entry of the log, as canonical JSON; Unusable when the bytes of the entry are damaged.

    Where the entry adds a hand it is what was written there, which is canonical unless it is damaged in itself.
    """
    try:
        added = added_in(archive.packer.unpack(packed))
        return added.record if added else canonical(unpacked(archive, seq, packed).record).encode()
    except (ValueError, zlib.error) as problem:
        raise _damaged(archive, seq, str(problem)) from None


def hand_in(archive: Archive, seq: int, record: bytes) -> Hand:
    """The hand of a record that an entry of the log holds; Unusable when it is none that could have been added."""
    try:
        return read(record, STORED)
    except Exception as problem:
        raise _damaged(archive, seq, str(problem)) from None


def _damaged(archive: Archive, seq: int, why: str) -> Unusable:
    return Unusable(
        f"entry {seq} of {archive.path} cannot be read",
        shown(why, 80),
        "the log is damaged: restore the archive from a backup",
    )


Row = tuple[Any, ...]


class Own(NamedTuple):
    """The values of a format's own, in the order of the columns."""

    calls: str | None
    #: Whether melds were noted, where a game has any.
    melds_noted: int
    #: The cards of Clabber as they fell, a byte each.
    played: bytes
    #: What was made in the cards of Clabber, by side and part.
    made: Row
    #: The columns of `hands` from the pack on.
    columns: Row
    melds: Sequence[Row] = ()
    sides: Sequence[Row] = ()
