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
    kept = canonical(entry.kept)
    data = entry.around(kept)
    return Packed(hash_of(kept), archive.packer.pack(data), leaf(data))


def hash_of(kept: str) -> bytes:
    """The hash of what an entry keeps, given its canonical text."""
    return sha256(kept.encode()).digest()


def log(archive: Archive, entries: Sequence[Packed], places: Sequence[int] | None = None) -> int:
    """Write entries behind the log; the number of the first.

    Each is new, or where `places` are given another version of the one with that number.
    """
    step, size, peaks = next(archive.rows("SELECT step, size, peaks FROM growth ORDER BY step DESC LIMIT 1"))
    tree = Tree(size, peaks)
    digests, told, leaves = zip(*entries, strict=True)
    tree.extend(leaves)
    root = tree.root()
    line = text(Checkpoint(archive.origin, tree.size, root))
    numbers = range(size, tree.size)
    write(archive, "log", (numbers, numbers if places is None else places, digests, told))
    write(archive, "growth", ([step + 1], [tree.size], [root], [tree.peaks], [line]))
    check_kept(archive, "log", archive.value("SELECT count(*) FROM log WHERE seq >= ?", size), len(entries))
    return int(size)


def write(archive: Archive, table: str, columns: Sequence[Sequence[Any]]) -> None:
    """Write rows into a table, given as its columns; Unusable where not all of them are taken. None are no columns."""
    if not columns:
        return
    conn = archive.db.conn
    names = (name for _, name, *_ in conn.execute(f"PRAGMA table_info ({table})"))
    # A column that nobody fills is not named: of all values it is NULL that Python takes longest to hand over.
    filled = {name: column for name, column in zip(names, columns, strict=True) if column.count(None) < len(column)}
    # sqlite-utils takes dictionaries, which are more than four times slower where all hands pass.
    into = f"INSERT INTO {table} ({', '.join(filled)}) VALUES ({', '.join('?' * len(filled))})"
    written = conn.executemany(into, zip(*filled.values(), strict=True)).rowcount
    check_kept(archive, table, written, len(next(iter(filled.values()))))


def check_kept(archive: Archive, table: str, there: int, written: int) -> None:
    """What is not there must never be acknowledged: Unusable, and nothing of the batch is kept."""
    if there != written:
        why = f"of {written} rows written to {table}, {there} are there"
        raise Unusable(f"{archive.path} does not keep what is written to it", why, HELP)
