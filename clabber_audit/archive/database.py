"""Archive file: schema, opening, the log of entries, checkpoints and damage; the rows of the tables derived from the log."""

from __future__ import annotations

import json
import logging
import os
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, lru_cache, wraps
from hashlib import sha256
from importlib.resources import files
from inspect import isgeneratorfunction
from pathlib import Path
from sqlite3 import Connection, complete_statement
from stat import S_IWOTH
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar, cast
from urllib.parse import quote

from sqlite_utils import Database

from clabber_audit.archive import MAGIC
from clabber_audit.archive.merkle import EMPTY, Checkpoint, Tree, hash_leaf, is_origin, text
from clabber_audit.cards import SEATS, to_recorded_clock
from clabber_audit.core.errors import ClabberError, Unusable, UsageError, printable
from clabber_audit.core.text import join_words
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.base import STORED, Account, Context, Source
from clabber_audit.records.bid_euchre_words import FORMAT as BID_EUCHRE
from clabber_audit.records.dates import date_of_record, edtf, first_day, last_day, parse_date
from clabber_audit.records.formats import canonical, fold_name, record_data
from clabber_audit.records.hand import Hand
from clabber_audit.records.vocabulary import FORMAT as CLABBER
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import Ruleset, check_genuine, from_data

if TYPE_CHECKING:
    from clabber_audit.league.decisions import Filed
    from clabber_audit.league.season import Season
    from clabber_audit.records.bid_euchre import BidEuchreDeclaration, BidEuchreRecord
    from clabber_audit.records.clabber import HandRecord


_PLAYERS: Final = ("P1", "P2", "P3", "P4", "P5", "P6")
_UNKNOWN: Final = "??"
_TRICK: Final = "0123456789ABC"
#: The byte of a card played is this times the seat, plus the number of the card.
_SEAT_STEP: Final = 32
_UNKNOWN_NUMBER: Final = 31
_CALL: Final = {"pass": "-", "play": "+"}


class GameColumns(NamedTuple):
    """Values that depend on the record format, in column order."""

    calls: str | None
    #: 1 if melds were recorded.
    melds_noted: int
    #: The cards of Clabber in the order played, a byte each.
    played: bytes
    #: The points of Clabber, by side and part.
    points: Row
    #: The columns of `hands` that only the Bid Euchre family fills, from the pack to the cards handed over.
    family: Row
    melds: Sequence[Row] = ()
    sides: Sequence[Row] = ()


def rows(ruling: Ruling) -> dict[str, Sequence[Row]]:
    """Return the rows of a hand and its ruling by table, without the numbers that the archive assigns."""
    record = ruling.replay.hand.record
    own = _COLUMNS_OF[record.format](ruling)
    numbered = enumerate(ruling.findings)
    findings = [_finding_row(number, finding, record.players, ruling) for number, finding in numbered]
    claims = [
        (
            weighed.number,
            claim.by,
            record.players.get(claim.by) if claim.by else None,
            claim.against,
            str(claim.at),
            claim.infraction,
            claim.trick,
            int(claim.reviewed),
            int(claim.withdrawn),
            weighed.verdict,
            weighed.finding.number if weighed.finding else None,
        )
        for weighed, claim in zip(ruling.claims, record.claims, strict=True)
    ]
    return {
        "hands": [_hand(ruling, record, own)],
        "melds": own.melds,
        "sides": own.sides,
        "findings": findings,
        "claims": claims,
    }


def _hand(ruling: Ruling, record: Any, own: GameColumns) -> Row:
    """Return the row of a hand."""
    replay, remedy, seating = ruling.replay, ruling.remedy, ruling.replay.hand.seating
    context, source = record.context or Context(), record.source or Source()
    remarks = [*record.remarks, *map(_account, replay.hand.original.accounts)]

    def order_by_compass(values: Sequence[Any] | None) -> Row:
        return _order_by_compass(dict(zip(seating.side_names, values or (), strict=False)))

    return (
        record.id,
        context.league,
        context.season,
        context.venue,
        context.date,
        parse_date(date_of_record(record)),
        context.round,
        context.table,
        context.game,
        context.hand,
        *(record.players.get(seat) for seat in SEATS),
        *_order_by_compass(record.teams),
        source.kind,
        source.citation,
        source.date_as_written,
        source.recorded_by,
        source.confidence,
        source.note,
        "\n".join((*remarks, *(comment.text for comment in record.comments))) or None,
        record.deal.dealer,
        _side(ruling, replay.makers) if replay.maker is None else seating.seats[replay.maker],
        None if replay.strain is None else replay.strain.name,
        own.calls,
        own.melds_noted,
        own.played,
        remedy.outcome,
        _side(ruling, remedy.reneging_team),
        *own.points,
        *order_by_compass(remedy.score),
        *order_by_compass(remedy.marks),
        *order_by_compass(ruling.unclaimed.score),
        *(None if value is None else str(value) for value in _order_by_compass(record.score)),
        None if ruling.sheet_agrees is None else int(ruling.sheet_agrees),
        None if ruling.next_dealer is None else seating.seats[ruling.next_dealer],
        *own.family,
    )


