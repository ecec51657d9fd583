"""Amend hands: one, all that match a search, or a batch back to how it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from operator import itemgetter
from typing import Any, Final, NamedTuple, get_args

from clabber_audit.archive.add import (
    OF_THESE,
    PARTS,
    WORDS,
    PreparedRuling,
    current_content,
    parts_of,
    prepare_ruling,
    write_hands,
)
from clabber_audit.archive.database import Archive
from clabber_audit.archive.log import append, write
from clabber_audit.archive.search import (
    Listed,
    Query,
    ResolvedQuery,
    Sought,
    hands,
    history,
    list_hands,
    search_hands,
    version_of,
)
from clabber_audit.core.errors import RecordError, Refused, Unusable, UsageError, printable
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.base import STORED, Context, Count, Source
from clabber_audit.records.dates import date_of_record, interpret_date
from clabber_audit.records.formats import Record, canonical, record_data


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
            number, before = next(
                archive.rows("SELECT hand, entry FROM hands WHERE id = ?", name), (None, None)
            )
            if number is None:
                what = f"{archive.path} has no hand “{name}”"
                raise Unusable(what, "only a hand that is there can be amended", "add it with archive add")
            if over is not None and before != over:
                reason = f"entry {before} of the log has replaced entry {over}"
                raise Unusable(
                    f"“{name}” was amended in the meantime", reason, "see archive show, and amend that"
                )
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
    first = append(archive, [prepared.entry for prepared in batch], numbers)
    # References are checked on commit.
    conn.execute("PRAGMA defer_foreign_keys = ON")
    conn.execute(
        f"INSERT INTO words (words, rowid, {WORDS}) SELECT 'delete', hand, {WORDS} FROM hands WHERE {OF_THESE}",
        (which,),
    )
    conn.execute(f"DELETE FROM hands WHERE {OF_THESE}", (which,))
    write_hands(archive, batch, numbers, range(first, first + len(batch)))
    for table in PARTS:
        # Rows stay where the new versions have the same.
        parts = sorted(parts_of(table, batch, numbers), key=itemgetter(0, 1))
        if parts != list(archive.rows(f"SELECT * FROM {table} WHERE {OF_THESE} ORDER BY 1, 2", which)):
            conn.execute(f"DELETE FROM {table} WHERE {OF_THESE}", (which,))
            write(archive, table, parts)
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
    """Parse `source.citation=Courier, p. 9`; UsageError for a key that cannot be set."""
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
    archive: Archive, query: Query, resolved: ResolvedQuery, assignments: Sequence[Assignment]
) -> Iterator[PlannedAmendment]:
    """Yield the hands that a search finds with these values set; Refused if one would become invalid."""
    # Stored dates may be from before they were looked at; a new one is looked at.
    context = None if any(key == "context.date" for key, _ in assignments) else STORED
    ids: set[str] | None = None
    if query.words or resolved.within:
        ids = {name for name, _ in search_hands(archive, query.words, -1, resolved.sought, resolved.within)}
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
            faults = [
                RecordError(f"{record.id}: {error.what}", error.why, error.help) for error in problem.faults
            ]
            raise Refused(faults, archive.path) from None
        yield _plan_amendment(record, Amendment(adjudicate(hand, stored.law), stored.entry))


def plan_undo(archive: Archive, entry: int) -> Iterator[PlannedAmendment]:
    """Yield the hands of the batch of an entry as they were before; Unusable unless all of it still stands."""
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
        versions = [version.entry for version in history(archive, name)]
        before = version_of(archive, name, versions[versions.index(seq) - 1])
        current = version_of(archive, name, seq).hand.original
        yield _plan_amendment(current, Amendment(adjudicate(before.hand, before.law), seq))


def _plan_amendment(record: Record, amendment: Amendment) -> PlannedAmendment:
    before, after = (
        _flatten(record_data(record)),
        _flatten(record_data(amendment.ruling.replay.hand.original)),
    )
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


def list_uncertain_hands(archive: Archive, sought: Sought) -> Iterator[Listed]:
    """Yield the hands that only may be of the date sought, since theirs goes beyond it."""
    if interpret_date(sought.date):
        ids = {hand.id for hand in list_hands(archive, sought)}
        overlapping = sought._replace(date=None, since=sought.date, until=sought.date)
        yield from (hand for hand in list_hands(archive, overlapping) if hand.id not in ids)
