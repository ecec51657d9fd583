"""Add, amend and back up hands."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, Literal, NamedTuple

from clabber_audit.archive.database import LAW_DIGITS, Archive, Entry, Row, new_file, open_archive, trouble
from clabber_audit.archive.log import Packed, check_kept, hash_of, log, packed, write
from clabber_audit.archive.rows import Rows, rows
from clabber_audit.archive.search import checkpoint_line, law_kept
from clabber_audit.core.errors import Fault, Refused, Unusable, shown
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.canonical import canonical, record_data
from clabber_audit.records.formats import Record
from clabber_audit.rules.ruleset import Ruleset, genuine

#: The last two are refused: the hand is there under other rules, or with other content.
Place = Literal["new", "there", "other rules", "other content"]


class Content(NamedTuple):
    """What tells whether two hands of one id are the same: the hashes of the record, and of its ruleset."""

    record: bytes
    law: str


class Brought(NamedTuple):
    """A hand that is brought to an archive: its id, what is in it, and the id of its ruleset."""

    id: str
    content: Content
    ruleset: str
    #: Where it is from, as far as that is told.
    source: str


def brought(archive: Archive, record: Record, ruleset: Ruleset, sha256: bytes | None = None) -> Brought:
    """A hand as it is brought to an archive; the hash of the record may be known."""
    content = Content(sha256 or hash_of(canonical(record_data(record))), archive.digest(ruleset))
    cited = record.source and record.source.citation
    source = ": ".join(filter(None, (record.source.kind, cited))) if record.source and cited else ""
    return Brought(record.id, content, ruleset.id, source)


def placed(archive: Archive, hands: Sequence[Brought], met: dict[str, Content]) -> Iterator[Place]:
    """What adding each of some hands comes to. The new ones are put among those that are `met`, as if they were added.

    What they are compared with is what the archive holds when this begins.
    """
    there = standing(archive, [hand.id for hand in hands if hand.id not in met])
    for hand in hands:
        before = there.get(hand.id) or met.get(hand.id)
        if before is None:
            met[hand.id] = hand.content
            yield "new"
        elif before == hand.content:
            yield "there"
        else:
            yield "other rules" if before.record == hand.content.record else "other content"


def standing(archive: Archive, ids: Sequence[str]) -> dict[str, Content]:
    """Return the hands of these ids that the archive holds, as they now stand.

    An earlier wording of a shipped ruleset counts as today's text, so that a hand added again is still the same hand.
    """
    query = """SELECT hands.id, log.sha256, hands.ruleset FROM json_each(?) AS asked
        CROSS JOIN hands ON hands.id = asked.value JOIN log ON log.seq = hands.entry"""
    rows = archive.rows(query, canonical(ids))
    return {name: Content(sha256, archive.digest(law_kept(archive, law).ruleset)) for name, sha256, law in rows}


def refusal(archive: Archive, hand: Brought, place: Place) -> Refused:
    """Why a hand of a known id is not added."""
    what = f"the hand “{hand.id}” is already in the archive with other content"
    why = "a stored hand is never changed silently"
    if place == "other rules":
        what = f"the hand “{hand.id}” is already in the archive, judged by another ruleset than {hand.ruleset}"
    help = f"correct it with archive amend {archive.path} FILE --by NAME --why REASON, or give the hand its own id"
    return Refused([Fault(what, why, help)], archive.path)


class Forecast:
    """What adding hands, one after another, would come to."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._met: dict[str, Content] = {}
        self._sources = _sources(archive)
        #: What it comes to so far, and the sources that no hand was from before.
        self.total = Counter[Place]()
        self.new_sources: list[str] = []

    def add(self, hand: Brought) -> None:
        """What adding one more hand would come to; Refused where it would be."""
        (place,) = placed(self._archive, [hand], self._met)
        self.total[place] += 1
        if place not in ("new", "there"):
            raise refusal(self._archive, hand, place)
        if hand.source and hand.source not in self._sources:
            self._sources.add(hand.source)
            self.new_sources.append(hand.source)


