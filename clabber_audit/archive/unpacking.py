"""What an entry of the log holds; Unusable where its bytes are damaged, or hold something else."""

from __future__ import annotations

import zlib

from clabber_audit.archive.entries import Decided, Entry, added_in, entry_of
from clabber_audit.archive.opening import Archive
from clabber_audit.games.door import read
from clabber_audit.ground.errors import Unusable, shown
from clabber_audit.record.canonical import canonical
from clabber_audit.record.hand import Hand


def unpacked(archive: Archive, seq: int, packed: bytes) -> Entry:
    """The entry of the log that a hand stands in; Unusable when its bytes are damaged."""
    entry = entry_in(archive, seq, packed)
    if not isinstance(entry, Entry):
        raise _damaged(archive, seq, "it is not a hand")
    return entry


def entry_in(archive: Archive, seq: int, packed: bytes) -> Entry | Decided:
    """An entry of the log; Unusable when its bytes are damaged."""
    try:
        return entry_of(archive.packer.unpack(packed))
    except Exception as problem:
        raise _damaged(archive, seq, str(problem)) from None


def record_in(archive: Archive, seq: int, packed: bytes) -> bytes:
    """The record in an entry of the log, as canonical JSON; Unusable when the bytes of the entry are damaged.

    Where the entry adds a hand it is what was written there, which is canonical unless it is damaged in itself.
    """
    try:
        added = added_in(archive.packer.unpack(packed))
        return added.record if added else canonical(unpacked(archive, seq, packed).record).encode()
    except (ValueError, zlib.error) as problem:
        raise _damaged(archive, seq, str(problem)) from None


def hand_in(archive: Archive, seq: int, record: bytes) -> Hand:
    """The hand of a record that an entry of the log holds; Unusable when it is none that could have been added."""
    try:
        return read(record)
    except Exception as problem:
        raise _damaged(archive, seq, str(problem)) from None


def _damaged(archive: Archive, seq: int, why: str) -> Unusable:
    return Unusable(
        f"entry {seq} of {archive.path} cannot be read",
        shown(why, 80),
        "the log is damaged: restore the archive from a backup",
    )
