"""Whether an archive is what it was: the log against its tree, every other table against the log.

Everything stored is either an entry of the log, or a hash over entries, or made from entries and can be made again.
So a single edit anywhere leaves two parts that disagree. Who changes all of them alike is found by anybody who holds
an older checkpoint, and by nobody else.

It is a copy that is looked through, row by row: nobody waits for it, and memory does not grow with the archive.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from clabber_audit.archive.checkpoint import Checkpoint, Typed, text
from clabber_audit.archive.damage import told
from clabber_audit.archive.decisions import row_of
from clabber_audit.archive.entries import LAW_DIGITS, Decided, Entry
from clabber_audit.archive.log import hash_of
from clabber_audit.archive.merkle import Tree, leaf
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.row import Row
from clabber_audit.archive.rows import rows
from clabber_audit.archive.unpacking import entry_in, hand_in, unpacked
from clabber_audit.archive.writer import PARTS
from clabber_audit.ground.errors import ClabberError, shown
from clabber_audit.law.bound_ruleset import BoundRuleset, law
from clabber_audit.record.canonical import canonical
from clabber_audit.rulesets.ruleset import from_data
from clabber_audit.ruling.judge import adjudicate

#: How many hands that are missing are named.
_SHOWN = 100


def complaints(archive: Archive, against: Sequence[Typed] = ()) -> Iterator[str]:
    """Everything about an archive that does not fit, a sentence each; nothing when all of it does."""
    with archive.copied() as copy:
        yield from complaints_of(copy, against)


def complaints_of(copy: Archive, against: Sequence[Typed] = ()) -> Iterator[str]:
    """The same of a copy, in which an index of words is made beside the one that is there."""
    for typed in against:
        if typed.origin != copy.origin:
            yield f"the checkpoint is of the archive “{typed.origin}”, this one is “{copy.origin}”"
    papers, named, laws = (
        [typed for typed in against if typed.origin == copy.origin],
        set[str](),
        dict[int, BoundRuleset](),
    )
    yield from _file(copy)
    yield from _words(copy)
    yield from _log(copy, papers, named)
    yield from _about(copy)
    yield from _rulesets(copy, named, laws)
    yield from _hands(copy, laws)


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


def _said(conn: sqlite3.Connection, index: str) -> Iterator[Row]:
    """All that an index of words says: which word stands where, how often there are words, and how it is set up."""
    conn.execute(f"CREATE VIRTUAL TABLE temp.said_{index} USING fts5vocab (main, {index}, instance)")
    yield from conn.execute(f"SELECT term, doc, col FROM temp.said_{index}")
    # Without hands the totals are nothing, which is written in several ways.
    yield from conn.execute(f"SELECT block FROM {index}_data WHERE id = 1 AND EXISTS (SELECT 1 FROM hands)")
    yield from conn.execute(f"SELECT k, v FROM {index}_config ORDER BY k")


@told
def _log(archive: Archive, against: Sequence[Typed], named: set[str]) -> Iterator[str]:
    """The log from its first entry to its last, and what is wrong with it, with its growth, or with checkpoints.

    The rulesets that entries name are put into `named`.
    """
    tree, growth, due, places = Tree(), _Growth(archive, against), 0, _Places(archive, named)
    yield from growth.beside(tree)
    query = """SELECT log.seq, log.hand, log.sha256, log.entry, hands.id
        FROM log LEFT JOIN hands ON hands.hand = log.hand ORDER BY log.seq"""
    for seq, number, given, packed, name in archive.rows(query):
        if seq != due:
            yield f"log: after {due} entries comes entry {seq}"
        due = seq + 1
        try:
            entry = entry_in(archive, seq, packed)
            data = entry.bytes()
            if data != archive.packer.unpack(packed) or not archive.packer.is_tight(packed, data):
                raise ValueError
            wrong = list(places.of(seq, number, name, entry))
            if hash_of(entry.kept) != given:
                yield f"log: entry {seq} does not have the hash that is written beside it"
            yield from wrong
        except (ClabberError, ValueError, KeyError, TypeError, AttributeError):
            yield f"log: entry {seq} cannot be read"
            tree.append(leaf(bytes(packed)))
            continue
        tree.append(leaf(data))
        yield from growth.beside(tree)
    yield from growth.after(tree)
    yield from places.after()


class _Places:
    """Whether what the log holds has its place in the tables that are made from it."""

    def __init__(self, archive: Archive, named: set[str]) -> None:
        self.archive, self.named = archive, named
        self.missing = self.decided = 0

    def of(self, seq: int, number: int, name: str | None, entry: Entry | Decided) -> Iterator[str]:
        """What of one entry does not fit, given the number and the name of the hand that it is placed with."""
        return self._hand(seq, number, name, entry) if isinstance(entry, Entry) else self._decision(seq, number, entry)

    def _hand(self, seq: int, number: int, name: str | None, entry: Entry) -> Iterator[str]:
        own = str(entry.record["id"])
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

    def _decision(self, seq: int, number: int, entry: Decided) -> Iterator[str]:
        self.decided += 1
        if number != seq:
            yield f"log: entry {seq} is a decision, and does not stand by itself"
        kept = next(self.archive.rows("SELECT * FROM decisions WHERE entry = ?", seq), ())
        if not _same(kept, row_of(seq, entry)):
            yield f"decisions: that of entry {seq} is not what the log says"

    def after(self) -> Iterator[str]:
        """What is in a table and not in the log."""
        there = self.archive.value("SELECT count(*) FROM decisions")
        if there != self.decided:
            yield f"decisions: there are {there}, and {self.decided} in the log"


class _Growth:
    """What was written down, here or on paper, when the log had as many entries as the tree beside it has now."""

    def __init__(self, archive: Archive, against: Sequence[Typed]) -> None:
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
def _rulesets(archive: Archive, named: set[str], laws: dict[int, BoundRuleset]) -> Iterator[str]:
    """The rulesets: whole, by their hashes, and those that the log names. The sound ones are put into `laws`."""
    for number, name, title, digest, kept in archive.rows("SELECT ruleset, id, title, sha256, law FROM rulesets"):
        try:
            bound = law(from_data(json.loads(kept)))
        except (ClabberError, ValueError, TypeError, KeyError, RecursionError):
            yield f"rulesets: ruleset {number} cannot be read"
            continue
        ruleset = bound.ruleset
        if (ruleset.id, ruleset.title, ruleset.digest(), canonical(ruleset.as_data())) != (name, title, digest, kept):
            yield f"rulesets: ruleset {number} is not the one that was there"
        laws[number] = bound
    if sorted(archive.digest(bound.ruleset)[:LAW_DIGITS] for bound in laws.values()) != sorted(named):
        yield "rulesets: they are not those that hands were ruled by"


def _hands(archive: Archive, laws: dict[int, BoundRuleset]) -> Iterator[str]:
    """Every hand and its ruling, made again from the entry that stands, beside what is stored."""
    query = """
        SELECT log.entry, first.hand = hands.hand AND hands.entry = coalesce(
            (SELECT max(seq) FROM log AS later WHERE later.hand = hands.hand AND later.hand <> later.seq), hands.hand
        ), hands.*
        FROM hands LEFT JOIN log ON log.seq = hands.entry LEFT JOIN log AS first ON first.seq = hands.hand
        ORDER BY hands.hand"""
    for packed, stands, *stored in archive.rows(query):
        number, seq, ruleset, name = stored[:4]
        if not stands or ruleset not in laws:
            yield f"hands: hand {number} is not in the log as it stands, or has no ruleset"
            continue
        try:
            entry = unpacked(archive, seq, packed)
            hand = hand_in(archive, seq, entry)
        except ClabberError:
            yield f"log: entry {seq} holds no record that could have been added"
            continue
        made = rows(adjudicate(hand, laws[ruleset]))
        if entry.law != archive.digest(laws[ruleset].ruleset)[:LAW_DIGITS]:
            yield f"hands: hand {number} is not under the ruleset that it was ruled by"
        if not _same(stored[3:], made.hand):
            yield f"hands: hand {number} ({shown(str(name), 64)}) is not what its record gives"
        for table in PARTS:
            kept = list(archive.rows(f"SELECT * FROM {table} WHERE hand = ? ORDER BY 2", number))
            wanted = [(number, *row) for row in getattr(made, table)]
            if len(kept) != len(wanted) or not all(map(_same, kept, wanted)):
                yield f"{table}: those of hand {number} ({shown(str(name), 64)}) are not what its record gives"


def _same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two rows hold the same values of the same types: to SQLite 1 and 1.0 are not stored alike."""
    return list(one) == list(other) and list(map(type, one)) == list(map(type, other))