def _account(account: Account) -> str:
    """Return an account in words to search for: what it is about, who tells it, who decided on it and why."""
    tellers = [name for version in account.versions for name in version.told_by]
    finding = account.found
    believed = f"; {finding.by}: {finding.because}" if finding else ""
    return f"told differently: {account.about} ({', '.join(tellers)}){believed}"


def _side(ruling: Ruling, side: int | None) -> str | None:
    return None if side is None else ruling.replay.hand.seating.side_names[side]


def _order_by_compass(values: Mapping[Any, Any]) -> Row:
    return values.get("NS"), values.get("EW")


def _finding_row(number: int, finding: Finding, players: Mapping[str, str], ruling: Ruling) -> Row:
    """Return the row of a finding."""
    hand = ruling.replay.hand
    seat = None if finding.seat is None else hand.seating.seats[finding.seat]
    provable = finding.provable_at(hand)
    return (
        number,
        finding.infraction,
        seat,
        players.get(seat) if seat else None,
        _side(ruling, finding.team),
        finding.trick,
        str(to_recorded_clock(finding.recorded_at(hand))),
        finding.verdict,
        None if provable is None else str(to_recorded_clock(provable)),
        finding.penalty,
        canonical(finding.facts),
    )


def _clabber_columns(ruling: Ruling) -> GameColumns:
    """Return the values of the columns that only hands of Clabber have."""
    hand, points = ruling.replay.hand, ruling.points
    record: HandRecord = hand.record
    number = hand.pack.number
    plays = zip(hand.seats, hand.cards, strict=True)
    played = bytes(_SEAT_STEP * seat + number.get(card, _UNKNOWN_NUMBER) for seat, card in plays)
    calls = None
    if record.declarations is not None:
        calls = "".join(said.seat + _CALL.get(said.call, said.call) for said in record.declarations)
    melds = [
        (
            number,
            meld.seat,
            meld.kind,
            " ".join(meld.cards),
            *("unknown" if moment is None else str(moment) for moment in (meld.announced, meld.shown)),
        )
        for number, meld in enumerate(record.melds or ())
    ]
    return GameColumns(
        calls,
        melds_noted=int(record.melds is not None),
        played=played,
        points=points[0] + points[1] if points else (None,) * 8,
        family=(None,) * 13,
        melds=melds,
    )


def _family_columns(ruling: Ruling) -> GameColumns:
    """Return the values of the columns that only hands of the Bid Euchre family have."""
    record: BidEuchreRecord = ruling.replay.hand.record
    calls = None if record.declarations is None else " ".join(map(_call, record.declarations))
    others = [name for side, name in record.teams.items() if side not in ("NS", "EW")]
    context = record.context
    stakes = context.stakes if context else None
    handed = None
    if record.exchanges is not None:
        cards = ((one.giver, one.taker, card or _UNKNOWN) for one in record.exchanges for card in one.cards)
        handed = "".join(f"{giver:2}{taker:2}{card}" for giver, taker, card in cards)
    family = (
        record.pack_name,
        *(record.players.get(seat) for seat in _PLAYERS),
        "\n".join(others) or None,
        stakes and stakes.game,
        stakes and stakes.set,
        context and context.moved,
        _plays(record),
        handed,
    )
    return GameColumns(calls, 0, b"", (None,) * 8, family, sides=_sides(ruling, record))