def _sources(archive: Archive) -> set[str]:
    """The sources that hands are from."""
    query = "SELECT DISTINCT source_kind, citation FROM hands WHERE citation IS NOT NULL"
    return {": ".join(filter(None, source)) for source in archive.rows(query)}


#: The columns of `hands` that can be searched for words; a trigger must not fill the index of a file it is defined in.
_WORDS: Final = (
    "north, east, south, west, ns_team, ew_team, league, season, venue, citation, recorded_by, source_note, remarks, "
    "p1, p2, p3, p4, p5, p6, other_sides"
)


#: The tables with rows that belong to a hand.
PARTS: Final = ("melds", "sides", "findings", "claims")


class Judged(NamedTuple):
    """A hand with its ruling, ready to be kept."""

    brought: Brought
    entry: Packed
    ruleset: Ruleset
    rows: Rows


class Kept(NamedTuple):
    """What became of a batch: how many hands are new, how many were there already, and why others were refused."""

    new: int
    known: int
    refused: tuple[Refused, ...]


def judged(ruling: Ruling, archive: Archive, at: str, amends: tuple[int, str, str] | None = None) -> Judged:
    """A ruling made ready to be kept; `amends` is the entry whose place it takes, by whom and why."""
    record, ruleset = ruling.replay.hand.record, ruling.law.ruleset
    entry = packed(archive, Entry(at, record_data(record), archive.digest(ruleset)[:LAW_DIGITS], *(amends or ())))
    return Judged(brought(archive, record, ruleset, entry.sha256), entry, ruleset, rows(ruling))


def add(archive: Archive, batch: Sequence[Judged]) -> Kept:
    """Keep a batch. A hand that is there with the same content stays as it is; one with other content is refused."""
    with archive.writing():
        places = list(zip(batch, placed(archive, [hand.brought for hand in batch], {}), strict=True))
        fresh = [hand for hand, place in places if place == "new"]
        _append(archive, fresh)
    refused = [refusal(archive, hand.brought, place) for hand, place in places if place not in ("new", "there")]
    return Kept(len(fresh), len(batch) - len(fresh) - len(refused), tuple(refused))


def amend(archive: Archive, ruling: Ruling, at: str, by: str, why: str, *, over: int | None = None) -> bool:
    """Put a record in the place of the one with its id, which stays in the log; False when nothing differs.

    Unusable when no hand of that id is there, or when the version that stands is not the one of the entry `over`.
    """
    name = ruling.replay.hand.record.id
    with archive.writing():
        found = next(archive.rows("SELECT hand, entry FROM hands WHERE id = ?", name), None)
        if found is None:
            raise Unusable(
                f"{archive.path} has no hand “{name}”",
                "only a hand that is there can be amended",
                "add it with archive add",
            )
        number, before = found
        if over is not None and before != over:
            why = f"entry {before} of the log has replaced entry {over}"
            raise Unusable(f"“{name}” was amended in the meantime", why, "see archive show, and amend that")
        hand = judged(ruling, archive, at, (before, by, why))
        if standing(archive, [name])[name] == hand.brought.content:
            return False
        _append(archive, [hand], number)
    return True


def _append(archive: Archive, hands: Sequence[Judged], place: int | None = None) -> None:
    """Write hands behind the log: as new ones, or a single one in the place of that number."""
    if not hands:
        return
    rulesets = _ruleset_numbers(archive, hands)
    first = log(archive, [hand.entry for hand in hands], None if place is None else [place])
    entries = range(first, first + len(hands))
    numbers = entries if place is None else range(place, place + 1)
    if place is not None:
        _forget(archive, place)
    laws = [rulesets[id(hand.ruleset)] for hand in hands]
    write(archive, "hands", [hand.rows.hand for hand in hands], list(zip(numbers, entries, laws, strict=True)))
    for table in PARTS:
        every = zip(numbers, hands, strict=True)
        parts = [(number, *row) for number, hand in every for row in getattr(hand.rows, table)]
        if parts != ([] if place is None else _there(archive, table, place)):
            if place is not None:
                archive.db.table(table).delete_where("hand = ?", [place])
            write(archive, table, parts)
    # New hands have numbers from the size of the log on, one after the other; an amended one comes alone.
    words = f"INSERT INTO words (rowid, {_WORDS}) SELECT hand, {_WORDS} FROM hands WHERE hand BETWEEN ? AND ?"
    archive.db.conn.execute(words, (numbers[0], numbers[-1]))
    kept = "SELECT count(*) FROM hands WHERE hand BETWEEN ? AND ? AND entry >= ?"
    check_kept(archive, "hands", archive.value(kept, numbers[0], numbers[-1], first), len(hands))


