"""Add, amend and back up hands: one, all that match a search, or a batch back to how it was."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from difflib import get_close_matches
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args

from clabber_audit.archive import database, search
from clabber_audit.archive.database import Archive
from clabber_audit.archive.search import hands
from clabber_audit.core.errors import RecordError, Refused, Unusable, UsageError, printable
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.base import STORED, Context, Count, Source
from clabber_audit.records.dates import date_of_record, interpret_date
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
    content = ContentHash(sha256 or database.hash_of(canonical(record_data(record))), archive.digest(ruleset))
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
    digests = ((*hand, archive.digest(search.load_law(archive, law).ruleset)) for *hand, law in stored)
    return {name: ContentHash(sha256, digest) for name, sha256, digest in digests}


def sources(archive: Archive) -> set[str]:
    """Return the sources that hands are cited from, as in `NewHand`."""
    query = "SELECT DISTINCT source_kind, citation FROM hands WHERE citation IS NOT NULL"
    return {": ".join(filter(None, source)) for source in archive.rows(query)}


def refusal(archive: Archive, hand: NewHand, status: Status) -> Refused:
    """Return the error for a hand whose id is taken."""
    what = f"the hand “{hand.id}” is already in the archive with other content"
    if status == "other rules":
        ruled = f"judged by another ruleset than {hand.ruleset}"
        what = f"the hand “{hand.id}” is already in the archive, {ruled}"
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
    entry: database.PackedEntry
    ruleset: Ruleset
    #: Its rows by table.
    rows: Mapping[str, Sequence[database.Row]]


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
    digits = archive.digest(ruleset)[: database.LAW_DIGITS]
    entry = database.pack_entry(archive, database.LogEntry(at, record_data(record), digits, *(amends or ())))
    hand = identify_hand(archive, record, ruleset, entry.sha256)
    return PreparedRuling(hand, entry, ruleset, database.rows(ruling))


def add(archive: Archive, batch: Sequence[PreparedRuling]) -> AddResult:
    """Store a batch. A hand with the same content stays as it is; one with other content is refused."""
    with archive.writing():
        statuses = list(zip(batch, classify(archive, [prepared.hand for prepared in batch], {}), strict=True))
        fresh = [prepared for prepared, status in statuses if status == "new"]
        if fresh:
            # New hands are numbered from the size of the log on.
            first = database.append(archive, [prepared.entry for prepared in fresh])
            numbers = range(first, first + len(fresh))
            write_hands(archive, fresh, numbers, numbers)
            for table in PARTS:
                database.write(archive, table, parts_of(table, fresh, numbers))
    taken = [(one.hand, status) for one, status in statuses if status not in ("new", "there")]
    refused = [refusal(archive, hand, status) for hand, status in taken]
    return AddResult(len(fresh), len(batch) - len(fresh) - len(refused), tuple(refused))


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
    database.write(archive, "hands", rows_of_hands)
    which = canonical(list(numbers))
    words = f"INSERT INTO words (rowid, {WORDS}) SELECT hand, {WORDS} FROM hands WHERE {OF_THESE}"
    archive.conn.execute(words, (which,))
    stored = archive.value(f"SELECT count(*) FROM hands WHERE {OF_THESE} AND entry >= ?", which, entries[0])
    database.check_count(archive, "hands", stored, len(batch))


def parts_of(table: str, batch: Sequence[PreparedRuling], numbers: Sequence[int]) -> list[database.Row]:
    """Return the rows of hands in a table of theirs."""
    hands = zip(numbers, batch, strict=True)
    return [(number, *row) for number, prepared in hands for row in prepared.rows[table]]


def copy(archive: Archive, target: str) -> str:
    """Copy an archive to a new file, whole or not at all, and return the checkpoint of the copy."""
    database.create_file(target)
    try:
        with database.archive_errors(target), closing(sqlite3.connect(target)) as conn:
            conn.execute("PRAGMA synchronous = EXTRA")
            archive.conn.backup(conn)
        with database.open_archive(target, allow_changed_rules=archive.allow_changed_rules) as copied:
            return search.checkpoint_line(copied)
    except BaseException:
        Path(target).unlink(missing_ok=True)
        raise


class Amendment(NamedTuple):
    """Ruling on a corrected hand, and the entry of the log that it replaces; None for the current one."""

    ruling: Ruling
    over: int | None = None


def amend(archive: Archive, ruling: Ruling, at: str, by: str, why: str, *, over: int | None = None) -> bool:
    """Replace the hand of the same id, whose record stays in the log; False if nothing differs.

    Unusable if there is none, or if its current version is not the entry `over`.
    """
    return amend_batch(archive, [Amendment(ruling, over)], at, by, why) is not None


def amend_batch(
    archive: Archive, amendments: Iterable[Amendment], at: str, by: str, why: str
) -> range | None:
    """Amend several hands at once or none of them, and return their new entries; None if nothing differs.

    They share a step of the log’s growth, so that any of them names the batch.
    """
    with archive.writing():
        batch, numbers = list[PreparedRuling](), list[int]()
        for ruling, over in amendments:
            name = ruling.replay.hand.record.id
            stored = archive.rows("SELECT hand, entry FROM hands WHERE id = ?", name)
            number, before = next(stored, (None, None))
            if number is None:
                what = f"{archive.path} has no hand “{name}”"
                raise Unusable(what, "only a hand that is there can be amended", "add it with archive add")
            if over is not None and before != over:
                reason = f"entry {before} of the log has replaced entry {over}"
                help = "see archive show, and amend that"
                raise Unusable(f"“{name}” was amended in the meantime", reason, help)
            new = prepare_ruling(ruling, archive, at, (before, by, why))
            if current_content(archive, [name])[name] != new.hand.content:
                batch.append(new)
                numbers.append(number)
        if not batch:
            return None
        first = _store_amended(archive, batch, numbers)
    return range(first, first + len(batch))


def _store_amended(archive: Archive, batch: Sequence[PreparedRuling], numbers: Sequence[int]) -> int:
    """Write hands in the place of those of these numbers, and return the first of their entries."""
    conn, which = archive.conn, canonical(numbers)
    first = database.append(archive, [prepared.entry for prepared in batch], numbers)
    # References are checked on commit.
    conn.execute("PRAGMA defer_foreign_keys = ON")
    words = f"INSERT INTO words (words, rowid, {WORDS}) SELECT 'delete', hand, {WORDS} FROM hands"
    conn.execute(f"{words} WHERE {OF_THESE}", (which,))
    conn.execute(f"DELETE FROM hands WHERE {OF_THESE}", (which,))
    write_hands(archive, batch, numbers, range(first, first + len(batch)))
    for table in PARTS:
        # Rows stay where the new versions have the same.
        parts = sorted(parts_of(table, batch, numbers), key=itemgetter(0, 1))
        if parts != list(archive.rows(f"SELECT * FROM {table} WHERE {OF_THESE} ORDER BY 1, 2", which)):
            conn.execute(f"DELETE FROM {table} WHERE {OF_THESE}", (which,))
            database.write(archive, table, parts)
    return first


#: A field of a record as it can be set; a name of somebody at the table by seat or side.
_NAME: Final = re.compile(r"players\.[A-Z]\d?|teams\.\w+")
_KEYS: Final = {
    f"{part}.{name}": field
    for part, model in (("context", Context), ("source", Source))
    for name, field in model.model_fields.items()
}


#: Key and value to be set in records; None removes it.
Assignment = tuple[str, str | int | None]


def parse_assignment(text: str) -> Assignment:
    """Parse `source.citation=Courier, p. 9`. Raise UsageError for a key that cannot be set."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or (key not in _KEYS and not _NAME.fullmatch(key)):
        close = get_close_matches(key, _KEYS, 1)
        listed = f"write KEY=VALUE, where KEY is players.N, teams.NS or one of {', '.join(_KEYS)}"
        help = f"did you mean “{close[0]}=”?" if close and key not in _KEYS else listed
        raise UsageError(f"“{printable(text, 80)}” sets nothing", "", help)
    is_number = key in _KEYS and Count in get_args(_KEYS[key].annotation)
    return key, int(value) if is_number and re.fullmatch(r"\d{1,4}", value) else value or None


