"""Writing behind the log: the entries, and how far it has grown. Whatever an archive keeps is written here."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from clabber_audit.archive.checkpoint import Checkpoint, text
from clabber_audit.archive.damage import HELP
from clabber_audit.archive.entries import Decided, Entry
from clabber_audit.archive.merkle import Tree, leaf
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.row import Row
from clabber_audit.ground.errors import Unusable
from clabber_audit.record.canonical import canonical


class Packed(NamedTuple):
    """An entry ready to be written."""

    #: The SHA-256 of the canonical bytes of what it keeps.
    sha256: bytes
    #: The entry, packed, and its leaf of the tree.
    packed: bytes
    leaf: bytes


def packed(archive: Archive, entry: Entry | Decided) -> Packed:
    """An entry made ready to be written."""
    data = entry.bytes()
    return Packed(hash_of(entry.kept), archive.packer.pack(data), leaf(data))


def hash_of(kept: Any) -> bytes:
    """The hash of what an entry keeps."""
    return sha256(canonical(kept).encode()).digest()


def log(archive: Archive, entries: Sequence[tuple[int | None, Packed]]) -> int:
    """Write entries behind the log, each as new or as another version of one that has a number; the first's number."""
    step, size, peaks = next(archive.rows("SELECT step, size, peaks FROM growth ORDER BY step DESC LIMIT 1"))
    tree, made = Tree(size, peaks), list[Row]()
    for seq, (place, entry) in enumerate(entries, size):
        tree.append(entry.leaf)
        made.append((seq, seq if place is None else place, entry.sha256, entry.packed))
    root = tree.root()
    line = text(Checkpoint(archive.origin, tree.size, root))
    write(archive, "log", made)
    write(archive, "growth", [(step + 1, tree.size, root, tree.peaks, line)])
    check_kept(archive, "log", archive.value("SELECT count(*) FROM log WHERE seq >= ?", size), len(entries))
    return int(size)


def write(archive: Archive, table: str, rows: Sequence[Row]) -> None:
    """Write rows into a table; Unusable where not all of them are taken."""
    if rows:
        # sqlite-utils takes dictionaries, which are more than four times slower where all hands pass.
        marks = ", ".join("?" * len(rows[0]))
        written = archive.db.conn.executemany(f"INSERT INTO {table} VALUES ({marks})", rows).rowcount
        check_kept(archive, table, written, len(rows))


def check_kept(archive: Archive, table: str, there: int, written: int) -> None:
    """What is not there must never be acknowledged: Unusable, and nothing of the batch is kept."""
    if there != written:
        why = f"of {written} rows written to {table}, {there} are there"
        raise Unusable(f"{archive.path} does not keep what is written to it", why, HELP)
