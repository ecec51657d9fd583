"""Verify an archive against its log, and rebuild its tables."""

from __future__ import annotations

import json
import pickle
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import sha256
from io import SEEK_END
from itertools import chain, groupby, islice, zip_longest
from operator import attrgetter, itemgetter
from tempfile import SpooledTemporaryFile
from typing import Any, Final, NamedTuple

from sqlite_utils import Database

from clabber_audit.archive.add import MADE, OF_HANDS, PARTS, Complaint, Due, otherwise, surplus
from clabber_audit.archive.database import (
    HELP,
    LAW_DIGITS,
    Archive,
    Clock,
    Decided,
    Entry,
    Packer,
    Row,
    entry_of,
    held_in,
    lay_out,
    patiently,
    private,
    told,
    trouble,
    unpacked,
)
from clabber_audit.archive.log import hash_of, row_of, write
from clabber_audit.archive.merkle import Tree, leaf
from clabber_audit.archive.proofs import GrowthGrowth, Paper
from clabber_audit.archive.rows import rows
from clabber_audit.archive.search import checkpoint_line
from clabber_audit.core.errors import ClabberError, Unusable, shown
from clabber_audit.games.parse import read
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.base import STORED
from clabber_audit.records.canonical import canonical

#: How many complaints are asked for.
_MOST: Final = 10


@told
def of_pages(archive: Archive) -> Iterator[Complaint]:
    """Damaged pages, and indexes that do not fit their table: those of the tables made from the log can be mended."""
    found = _lines(archive, str(_MOST))
    tables = {line: table for table in MADE for line in _lines(archive, table)} if found else {}
    for line in found:
        due = Due(tables[line], None) if line in tables else None
        yield Complaint(f"the file is damaged: {shown(line, 200)}", due)


def _lines(archive: Archive, what: str) -> list[str]:
    return [str(line) for (line,) in archive.rows(f"PRAGMA integrity_check({what})") if line != "ok"]


@told
def of_references(archive: Archive) -> Iterator[Complaint]:
    """Rows without the row that they belong to."""
    for table, row, parent, _ in archive.rows("PRAGMA foreign_key_check"):
        due = Due(table, None) if table in MADE else None
        yield Complaint(f"{table}: row {row} belongs to a row of {parent} that is not there", due)


#: How much of what is sorted is held in memory, in KiB.
_SORTED: Final = 8_000
#: What the index is called that is made beside the one that is there, and the tables that SQLite keeps one in.
_ANEW: Final = "anew"
_PARTS: Final = ("data", "idx", "config")
#: How many rows of an index are taken together.
_SOME: Final = 1_000


