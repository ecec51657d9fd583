"""Whether an archive is what it was: the log against its tree, every other table against the log.

Everything stored is either an entry of the log, or a hash over entries, or made from entries and can be made again.
So a single edit anywhere leaves two parts that disagree. Who changes all of them alike is found by anybody who holds
an older checkpoint, and by nobody else.

It is a copy that is looked through, row by row: nobody waits for it, and memory does not grow with the archive.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, islice, zip_longest
from typing import Final

from clabber_audit.archive.checkpoint import Checkpoint, Typed, text
from clabber_audit.archive.clock import Clock
from clabber_audit.archive.damage import told
from clabber_audit.archive.entries import LAW_DIGITS, Decided, Entry
from clabber_audit.archive.laws import held_in
from clabber_audit.archive.merkle import Tree
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.row import Row
from clabber_audit.archive.scrutiny import Seen, Share, Stored, same, seen
from clabber_audit.archive.writer import PARTS
from clabber_audit.ground.errors import ClabberError, shown
from clabber_audit.record.canonical import canonical

#: How many hands that are missing are named.
_SHOWN: Final = 100
#: How much of what is sorted is held in memory, in KiB.
_SORTED: Final = 8_000
#: How many entries are looked at together.
_SHARE: Final = 1_000

#: A checkpoint from elsewhere.
Paper = Typed | Checkpoint
#: What looks at shares of the entries, in their order; whoever has several processes gives each its part.
Looking = Callable[[Callable[[Share], list[Seen]], Iterable[Share]], Iterator[Seen]]


def complaints(archive: Archive, against: Sequence[Paper] = ()) -> Iterator[str]:
    """Everything about an archive that does not fit, a sentence each; nothing when all of it does."""
    with archive.copied() as copy:
        yield from complaints_of(copy, against)


def _by_turns(look: Callable[[Share], list[Seen]], shares: Iterable[Share]) -> Iterator[Seen]:
    return chain.from_iterable(map(look, shares))


def complaints_of(
    copy: Archive, against: Sequence[Paper] = (), looking: Looking = _by_turns, clock: Clock | None = None
) -> Iterator[str]:
    """The same of a copy, in which an index of words is made beside the one that is there.

    The times of the entries are shown to the `clock`, which tells what is out of order: that is no complaint.
    """
    for typed in against:
        if typed.origin != copy.origin:
            yield f"the checkpoint is of the archive “{typed.origin}”, this one is “{copy.origin}”"
    papers = [typed for typed in against if typed.origin == copy.origin]
    named, laws = set[str](), dict[int, str]()
    yield from _file(copy)
    yield from _words(copy)
    yield from _about(copy)
    yield from _rulesets(copy, laws)
    yield from _log(copy, papers, named, _timed(looking(seen, _shares(copy, laws)), clock or Clock()))
    yield from _left(copy, named, laws)


def _timed(looked: Iterator[Seen], clock: Clock) -> Iterator[Seen]:
    """What was seen of the entries, whose times the clock is shown."""
    for seq, one in enumerate(looked):
        if one.entry is not None:
            clock.entry(seq, one.entry.at)
        yield one


@told
def _file(archive: Archive) -> Iterator[str]:
    """What SQLite itself can tell: damaged pages, rows without the row they belong to."""
    for (line,) in archive.rows("PRAGMA integrity_check(10)"):
        if line != "ok":
            yield f"the file is damaged: {shown(str(line), 200)}"
    for table, row, parent, _ in archive.rows("PRAGMA foreign_key_check"):
        yield f"{table}: row {row} belongs to a row of {parent} that is not there"


def _words(archive: Archive) -> Iterator[str]:
    """Whether the index of words says what one says that is made anew from the hands: which word stands where."""
    conn = archive.db.conn
    # To sort, SQLite takes as much memory as it may have for pages.
    conn.execute(f"PRAGMA cache_size = -{_SORTED}")
    try:
        conn.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        (made,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'words'").fetchone()
        conn.execute(made.replace("TABLE words", "TABLE anew", 1))
        conn.execute("INSERT INTO anew (anew) VALUES ('rebuild')")
        said, due = (_said(conn, index) for index in ("words", "anew"))
        same = all(one == other for one, other in zip_longest(said, due))
    except (sqlite3.Error, UnicodeDecodeError):
        same = False
    if not same:
        yield "words: the index does not hold the words of the hands"


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
        while some := rows.fetchmany(_SHARE):
            yield some


#: A hand stands in the last of the entries that were placed with it.
_STANDS: Final = """first.hand = hands.hand AND hands.entry = coalesce(
    (SELECT max(seq) FROM log AS later WHERE later.hand = hands.hand AND later.hand <> later.seq), hands.hand)"""


@told
def _shares(archive: Archive, laws: Mapping[int, str]) -> Iterator[Share]:
    """The log, with the hands that stand in its entries."""
    dictionary = archive.value("SELECT dictionary FROM about")
    query = """SELECT log.seq, log.sha256, log.entry, hands.*
        FROM log LEFT JOIN hands ON hands.entry = log.seq AND hands.hand = log.hand ORDER BY log.seq"""
    entries = archive.rows(query)
    while some := list(islice(entries, _SHARE)):
        parts = _parts(archive, [row[3] for row in some if row[3] is not None])
        made = ((*row[:3], None if row[3] is None else row[3:], parts.get(row[3], _NOTHING)) for row in some)
        yield Share(dictionary, laws, list(map(Stored._make, made)))


#: What belongs to a hand to which nothing does.
_NOTHING: Final[Mapping[str, Sequence[Row]]] = {}


def _parts(archive: Archive, numbers: Sequence[int]) -> Mapping[int, Mapping[str, list[Row]]]:
    """The rows that belong to these hands, by the hand and the table."""
    found: dict[int, dict[str, list[Row]]] = {}
    for table in PARTS:
        query = f"SELECT * FROM {table} WHERE hand IN (SELECT value FROM json_each(?)) ORDER BY 1, 2"
        for row in archive.rows(query, canonical(numbers)):
            found.setdefault(row[0], {}).setdefault(table, []).append(row)
    return found


@told
def _log(archive: Archive, against: Sequence[Paper], named: set[str], looked: Iterator[Seen]) -> Iterator[str]:
    """The log from its first entry to its last, and what is wrong with it, with its growth, or with checkpoints.

    The rulesets that entries name are put into `named`.
    """
    tree, growth, due, places = Tree(), _Growth(archive, against), 0, _Places(archive, named)
    yield from growth.beside(tree)
    query = "SELECT log.seq, log.hand, hands.id FROM log LEFT JOIN hands ON hands.hand = log.hand ORDER BY log.seq"
    for (seq, number, name), one in zip(archive.rows(query), looked, strict=True):
        if seq != due:
            yield f"log: after {due} entries comes entry {seq}"
        due = seq + 1
        yield from one.wrong
        yield from places.of(seq, number, name, one)
        tree.append(one.leaf)
        yield from growth.beside(tree)
    yield from growth.after(tree)
    yield from places.after()


class _Places:
    """Whether what the log holds has its place in the tables that are made from it."""

    def __init__(self, archive: Archive, named: set[str]) -> None:
        self.archive, self.named = archive, named
        self.missing = self.decided = 0

    def of(self, seq: int, number: int, name: str | None, seen: Seen) -> Iterator[str]:
        """What of one entry does not fit, given the number and the name of the hand that it is placed with."""
        if isinstance(seen.entry, Entry):
            yield from self._hand(seq, number, name, seen.entry)
        elif isinstance(seen.entry, Decided):
            yield from self._decision(seq, number, seen.decision)

    def _hand(self, seq: int, number: int, name: str | None, entry: Entry) -> Iterator[str]:
        own = entry.record["id"]
        if not self._in_place(seq, number, entry):
            yield f"log: entry {seq} is no new hand, and does not amend the hand that it is placed with"
        if name is None:
            self.missing += 1
            if self.missing <= _SHOWN:
                yield f"hands: hand {number} ({shown(own, 64)}) of the log is missing"
        elif name != own:
            yield f"log: entry {seq} is of another hand than the one that it is placed with"
        self.named.add(str(entry.law))

    def _in_place(self, seq: int, hand: int, entry: Entry) -> bool:
        """Whether an entry stands where it says: as a new hand, or in the place of the entry that it amends."""
        if entry.amends is None:
            return hand == seq
        earlier = "SELECT max(seq) FROM log WHERE hand = ? AND hand <> seq AND seq < ?"
        before = self.archive.value(earlier, hand, seq)
        return hand < seq and entry.amends == (hand if before is None else before)

    def _decision(self, seq: int, number: int, made: Row) -> Iterator[str]:
        self.decided += 1
        if number != seq:
            yield f"log: entry {seq} is a decision, and does not stand by itself"
        kept = next(self.archive.rows("SELECT * FROM decisions WHERE entry = ?", seq), ())
        if not same(kept, made):
            yield f"decisions: that of entry {seq} is not what the log says"

    def after(self) -> Iterator[str]:
        """What is in a table and not in the log."""
        there = self.archive.value("SELECT count(*) FROM decisions")
        if there != self.decided:
            yield f"decisions: there are {there}, and {self.decided} in the log"


class _Growth:
    """What was written down, here or on paper, when the log had as many entries as the tree beside it has now."""

    def __init__(self, archive: Archive, against: Sequence[Paper]) -> None:
        self.origin, self.against = archive.origin, against
        self.rows = archive.rows("SELECT size, step, root, peaks, checkpoint FROM growth ORDER BY size")
        self.next = next(self.rows, None)
        self.step, self.size = 0, -1

    def beside(self, tree: Tree) -> Iterator[str]:
        """What of that does not fit."""
        while self.next is not None and self.next[0] <= tree.size:
            self.size, step, kept, peaks, line = self.next
            if step != self.step or self.size < tree.size:
                yield "growth: its steps are not in order"
            elif (kept, peaks, line) != (tree.root(), tree.peaks, _line(self.origin, tree)):
                yield f"growth: the first {tree.size} entries are not those that were there"
            self.step += 1
            self.next = next(self.rows, None)
        for typed in self.against:
            if typed.size == tree.size and not typed.matches(tree.root()):
                yield f"the first {tree.size} entries are not those that the checkpoint was written for"

    def after(self, tree: Tree) -> Iterator[str]:
        """What does not fit where the log ends."""
        if self.next is not None or self.size != tree.size:
            yield f"growth: it does not end at the {tree.size} entries of the log"
        for typed in self.against:
            if typed.size > tree.size:
                yield f"the checkpoint speaks of {typed.size} entries, the archive has {tree.size}: entries are missing"


def _line(origin: str, tree: Tree) -> str:
    return text(Checkpoint(origin, tree.size, tree.root()))


@told
def _about(archive: Archive) -> Iterator[str]:
    found = list(archive.rows("SELECT dictionary, dictionary_sha256 FROM about"))
    if len(found) != 1 or sha256(found[0][0]).digest() != found[0][1]:
        yield "about: the dictionary is not the one that was there"


@told
def _rulesets(archive: Archive, laws: dict[int, str]) -> Iterator[str]:
    """Whether the rulesets are whole, by their hashes. The texts of those that can be read are put into `laws`."""
    for number, name, title, digest, kept in archive.rows("SELECT ruleset, id, title, sha256, law FROM rulesets"):
        try:
            law, whole, hashed = held_in(kept)
        except (ClabberError, ValueError, TypeError, KeyError, RecursionError):
            yield f"rulesets: ruleset {number} cannot be read"
            continue
        if (law.ruleset.id, law.ruleset.title, hashed, whole) != (name, title, digest, kept):
            yield f"rulesets: ruleset {number} is not the one that was there"
        laws[number] = kept


@told
def _left(archive: Archive, named: set[str], laws: Mapping[int, str]) -> Iterator[str]:
    """What is there and no entry of the log asks for: rulesets, hands."""
    if sorted(held_in(text).digest[:LAW_DIGITS] for text in laws.values()) != sorted(named):
        yield "rulesets: they are not those that hands were ruled by"
    query = f"""SELECT hands.hand FROM hands LEFT JOIN log AS first ON first.seq = hands.hand
        WHERE NOT coalesce({_STANDS}, 0) ORDER BY hands.hand"""
    for (number,) in archive.rows(query):
        yield f"hands: hand {number} is not in the log as it stands"