def _call(call: BidEuchreDeclaration) -> str:
    """Return a call as a word: `E:bottoms=KCKDKS`, `P4:trump=D`, `N:trump=H+alone@2`."""
    value = call.trump or "".join(call.cards or ())
    alone, at = "+alone" if call.alone else "", "" if call.at is None else f"@{call.at}"
    return f"{call.seat}:{call.call}{'=' if value else ''}{value}{alone}{at}"


def _plays(record: BidEuchreRecord) -> str:
    """Return the cards played with their tricks; a card of a seat that sits out belongs to the trick in progress."""
    seating, words, count = record.seating, list[str](), 0
    for play in record.plays:
        count += not seating.out >> seating.number[play.seat] & 1
        trick = max(seating.trick_of(max(count - 1, 0)), 1) if seating.width else 0
        words.append(f"{_TRICK[trick] if trick < len(_TRICK) else '0'}{play.seat:2}{play.card or _UNKNOWN}")
    return "".join(words)


def _sides(ruling: Ruling, record: Any) -> list[Row]:
    """Return a row for each side, by name."""
    remedy, running, seating = ruling.remedy, ruling.remedy.running, ruling.replay.hand.seating
    nothing = (None,) * len(seating.sides)
    columns = (
        ruling.points or nothing,
        remedy.score or nothing,
        remedy.marks or nothing,
        ruling.unclaimed.score or nothing,
        running.after if running else nothing,
        (running and running.hickeys) or nothing,
        [None if running is None else int(running.winner == side) for side in range(len(nothing))],
    )
    rows = []
    for number, (side, results) in enumerate(
        zip(seating.side_names, zip(*columns, strict=True), strict=True)
    ):
        seats = [seating.seats[seat] for seat in seating.seats_of(number)]
        players = " and ".join(record.players[seat] for seat in seats if seat in record.players) or None
        before = (table.get(side) for table in (record.before, record.hickeys, record.burns))
        score, line = record.score.get(side), record.sheet.get(side)
        sheet = (None if score is None else str(score), record.after.get(side), line and line.tricks)
        rows.append((side, record.teams.get(side), players, *before, *results, *sheet))
    return sorted(rows)


_COLUMNS_OF: Final[Mapping[str, Callable[[Ruling], GameColumns]]] = {
    CLABBER: _clabber_columns,
    BID_EUCHRE: _family_columns,
}


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
        why = f"it contains impossible data: {type(problem).__name__}: {problem}"
        raise damage_error(path, why) from problem


def with_archive_errors(reader: Reader) -> Reader:
    """Run a function or generator whose first argument is an archive within `archive_errors`."""

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
        help = "restore it from a backup, or make one elsewhere"
        raise Unusable(f"{path} is empty", "an archive never is", help)
    if not header.startswith(MAGIC):
        help = "name a file made by archive init"
        raise Unusable(f"{path} is not an archive", "it is not an SQLite file", help)
    if has_wal or header[18:20] != _ROLLBACK:
        why = "it uses a write-ahead log, so part of it is in other files"
        help = "set its journal_mode back to DELETE"
        raise Unusable(f"{path} is not stored as an archive should be", why, help)


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
    """Open a database with limits for a file from somebody else, and with the functions that queries use."""
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

#: Tables that nothing can be made from: the log and what it rests on.
SOURCE_TABLES: Final = ("log", "growth", "about", "rulesets")
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


def check_layout(path: str, conn: Connection, *, broken: bool = False) -> str:
    """Raise Unusable unless a file is an archive of a known version and defines nothing else.

    With `broken`, tables, indexes and views that are made from the log may be missing; return which are.
    """
    if conn.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        help = "name another file"
        raise Unusable(f"{path} is not an archive", "it is an SQLite file of another program", help)
    current = version(conn)
    if current < 1:
        raise Unusable(f"{path} is damaged", f"its tables say version {current}", "restore it from a backup")
    if current > VERSION:
        why = f"its tables have version {current}; this program reads up to {VERSION}"
        raise Unusable(f"{path} was written by a newer version", why, "update clabber-audit")
    stored, due = _schema(conn), _build_schema(current)
    if stored == due:
        return ""
    missing = [item for item in due if item[:2] not in {other[:2] for other in stored}]
    can_be_made = all(kind != "trigger" and table not in SOURCE_TABLES for kind, _, table, _ in missing)
    is_repairable = can_be_made and set(stored) < set(due)
    why = _explain_layout(stored, due, missing)
    if broken and is_repairable:
        return why
    help = HELP if is_repairable else "restore it from a backup"
    raise Unusable(f"{path} does not have the layout of an archive", why, help)


