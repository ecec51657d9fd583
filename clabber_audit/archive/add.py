"""Add and back up hands."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, Literal, NamedTuple

from clabber_audit.archive.database import (
    LAW_DIGITS,
    Archive,
    LogEntry,
    Row,
    archive_errors,
    create_file,
    open_archive,
)
from clabber_audit.archive.log import PackedEntry, append, check_count, hash_of, pack_entry, write
from clabber_audit.archive.rows import rows
from clabber_audit.archive.search import checkpoint_line, load_law
from clabber_audit.core.errors import RecordError, Refused
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import Record, canonical, record_data
from clabber_audit.rules.ruleset import Ruleset, check_genuine

#: Result of adding a hand. The last two are refused: the id is taken by other rules or other content.
Status = Literal["new", "there", "other rules", "other content"]


class ContentHash(NamedTuple):
    """Identity of a hand's content: record hash and ruleset hash."""

    record: bytes
    law: str


class NewHand(NamedTuple):
    """Hand to be inserted."""

    id: str
    content: ContentHash
    ruleset: str
    source: str


def identify_hand(archive: Archive, record: Record, ruleset: Ruleset, sha256: bytes | None = None) -> NewHand:
    """Return the identity of a hand to be inserted; `sha256` is the hash of its record, if known."""
    content = ContentHash(sha256 or hash_of(canonical(record_data(record))), archive.digest(ruleset))
    cited = record.source and record.source.citation
    source = ": ".join(filter(None, (record.source.kind, cited))) if record.source and cited else ""
    return NewHand(record.id, content, ruleset.id, source)


def classify(archive: Archive, hands: Sequence[NewHand], added: dict[str, ContentHash]) -> Iterator[Status]:
    """Classify each hand against the archive and those `added` before, to which the new ones are added."""
    stored = current_content(archive, [hand.id for hand in hands if hand.id not in added])
    for hand in hands:
        before = stored.get(hand.id) or added.get(hand.id)
        if before is None:
            added[hand.id] = hand.content
            yield "new"
        elif before == hand.content:
            yield "there"
        else:
            yield "other rules" if before.record == hand.content.record else "other content"


def current_content(archive: Archive, ids: Sequence[str]) -> dict[str, ContentHash]:
    """Return the content of those hands of these ids that the archive holds.

    An earlier wording of a shipped ruleset counts as today's text, so that a hand added again is still the same hand.
    """
    query = """SELECT hands.id, log.sha256, hands.ruleset FROM json_each(?) AS wanted
        CROSS JOIN hands ON hands.id = wanted.value JOIN log ON log.seq = hands.entry"""
    stored = archive.rows(query, canonical(ids))
    return {
        name: ContentHash(sha256, archive.digest(load_law(archive, law).ruleset))
        for name, sha256, law in stored
    }


def sources(archive: Archive) -> set[str]:
    """Return the sources that hands are cited from, as in `NewHand`."""
    query = "SELECT DISTINCT source_kind, citation FROM hands WHERE citation IS NOT NULL"
    return {": ".join(filter(None, source)) for source in archive.rows(query)}


def refusal(archive: Archive, hand: NewHand, status: Status) -> Refused:
    """Return the error for a hand whose id is taken."""
    what = f"the hand “{hand.id}” is already in the archive with other content"
    if status == "other rules":
        what = (
            f"the hand “{hand.id}” is already in the archive, judged by another ruleset than {hand.ruleset}"
        )
    help = f"correct it with archive amend {archive.path} FILE --by NAME --why REASON, or give the hand its own id"
    return Refused([RecordError(what, "a stored hand is never changed silently", help)], archive.path)


#: The columns of `hands` in the search index. No trigger fills it: a trigger of a file could run code.
WORDS: Final = (
    "north, east, south, west, ns_team, ew_team, league, season, venue, citation, recorded_by, source_note, remarks, "
    "p1, p2, p3, p4, p5, p6, other_sides"
)
#: Condition on the numbers of hands, which are given as a JSON list.
OF_THESE: Final = "hand IN (SELECT value FROM json_each(?))"
#: The tables of rows that belong to a hand.
PARTS: Final = ("melds", "sides", "findings", "claims")


class PreparedRuling(NamedTuple):
    """Hand with its ruling, ready to be stored."""

    hand: NewHand
    entry: PackedEntry
    ruleset: Ruleset
    #: Its rows by table.
    rows: Mapping[str, Sequence[Row]]