class PlannedAmendment(NamedTuple):
    """Amendment with what it changes: keys with the value before and after, empty if nothing differs."""

    amendment: Amendment
    changes: Mapping[str, tuple[str, str]]
    #: The date as written.
    date: str


def plan_assignments(
    archive: Archive, query: search.Query, resolved: search.ResolvedQuery, assignments: Sequence[Assignment]
) -> Iterator[PlannedAmendment]:
    """Yield the hands that a search finds with these values set. Raise Refused if one would become invalid."""
    # Stored dates may be from before they were looked at; a new one is looked at.
    context = None if any(key == "context.date" for key, _ in assignments) else STORED
    ids: set[str] | None = None
    if query.words or resolved.within:
        found = search.search_hands(archive, query.words, -1, resolved.sought, resolved.within)
        ids = {name for name, _ in found}
    for stored in hands(archive, resolved.sought):
        if ids is not None and stored.hand.record.id not in ids:
            continue
        record = stored.hand.original
        data = record_data(record)
        for key, value in assignments:
            part, _, name = key.partition(".")
            data[part] = {**(data.get(part) or {}), name: value}
            if value is None:
                del data[part][name]
            if not data[part]:
                del data[part]
        try:
            hand = parse_hand(canonical(data).encode(), context)
        except Refused as problem:
            wrong = problem.faults
            faults = [RecordError(f"{record.id}: {error.what}", error.why, error.help) for error in wrong]
            raise Refused(faults, archive.path) from None
        yield _plan_amendment(record, Amendment(adjudicate(hand, stored.law), stored.entry))


