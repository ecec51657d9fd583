"""What an entry of the log shows by itself: that it is whole, and that what is made of it is what is stored.

Nothing but the entry and its rows is looked at, so that several processes can share the entries among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from clabber_audit.archive.decisions import row_of
from clabber_audit.archive.entries import LAW_DIGITS, Decided, Entry, Packer, entry_of
from clabber_audit.archive.laws import held_in
from clabber_audit.archive.log import hash_of
from clabber_audit.archive.merkle import leaf
from clabber_audit.archive.row import Row
from clabber_audit.archive.rows import rows
from clabber_audit.archive.writer import PARTS
from clabber_audit.games.door import read
from clabber_audit.ground.errors import shown
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


def seen(share: Share) -> list[Seen]:
    """What there is to be seen of some entries, of each by itself."""
    packer = _packer(share.dictionary)
    return [_seen(stored, packer, share.laws) for stored in share.entries]


def same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two rows hold the same values of the same types: to SQLite 1 and 1.0 are not stored alike."""
    return list(one) == list(other) and list(map(type, one)) == list(map(type, other))


def _seen(stored: Stored, packer: Packer, laws: Mapping[int, str]) -> Seen:
    seq, given, packed, hand, _ = stored
    try:
        data = packer.unpack(packed)
        entry = entry_of(data)
        text = canonical(entry.kept)
        if entry.around(text) != data or not packer.is_tight(packed, data):
            raise ValueError
        decision = row_of(seq, entry) if isinstance(entry, Decided) else ()
        brief = entry if isinstance(entry, Decided) else entry._replace(record={"id": str(entry.record["id"])})
    except Exception:  # Bytes that anybody may have edited hold anything.
        return Seen(leaf(bytes(packed)), [f"log: entry {seq} cannot be read"])
    wrong = []
    if hash_of(text) != given:
        wrong.append(f"log: entry {seq} does not have the hash that is written beside it")
    if hand is not None:
        wrong += _hand(stored, hand, entry, text, laws)
    return Seen(leaf(data), wrong, brief, decision)


def _hand(stored: Stored, row: Row, entry: Entry | Decided, text: str, laws: Mapping[int, str]) -> list[str]:
    """What does not fit of a hand and its ruling, made again from the entry that it stands in."""
    number, seq, ruleset, name = row[:4]
    if ruleset not in laws:
        return [f"hands: hand {number} has no ruleset"]
    law, _, digest = held_in(laws[ruleset])
    try:
        hand = read(text.encode())
    except Exception:  # As above.
        return [f"log: entry {seq} holds no record that could have been added"]
    made, wrong = rows(adjudicate(hand, law)), []
    if not isinstance(entry, Entry) or entry.law != digest[:LAW_DIGITS]:
        wrong.append(f"hands: hand {number} is not under the ruleset that it was ruled by")
    if not same(row[3:], made.hand):
        wrong.append(f"hands: hand {number} ({shown(str(name), 64)}) is not what its record gives")
    for table in PARTS:
        kept, due = stored.parts.get(table, ()), getattr(made, table)
        if len(kept) != len(due) or not all(same(one[1:], other) for one, other in zip(kept, due, strict=True)):
            wrong.append(f"{table}: those of hand {number} ({shown(str(name), 64)}) are not what its record gives")
    return wrong


@lru_cache(maxsize=4)
def _packer(dictionary: bytes) -> Packer:
    return Packer(dictionary)
