"""What an entry of the log shows by itself: that it is whole, and that what is made of it is what is stored.

Nothing but the entry and its rows is looked at, so that several processes can share the entries among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from clabber_audit.archive.decisions import row_of
from clabber_audit.archive.entries import LAW_DIGITS, Added, Decided, Entry, Packer, added_in, entry_of
from clabber_audit.archive.laws import held_in
from clabber_audit.archive.log import hash_of
from clabber_audit.archive.merkle import leaf
from clabber_audit.archive.row import Row
from clabber_audit.archive.rows import Rows, rows
from clabber_audit.archive.writer import PARTS
from clabber_audit.games.door import read
from clabber_audit.ground.errors import debugging, shown
from clabber_audit.ground.extras import screen_pays
from clabber_audit.record.canonical import canonical
from clabber_audit.ruling.judge import adjudicate


class Stored(NamedTuple):
    """An entry as it is stored, with the row of the hand that stands in it and those that belong to the hand."""

    seq: int
    sha256: bytes
    packed: bytes
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
    #: What does not fit, a sentence each.
    wrong: Sequence[str]
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
    packer = _packer(share.dictionary)
    inside = [_inside(stored.packed, packer) for stored in share.entries]
    clean = _clean(share, inside)
    every = enumerate(zip(share.entries, inside, strict=True))
    return [_seen(stored, data, clean.get(place), share.laws) for place, (stored, data) in every]


def _inside(packed: bytes, packer: Packer) -> bytes | None:
    """The bytes of an entry; None where they are damaged."""
    try:
        return packer.unpack_tight(packed)
    except Exception:  # Bytes that anybody may have edited hold anything.
        return None


def _clean(share: Share, inside: Sequence[bytes | None]) -> dict[int, _Told]:
    """By their places the entries that add a hand which is certainly clean; none of them where that shows a bug."""
    try:
        return dict(_certainly_clean(share, inside)) if screen_pays(len(inside)) else {}
    except Exception:
        if debugging():
            raise
        return {}


def _certainly_clean(share: Share, inside: Sequence[bytes | None]) -> Iterator[tuple[int, _Told]]:
    from clabber_audit.archive.rows_of_clean import rows_of_clean

    by_law: dict[Any, list[tuple[int, Added]]] = {}
    for place, (stored, data) in enumerate(zip(share.entries, inside, strict=True)):
        added = added_in(data) if stored.hand and data else None
        if added and stored.hand and stored.hand[2] in share.laws:
            by_law.setdefault(stored.hand[2], []).append((place, added))
    for ruleset, entries in by_law.items():
        for number, made in rows_of_clean([added.record for _, added in entries], share.laws[ruleset]):
            place, (at, law, record) = entries[number]
            yield place, _Told(Entry(at, {"id": made.hand[0]}, law), record.decode(), rows=made)


def same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two rows hold the same values of the same types: to SQLite 1 and 1.0 are not stored alike."""
    return tuple(one) == tuple(other) and [*map(type, one)] == [*map(type, other)]


def _seen(stored: Stored, data: bytes | None, clean: _Told | None, laws: Mapping[int, str]) -> Seen:
    seq, given, packed, hand, _ = stored
    told = clean or (_told(seq, data) if data else None)
    if told is None or data is None:
        return Seen(leaf(bytes(packed)), [f"log: entry {seq} cannot be read"])
    wrong = []
    if hash_of(told.kept) != given:
        wrong.append(f"log: entry {seq} does not have the hash that is written beside it")
    if hand is not None:
        wrong += _hand(stored, hand, told, laws)
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


def _hand(stored: Stored, row: Row, told: _Told, laws: Mapping[int, str]) -> list[str]:
    """What does not fit of a hand and its ruling, made again from the entry that it stands in."""
    number, seq, ruleset, name = row[:4]
    if ruleset not in laws:
        return [f"hands: hand {number} has no ruleset"]
    law, _, digest = held_in(laws[ruleset])
    entry, made = told.entry, told.rows
    if made is None:
        try:
            hand = read(told.kept.encode())
        except Exception:  # As above.
            return [f"log: entry {seq} holds no record that could have been added"]
        made = rows(adjudicate(hand, law))
    wrong = []
    if not isinstance(entry, Entry) or entry.law != digest[:LAW_DIGITS]:
        wrong.append(f"hands: hand {number} is not under the ruleset that it was ruled by")
    if not same(row[3:], made.hand):
        wrong.append(f"hands: hand {number} ({shown(str(name), 64)}) is not what its record gives")
    for table in PARTS:
        kept, due = stored.parts.get(table, ()), getattr(made, table)
        alike = len(kept) == len(due) and (not kept or all(map(same, (one[1:] for one in kept), due)))
        if not alike:
            wrong.append(f"{table}: those of hand {number} ({shown(str(name), 64)}) are not what its record gives")
    return wrong


@lru_cache(maxsize=4)
def _packer(dictionary: bytes) -> Packer:
    return Packer(dictionary)