def plan_undo(archive: Archive, entry: int) -> Iterator[PlannedAmendment]:
    """Yield the hands of the batch of an entry as they were before. Raise Unusable unless the whole batch still stands."""
    step = """SELECT log.seq, log.hand, hands.id, hands.entry FROM log LEFT JOIN hands USING (hand)
        WHERE seq >= (SELECT max(size) FROM growth WHERE size <= ?1)
        AND seq < (SELECT min(size) FROM growth WHERE size > ?1) ORDER BY seq"""
    batch = list(archive.rows(step, entry))
    if not batch or any(seq == hand or name is None for seq, hand, name, _ in batch):
        why = "only amendments can be undone"
        raise Unusable(f"entry {entry} amends no hand", why, "see archive show ID --history")
    for seq, _hand, name, standing in batch:
        if standing != seq:
            why = f"“{name}” was amended since, by entry {standing}"
            raise Unusable(f"entry {entry} cannot be undone", why, f"undo entry {standing} first")
    for seq, _hand, name, _standing in batch:
        versions = [version.entry for version in search.history(archive, name)]
        before = search.version_of(archive, name, versions[versions.index(seq) - 1])
        current = search.version_of(archive, name, seq).hand.original
        yield _plan_amendment(current, Amendment(adjudicate(before.hand, before.law), seq))


def _plan_amendment(record: Record, amendment: Amendment) -> PlannedAmendment:
    corrected = amendment.ruling.replay.hand.original
    before, after = _flatten(record_data(record)), _flatten(record_data(corrected))
    keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    changes = {key: (before.get(key, ""), after.get(key, "")) for key in keys}
    return PlannedAmendment(amendment, changes, date_of_record(record))


def _flatten(data: Mapping[str, Any], path: str = "") -> dict[str, str]:
    """Return the texts and numbers of a record by their keys; lists as JSON."""
    flat = dict[str, str]()
    for key, value in data.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{path}{key}.")
        else:
            flat[f"{path}{key}"] = value if isinstance(value, str) else canonical(value)
    return flat


def list_uncertain_hands(archive: Archive, sought: search.Sought) -> Iterator[search.Listed]:
    """Yield the hands that only may be of the date sought, since theirs goes beyond it."""
    if interpret_date(sought.date):
        ids = {hand.id for hand in search.list_hands(archive, sought)}
        overlapping = sought._replace(date=None, since=sought.date, until=sought.date)
        yield from (hand for hand in search.list_hands(archive, overlapping) if hand.id not in ids)