def _explain_layout(
    stored: Sequence[SchemaItem], due: Sequence[SchemaItem], missing: Sequence[SchemaItem]
) -> str:
    """Return which tables, indexes, views and triggers are missing, changed or extra."""
    gone = [name for _, name, _, _ in missing]

    def is_part(name: str, table: str) -> bool:
        """Return True if a part is missing only because its table is: an index, or a table of a search index."""
        return (name != table and table in gone) or any(table.startswith(f"{other}_") for other in gone)

    names = {item[:2] for item in due}
    changed = [item for item in stored if item not in due and item[:2] in names]
    extra = [item for item in stored if item[:2] not in names]
    whole = [item for item in missing if not is_part(item[1], item[2])]
    kinds = (("missing", whole), ("changed", changed), ("extra", extra))
    return "; ".join(
        f"{join_words(f'the {kind} {name}' for kind, name, _, _ in items)} {'is' if len(items) == 1 else 'are'} {what}"
        for what, items in kinds
        if items
    )


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
    """Parse a ruleset of an archive, genuine or not. Raise ValueError if it is invalid."""
    try:
        return from_data(json.loads(text))
    except (Unusable, ValueError, RecursionError) as problem:
        raise ValueError(f"a ruleset in it cannot be read: {problem}") from None


@lru_cache(_RULESETS)
def genuine_law(text: str, path: str, allow_changed_rules: bool) -> BoundRuleset:
    """Return a ruleset of an archive, bound. Raise ValueError if it is invalid, Unusable if it is not genuine."""
    return law(check_genuine(parse_ruleset(text), path, allow_changed_rules=allow_changed_rules))


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
    """Decode an entry. Raise ValueError, KeyError or TypeError if the bytes are not an entry."""
    fields = json.loads(data)
    return DecisionEntry(**fields) if "decision" in fields else LogEntry(**fields)


def build_dictionary() -> bytes:
    """Return a compression dictionary of sample records, which halves the size of a packed record."""
    from clabber_audit.simulate.seasons import simulate_hands

    hands = simulate_hands(1, _SAMPLES)
    entries = (LogEntry("2026-01-01T00:00:00Z", record_data(record), "") for record in hands)
    samples = [encode_entry(entry).data for entry in entries]
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

    def __init__(
        self, path: str, conn: Connection, *, allow_changed_rules: bool = False, damage: str = ""
    ) -> None:
        self.path, self.conn = path, conn
        self.db = Database(conn, execute_plugins=False)
        #: Damage of its pages, if that was tolerated.
        self.damage = damage
        #: True if it may hold changed rulesets under the names of shipped ones.
        self.allow_changed_rules = allow_changed_rules
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
        """Yield the rows of a query. Raise UsageError for a value that is not text."""
        with archive_errors(self.path):
            try:
                cursor = self.conn.execute(sql, values)
            except UnicodeEncodeError:
                help = "type it again"
                raise UsageError("the search words are not text", "it is not UTF-8", help) from None
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
        return Archive(self.path, conn, allow_changed_rules=self.allow_changed_rules)


def create(path: str, origin: str | None = None) -> Archive:
    """Create an archive in a new file; `origin` is its name on paper, by default that of the file.

    UsageError for an invalid name, Unusable if the file exists or cannot be made.
    """
    name = Path(path).name.partition(".")[0].lower() if origin is None else origin
    if not is_origin(name):
        why = "the name of an archive has 1 to 32 of the letters a to z, digits and hyphens"
        help = "choose one with --origin NAME"
        raise UsageError(f"“{printable(name, 40)}” is not a valid name for an archive", why, help)
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
                    start = {"step": 0, "size": 0, "root": EMPTY, "peaks": b"", "checkpoint": line}
                    db.table("growth").insert(start)
                return Archive(path, db.conn)
            except BaseException:
                db.close()
                raise
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise


