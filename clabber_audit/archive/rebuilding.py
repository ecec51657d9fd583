"""Making anew what is made from the log, where it is not what the log gives: all of it, or nothing.

A copy is looked through as it is to verify an archive. Who verifies tells what does not fit; here it is put aside, and
what is due is put into the copy. Once that fits, the same is written to the archive, in one transaction, and the others
who use it wait no longer than that takes. What all else is made from, which is the log with its growth and the
rulesets, has to be whole, and stays as it is.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, groupby, islice
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

from sqlite_utils import Database

from clabber_audit.archive.aside import Aside
from clabber_audit.archive.complaint import Complaint, Due
from clabber_audit.archive.connection import patiently, private
from clabber_audit.archive.damage import HELP, trouble
from clabber_audit.archive.integrity import of_pages, of_references
from clabber_audit.archive.layout import lay_out
from clabber_audit.archive.log import write
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.proving import Looking, by_turns, of_log
from clabber_audit.archive.reading import checkpoint_line
from clabber_audit.archive.row import Row
from clabber_audit.archive.words import of_words, put_words, settle_words
from clabber_audit.ground.errors import Unusable

#: How many complaints are seen to together.
_SOME: Final = 1_000
#: How often an archive is looked through that others write to meanwhile.
_TURNS: Final = 3
#: What all else is made from, with a mark for each column.
_KEPT: Final = {"log": "?, ?, ?, ?", "growth": "?, ?, ?, ?, ?", "about": "?, ?, ?", "rulesets": "?, ?, ?, ?, ?"}
#: In which column of a table the number stands that says what a row is of.
_NUMBER: Final = {"decisions": "entry"}
#: What no two rows of a table may have alike, and that of a row: another that has it is wrong, and in the way.
_ALONE: Final[Mapping[str, tuple[str, Callable[[Row], Row]]]] = {
    "hands": ("id = ?", itemgetter(slice(3, 4))),
    "decisions": (
        "title = ? AND coalesce(league, '') = coalesce(?, '') AND coalesce(season, '') = coalesce(?, '')"
        " AND number = ?",
        itemgetter(slice(1, 5)),
    ),
}


class Fitting(NamedTuple):
    """An archive in which everything fits: how much there is, and its line for paper."""

    hands: int
    decisions: int
    line: str


def rebuild(archive: Archive, aside: Aside, looking: Looking = by_turns) -> Fitting:
    """Put what the log gives in the place of whatever else is there. What that was, is put aside.

    Unusable, and nothing is changed, where the log, or what it rests on, is damaged.
    """
    if archive.damage:
        return _rebuild_pages(archive, aside, looking)
    for _ in range(_TURNS):
        before = archive.value("PRAGMA data_version")
        with to_mend(archive) as copy:
            fitting = mend(copy, aside, looking)
            if not aside:
                return fitting
            with archive.writing():
                if archive.value("PRAGMA data_version") == before:
                    for some in aside.parts():
                        _put(archive, some, copy)
                    return fitting
        aside.clear()
    raise Unusable(
        f"{archive.path} is being written to by another program", "nothing was changed", "try again when it is done"
    )


def _rebuild_pages(archive: Archive, aside: Aside, looking: Looking) -> Fitting:
    """The same where pages are damaged: all of the file is written anew, and nobody else uses it for so long."""
    conn = archive.db.conn
    with trouble(archive.path):
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")
        patiently(conn, archive.path, "BEGIN EXCLUSIVE")
        conn.execute("COMMIT")
    with to_mend(archive) as copy:
        fitting = mend(copy, aside, looking)
        with trouble(archive.path):
            settle_words(copy)
            copy.db.conn.backup(conn)
    return fitting


@contextmanager
def without_advice() -> Iterator[None]:
    """Nobody is sent to `archive rebuild` by it."""
    try:
        yield
    except Unusable as problem:
        if problem.help != HELP:
            raise
        raise Unusable(
            problem.what, problem.why, "archive rebuild cannot repair it: restore it from a backup"
        ) from None


def to_mend(archive: Archive) -> Archive:
    """A copy of an archive; of one with damaged pages, a copy of that alone which all else is made from.

    Unusable where not even that can be read. In the tables that are made from it even text may stand that is none.
    """
    if not archive.damage:
        copy = archive.copied()
        copy.db.conn.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        return copy
    conn = private()
    try:
        conn.execute(f"PRAGMA page_size = {archive.value('PRAGMA page_size')}")
        db = Database(conn, execute_plugins=False)
        lay_out(db)
        for table, marks in _KEPT.items():
            conn.executemany(f"INSERT INTO {table} VALUES ({marks})", archive.rows(f"SELECT * FROM {table}"))
        return Archive(archive.path, db, changed=archive.changed)
    except (Unusable, sqlite3.Error) as problem:
        conn.close()
        raise _beyond(archive, str(problem.why if isinstance(problem, Unusable) else problem)) from None


def _beyond(archive: Archive, why: str) -> Unusable:
    why = f"the log that its tables are made from is damaged: {why}"
    return Unusable(f"{archive.path} cannot be rebuilt", why, "restore it from a backup; nothing was changed")


def mend(copy: Archive, aside: Aside, looking: Looking = by_turns) -> Fitting:
    """The same in a copy alone, in which an index of words is made beside the one that is there."""
    # All else goes by the indexes, of which there may be many complaints each.
    _see_to(copy, aside, {complaint.due: complaint for complaint in of_pages(copy)}.values())
    _see_to(copy, aside, of_log(copy, looking=looking))
    aside.put(_due(copy, of_words(copy)))
    if aside:
        _look_again(copy)
    hands, decisions = (copy.value(f"SELECT count(*) FROM {table}") for table in ("hands", "decisions"))
    return Fitting(hands, decisions, checkpoint_line(copy))


def _see_to(copy: Archive, aside: Aside, complaints: Iterable[Complaint]) -> None:
    """Put what is due aside, and then into the copy: nothing is written to it while it is looked through."""
    coming = iter(complaints)
    while some := _due(copy, islice(coming, _SOME)):
        aside.put(some)
    if aside:
        with copy.writing():
            for some in aside.parts():
                _put(copy, some, copy)


def _due(archive: Archive, complaints: Iterable[Complaint]) -> list[Due]:
    """What has to be there instead; Unusable where that cannot be told from the log."""
    found = []
    for told, due in complaints:
        if due is None:
            raise _beyond(archive, told)
        found.append(due)
    return found


def _put(archive: Archive, some: Sequence[Due], copy: Archive) -> None:
    """Put rows in the place of those that are there; indexes are made anew, that of words was in the copy."""
    conn = archive.db.conn
    conn.execute("PRAGMA defer_foreign_keys = ON")
    for table, of_table in groupby(sorted(some, key=attrgetter("table")), attrgetter("table")):
        there = list(of_table)
        if table == "words":
            put_words(archive, copy)
        elif there[0].number is None:
            conn.execute(f"REINDEX {table}")
        else:
            numbers = json.dumps([due.number for due in there])
            under = f"{_NUMBER.get(table, 'hand')} IN (SELECT value FROM json_each(?))"
            conn.execute(f"DELETE FROM {table} WHERE {under}", [numbers])
            rows = [row for due in there for row in due.rows]
            if table in _ALONE:
                where, told = _ALONE[table]
                conn.executemany(f"DELETE FROM {table} WHERE {where}", map(told, rows))
            write(archive, table, rows)


def _look_again(archive: Archive) -> None:
    """Nothing is kept that does not fit: Unusable where something is wrong still."""
    for told, _ in chain(of_pages(archive), of_references(archive)):
        raise _beyond(archive, told)
    there, due = "(SELECT count(*) FROM hands) + (SELECT count(*) FROM decisions)", "SELECT count(*) FROM log"
    if not archive.value(f"SELECT {there} = ({due} WHERE hand = seq)"):
        raise _beyond(archive, "several entries of its log have the same name")