def of_words(copy: Archive) -> Iterator[Complaint]:
    """Yield a complaint if the index of a copy does not say, or does not find, which word stands where.

    Another index is built beside it.
    """
    conn = copy.db.conn
    # To sort, SQLite takes as much memory as it may have for pages.
    conn.execute(f"PRAGMA cache_size = -{_SORTED}")
    try:
        (made,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'words'").fetchone()
        conn.execute(made.replace("TABLE words", f"TABLE {_ANEW}", 1))
        conn.execute(f"INSERT INTO {_ANEW} ({_ANEW}) VALUES ('rebuild')")
        conn.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        said, due = (_said(conn, index) for index in ("words", _ANEW))
        same = all(one == other for one, other in zip_longest(said, due)) and _finds_all(conn)
    except (sqlite3.Error, UnicodeDecodeError):
        same = False
    if not same:
        yield Complaint("words: the search index does not match the hands", Due("words", None))


def _said(conn: sqlite3.Connection, index: str) -> Iterator[list[Row]]:
    """All that an index of words says: which word stands where, how often there are words, and how it is set up.

    Where a word stands SQLite puts together for some hands at a time: a row for each takes five times as long.
    """
    conn.execute(f"CREATE VIRTUAL TABLE temp.said_{index} USING fts5vocab (main, {index}, instance)")
    for query in (
        f"SELECT term, doc >> 8 AS docs, group_concat(doc || ' ' || col) FROM temp.said_{index} GROUP BY term, docs",
        # Without hands the totals are nothing, which is written in several ways.
        f"SELECT block FROM {index}_data WHERE id = 1 AND EXISTS (SELECT 1 FROM hands)",
        f"SELECT k, v FROM {index}_config ORDER BY k",
    ):
        rows = conn.execute(query)
        while some := rows.fetchmany(_SOME):
            yield some


def _finds_all(conn: sqlite3.Connection) -> bool:
    """Return True if the index finds each word as often as it is there.

    A search goes by the pages that `words_idx` names, which neither the list of all words nor SQLite's own check does.
    """
    for index in ("words", _ANEW):
        conn.execute(f"CREATE VIRTUAL TABLE temp.terms_{index} USING fts5vocab (main, {index}, row)")
    missing = conn.execute(
        f"""SELECT 1 FROM temp.terms_{_ANEW} AS due
        WHERE (due.doc, due.cnt) IS NOT (SELECT doc, cnt FROM temp.terms_words WHERE term = due.term) LIMIT 1"""
    )
    return missing.fetchone() is None


def put_words(archive: Archive, copy: Archive) -> None:
    """Put the index that was made anew in a copy in the place of the one that is there, which may be of no use."""
    for part in _PARTS:
        archive.db.conn.execute(f"DELETE FROM words_{part}")
        rows = copy.db.conn.execute(f"SELECT * FROM {_ANEW}_{part}")
        marks = ", ".join("?" * len(rows.description))
        archive.db.conn.executemany(f"INSERT INTO words_{part} VALUES ({marks})", rows)


def settle_words(copy: Archive) -> None:
    """The same in the copy itself, which holds nothing besides afterwards."""
    put_words(copy, copy)
    copy.db.conn.execute(f"DROP TABLE {_ANEW}")
    copy.db.conn.execute("VACUUM")


#: How much is held in memory, in bytes.
_HELD: Final = 1 << 20


class Aside:
    """What is put aside, in the order in which it was found; false where that is nothing."""

    def __init__(self, file: SpooledTemporaryFile[bytes]) -> None:
        self._file = file
        self._parts = 0

    def __bool__(self) -> bool:
        return self._parts > 0

    def put(self, some: Sequence[Due]) -> None:
        """Put something aside."""
        if some:
            self._file.seek(0, SEEK_END)
            pickle.dump(some, self._file)
            self._parts += 1

    def clear(self) -> None:
        """Forget all of it."""
        self._file.seek(0)
        self._file.truncate()
        self._parts = 0

    def parts(self) -> Iterator[list[Due]]:
        """All of it, as it was put aside: some at a time."""
        self._file.seek(0)
        for _ in range(self._parts):
            yield pickle.load(self._file)


@contextmanager
def aside() -> Iterator[Aside]:
    """Where something can be put aside for a while."""
    with SpooledTemporaryFile(_HELD) as file:
        yield Aside(file)


class Stored(NamedTuple):
    """An entry as it is stored, with what the tables of hands have under the number that it is placed with."""

    seq: int
    number: int
    sha256: bytes
    packed: bytes
    #: Whether it is the last that is placed with this number: the rows are given by that one.
    stands: bool
    hand: Row | None
    parts: Mapping[str, Sequence[Row]]


class Share(NamedTuple):
    """Some entries, with what it takes to read and to judge them."""

    dictionary: bytes
    #: The texts of the rulesets, by their numbers.
    laws: Mapping[int, str]
    entries: Sequence[Stored]


class Seen(NamedTuple):
    """What was seen of an entry."""

    leaf: bytes
    #: What does not fit.
    wrong: Sequence[Complaint]
    #: The entry without the record, of which there is the id; None where it cannot be read.
    entry: Entry | Decided | None = None
    #: The row of a decision.
    decision: Row = ()


class _Told(NamedTuple):
    """What the bytes of an entry say."""

    #: Without the record, of which there is the id.
    entry: Entry | Decided
    #: The canonical text of what it keeps.
    kept: str
    #: The row of a decision.
    decision: Row = ()


def seen(share: Share) -> list[Seen]:
    """What there is to be seen of some entries, of each by itself."""
    packer, rulesets = _packer(share.dictionary), _rulesets(share.laws)
    return [_seen(stored, _inside(stored.packed, packer), rulesets) for stored in share.entries]


class _Ruleset(NamedTuple):
    """A ruleset that the archive keeps."""

    number: int
    text: str


#: Rulesets by the digits of their hashes that entries give.
_Rulesets = Mapping[str, _Ruleset]


def _rulesets(laws: Mapping[int, str]) -> _Rulesets:
    found: dict[str, _Ruleset] = {}
    for number, text in laws.items():
        # Of two that are alike, the first is meant; that there is another is told elsewhere.
        found.setdefault(held_in(text).digest[:LAW_DIGITS], _Ruleset(number, text))
    return found


def _inside(packed: bytes, packer: Packer) -> bytes | None:
    """The bytes of an entry; None where they are damaged."""
    try:
        return packer.unpack_tight(packed)
    except Exception:  # Bytes that anybody may have edited hold anything.
        return None


def same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two rows hold the same values of the same types: to SQLite 1 and 1.0 are not stored alike."""
    return tuple(one) == tuple(other) and [*map(type, one)] == [*map(type, other)]


def _seen(stored: Stored, data: bytes | None, rulesets: _Rulesets) -> Seen:
    seq = stored.seq
    told = _told(seq, data) if data else None
    if told is None or data is None:
        return Seen(leaf(bytes(stored.packed)), [Complaint(f"log: entry {seq} cannot be read")])
    wrong = []
    if hash_of(told.kept) != stored.sha256:
        wrong.append(Complaint(f"log: entry {seq} does not have the hash that is written beside it"))
    if stored.stands:
        wrong += _rows(stored, told, rulesets)
    return Seen(leaf(data), wrong, told.entry, told.decision)


def _told(seq: int, data: bytes) -> _Told | None:
    """What the bytes of an entry say; None where they are not canonical, or say nothing that is kept."""
    try:
        entry = entry_of(data)
        text = canonical(entry.kept)
        if entry.around(text) != data:
            return None
        if isinstance(entry, Decided):
            return _Told(entry, text, row_of(seq, entry))
        return _Told(entry._replace(record={"id": str(entry.record["id"])}), text)
    except Exception:  # As above.
        return None


def _rows(stored: Stored, told: _Told, rulesets: _Rulesets) -> list[Complaint]:
    """What does not fit of the rows of a hand with its ruling, made again from the entry that it stands in."""
    entry, number = told.entry, stored.number
    there = {"hands": [] if stored.hand is None else [stored.hand], **stored.parts}
    if isinstance(entry, Decided):
        return [surplus(table, number) for table in OF_HANDS if there.get(table)]
    ruleset = rulesets.get(entry.law)
    if ruleset is None:
        # That it is missing is told once for all hands.
        return []
    try:
        hand = read(told.kept.encode(), STORED)
    except Exception:  # As above.
        return [Complaint(f"log: entry {stored.seq} holds no record that could have been added")]
    made = rows(adjudicate(hand, held_in(ruleset.text).law))
    due = {table: [(number, *row) for row in getattr(made, table)] for table in PARTS}
    due["hands"] = [(number, stored.seq, ruleset.number, *made.hand)]
    return [
        otherwise(Due(table, number, due[table], entry.record["id"]), there.get(table, ()))
        for table in OF_HANDS
        if not _alike(there.get(table, ()), due[table])
    ]


def _alike(kept: Sequence[Row], due: Sequence[Row]) -> bool:
    return len(kept) == len(due) and all(map(same, kept, due))


@lru_cache(maxsize=4)
def _packer(dictionary: bytes) -> Packer:
    return Packer(dictionary)


#: How many entries are looked at together.
_SHARE: Final = 1_000

#: What looks at shares of the entries, in their order; whoever has several processes gives each its part.
Looking = Callable[[Callable[[Share], list[Seen]], Iterable[Share]], Iterator[Seen]]


def complaints(archive: Archive, against: Sequence[Paper] = ()) -> Iterator[str]:
    """Everything about an archive that does not fit, a sentence each; nothing when all of it does."""
    with archive.copied() as copy:
        yield from (complaint.told for complaint in complaints_of(copy, against))


def by_turns(look: Callable[[Share], list[Seen]], shares: Iterable[Share]) -> Iterator[Seen]:
    """Look at shares one after the other."""
    return chain.from_iterable(map(look, shares))


def complaints_of(
    copy: Archive, against: Sequence[Paper] = (), looking: Looking = by_turns, clock: Clock | None = None
) -> Iterator[Complaint]:
    """The same of a copy, with what is due instead; in it an index of words is made beside the one that is there.

    The times of the entries are shown to the `clock`, which tells what is out of order: that is no complaint.
    """
    for typed in against:
        if typed.origin != copy.origin:
            yield Complaint(f"the checkpoint is of the archive “{typed.origin}”, this one is “{copy.origin}”")
    yield from of_pages(copy)
    yield from of_references(copy)
    yield from of_words(copy)
    yield from of_log(copy, [typed for typed in against if typed.origin == copy.origin], looking, clock)


def of_log(
    copy: Archive, against: Sequence[Paper] = (), looking: Looking = by_turns, clock: Clock | None = None
) -> Iterator[Complaint]:
    """What does not fit of the log, and of the rows that are made from it; what is due in their place comes with it."""
    named, laws = set[str](), dict[int, str]()
    yield from _about(copy)
    yield from _rulesets_proving(copy, laws)
    yield from _entries(copy, against, named, _timed(looking(seen, _shares(copy, laws)), clock or Clock()))
    yield from _left(copy, named, laws)


def _timed(looked: Iterator[Seen], clock: Clock) -> Iterator[Seen]:
    """What was seen of the entries, whose times the clock is shown."""
    for seq, one in enumerate(looked):
        if one.entry is not None:
            clock.entry(seq, one.entry.at)
        yield one


#: Whether an entry is the last of those that are placed with the same number.
_STANDS: Final = """NOT EXISTS (
    SELECT 1 FROM log AS later WHERE later.hand = log.hand AND later.hand <> later.seq AND later.seq > log.seq)"""


@told
def _shares(archive: Archive, laws: Mapping[int, str]) -> Iterator[Share]:
    """The log, with what the tables of hands have under the numbers of the entries that stand."""
    dictionary = archive.value("SELECT dictionary FROM about")
    query = f"""SELECT log.seq, log.hand, log.sha256, log.entry, {_STANDS}, hands.*
        FROM log LEFT JOIN hands ON hands.hand = log.hand AND {_STANDS} ORDER BY log.seq"""
    entries = archive.rows(query)
    while some := list(islice(entries, _SHARE)):
        parts = _parts(archive, [number for _, number, _, _, stands, *_ in some if stands])
        yield Share(dictionary, laws, [_stored(row, parts) for row in some])


#: The rows that belong to a hand, by their tables.
_Parts = Mapping[str, Sequence[Row]]


#: What belongs to a hand to which nothing does.
_NOTHING: Final[_Parts] = {}


def _stored(row: Row, parts: Mapping[int, _Parts]) -> Stored:
    seq, number, digest, packed, stands, *hand = row
    there = None if hand[0] is None else tuple(hand)
    return Stored(seq, number, digest, packed, bool(stands), there, parts.get(number, _NOTHING) if stands else _NOTHING)


def _parts(archive: Archive, numbers: Sequence[int]) -> Mapping[int, _Parts]:
    """The rows that belong to these hands, by the hand and the table."""
    found: dict[int, dict[str, list[Row]]] = {}
    for table in PARTS:
        query = f"SELECT * FROM {table} WHERE hand IN (SELECT value FROM json_each(?)) ORDER BY 1, 2"
        for row in archive.rows(query, json.dumps(numbers)):
            found.setdefault(row[0], {}).setdefault(table, []).append(row)
    return found


@told
def _entries(
    archive: Archive, against: Sequence[Paper], named: set[str], looked: Iterator[Seen]
) -> Iterator[Complaint]:
    """The log from its first entry to its last, and what is wrong with it, with its growth, or with checkpoints.

    The rulesets that entries name are put into `named`.
    """
    tree, growth, due, decisions = Tree(), GrowthGrowth(archive, against), 0, _Decisions(archive)
    yield from growth.beside(tree)
    for (seq, number), one in zip(archive.rows("SELECT seq, hand FROM log ORDER BY seq"), looked, strict=True):
        if seq != due:
            yield Complaint(f"log: after {due} entries comes entry {seq}")
        due = seq + 1
        yield from one.wrong
        if isinstance(one.entry, Entry):
            named.add(str(one.entry.law))
            yield from _placed(archive, seq, number, one.entry)
        elif isinstance(one.entry, Decided) and number != seq:
            yield Complaint(f"log: entry {seq} is a decision, and does not stand by itself")
        if one.entry is not None:
            yield from decisions.beside(seq, one.decision)
        tree.append(one.leaf)
        yield from growth.beside(tree)
    yield from growth.after(tree)
    yield from decisions.after()


def _placed(archive: Archive, seq: int, hand: int, entry: Entry) -> Iterator[Complaint]:
    """Whether an entry stands where it says: as a new hand, or in the place of the entry that it amends."""
    if entry.amends is None:
        right = hand == seq
    else:
        earlier = "SELECT max(seq) FROM log WHERE hand = ? AND hand <> seq AND seq < ?"
        before = archive.value(earlier, hand, seq)
        right = hand < seq and entry.amends == (hand if before is None else before)
    if not right:
        yield Complaint(f"log: entry {seq} is no new hand, and does not amend the hand that it is placed with")
    elif entry.amends is not None and entry.record["id"] != _name(archive, hand):
        yield Complaint(f"log: entry {seq} is of another hand than the one that it is placed with")


def _name(archive: Archive, seq: int) -> str | None:
    """What the hand of an entry is called; None where the entry has none."""
    packed = archive.value("SELECT entry FROM log WHERE seq = ?", seq)
    try:
        return str(unpacked(archive, seq, packed).record["id"])
    except (Unusable, TypeError, KeyError):
        return None


class _Decisions:
    """The rows of decisions, beside the entries of the log in their order."""

    def __init__(self, archive: Archive) -> None:
        self.rows = archive.rows("SELECT * FROM decisions ORDER BY entry")
        self.next = next(self.rows, None)

    def beside(self, seq: int, made: Row) -> Iterator[Complaint]:
        """What does not fit up to an entry, given the row that it makes, which is empty where it is no decision."""
        kept: Row = ()
        while self.next is not None and self.next[0] <= seq:
            if self.next[0] == seq:
                kept = self.next
            else:
                yield _no_decision(self.next[0])
            self.next = next(self.rows, None)
        if kept and not made:
            yield _no_decision(seq)
        elif not same(kept, made):
            yield Complaint(f"decisions: entry {seq} differs from the log", Due("decisions", seq, [made]))

    def after(self) -> Iterator[Complaint]:
        """What is left when the log has ended."""
        if self.next is not None:
            yield from (_no_decision(row[0]) for row in chain([self.next], self.rows))


def _no_decision(entry: int) -> Complaint:
    return Complaint(f"decisions: entry {entry} of the log is no decision", Due("decisions", entry))


@told
def _about(archive: Archive) -> Iterator[Complaint]:
    found = list(archive.rows("SELECT dictionary, dictionary_sha256 FROM about"))
    if len(found) != 1 or sha256(found[0][0]).digest() != found[0][1]:
        yield Complaint("about: the dictionary is not the one that was there")


@told
def _rulesets_proving(archive: Archive, laws: dict[int, str]) -> Iterator[Complaint]:
    """Whether the rulesets are whole, by their hashes. The texts of those that can be read are put into `laws`."""
    for number, name, title, digest, kept in archive.rows(
        "SELECT ruleset, id, title, sha256, law FROM rulesets ORDER BY 1"
    ):
        try:
            law, whole, hashed = held_in(kept)
        except (ClabberError, ValueError, TypeError, KeyError, RecursionError):
            yield Complaint(f"rulesets: ruleset {number} cannot be read")
            continue
        if (law.ruleset.id, law.ruleset.title, hashed, whole) != (name, title, digest, kept):
            yield Complaint(f"rulesets: ruleset {number} is not the one that was there")
        laws[number] = kept


@told
def _left(archive: Archive, named: set[str], laws: Mapping[int, str]) -> Iterator[Complaint]:
    """What is there and no entry of the log asks for: rulesets, hands, what belongs to these."""
    if sorted(held_in(text).digest[:LAW_DIGITS] for text in laws.values()) != sorted(named):
        yield Complaint("rulesets: they are not those that hands were ruled by")
    of_each = (
        f"""SELECT hand, '{table}' FROM {table}
        WHERE NOT EXISTS (SELECT 1 FROM log WHERE log.seq = {table}.hand AND log.hand = log.seq)"""
        for table in OF_HANDS
    )
    for number, table in archive.rows(f"{' UNION '.join(of_each)} ORDER BY 1"):
        yield surplus(table, number)


#: How many complaints are seen to together.
_SOME_REBUILDING: Final = 1_000
#: How often an archive is looked through that others write to meanwhile.
_TURNS: Final = 3
#: What all else is made from, with a mark for each column.
_KEPT: Final = {"log": "?, ?, ?, ?", "growth": "?, ?, ?, ?, ?", "about": "?, ?, ?", "rulesets": "?, ?, ?, ?, ?"}
#: In which column of a table the number stands that says what a row is of.
_NUMBER: Final = {"decisions": "entry"}
#: What no two rows of a table may have alike, and that of a row: another that has it is wrong, and in the way.
_ALONE: Final[Mapping[str, tuple[str, Callable[[Row], Row]]]] = {
    "hands": ("id = ?", itemgetter(slice(3, 4))),
    "decisions": (
        "title = ? AND coalesce(league, '') = coalesce(?, '') AND coalesce(season, '') = coalesce(?, '')"
        " AND number = ?",
        itemgetter(slice(1, 5)),
    ),
}


class Fitting(NamedTuple):
    """An archive in which everything fits: how much there is, and its line for paper."""

    hands: int
    decisions: int
    line: str


def rebuild(archive: Archive, aside: Aside, looking: Looking = by_turns) -> Fitting:
    """Put what the log gives in the place of whatever else is there. What that was, is put aside.

    Unusable, and nothing is changed, where the log, or what it rests on, is damaged.
    """
    if archive.damage:
        return _rebuild_pages(archive, aside, looking)
    for _ in range(_TURNS):
        before = archive.value("PRAGMA data_version")
        with to_mend(archive) as copy:
            fitting = mend(copy, aside, looking)
            if not aside:
                return fitting
            with archive.writing():
                if archive.value("PRAGMA data_version") == before:
                    for some in aside.parts():
                        _put(archive, some, copy)
                    return fitting
        aside.clear()
    raise Unusable(
        f"{archive.path} is being written to by another program", "nothing was changed", "try again when it is done"
    )


def _rebuild_pages(archive: Archive, aside: Aside, looking: Looking) -> Fitting:
    """The same where pages are damaged: all of the file is written anew, and nobody else uses it for so long."""
    conn = archive.db.conn
    with trouble(archive.path):
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")
        patiently(conn, archive.path, "BEGIN EXCLUSIVE")
        conn.execute("COMMIT")
    with to_mend(archive) as copy:
        fitting = mend(copy, aside, looking)
        with trouble(archive.path):
            settle_words(copy)
            copy.db.conn.backup(conn)
    return fitting


@contextmanager
def without_advice() -> Iterator[None]:
    """Nobody is sent to `archive rebuild` by it."""
    try:
        yield
    except Unusable as problem:
        if problem.help != HELP:
            raise
        raise Unusable(
            problem.what, problem.why, "archive rebuild cannot repair it: restore it from a backup"
        ) from None


def to_mend(archive: Archive) -> Archive:
    """A copy of an archive; of one with damaged pages, a copy of that alone which all else is made from.

    Unusable where not even that can be read. In the tables that are made from it even text may stand that is none.
    """
    if not archive.damage:
        copy = archive.copied()
        copy.db.conn.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        return copy
    conn = private()
    try:
        conn.execute(f"PRAGMA page_size = {archive.value('PRAGMA page_size')}")
        db = Database(conn, execute_plugins=False)
        lay_out(db)
        for table, marks in _KEPT.items():
            conn.executemany(f"INSERT INTO {table} VALUES ({marks})", archive.rows(f"SELECT * FROM {table}"))
        return Archive(archive.path, db, changed=archive.changed)
    except (Unusable, sqlite3.Error) as problem:
        conn.close()
        raise _beyond(archive, str(problem.why if isinstance(problem, Unusable) else problem)) from None


def _beyond(archive: Archive, why: str) -> Unusable:
    why = f"the log that its tables are made from is damaged: {why}"
    return Unusable(f"{archive.path} cannot be rebuilt", why, "restore it from a backup; nothing was changed")


def mend(copy: Archive, aside: Aside, looking: Looking = by_turns) -> Fitting:
    """The same in a copy alone, in which an index of words is made beside the one that is there."""
    # All else goes by the indexes, of which there may be many complaints each.
    _see_to(copy, aside, {complaint.due: complaint for complaint in of_pages(copy)}.values())
    _see_to(copy, aside, of_log(copy, looking=looking))
    aside.put(_due(copy, of_words(copy)))
    if aside:
        _look_again(copy)
    hands, decisions = (copy.value(f"SELECT count(*) FROM {table}") for table in ("hands", "decisions"))
    return Fitting(hands, decisions, checkpoint_line(copy))


def _see_to(copy: Archive, aside: Aside, complaints: Iterable[Complaint]) -> None:
    """Put what is due aside, and then into the copy: nothing is written to it while it is looked through."""
    coming = iter(complaints)
    while some := _due(copy, islice(coming, _SOME_REBUILDING)):
        aside.put(some)
    if aside:
        with copy.writing():
            for some in aside.parts():
                _put(copy, some, copy)


def _due(archive: Archive, complaints: Iterable[Complaint]) -> list[Due]:
    """What has to be there instead; Unusable where that cannot be told from the log."""
    found = []
    for complaint, due in complaints:
        if due is None:
            raise _beyond(archive, complaint)
        found.append(due)
    return found


def _put(archive: Archive, some: Sequence[Due], copy: Archive) -> None:
    """Put rows in the place of those that are there; indexes are made anew, that of words was in the copy."""
    conn = archive.db.conn
    conn.execute("PRAGMA defer_foreign_keys = ON")
    for table, of_table in groupby(sorted(some, key=attrgetter("table")), attrgetter("table")):
        there = list(of_table)
        if table == "words":
            put_words(archive, copy)
        elif there[0].number is None:
            conn.execute(f"REINDEX {table}")
        else:
            numbers = json.dumps([due.number for due in there])
            under = f"{_NUMBER.get(table, 'hand')} IN (SELECT value FROM json_each(?))"
            conn.execute(f"DELETE FROM {table} WHERE {under}", [numbers])
            rows = [row for due in there for row in due.rows]
            if table in _ALONE:
                where, told = _ALONE[table]
                conn.executemany(f"DELETE FROM {table} WHERE {where}", map(told, rows))
            write(archive, table, rows)


def _look_again(archive: Archive) -> None:
    """Nothing is kept that does not fit: Unusable where something is wrong still."""
    for complaint, _ in chain(of_pages(archive), of_references(archive)):
        raise _beyond(archive, complaint)
    there, due = "(SELECT count(*) FROM hands) + (SELECT count(*) FROM decisions)", "SELECT count(*) FROM log"
    if not archive.value(f"SELECT {there} = ({due} WHERE hand = seq)"):
        raise _beyond(archive, "several entries of its log have the same name")