def create_file(path: str) -> None:
    """Create an empty file. Raise Unusable if the name is taken, by a link too, or the file cannot be made."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError:
        help = "give another name"
        raise Unusable(f"{path} already exists", "an archive is never overwritten", help) from None
    except OSError as problem:
        raise Unusable(f"cannot make {path}", problem.strerror or str(problem), "check the folder") from None


def open_archive(
    path: str, *, write: bool = False, allow_changed_rules: bool = False, broken: bool = False
) -> Archive:
    """Open an archive, to read or to write. Raise Unusable for anything but a whole archive.

    One with a ruleset that is not genuine is refused unless `allow_changed_rules`, one with damaged pages or without a
    table that is made from the log unless `broken`.
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
            missing = check_layout(path, conn, broken=broken)
            # Read whole: an unfinished query keeps the file locked.
            check = conn.execute("PRAGMA quick_check(1)").fetchall()
            damage = next((str(line) for (line,) in check if line != "ok"), missing)
            # The line above it may name the database.
            damage = damage.rpartition("\n")[2]
            archive = Archive(path, conn, allow_changed_rules=allow_changed_rules, damage=damage)
            if archive.damage and not broken:
                raise damage_error(path, archive.damage)
            # A damaged ruleset is reported when it is used.
            for (ruleset,) in archive.rows("SELECT law FROM rulesets"):
                with suppress(ValueError):
                    genuine_law(ruleset, path, allow_changed_rules)
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
    """Decode the entry of a hand. Raise Unusable if its bytes are damaged."""
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
    """Return the record of an entry as canonical JSON. Raise Unusable if the bytes of the entry are damaged.

    The record of a new hand is returned as it was written, which is canonical unless it is damaged itself.
    """
    try:
        new = _NEW_HAND(archive.packer.unpack(packed))
        return new[1] if new else canonical(unpack_entry(archive, seq, packed).record).encode()
    except (ValueError, zlib.error) as problem:
        raise _entry_damage_error(archive, seq, str(problem)) from None


def hand_in(archive: Archive, seq: int, record: bytes) -> Hand:
    """Parse the record of an entry. Raise Unusable if it could not have been added."""
    try:
        return parse_hand(record, STORED)
    except Exception as problem:
        raise _entry_damage_error(archive, seq, str(problem)) from None


def _entry_damage_error(archive: Archive, seq: int, why: str) -> Unusable:
    help = "the log is damaged: restore the archive from a backup"
    return Unusable(f"entry {seq} of {archive.path} cannot be read", printable(why, 80), help)


class PackedEntry(NamedTuple):
    """Entry ready to be written: the hash of its content, its packed bytes, its leaf of the tree."""

    sha256: bytes
    packed: bytes
    leaf: bytes


def pack_entry(archive: Archive, entry: LogEntry | DecisionEntry) -> PackedEntry:
    """Encode and pack an entry."""
    data, content = encode_entry(entry)
    return PackedEntry(hash_of(content), archive.packer.pack(data), hash_leaf(data))


def hash_of(content: str) -> bytes:
    """Return the hash of the canonical text of a record or decision."""
    return sha256(content.encode()).digest()


def append(archive: Archive, entries: Sequence[PackedEntry], hands: Sequence[int] | None = None) -> int:
    """Append entries to the log, as new ones or as versions of `hands`, and return the number of the first."""
    step, size, peaks = next(archive.rows("SELECT step, size, peaks FROM growth ORDER BY step DESC LIMIT 1"))
    tree = Tree(size, peaks)
    digests, packed, leaves = zip(*entries, strict=True)
    tree.extend(leaves)
    root = tree.root()
    line = text(Checkpoint(archive.origin, tree.size, root))
    numbers = range(size, tree.size)
    write(archive, "log", list(zip(numbers, hands or numbers, digests, packed, strict=True)))
    write(archive, "growth", [(step + 1, tree.size, root, tree.peaks, line)])
    check_count(archive, "log", archive.value("SELECT count(*) FROM log WHERE seq >= ?", size), len(entries))
    return int(size)


def write(archive: Archive, table: str, rows: Sequence[Row]) -> None:
    """Insert rows. Raise Unusable if any row is not taken."""
    if rows:
        insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})"
        check_count(archive, table, archive.conn.executemany(insert, rows).rowcount, len(rows))


def check_count(archive: Archive, table: str, stored: int, written: int) -> None:
    """Raise Unusable unless all rows written are there, so that the transaction is rolled back."""
    if stored != written:
        why = f"of {written} rows written to {table}, {stored} are there"
        raise Unusable(f"{archive.path} does not keep what is written to it", why, HELP)


