"""Putting hands into an archive: added once, never changed, amended with the old version kept.

A batch is one transaction. What was acknowledged, by returning, is on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.archive.entries import LAW_DIGITS, Entry
from clabber_audit.archive.log import Packed, check_kept, log, packed, write
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.placing import Brought, brought, placed, refusal, standing
from clabber_audit.archive.row import Row
from clabber_audit.archive.rows import Rows, rows
from clabber_audit.ground.errors import Refused, Unusable
from clabber_audit.record.canonical import canonical, record_data
from clabber_audit.rulesets.ruleset import Ruleset, genuine
from clabber_audit.ruling.judge import Ruling

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
    record, ruleset = ruling.walk.hand.record, ruling.law.ruleset
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
    name = ruling.walk.hand.record.id
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
