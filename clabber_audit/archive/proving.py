"""Whether an archive is what it was: the log against its tree, every other table against the log.

Everything stored is either an entry of the log, or a hash over entries, or made from entries and can be made again.
So a single edit anywhere leaves two parts that disagree. Who changes all of them alike is found by anybody who holds
an older checkpoint, and by nobody else.

It is a copy that is looked through, row by row: nobody waits for it, and memory does not grow with the archive.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain, islice
from typing import Final

from clabber_audit.archive.clock import Clock
from clabber_audit.archive.complaint import OF_HANDS, Complaint, Due, surplus
from clabber_audit.archive.damage import told
from clabber_audit.archive.entries import LAW_DIGITS, Decided, Entry
from clabber_audit.archive.growth import Growth, Paper
from clabber_audit.archive.integrity import of_pages, of_references
from clabber_audit.archive.laws import held_in
from clabber_audit.archive.merkle import Tree
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.row import Row
from clabber_audit.archive.scrutiny import Seen, Share, Stored, same, seen
from clabber_audit.archive.unpacking import unpacked
from clabber_audit.archive.words import of_words
from clabber_audit.archive.writer import PARTS
from clabber_audit.ground.errors import ClabberError, Unusable

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
    yield from _rulesets(copy, laws)
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
    tree, growth, due, decisions = Tree(), Growth(archive, against), 0, _Decisions(archive)
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
def _rulesets(archive: Archive, laws: dict[int, str]) -> Iterator[Complaint]:
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
