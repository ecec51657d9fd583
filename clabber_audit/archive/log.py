"""Append-only log of hands and decisions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice
from operator import itemgetter
from typing import Final, NamedTuple

from clabber_audit.archive.database import HELP, Archive, Checkpoint, Decided, Entry, Row, damaged, text, told
from clabber_audit.archive.merkle import Tree, leaf
from clabber_audit.core.errors import Unusable
from clabber_audit.league.decisions import LISTS, Filed, filed, unfiled
from clabber_audit.league.season import Season
from clabber_audit.records.canonical import canonical

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


_OF_THIS: Final = "title = ? AND league IS ? AND season IS ?"


class Compared(NamedTuple):
    """The entries of a season beside those that an archive keeps of it, in the order of their numbers."""

    #: In the file and not in the archive yet.
    missing: tuple[Filed, ...]
    #: As the archive keeps them: gone from the file, or reading otherwise there.
    gone: tuple[Filed, ...]
    otherwise: tuple[Filed, ...]


def compared(archive: Archive, season: Season) -> Compared:
    """What of a season is in the file and not in the archive, and the other way round."""
    there = list(filed(season))
    now = {entry.number: entry for entry in there}
    kept = {entry.number: entry for entry in kept_of(archive, season)}
    return Compared(
        tuple(entry for entry in there if entry.number not in kept),
        tuple(entry for number, entry in kept.items() if number not in now),
        tuple(entry for number, entry in kept.items() if number in now and now[number] != entry),
    )


def kept_of(archive: Archive, season: Season) -> list[Filed]:
    """What an archive keeps of a season, in the order of the numbers."""
    return _kept_of(archive, *_called(season))


@told
def seasons_kept(archive: Archive) -> Iterator[Season]:
    """The seasons that an archive keeps decisions of, the first first: each as far as these tell it."""
    query = "SELECT title, league, season FROM decisions GROUP BY title, league, season ORDER BY min(entry)"
    for title, league, season in archive.rows(query):
        try:
            yield unfiled(title, league, season, _kept_of(archive, title, league, season))
        except ValueError as problem:
            raise damaged(archive.path, f"a decision cannot be read: {problem}") from None


@told
def _kept_of(archive: Archive, title: str, league: str | None, season: str | None) -> list[Filed]:
    query = f"SELECT number, kind, decision FROM decisions WHERE {_OF_THIS} ORDER BY number"
    found = []
    for number, kind, decision in archive.rows(query, title, league, season):
        kept = Filed(kind, json.loads(decision))
        if kind not in LISTS or kept.number != number:
            raise damaged(archive.path, f"decision {number} is not a decision")
        found.append(kept)
    return found


def highest(archive: Archive, season: Season) -> int:
    """The highest number of an entry that an archive keeps of a season; 0 where it keeps none."""
    return max((entry.number or 0 for entry in kept_of(archive, season)), default=0)


def keep(archive: Archive, season: Season, missing: Iterable[Filed], at: str) -> None:
    """Put entries of a season into the log, while nobody else writes."""
    in_order = sorted(missing, key=lambda entry: entry.number or 0)
    new = [Decided(at, _said(season), entry.kind, dict(entry.entry)) for entry in in_order]
    if new:
        first = log(archive, [packed(archive, entry) for entry in new])
        write(archive, "decisions", [row_of(seq, entry) for seq, entry in enumerate(new, first)])


def row_of(seq: int, entry: Decided) -> Row:
    """The row of a decision, made of its entry in the log; KeyError where it says too little."""
    season, decision = entry.season, entry.decision
    return (
        seq,
        season["title"],
        season.get("league"),
        season.get("season"),
        decision["number"],
        entry.kind,
        decision.get("match"),
        decision.get("team"),
        decision.get("of"),
        decision["who"],
        decision["when"],
        decision.get("why"),
        canonical(decision),
    )


def _called(season: Season) -> tuple[str, str | None, str | None]:
    """What a season is told from others by."""
    return season.title, season.league, season.season


def _said(season: Season) -> dict[str, str]:
    said = zip(("title", "league", "season"), _called(season), strict=True)
    return {key: value for key, value in said if value is not None}