class AddResult(NamedTuple):
    """Result of storing a batch: new hands, hands already there, and the errors of the others."""

    new: int
    known: int
    refused: tuple[Refused, ...]


def prepare_ruling(
    ruling: Ruling, archive: Archive, at: str, amends: tuple[int, str, str] | None = None
) -> PreparedRuling:
    """Prepare a ruling to be stored; `amends` is the entry it replaces, by whom and why."""
    record, ruleset = ruling.replay.hand.original, ruling.law.ruleset
    digits = archive.digest(ruleset)[:LAW_DIGITS]
    entry = pack_entry(archive, LogEntry(at, record_data(record), digits, *(amends or ())))
    return PreparedRuling(identify_hand(archive, record, ruleset, entry.sha256), entry, ruleset, rows(ruling))


def add(archive: Archive, batch: Sequence[PreparedRuling]) -> AddResult:
    """Store a batch. A hand with the same content stays as it is; one with other content is refused."""
    with archive.writing():
        statuses = list(zip(batch, classify(archive, [prepared.hand for prepared in batch], {}), strict=True))
        fresh = [prepared for prepared, status in statuses if status == "new"]
        _store(archive, fresh)
    refused = [
        refusal(archive, prepared.hand, status)
        for prepared, status in statuses
        if status not in ("new", "there")
    ]
    return AddResult(len(fresh), len(batch) - len(fresh) - len(refused), tuple(refused))


def _store(archive: Archive, batch: Sequence[PreparedRuling]) -> None:
    """Write new hands, which are numbered from the size of the log on."""
    if not batch:
        return
    first = append(archive, [prepared.entry for prepared in batch])
    numbers = range(first, first + len(batch))
    write_hands(archive, batch, numbers, numbers)
    for table in PARTS:
        write(archive, table, parts_of(table, batch, numbers))


def write_hands(
    archive: Archive, batch: Sequence[PreparedRuling], numbers: Sequence[int], entries: Sequence[int]
) -> None:
    """Write the rows of hands and their words; the entries are those just appended."""
    # The numbers of the rulesets by the `id` of the object; new ones are stored.
    rulesets: dict[int, int] = {}
    for key, ruleset in {id(prepared.ruleset): prepared.ruleset for prepared in batch}.items():
        sha256 = archive.digest(ruleset)
        number = archive.value("SELECT ruleset FROM rulesets WHERE sha256 = ?", sha256)
        if number is None:
            check_genuine(ruleset, archive.path)
            row = {"id": ruleset.id, "title": ruleset.title, "sha256": sha256}
            law = canonical(ruleset.to_data())
            number = archive.db.table("rulesets").insert({**row, "law": law}).last_pk
        rulesets[key] = number
    laws = [rulesets[id(prepared.ruleset)] for prepared in batch]
    rows_of_hands = [
        (*of, *prepared.rows["hands"][0]) for prepared, *of in zip(batch, numbers, entries, laws, strict=True)
    ]
    write(archive, "hands", rows_of_hands)
    which = canonical(list(numbers))
    words = f"INSERT INTO words (rowid, {WORDS}) SELECT hand, {WORDS} FROM hands WHERE {OF_THESE}"
    archive.conn.execute(words, (which,))
    stored = archive.value(f"SELECT count(*) FROM hands WHERE {OF_THESE} AND entry >= ?", which, entries[0])
    check_count(archive, "hands", stored, len(batch))


def parts_of(table: str, batch: Sequence[PreparedRuling], numbers: Sequence[int]) -> list[Row]:
    """Return the rows of hands in a table of theirs."""
    hands = zip(numbers, batch, strict=True)
    return [(number, *row) for number, prepared in hands for row in prepared.rows[table]]


def copy(archive: Archive, target: str) -> str:
    """Copy an archive to a new file, whole or not at all, and return the checkpoint of the copy."""
    create_file(target)
    try:
        with archive_errors(target), closing(sqlite3.connect(target)) as conn:
            conn.execute("PRAGMA synchronous = EXTRA")
            archive.conn.backup(conn)
        with open_archive(target, changed=archive.changed) as copied:
            return checkpoint_line(copied)
    except BaseException:
        Path(target).unlink(missing_ok=True)
        raise
