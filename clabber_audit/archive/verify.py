"""Verify an archive against its log, and rebuild its tables from it."""

from __future__ import annotations

import json
import pickle
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache, partial
from hashlib import sha256
from io import SEEK_END
from itertools import chain, groupby, islice, zip_longest
from operator import attrgetter, itemgetter
from tempfile import SpooledTemporaryFile
from typing import Any, Final, NamedTuple

from clabber_audit.archive import database
from clabber_audit.archive.database import Archive, Row
from clabber_audit.archive.hands import PARTS
from clabber_audit.archive.merkle import Checkpoint, Tree, TypedCheckpoint, hash_leaf, text
from clabber_audit.archive.search import checkpoint_line
from clabber_audit.core.errors import Unusable, printable
from clabber_audit.core.text import inflect
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.base import STORED
from clabber_audit.records.formats import canonical
from clabber_audit.rules.bound_ruleset import BoundRuleset, law

#: The tables of hands, each with the number of the hand in its first column.
OF_HANDS: Final = ("hands", *PARTS)
#: The tables derived from the log.
DERIVED: Final = (*OF_HANDS, "decisions", "words")
#: A checkpoint from paper or from another file.
GivenCheckpoint = TypedCheckpoint | Checkpoint


class Due(NamedTuple):
    """All the rows that a table should have with this number in their first column."""

    table: str
    #: The number of a hand, or of a decision's entry; None for an index of the table.
    number: int | None
    rows: Sequence[Row] = ()
    #: The id of the hand, if the log has it.
    name: str = ""


class Complaint(NamedTuple):
    """Mismatch, with the rows that should be there; `due` is None if the log itself is damaged."""

    text: str
    due: Due | None = None


#: How many page errors SQLite is asked for.
_PAGE_ERRORS: Final = 10


@database.with_archive_errors
def check_pages(archive: Archive) -> Iterator[Complaint]:
    """Yield a complaint for each damaged page or index; those of derived tables can be rebuilt."""

    def errors(scope: object) -> list[str]:
        return [str(line) for (line,) in archive.rows(f"PRAGMA integrity_check({scope})") if line != "ok"]

    lines = errors(_PAGE_ERRORS)
    tables = {line: table for table in DERIVED for line in errors(table)} if lines else {}
    for line in lines:
        due = Due(tables[line], None) if line in tables else None
        yield Complaint(f"the file is damaged: {printable(line, 200)}", due)


@database.with_archive_errors
def check_references(archive: Archive) -> Iterator[Complaint]:
    """Yield a complaint for each row whose parent row is missing."""
    for table, row, parent, _ in archive.rows("PRAGMA foreign_key_check"):
        due = Due(table, None) if table in DERIVED else None
        # Only rows of tables with row numbers have one.
        named = "a row" if row is None else f"row {row}"
        yield Complaint(f"{table}: {named} belongs to a row of {parent} that is not there", due)


#: Memory for sorting, in KiB.
_SORT_CACHE: Final = 8_000
#: The copy of the search index that is rebuilt beside it.
REBUILT_INDEX: Final = "anew"
_INDEX_ROWS: Final = 1_000


