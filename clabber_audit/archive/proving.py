"""Whether an archive is what it was: the log against its tree, every other table against the log.

Everything stored is either an entry of the log, or a hash over entries, or made from entries and can be made again.
So a single edit anywhere leaves two parts that disagree. Who changes all of them alike is found by anybody who holds
an older checkpoint, and by nobody else.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from clabber_audit.adjudicate import adjudicate
from clabber_audit.archive.checkpoint import Checkpoint, Typed, text
from clabber_audit.archive.entries import LAW_DIGITS, Entry
from clabber_audit.archive.keeping import PARTS
from clabber_audit.archive.merkle import Tree, leaf
from clabber_audit.archive.opening import Archive, trouble
from clabber_audit.archive.reading import unpacked
from clabber_audit.archive.rows import Row, rows
from clabber_audit.errors import ClabberError, shown
from clabber_audit.law import Law, law
from clabber_audit.record.canonical import canonical
from clabber_audit.record.door import read
from clabber_audit.ruleset import from_data

_SHOWN = 100


class Walked(NamedTuple):
    """What a walk over the log came to."""

    size: int
    #: For each hand, by the number of its first entry, the entry that stands, and its id.
    standing: dict[int, tuple[int, str]]
    #: The rulesets that entries name.
    laws: set[str]


def complaints(archive: Archive, against: Sequence[Typed] = ()) -> Iterator[str]:
    """Everything about an archive that does not fit, a sentence each; nothing when all of it does."""
    for typed in against:
        if typed.origin != archive.origin:
            yield f"the checkpoint is of the archive “{typed.origin}”, this one is “{archive.origin}”"
    against = [typed for typed in against if typed.origin == archive.origin]
    yield from _file(archive)
    walked = Walked(0, {}, set())
    for found in _log(archive, against):
        if isinstance(found, Walked):
            walked = found
        else:
            yield found
    yield from _about(archive)
    laws: dict[int, Law] = {}
    yield from _rulesets(archive, walked, laws)
    yield from _hands(archive, walked, laws)


def _file(archive: Archive) -> Iterator[str]:
    """What SQLite itself can tell: damaged pages, rows without the row they belong to, an index of words that lies."""
    for (line,) in archive.rows("PRAGMA integrity_check(10)"):
        if line != "ok":
            yield f"the file is damaged: {shown(str(line), 200)}"
    for table, row, parent, _ in archive.rows("PRAGMA foreign_key_check"):
        yield f"{table}: row {row} belongs to a row of {parent} that is not there"
    copy = sqlite3.connect(":memory:")
    with trouble(archive.path):
        archive.db.conn.backup(copy)
    try:
        copy.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        before = _index(copy)
        copy.execute("INSERT INTO words (words) VALUES ('rebuild')")
        if _index(copy) != before:
            yield "words: the index does not hold the words of the hands"
    except sqlite3.DatabaseError:
        yield "words: the index does not hold the words of the hands"
    finally:
        copy.close()


def _index(conn: sqlite3.Connection) -> list[Any]:
    """All that the index of words says: which word stands where, and how it is set up."""
    conn.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.said USING fts5vocab (main, words, instance)")
    said = Counter(conn.execute("SELECT term, doc, col FROM temp.said"))
    # Without hands the totals are nothing, which is written in several ways.
    totals = list(conn.execute("SELECT block FROM words_data WHERE id = 1 AND EXISTS (SELECT 1 FROM hands)"))
    return [said, totals, list(conn.execute("SELECT k, v FROM words_config ORDER BY k"))]


def _log(archive: Archive, against: Sequence[Typed]) -> Iterator[str | Walked]:
    """The log from its first entry to its last, and what is wrong with it, with its growth, or with checkpoints."""
    tree, standing, ids = Tree(), dict[int, tuple[int, str]](), dict[str, int]()
    laws = set[str]()
    growth = {size: row for size, *row in archive.rows("SELECT size, step, root, peaks, checkpoint FROM growth")}
    yield from _grown(archive, growth, tree, against)
    for seq, hand, digest, packed in archive.rows("SELECT seq, hand, sha256, entry FROM log ORDER BY seq"):
        if seq != tree.size:
            yield f"log: after {tree.size} entries comes entry {seq}"
        try:
            entry = unpacked(archive, seq, packed)
            data = entry.bytes()
            if data != archive.packer.unpack(packed) or not archive.packer.is_tight(packed, data):
                raise ValueError
            name = str(entry.record["id"])
        except (ClabberError, ValueError, KeyError, TypeError, AttributeError):
            yield f"log: entry {seq} cannot be read"
            tree.append(leaf(bytes(packed)))
            continue
        if sha256(canonical(entry.record).encode()).digest() != digest:
            yield f"log: entry {seq} does not have the hash that is written beside it"
        yield from _place(seq, hand, entry, name, standing, ids)
        tree.append(leaf(data))
        laws.add(entry.law)
        yield from _grown(archive, growth, tree, against)
    steps = sorted((row[0], size) for size, row in growth.items())
    if [step for step, _ in steps] != list(range(len(steps))) or steps != sorted(steps, key=lambda pair: pair[1]):
        yield "growth: its steps are not in order"
    if not growth or max(growth) != tree.size:
        yield f"growth: it ends at {max(growth, default=0)} entries, the log has {tree.size}"
    for typed in against:
        if typed.size > tree.size:
            yield f"the checkpoint speaks of {typed.size} entries, the archive has {tree.size}: entries are missing"
    yield Walked(tree.size, standing, laws)


def _place(
    seq: int, hand: int, entry: Entry, name: str, standing: dict[int, tuple[int, str]], ids: dict[str, int]
) -> Iterator[str]:
    """Whether an entry stands where it says: as a new hand, or in the place of the entry that it amends."""
    if entry.amends is None:
        if hand != seq or name in ids:
            yield f"log: entry {seq} is no new hand, and does not say what it amends"
    elif hand not in standing or standing[hand] != (entry.amends, name):
        yield f"log: entry {seq} does not amend the hand that it is placed with"
    standing[hand] = (seq, name)
    ids[name] = hand


def _grown(archive: Archive, growth: dict[int, list[Any]], tree: Tree, against: Sequence[Typed]) -> Iterator[str]:
    """What was written down, here or on paper, when the log had as many entries as the tree has now."""
    root = tree.root()
    if tree.size in growth:
        _, kept, peaks, line = growth[tree.size]
        if (kept, peaks) != (root, tree.peaks) or line != text(Checkpoint(archive.origin, tree.size, root)):
            yield f"growth: the first {tree.size} entries are not those that were there"
    for typed in against:
        if typed.size == tree.size and not typed.matches(root):
            yield f"the first {tree.size} entries are not those that the checkpoint was written for"


def _about(archive: Archive) -> Iterator[str]:
    found = list(archive.rows("SELECT dictionary, dictionary_sha256 FROM about"))
    if len(found) != 1 or sha256(found[0][0]).digest() != found[0][1]:
        yield "about: the dictionary is not the one that was there"


def _rulesets(archive: Archive, walked: Walked, laws: dict[int, Law]) -> Iterator[str]:
    """The rulesets: whole, by their hashes, and those that the log names. The sound ones are put into `laws`."""
    for number, name, title, digest, kept in archive.rows("SELECT ruleset, id, title, sha256, law FROM rulesets"):
        try:
            bound = law(from_data(json.loads(kept)))
        except (ClabberError, ValueError, TypeError, KeyError):
            yield f"rulesets: ruleset {number} cannot be read"
            continue
        ruleset = bound.ruleset
        if (ruleset.id, ruleset.title, ruleset.digest(), canonical(ruleset.as_data())) != (name, title, digest, kept):
            yield f"rulesets: ruleset {number} is not the one that was there"
        laws[number] = bound
    kept = [archive.digest(bound.ruleset)[:LAW_DIGITS] for bound in laws.values()]
    if sorted(kept) != sorted(walked.laws):
        yield "rulesets: they are not those that hands were ruled by"


def _hands(archive: Archive, walked: Walked, laws: dict[int, Law]) -> Iterator[str]:
    """Every hand and its ruling, made again from the entry that stands, beside what is stored."""
    expected = dict(walked.standing)
    for stored in archive.rows("SELECT * FROM hands ORDER BY hand"):
        number, seq, ruleset = stored[:3]
        if expected.pop(number, (None, None))[0] != seq or ruleset not in laws:
            yield f"hands: hand {number} is not in the log as it stands, or has no ruleset"
            continue
        packed = archive.value("SELECT entry FROM log WHERE seq = ?", seq)
        try:
            entry = unpacked(archive, seq, packed)
            made = rows(adjudicate(read(canonical(entry.record).encode()), laws[ruleset]))
        except ClabberError:
            yield f"log: entry {seq} holds no record that could have been added"
            continue
        if entry.law != archive.digest(laws[ruleset].ruleset)[:LAW_DIGITS]:
            yield f"hands: hand {number} is not under the ruleset that it was ruled by"
        if not _same(stored[3:], made.hand):
            yield f"hands: hand {number} ({shown(str(stored[3]), 64)}) is not what its record gives"
        for table in PARTS:
            kept = list(archive.rows(f"SELECT * FROM {table} WHERE hand = ? ORDER BY 2", number))
            wanted = [(number, *row) for row in getattr(made, table)]
            if len(kept) != len(wanted) or not all(map(_same, kept, wanted)):
                yield f"{table}: those of hand {number} ({shown(str(stored[3]), 64)}) are not what its record gives"
    for number, (_, name) in sorted(expected.items())[:_SHOWN]:
        yield f"hands: hand {number} ({shown(name, 64)}) of the log is missing"


def _same(one: Row, other: Row) -> bool:
    """Whether two rows hold the same values of the same types: to SQLite 1 and 1.0 are not stored alike."""
    return one == other and list(map(type, one)) == list(map(type, other))
