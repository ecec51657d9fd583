"""Append-only log of hands and decisions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from clabber_audit.archive.database import (
    HELP,
    Archive,
    DecisionEntry,
    LogEntry,
    Row,
    damage_error,
    encode_entry,
    reports_errors,
)
from clabber_audit.archive.merkle import Checkpoint, Tree, hash_leaf, text
from clabber_audit.core.errors import Unusable
from clabber_audit.records.formats import canonical

if TYPE_CHECKING:
    from clabber_audit.league.decisions import Filed
    from clabber_audit.league.season import Season


class PackedEntry(NamedTuple):
    """Entry ready to be written: the hash of its content, its packed bytes, its leaf of the tree."""

    sha256: bytes
    packed: bytes
    leaf: bytes


def pack_entry(archive: Archive, entry: LogEntry | DecisionEntry) -> PackedEntry:
    """Encode and pack an entry."""
    data, content = encode_entry(entry)
    return PackedEntry(hash_of(content), archive.packer.pack(data), hash_leaf(data))


def hash_of(content: str) -> bytes:
    """Return the hash of the canonical text of a record or decision."""
    return sha256(content.encode()).digest()


def append(archive: Archive, entries: Sequence[PackedEntry], hands: Sequence[int] | None = None) -> int:
    """Append entries to the log, as new ones or as versions of `hands`, and return the number of the first."""
    step, size, peaks = next(archive.rows("SELECT step, size, peaks FROM growth ORDER BY step DESC LIMIT 1"))
    tree = Tree(size, peaks)
    digests, packed, leaves = zip(*entries, strict=True)
    tree.extend(leaves)
    root = tree.root()
    line = text(Checkpoint(archive.origin, tree.size, root))
    numbers = range(size, tree.size)
    write(archive, "log", list(zip(numbers, hands or numbers, digests, packed, strict=True)))
    write(archive, "growth", [(step + 1, tree.size, root, tree.peaks, line)])
    check_count(archive, "log", archive.value("SELECT count(*) FROM log WHERE seq >= ?", size), len(entries))
    return int(size)


def write(archive: Archive, table: str, rows: Sequence[Row]) -> None:
    """Insert rows; Unusable if any row is not taken."""
    if rows:
        insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})"
        check_count(archive, table, archive.conn.executemany(insert, rows).rowcount, len(rows))


def check_count(archive: Archive, table: str, stored: int, written: int) -> None:
    """Raise Unusable unless all rows written are there, so that the transaction is rolled back."""
    if stored != written:
        why = f"of {written} rows written to {table}, {stored} are there"
        raise Unusable(f"{archive.path} does not keep what is written to it", why, HELP)


class Compared(NamedTuple):
    """Differences between a season file and an archive, in the order of their numbers."""

    #: In the file alone.
    missing: tuple[Filed, ...]
    #: In the archive: gone from the file, or different there.
    gone: tuple[Filed, ...]
    otherwise: tuple[Filed, ...]


def compare_decisions(archive: Archive, season: Season) -> Compared:
    """Compare the decisions of a season file with those of an archive."""
    # The models of a season are loaded with one.
    from clabber_audit.league.decisions import list_entries

    entries = list(list_entries(season))
    in_file = {entry.number: entry for entry in entries}
    stored = {entry.number: entry for entry in load_decisions(archive, season)}
    return Compared(
        tuple(entry for entry in entries if entry.number not in stored),
        tuple(entry for number, entry in stored.items() if number not in in_file),
        tuple(entry for number, entry in stored.items() if number in in_file and in_file[number] != entry),
    )


def load_decisions(archive: Archive, season: Season) -> list[Filed]:
    """Return the stored decisions of a season, by number."""
    return _decisions_of(archive, season.title, season.league, season.season)


@reports_errors
def load_seasons(archive: Archive) -> Iterator[Season]:
    """Yield the seasons with stored decisions, oldest first, with these decisions alone."""
    from clabber_audit.league.decisions import build_season

    query = """SELECT title, league, season FROM decisions WHERE title <> ''
        GROUP BY title, league, season ORDER BY min(entry)"""
    for title, league, season in archive.rows(query):
        try:
            yield build_season(title, league, season, _decisions_of(archive, title, league, season))
        except ValueError as problem:
            raise damage_error(archive.path, f"a decision cannot be read: {problem}") from None


@reports_errors
def _decisions_of(archive: Archive, title: str, league: str | None, season: str | None) -> list[Filed]:
    from clabber_audit.league.decisions import LISTS, Filed

    query = """SELECT number, kind, decision FROM decisions
        WHERE title = ? AND league IS ? AND season IS ? ORDER BY number"""
    decisions = []
    for number, kind, decision in archive.rows(query, title, league, season):
        entry = Filed(kind, json.loads(decision))
        if kind not in LISTS or entry.number != number:
            raise damage_error(archive.path, f"decision {number} is not a decision")
        decisions.append(entry)
    return decisions


def highest_number(archive: Archive, season: Season) -> int:
    """Return the highest number of a stored decision of a season, 0 if there is none."""
    return max((entry.number or 0 for entry in load_decisions(archive, season)), default=0)


def keep(archive: Archive, season: Season, missing: Iterable[Filed], at: str) -> None:
    """Append decisions of a season to the log, within a transaction."""
    in_order = sorted(missing, key=lambda entry: entry.number or 0)
    names = {"title": season.title, "league": season.league, "season": season.season}
    known = {key: value for key, value in names.items() if value is not None}
    _append_decisions(
        archive, [DecisionEntry(at, known, entry.kind, dict(entry.entry)) for entry in in_order]
    )


def keep_untitled(archive: Archive, kind: str, decisions: Sequence[Mapping[str, Any]], at: str) -> int:
    """Append decisions about an archive or about rules, numbered on; return the number of the first.

    They are of a season without a title, which no season file has.
    """
    first = 1 + (archive.value("SELECT max(number) FROM decisions WHERE title = ''") or 0)
    numbered = ({**decision, "number": number} for number, decision in enumerate(decisions, first))
    _append_decisions(archive, [DecisionEntry(at, {"title": ""}, kind, row) for row in numbered])
    return first


def _append_decisions(archive: Archive, entries: Sequence[DecisionEntry]) -> None:
    if entries:
        first = append(archive, [pack_entry(archive, entry) for entry in entries])
        write(archive, "decisions", [decision_row(seq, entry) for seq, entry in enumerate(entries, first)])


def decision_row(seq: int, entry: DecisionEntry) -> Row:
    """Return the row of a decision; KeyError if its entry lacks a field."""
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