def check_words(copy: Archive) -> Iterator[Complaint]:
    """Yield a complaint if the search index of a copy differs from one rebuilt beside it."""
    conn = copy.conn
    # SQLite sorts in the memory it may use for pages.
    conn.execute(f"PRAGMA cache_size = -{_SORT_CACHE}")
    try:
        (sql,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'words'").fetchone()
        conn.execute(sql.replace("TABLE words", f"TABLE {REBUILT_INDEX}", 1))
        conn.execute(f"INSERT INTO {REBUILT_INDEX} ({REBUILT_INDEX}) VALUES ('rebuild')")
        conn.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        stored, due = (_index_content(conn, index) for index in ("words", REBUILT_INDEX))
        is_same = all(one == other for one, other in zip_longest(stored, due)) and _finds_all(conn)
    except (sqlite3.Error, UnicodeDecodeError):
        is_same = False
    if not is_same:
        yield Complaint("words: the search index does not match the hands", Due("words", None))


def _index_content(conn: sqlite3.Connection, index: str) -> Iterator[list[Row]]:
    """Yield all that a search index holds: where each word stands, the totals, the configuration.

    Grouping the places by 256 hands is five times faster than a row for each.
    """
    conn.execute(f"CREATE VIRTUAL TABLE temp.places_{index} USING fts5vocab (main, {index}, instance)")
    for query in (
        f"SELECT term, doc >> 8 AS docs, group_concat(doc || ' ' || col) FROM temp.places_{index} GROUP BY term, docs",
        # The totals of an empty index are written in several ways.
        f"SELECT block FROM {index}_data WHERE id = 1 AND EXISTS (SELECT 1 FROM hands)",
        f"SELECT k, v FROM {index}_config ORDER BY k",
    ):
        cursor = conn.execute(query)
        while some := cursor.fetchmany(_INDEX_ROWS):
            yield some


def _finds_all(conn: sqlite3.Connection) -> bool:
    """Return True if a search finds each word as often as it occurs.

    A search uses the pages in `words_idx`, which neither the vocabulary nor SQLite's own check reads.
    """
    for index in ("words", REBUILT_INDEX):
        conn.execute(f"CREATE VIRTUAL TABLE temp.terms_{index} USING fts5vocab (main, {index}, row)")
    missing = conn.execute(
        f"""SELECT 1 FROM temp.terms_{REBUILT_INDEX} AS due
        WHERE (due.doc, due.cnt) IS NOT (SELECT doc, cnt FROM temp.terms_words WHERE term = due.term) LIMIT 1"""
    )
    return missing.fetchone() is None


class StoredEntry(NamedTuple):
    """Row of the log, with the rows of its hand."""

    seq: int
    #: The number of its hand.
    number: int
    sha256: bytes
    packed: bytes
    #: The rows of its hand by table; None unless it is the last entry of its hand, which gives the rows.
    rows: dict[str, list[Row]] | None


class EntryShare(NamedTuple):
    """Entries to check in one task, with the dictionary and the rulesets."""

    dictionary: bytes
    #: The number and the text of each ruleset by the digits of its hash.
    laws: Mapping[str, tuple[int, str]]
    entries: Sequence[StoredEntry]


class CheckedEntry(NamedTuple):
    """Entry that has been checked by itself."""

    leaf: bytes
    complaints: Sequence[Complaint]
    #: The entry with nothing but the id of its record; None if it cannot be read.
    entry: database.LogEntry | database.DecisionEntry | None = None
    #: The row of a decision.
    decision: Row = ()


def check_share(share: EntryShare) -> list[CheckedEntry]:
    """Check each entry by itself."""
    packer, checked = database.Packer(share.dictionary), list[CheckedEntry]()
    for stored in share.entries:
        seq, complaints, decision = stored.seq, list[Complaint](), Row()
        try:
            data = packer.unpack(stored.packed, tight=True)
            entry = database.entry_of(data)
            encoded, content = database.encode_entry(entry)
            if encoded != data:
                raise ValueError("not canonical")
            if isinstance(entry, database.DecisionEntry):
                decision = database.decision_row(seq, entry)
            else:
                entry = entry._replace(record={"id": str(entry.record["id"])})
        except Exception:  # Bytes that anybody may have edited hold anything.
            complaints.append(Complaint(f"log: entry {seq} cannot be read"))
            checked.append(CheckedEntry(hash_leaf(bytes(stored.packed)), complaints))
            continue
        if database.hash_of(content) != stored.sha256:
            complaints.append(Complaint(f"log: entry {seq} does not have the hash that is written beside it"))
        if isinstance(entry, database.DecisionEntry):
            surplus = (table for table in OF_HANDS if stored.rows and stored.rows.get(table))
            complaints += [_surplus_complaint(table, stored.number) for table in surplus]
        elif stored.rows is not None and entry.law in share.laws:
            # A missing ruleset is reported once for all hands.
            complaints += _check_rows(stored, content, entry.record["id"], *share.laws[entry.law])
        checked.append(CheckedEntry(hash_leaf(data), complaints, entry, decision))
    return checked


def _check_rows(stored: StoredEntry, content: str, name: str, ruleset: int, law_text: str) -> list[Complaint]:
    """Compare the rows of a hand with those that its record and a ruleset give."""
    number, there = stored.number, stored.rows or {}
    try:
        hand = parse_hand(content.encode(), STORED)
    except Exception:  # As above.
        return [Complaint(f"log: entry {stored.seq} holds no record that could have been added")]
    complaints = []
    for table, due in database.rows(adjudicate(hand, _law(law_text))).items():
        before = (number, stored.seq, ruleset) if table == "hands" else (number,)
        wanted, found = [(*before, *row) for row in due], there.get(table, ())
        if len(found) == len(wanted) and all(map(_is_same, found, wanted)):
            continue
        hand_name = f"hand {number} ({printable(name, 64)})"
        if table != "hands":
            what = f"{table}: those of {hand_name} differ from the log"
        else:
            what = f"{table}: {hand_name} {'differs from the log' if found else 'is in the log but missing here'}"
        complaints.append(Complaint(what, Due(table, number, wanted, name)))
    return complaints


@lru_cache(maxsize=64)
def _law(text: str) -> BoundRuleset:
    """Return a ruleset, genuine or not, bound."""
    return law(database.parse_ruleset(text))


def _is_same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Compare values and types: to SQLite 1 and 1.0 are not stored alike."""
    return tuple(one) == tuple(other) and [*map(type, one)] == [*map(type, other)]


def _surplus_complaint(table: str, number: int) -> Complaint:
    return Complaint(f"{table}: hand {number} is not in the log", Due(table, number))


#: Entries of a share.
_SHARE: Final = 1_000
#: Function that checks shares in order, in this process or in several.
Runner = Callable[[Callable[[EntryShare], list[CheckedEntry]], Iterable[EntryShare]], Iterator[CheckedEntry]]

#: When an entry was added. Such texts sort by time.
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_TIMES_SHOWN: Final = 20


class TimeCheck:
    """Check of the times of entries, in their order."""

    def __init__(self) -> None:
        self._warnings: list[str] = []
        self._more = 0
        self._latest, self._latest_seq = "", -1

    def add(self, seq: int, at: object) -> None:
        """Check the time of the next entry."""
        if isinstance(at, str) and _TIME.fullmatch(at):
            if at >= self._latest:
                self._latest, self._latest_seq = at, seq
                return
            later = f"entry {self._latest_seq} before it on {self._latest}"
            why = "a clock was wrong, or was set back"
            warning = f"entry {seq} says it was added on {at}, and {later}: {why}"
        else:
            warning = f"entry {seq} does not say when it was added, but “{printable(at, 40)}”"
        if len(self._warnings) < _TIMES_SHOWN:
            self._warnings.append(warning)
        else:
            self._more += 1

    def warnings(self) -> Iterator[str]:
        """Yield a sentence for each of the first entries out of order, and the number of the others."""
        yield from self._warnings
        if self._more:
            one, many = "{count} more entry is out of order", "{count} more entries are out of order"
            yield inflect(self._more, one, many)


def run_alone(
    check: Callable[[EntryShare], list[CheckedEntry]], shares: Iterable[EntryShare]
) -> Iterator[CheckedEntry]:
    """Check shares one after the other in this process."""
    return chain.from_iterable(map(check, shares))


def complaints(archive: Archive, against: Sequence[GivenCheckpoint] = ()) -> Iterator[str]:
    """Yield a sentence for everything in an archive that does not match."""
    with archive.copy() as copy:
        yield from (complaint.text for complaint in complaints_of(copy, against))


def complaints_of(
    copy: Archive,
    against: Sequence[GivenCheckpoint] = (),
    run: Runner = run_alone,
    times: TimeCheck | None = None,
) -> Iterator[Complaint]:
    """Yield the complaints about a private copy, in which a second search index is built.

    Times out of order are no complaint; they are added to `times`.
    """
    for typed in against:
        if typed.origin != copy.origin:
            yield Complaint(f"the checkpoint is of the archive “{typed.origin}”, this one is “{copy.origin}”")
    yield from check_pages(copy)
    yield from check_references(copy)
    yield from check_words(copy)
    yield from check_log(copy, [typed for typed in against if typed.origin == copy.origin], run, times)


@database.with_archive_errors
def check_log(
    copy: Archive,
    against: Sequence[GivenCheckpoint] = (),
    run: Runner = run_alone,
    times: TimeCheck | None = None,
) -> Iterator[Complaint]:
    """Yield the complaints about the log and the rows that are derived from the log."""
    hashes = list(copy.rows("SELECT dictionary, dictionary_sha256 FROM about"))
    if len(hashes) != 1 or sha256(hashes[0][0]).digest() != hashes[0][1]:
        yield Complaint("about: the dictionary is not the one that was there")
    laws, named = list[tuple[str, tuple[int, str]]](), set[str]()
    yield from _check_rulesets(copy, laws)
    # The first of duplicates counts.
    shares = _shares(copy, dict(reversed(laws)))
    yield from _check_entries(copy, against, named, run(check_share, shares), times or TimeCheck())
    if sorted(digits for digits, _ in laws) != sorted(named):
        yield Complaint("rulesets: they are not those that hands were ruled by")
    unlogged = (
        f"""SELECT hand, '{table}' FROM {table}
        WHERE NOT EXISTS (SELECT 1 FROM log WHERE log.seq = {table}.hand AND log.hand = log.seq)"""
        for table in OF_HANDS
    )
    for number, table in copy.rows(f"{' UNION '.join(unlogged)} ORDER BY 1"):
        yield _surplus_complaint(table, number)


def _check_rulesets(archive: Archive, laws: list[tuple[str, tuple[int, str]]]) -> Iterator[Complaint]:
    """Check the rulesets by their hashes; collect the digits, number and text of those that can be read in `laws`."""
    query = "SELECT ruleset, id, title, sha256, law FROM rulesets ORDER BY 1"
    for number, name, title, digest, law_text in archive.rows(query):
        try:
            ruleset = _law(law_text).ruleset
        except (Unusable, ValueError, TypeError, KeyError):
            yield Complaint(f"rulesets: ruleset {number} cannot be read")
            continue
        whole = canonical(ruleset.to_data())
        hashed = sha256(whole.encode()).hexdigest()
        if (ruleset.id, ruleset.title, hashed, whole) != (name, title, digest, law_text):
            yield Complaint(f"rulesets: ruleset {number} is not the one that was there")
        laws.append((hashed[: database.LAW_DIGITS], (number, law_text)))


#: True for the last entry of its hand.
_STANDS: Final = """NOT EXISTS (
    SELECT 1 FROM log AS later WHERE later.hand = log.hand AND later.hand <> later.seq AND later.seq > log.seq)"""


@database.with_archive_errors
def _shares(archive: Archive, laws: Mapping[str, tuple[int, str]]) -> Iterator[EntryShare]:
    """Yield the log in shares, with the rows of its hands."""
    dictionary = archive.value("SELECT dictionary FROM about")
    query = f"""SELECT log.seq, log.hand, log.sha256, log.entry, {_STANDS}, hands.*
        FROM log LEFT JOIN hands ON hands.hand = log.hand AND {_STANDS} ORDER BY log.seq"""
    entries = archive.rows(query)
    while some := list(islice(entries, _SHARE)):
        rows_of: dict[int, dict[str, list[Row]]] = {
            number: {} if hand[0] is None else {"hands": [tuple(hand)]}
            for _, number, _, _, stands, *hand in some
            if stands
        }
        for table in PARTS:
            of_hands = f"SELECT * FROM {table} WHERE hand IN (SELECT value FROM json_each(?)) ORDER BY 1, 2"
            for row in archive.rows(of_hands, json.dumps([*rows_of])):
                rows_of[row[0]].setdefault(table, []).append(row)
        stored = [
            StoredEntry(seq, number, digest, packed, rows_of[number] if stands else None)
            for seq, number, digest, packed, stands, *_ in some
        ]
        yield EntryShare(dictionary, laws, stored)


@database.with_archive_errors
def _check_entries(
    archive: Archive,
    against: Sequence[GivenCheckpoint],
    named: set[str],
    checked: Iterator[CheckedEntry],
    times: TimeCheck,
) -> Iterator[Complaint]:
    """Check the order of the log, its growth and its decisions, and collect the rulesets it names."""
    tree, growth, due, decisions = Tree(), _GrowthCheck(archive, against), 0, _DecisionCheck(archive)
    yield from growth.check(tree)
    for (seq, number), entry in zip(
        archive.rows("SELECT seq, hand FROM log ORDER BY seq"), checked, strict=True
    ):
        if seq != due:
            yield Complaint(f"log: after {due} entries comes entry {seq}")
        due = seq + 1
        yield from entry.complaints
        if entry.entry is not None:
            # Entries are counted, since a damaged log may lack some.
            times.add(tree.size, entry.entry.at)
        if isinstance(entry.entry, database.LogEntry):
            named.add(str(entry.entry.law))
            yield from _check_amendment(archive, seq, number, entry.entry)
        elif isinstance(entry.entry, database.DecisionEntry) and number != seq:
            yield Complaint(f"log: entry {seq} is a decision, and does not stand by itself")
        if entry.entry is not None:
            yield from decisions.check(seq, entry.decision)
        tree.append(entry.leaf)
        yield from growth.check(tree)
    yield from growth.check_end(tree)
    yield from decisions.check_end()


def _check_amendment(archive: Archive, seq: int, hand: int, entry: database.LogEntry) -> Iterator[Complaint]:
    """Check that an entry is a new hand, or amends the last version of its hand."""
    if entry.amends is None:
        is_right = hand == seq
    else:
        earlier = "SELECT max(seq) FROM log WHERE hand = ? AND hand <> seq AND seq < ?"
        before = archive.value(earlier, hand, seq)
        is_right = hand < seq and entry.amends == (hand if before is None else before)
    if not is_right:
        what = "is no new hand, and does not amend the hand that it is placed with"
        yield Complaint(f"log: entry {seq} {what}")
    elif entry.amends is not None:
        packed = archive.value("SELECT entry FROM log WHERE seq = ?", hand)
        try:
            name = str(database.unpack_entry(archive, hand, packed).record["id"])
        except (Unusable, TypeError, KeyError):
            name = None
        if entry.record["id"] != name:
            yield Complaint(f"log: entry {seq} is of another hand than the one that it is placed with")


class _GrowthCheck:
    """Check of the growth table, and of checkpoints from elsewhere, against the tree as it grows."""

    def __init__(self, archive: Archive, against: Sequence[GivenCheckpoint]) -> None:
        self.origin, self.against = archive.origin, against
        self.rows = archive.rows("SELECT size, step, root, peaks, checkpoint FROM growth ORDER BY size")
        self.next = next(self.rows, None)
        self.step, self.size = 0, -1

    def check(self, tree: Tree) -> Iterator[Complaint]:
        """Check what was written when the log had as many entries as the tree."""
        while self.next is not None and self.next[0] <= tree.size:
            self.size, step, root, peaks, line = self.next
            if step != self.step or self.size < tree.size:
                yield Complaint("growth: its steps are not in order")
            elif (root, peaks, line) != (
                tree.root(), tree.peaks, text(Checkpoint(self.origin, tree.size, tree.root()))
            ):  # fmt: skip
                yield Complaint(f"growth: the log does not match its own record at entry {tree.size}")
            self.step += 1
            self.next = next(self.rows, None)
        for typed in self.against:
            if typed.size == tree.size and not typed.matches(tree.root()):
                first = f"the first {tree.size} entries"
                yield Complaint(f"{first} are not those that the checkpoint was written for")

    def check_end(self, tree: Tree) -> Iterator[Complaint]:
        """Check that the growth ends where the log does."""
        if self.next is not None or self.size != tree.size:
            yield Complaint(f"growth: it does not end at the {tree.size} entries of the log")
        for typed in self.against:
            if typed.size > tree.size:
                has = f"the archive has {tree.size}: entries are missing"
                yield Complaint(f"the checkpoint is for {typed.size} entries, {has}")


class _DecisionCheck:
    """Check of the decisions table against the entries of the log, in their order."""

    def __init__(self, archive: Archive) -> None:
        self.rows = archive.rows("SELECT * FROM decisions ORDER BY entry")
        self.next = next(self.rows, None)

    def check(self, seq: int, due: Row) -> Iterator[Complaint]:
        """Check the rows up to an entry, given its own row, which is empty unless it is a decision."""
        stored: Row = ()
        while self.next is not None and self.next[0] <= seq:
            if self.next[0] == seq:
                stored = self.next
            else:
                yield _no_decision_complaint(self.next[0])
            self.next = next(self.rows, None)
        if stored and not due:
            yield _no_decision_complaint(seq)
        elif not _is_same(stored, due):
            yield Complaint(f"decisions: entry {seq} differs from the log", Due("decisions", seq, [due]))

    def check_end(self) -> Iterator[Complaint]:
        """Check that no row is left when the log has ended."""
        if self.next is not None:
            yield from (_no_decision_complaint(row[0]) for row in chain([self.next], self.rows))


def _no_decision_complaint(entry: int) -> Complaint:
    return Complaint(f"decisions: entry {entry} of the log is no decision", Due("decisions", entry))


#: The tables of which SQLite makes a search index.
_INDEX_TABLES: Final = ("data", "idx", "config")
#: Memory of a staging area, in bytes.
_STAGED_IN_MEMORY: Final = 1 << 20


class Staging:
    """Staging area for rows to be inserted; spills to disk. False if it is empty."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](_STAGED_IN_MEMORY)
        self._batches = 0

    def __bool__(self) -> bool:
        return self._batches > 0

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, batch: Sequence[Due]) -> None:
        """Append a batch."""
        if batch:
            self._file.seek(0, SEEK_END)
            pickle.dump(batch, self._file)
            self._batches += 1

    def clear(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        self._batches = 0

    def batches(self) -> Iterator[list[Due]]:
        """Yield the batches in order."""
        self._file.seek(0)
        for _ in range(self._batches):
            yield pickle.load(self._file)


#: Complaints repaired together.
_BATCH: Final = 1_000
#: Attempts while other programs write to the archive.
_ATTEMPTS: Final = 3
#: The unique key of a table beside its number: any other row with the same key is wrong.
_UNIQUE: Final[Mapping[str, tuple[str, Callable[[Row], Row]]]] = {
    "hands": ("id = ?", itemgetter(slice(3, 4))),
    "decisions": (
        "title = ? AND coalesce(league, '') = coalesce(?, '') AND coalesce(season, '') = coalesce(?, '')"
        " AND number = ?",
        itemgetter(slice(1, 5)),
    ),
}


class Rebuilt(NamedTuple):
    """Size and checkpoint line of an archive that matches its log."""

    hands: int
    decisions: int
    line: str


def rebuild(archive: Archive, staging: Staging, run: Runner = run_alone) -> Rebuilt:
    """Replace whatever differs from the log, and leave the new rows in `staging`.

    Unusable, with nothing changed, if the log or what it rests on is damaged.
    """
    if archive.damage:
        return _rebuild_file(archive, staging, run)
    for _ in range(_ATTEMPTS):
        before = archive.value("PRAGMA data_version")
        with repairable_copy(archive) as copy:
            rebuilt = repair(copy, staging, run)
            if not staging:
                return rebuilt
            with archive.writing():
                if archive.value("PRAGMA data_version") == before:
                    for batch in staging.batches():
                        _replace_rows(archive, batch, copy)
                    return rebuilt
        staging.clear()
    help = "try again when it is done"
    raise Unusable(f"{archive.path} is being written to by another program", "nothing was changed", help)


def _rebuild_file(archive: Archive, staging: Staging, run: Runner) -> Rebuilt:
    """Rewrite a file with damaged pages, with exclusive access."""
    conn = archive.conn
    with database.archive_errors(archive.path):
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.run_patiently(conn, archive.path, "BEGIN EXCLUSIVE")
        conn.execute("COMMIT")
    with repairable_copy(archive) as copy:
        rebuilt = repair(copy, staging, run)
        with database.archive_errors(archive.path):
            _replace_search_index(copy, copy)
            copy.conn.execute(f"DROP TABLE {REBUILT_INDEX}")
            copy.conn.execute("VACUUM")
            copy.conn.backup(conn)
    return rebuilt


@contextmanager
def replace_advice() -> Iterator[None]:
    """Replace the advice to run `archive rebuild` in errors raised while it runs."""
    try:
        yield
    except Unusable as problem:
        if problem.help != database.HELP:
            raise
        help = "archive rebuild cannot repair it: restore it from a backup"
        raise Unusable(problem.what, problem.why, help) from None


def repairable_copy(archive: Archive) -> Archive:
    """Return a private copy, which holds only the source tables if pages of the archive are damaged or tables missing.

    Unusable if these cannot be read. Text of derived tables may be invalid.
    """
    if not archive.damage:
        copy = archive.copy()
        copy.conn.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        return copy
    conn = database.connect_temporary()
    try:
        conn.execute(f"PRAGMA page_size = {archive.value('PRAGMA page_size')}")
        database.create_schema(conn)
        for table in database.SOURCE_TABLES:
            _copy_rows(archive.conn, table, conn, table)
        return Archive(archive.path, conn, allow_changed_rules=archive.allow_changed_rules)
    except (Unusable, sqlite3.Error) as problem:
        conn.close()
        why = str(problem.why if isinstance(problem, Unusable) else problem)
        raise _irreparable_error(archive, why) from None


def _irreparable_error(archive: Archive, why: str) -> Unusable:
    why = f"the log that its tables are made from is damaged: {why}"
    return Unusable(f"{archive.path} cannot be rebuilt", why, "restore it from a backup; nothing was changed")


def repair(copy: Archive, staging: Staging, run: Runner = run_alone) -> Rebuilt:
    """Rebuild a private copy."""
    # Indexes come first, since all else reads them; one may have many complaints.
    _repair(copy, staging, {complaint.due: complaint for complaint in check_pages(copy)}.values())
    _repair(copy, staging, check_log(copy, run=run))
    staging.add(_due_rows(copy, check_words(copy)))
    if staging:
        for complaint, _ in chain(check_pages(copy), check_references(copy)):
            raise _irreparable_error(copy, complaint)
        there = "(SELECT count(*) FROM hands) + (SELECT count(*) FROM decisions)"
        if not copy.value(f"SELECT {there} = (SELECT count(*) FROM log WHERE hand = seq)"):
            raise _irreparable_error(copy, "several entries of its log have the same name")
    hands, decisions = (copy.value(f"SELECT count(*) FROM {table}") for table in ("hands", "decisions"))
    return Rebuilt(hands, decisions, checkpoint_line(copy))


def _repair(copy: Archive, staging: Staging, complaints: Iterable[Complaint]) -> None:
    """Stage the due rows, then put them into the copy: nothing is written while it is read."""
    coming = iter(complaints)
    while batch := _due_rows(copy, islice(coming, _BATCH)):
        staging.add(batch)
    if staging:
        with copy.writing():
            for batch in staging.batches():
                _replace_rows(copy, batch, copy)


def _due_rows(archive: Archive, complaints: Iterable[Complaint]) -> list[Due]:
    batch = []
    for complaint, due in complaints:
        if due is None:
            raise _irreparable_error(archive, complaint)
        batch.append(due)
    return batch


def _replace_rows(archive: Archive, batch: Sequence[Due], copy: Archive) -> None:
    """Replace rows, and rebuild indexes; the search index was rebuilt in the copy."""
    conn = archive.conn
    conn.execute("PRAGMA defer_foreign_keys = ON")
    for table, of_table in groupby(sorted(batch, key=attrgetter("table")), attrgetter("table")):
        dues = list(of_table)
        if table == "words":
            _replace_search_index(archive, copy)
        elif dues[0].number is None:
            conn.execute(f"REINDEX {table}")
        else:
            key = "entry" if table == "decisions" else "hand"
            numbers = json.dumps([due.number for due in dues])
            conn.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT value FROM json_each(?))", [numbers])
            new_rows = [row for due in dues for row in due.rows]
            if table in _UNIQUE:
                where, values_of = _UNIQUE[table]
                conn.executemany(f"DELETE FROM {table} WHERE {where}", map(values_of, new_rows))
            database.write(archive, table, new_rows)


def _replace_search_index(archive: Archive, copy: Archive) -> None:
    """Replace the search index by the one rebuilt in a copy."""
    for table in _INDEX_TABLES:
        archive.conn.execute(f"DELETE FROM words_{table}")
        _copy_rows(copy.conn, f"{REBUILT_INDEX}_{table}", archive.conn, f"words_{table}")


def _copy_rows(source: sqlite3.Connection, table: str, target: sqlite3.Connection, into: str) -> None:
    # Closed at once if a row is refused: an unfinished query keeps the file locked.
    with closing(source.execute(f"SELECT * FROM {table}")) as cursor:
        marks = ", ".join("?" * len(cursor.description))
        target.executemany(f"INSERT INTO {into} VALUES ({marks})", cursor)
