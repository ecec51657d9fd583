"""What an entry of the log shows by itself: that it is whole, and that the rows it gives are those that are stored.

Nothing but the entry and its rows is looked at, so that several processes can share the entries among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from clabber_audit.archive.complaint import OF_HANDS, Complaint, Due, otherwise, surplus
from clabber_audit.archive.decisions import row_of
from clabber_audit.archive.entries import LAW_DIGITS, Added, Decided, Entry, Packer, added_in, entry_of
from clabber_audit.archive.laws import held_in
from clabber_audit.archive.log import hash_of
from clabber_audit.archive.merkle import leaf
from clabber_audit.archive.row import Row
from clabber_audit.archive.rows import Rows, rows
from clabber_audit.archive.writer import PARTS
from clabber_audit.games.door import read
from clabber_audit.ground.extras import screen_pays
from clabber_audit.law.screen.silence import unless_buggy
from clabber_audit.record.canonical import canonical
from clabber_audit.ruling.judge import adjudicate


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
    #: The rows of a hand, where they are made already.
    rows: Rows | None = None


def seen(share: Share) -> list[Seen]:
    """What there is to be seen of some entries, of each by itself."""
    packer, rulesets = _packer(share.dictionary), _rulesets(share.laws)
    inside = [_inside(stored.packed, packer) for stored in share.entries]
    clean = unless_buggy(_certainly_clean(share, inside, rulesets))
    every = enumerate(zip(share.entries, inside, strict=True))
    return [_seen(stored, data, clean.get(place), rulesets) for place, (stored, data) in every]


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


def _certainly_clean(share: Share, inside: Sequence[bytes | None], rulesets: _Rulesets) -> Iterator[tuple[int, _Told]]:
    """The entries that add a hand which is certainly clean, with their places; of few none are sought."""
    if not screen_pays(len(inside)):
        return
    from clabber_audit.archive.rows_of_clean import rows_of_clean

    by_law: dict[str, list[tuple[int, Added]]] = {}
    for place, (stored, data) in enumerate(zip(share.entries, inside, strict=True)):
        added = added_in(data) if stored.stands and data else None
        if added and added.law in rulesets:
            by_law.setdefault(added.law, []).append((place, added))
    for law, entries in by_law.items():
        for number, made in rows_of_clean([added.record for _, added in entries], rulesets[law].text):
            place, (at, _, record) = entries[number]
            yield place, _Told(Entry(at, {"id": made.hand[0]}, law), record.decode(), rows=made)


def same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two rows hold the same values of the same types: to SQLite 1 and 1.0 are not stored alike."""
    return tuple(one) == tuple(other) and [*map(type, one)] == [*map(type, other)]


def _seen(stored: Stored, data: bytes | None, clean: _Told | None, rulesets: _Rulesets) -> Seen:
    seq = stored.seq
    told = clean or (_told(seq, data) if data else None)
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
    made = told.rows
    if made is None:
        try:
            hand = read(told.kept.encode())
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