def _forget(archive: Archive, number: int) -> None:
    """Take away the row of the version of a hand that no longer stands, and its words.

    What belongs to the hand stays where the new version has the same; that it belongs to one is looked at in the end.
    """
    forget = f"INSERT INTO words (words, rowid, {_WORDS}) SELECT 'delete', hand, {_WORDS} FROM hands WHERE hand = ?"
    archive.db.conn.execute(forget, (number,))
    archive.db.conn.execute("PRAGMA defer_foreign_keys = ON")
    archive.db.table("hands").delete_where("hand = ?", [number])


def _there(archive: Archive, table: str, number: int) -> list[Row]:
    """The rows of a table that belong to a hand."""
    return list(archive.rows(f"SELECT * FROM {table} WHERE hand = ? ORDER BY 2", number))


def _ruleset_numbers(archive: Archive, hands: Sequence[Judged]) -> dict[int, int]:
    """The numbers in the archive of the rulesets of hands, by the `id` of the value; new ones are kept."""
    found: dict[int, int] = {}
    for key, ruleset in {id(hand.ruleset): hand.ruleset for hand in hands}.items():
        sha256 = archive.digest(ruleset)
        number = archive.value("SELECT ruleset FROM rulesets WHERE sha256 = ?", sha256)
        if number is None:
            genuine(ruleset, archive.path)
            kept = {"id": ruleset.id, "title": ruleset.title, "sha256": sha256, "law": canonical(ruleset.as_data())}
            number = archive.db.table("rulesets").insert(kept).last_pk
        found[key] = number
    return found


def copy(archive: Archive, target: str) -> str:
    """Copy an archive to a file that does not exist yet, whole or not at all; the checkpoint that the copy holds."""
    new_file(target)
    try:
        with trouble(target), closing(sqlite3.connect(target)) as conn:
            conn.execute("PRAGMA synchronous = EXTRA")
            archive.db.conn.backup(conn)
        with open_archive(target, changed=archive.changed) as copied:
            return checkpoint_line(copied)
    except BaseException:
        Path(target).unlink(missing_ok=True)
        raise


#: The tables of hands, each with the number of the hand in its first column.
OF_HANDS: Final = ("hands", *PARTS)
#: The tables that hold nothing of their own: they are made from the log.
MADE: Final = (*OF_HANDS, "decisions", "words")


class Due(NamedTuple):
    """What the log gives: all the rows of a table that have this number in their first column."""

    table: str
    #: The number of a hand, or of the entry of a decision; None where no row is meant, but an index of the table.
    number: int | None
    rows: Sequence[Row] = ()
    #: What the hand is called, where the log has it.
    name: str = ""


class Complaint(NamedTuple):
    """What does not fit, in a sentence."""

    told: str
    #: What has to be there instead; None where it is the log that does not fit, or what it rests on.
    due: Due | None = None


def otherwise(due: Due, kept: Sequence[Row]) -> Complaint:
    """That a table of hands does not hold what is due, given what it holds."""
    hand, table = f"hand {due.number} ({shown(due.name, 64)})", due.table
    if table != "hands":
        return Complaint(f"{table}: those of {hand} differ from the log", due)
    return Complaint(f"{table}: {hand} {'differs from the log' if kept else 'is in the log but missing here'}", due)


def surplus(table: str, number: int) -> Complaint:
    """That a table of hands holds something under a number of which the log has no hand."""
    return Complaint(f"{table}: hand {number} is not in the log", Due(table, number))
