"""Writing behind the log: the entries, and how far it has grown. Whatever an archive keeps is written here."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import chain, islice
from operator import itemgetter
from typing import Final, NamedTuple

from clabber_audit.archive.checkpoint import Checkpoint, text
from clabber_audit.archive.damage import HELP
from clabber_audit.archive.entries import Decided, Entry
from clabber_audit.archive.merkle import Tree, leaf
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.row import Row
from clabber_audit.ground.errors import Unusable
from clabber_audit.record.canonical import canonical

#: So many rows are written by one statement, which takes a tenth less time than a statement for each.
_AT_ONCE: Final = 25


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
    placed = numbers if places is None else places
    # A bytearray is handed over as it is; of bytes Python first asks whether somebody adapts them.
    blobs = map(bytearray, digests), map(bytearray, told)
    write(archive, "log", list(zip(numbers, placed, *blobs, strict=True)))
    write(archive, "growth", [(step + 1, tree.size, root, tree.peaks, line)])
    check_kept(archive, "log", archive.value("SELECT count(*) FROM log WHERE seq >= ?", size), len(entries))
    return int(size)


def write(archive: Archive, table: str, rows: Sequence[Row], before: Sequence[Row] | None = None) -> None:
    """Write rows into a table, which have a value for each of its columns; Unusable where not all of them are taken.

    What comes first in each may be given apart.
    """
    if not rows:
        return
    conn = archive.db.conn
    names = [name for _, name, *_ in conn.execute(f"PRAGMA table_info ({table})")]
    first = 0 if before is None else len(before[0])
    filled = _filled(rows)
    told = map(itemgetter(*filled), rows)
    values = chain.from_iterable(told if before is None else chain.from_iterable(zip(before, told, strict=True)))
    # sqlite-utils takes dictionaries, which are more than four times slower where all hands pass.
    into = [*names[:first], *(names[first + column] for column in filled)]
    insert, marks = f"INSERT INTO {table} ({', '.join(into)}) VALUES ", f"({', '.join('?' * len(into))})"
    many, written = insert + ", ".join([marks] * _AT_ONCE), 0
    for _ in range(len(rows) // _AT_ONCE):
        written += conn.execute(many, list(islice(values, _AT_ONCE * len(into)))).rowcount
    for _ in range(len(rows) % _AT_ONCE):
        written += conn.execute(insert + marks, list(islice(values, len(into)))).rowcount
    check_kept(archive, table, written, len(rows))


def _filled(rows: Sequence[Row]) -> list[int]:
    """Which columns have a value in any row: of all values it is NULL that Python takes longest to hand over."""
    left, empty = iter(rows), [column for column, value in enumerate(rows[0]) if value is None]
    while empty:
        # One is asked for twice, so that it is always several values.
        told, nothing = itemgetter(*empty, empty[0]), (None,) * (len(empty) + 1)
        other = next((row for row in left if told(row) != nothing), None)
        if other is None:
            break
        empty = [column for column in empty if other[column] is None]
    return [column for column in range(len(rows[0])) if column not in empty]


def check_kept(archive: Archive, table: str, there: int, written: int) -> None:
    """What is not there must never be acknowledged: Unusable, and nothing of the batch is kept."""
    if there != written:
        why = f"of {written} rows written to {table}, {there} are there"
        raise Unusable(f"{archive.path} does not keep what is written to it", why, HELP)