class Compared(NamedTuple):
    """Differences between a season file and an archive, in the order of their numbers."""

    #: In the file alone.
    missing: tuple[Filed, ...]
    #: In the archive: gone from the file, or different there.
    gone: tuple[Filed, ...]
    otherwise: tuple[Filed, ...]


def compare_decisions(archive: Archive, season: Season) -> Compared:
    """Compare the decisions of a season file with those of an archive."""
    # The models of a season are loaded with one.
    from clabber_audit.league.decisions import list_entries

    entries = list(list_entries(season))
    in_file = {entry.number: entry for entry in entries}
    stored = {entry.number: entry for entry in load_decisions(archive, season)}
    return Compared(
        tuple(entry for entry in entries if entry.number not in stored),
        tuple(entry for number, entry in stored.items() if number not in in_file),
        tuple(entry for number, entry in stored.items() if number in in_file and in_file[number] != entry),
    )


def load_decisions(archive: Archive, season: Season) -> list[Filed]:
    """Return the stored decisions of a season, by number."""
    return _decisions_of(archive, season.title, season.league, season.season)


@with_archive_errors
def load_seasons(archive: Archive) -> Iterator[Season]:
    """Yield the seasons with stored decisions, oldest first, with these decisions alone."""
    from clabber_audit.league.decisions import build_season

    query = """SELECT title, league, season FROM decisions WHERE title <> ''
        GROUP BY title, league, season ORDER BY min(entry)"""
    for title, league, season in archive.rows(query):
        try:
            yield build_season(title, league, season, _decisions_of(archive, title, league, season))
        except ValueError as problem:
            raise damage_error(archive.path, f"a decision cannot be read: {problem}") from None


@with_archive_errors
def _decisions_of(archive: Archive, title: str, league: str | None, season: str | None) -> list[Filed]:
    """Return the logged decisions of a season, in order."""
    from clabber_audit.league.decisions import LISTS, Filed

    query = """SELECT number, kind, decision FROM decisions
        WHERE title = ? AND league IS ? AND season IS ? ORDER BY number"""
    decisions = []
    for number, kind, decision in archive.rows(query, title, league, season):
        entry = Filed(kind, json.loads(decision))
        if kind not in LISTS or entry.number != number:
            raise damage_error(archive.path, f"decision {number} is not a decision")
        decisions.append(entry)
    return decisions


def highest_number(archive: Archive, season: Season) -> int:
    """Return the highest number of a stored decision of a season, 0 if there is none."""
    return max((entry.number or 0 for entry in load_decisions(archive, season)), default=0)


def keep(archive: Archive, season: Season, missing: Iterable[Filed], at: str) -> None:
    """Append decisions of a season to the log, within a transaction."""
    in_order = sorted(missing, key=lambda entry: entry.number or 0)
    names = {"title": season.title, "league": season.league, "season": season.season}
    known = {key: value for key, value in names.items() if value is not None}
    entries = [DecisionEntry(at, known, entry.kind, dict(entry.entry)) for entry in in_order]
    _append_decisions(archive, entries)


def keep_untitled(archive: Archive, kind: str, decisions: Sequence[Mapping[str, Any]], at: str) -> int:
    """Append decisions about an archive or about rules, numbered on; return the number of the first.

    They are of a season without a title, which no season file has.
    """
    first = 1 + (archive.value("SELECT max(number) FROM decisions WHERE title = ''") or 0)
    numbered = ({**decision, "number": number} for number, decision in enumerate(decisions, first))
    _append_decisions(archive, [DecisionEntry(at, {"title": ""}, kind, row) for row in numbered])
    return first


def _append_decisions(archive: Archive, entries: Sequence[DecisionEntry]) -> None:
    if entries:
        first = append(archive, [pack_entry(archive, entry) for entry in entries])
        write(archive, "decisions", [decision_row(seq, entry) for seq, entry in enumerate(entries, first)])


def decision_row(seq: int, entry: DecisionEntry) -> Row:
    """Return the row of a decision. Raise KeyError if its entry lacks a field."""
    season, decision = entry.season, entry.decision
    return (
        seq,
        season["title"],
        season.get("league"),
        season.get("season"),
        decision["number"],
        entry.kind,
        decision.get("match"),
        decision.get("team"),
        decision.get("of"),
        decision["who"],
        decision["when"],
        decision.get("why"),
        canonical(decision),
    )
