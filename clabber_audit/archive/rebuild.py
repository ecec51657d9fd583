"""Rebuild the tables of an archive from its log."""

from __future__ import annotations

import json
import pickle
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from io import SEEK_END
from itertools import chain, groupby, islice
from operator import attrgetter, itemgetter
from tempfile import SpooledTemporaryFile
from typing import Final, NamedTuple

from clabber_audit.archive.database import (
    HELP,
    Archive,
    Row,
    archive_errors,
    connect_temporary,
    create_schema,
    run_patiently,
)
from clabber_audit.archive.log import write
from clabber_audit.archive.search import checkpoint_line
from clabber_audit.archive.verify import (
    REBUILT_INDEX,
    Complaint,
    Due,
    Runner,
    check_log,
    check_pages,
    check_references,
    check_words,
    run_alone,
)
from clabber_audit.core.errors import Unusable

#: The tables of which SQLite makes a search index.
_INDEX_TABLES: Final = ("data", "idx", "config")
#: Memory of a staging area, in bytes.
_STAGED_IN_MEMORY: Final = 1 << 20


class Staging:
    """Staging area for rows to be inserted; spills to disk. False if it is empty."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](_STAGED_IN_MEMORY)
        self._batches = 0

    def __bool__(self) -> bool:
        return self._batches > 0

    def __enter__(self) -> Staging:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, batch: Sequence[Due]) -> None:
        """Append a batch."""
        if batch:
            self._file.seek(0, SEEK_END)
            pickle.dump(batch, self._file)
            self._batches += 1

    def clear(self) -> None:
        self._file.seek(0)
        self._file.truncate()
        self._batches = 0

    def batches(self) -> Iterator[list[Due]]:
        """Yield the batches in order."""
        self._file.seek(0)
        for _ in range(self._batches):
            yield pickle.load(self._file)


#: Complaints repaired together.
_BATCH: Final = 1_000
#: Attempts while other programs write to the archive.
_ATTEMPTS: Final = 3
#: The tables from which all else is derived.
_SOURCE_TABLES: Final = ("log", "growth", "about", "rulesets")
#: The unique key of a table beside its number: any other row with the same key is wrong.
_UNIQUE: Final[Mapping[str, tuple[str, Callable[[Row], Row]]]] = {
    "hands": ("id = ?", itemgetter(slice(3, 4))),
    "decisions": (
        "title = ? AND coalesce(league, '') = coalesce(?, '') AND coalesce(season, '') = coalesce(?, '')"
        " AND number = ?",
        itemgetter(slice(1, 5)),
    ),
}


class Rebuilt(NamedTuple):
    """Size and checkpoint line of an archive that matches its log."""

    hands: int
    decisions: int
    line: str


def rebuild(archive: Archive, staging: Staging, run: Runner = run_alone) -> Rebuilt:
    """Replace whatever differs from the log, and leave the new rows in `staging`.

    Unusable, with nothing changed, if the log or what it rests on is damaged.
    """
    if archive.damage:
        return _rebuild_file(archive, staging, run)
    for _ in range(_ATTEMPTS):
        before = archive.value("PRAGMA data_version")
        with repairable_copy(archive) as copy:
            rebuilt = repair(copy, staging, run)
            if not staging:
                return rebuilt
            with archive.writing():
                if archive.value("PRAGMA data_version") == before:
                    for batch in staging.batches():
                        _replace_rows(archive, batch, copy)
                    return rebuilt
        staging.clear()
    raise Unusable(
        f"{archive.path} is being written to by another program",
        "nothing was changed",
        "try again when it is done",
    )


def _rebuild_file(archive: Archive, staging: Staging, run: Runner) -> Rebuilt:
    """Rewrite a file with damaged pages, with exclusive access."""
    conn = archive.conn
    with archive_errors(archive.path):
        conn.execute("PRAGMA locking_mode = EXCLUSIVE")
        run_patiently(conn, archive.path, "BEGIN EXCLUSIVE")
        conn.execute("COMMIT")
    with repairable_copy(archive) as copy:
        rebuilt = repair(copy, staging, run)
        with archive_errors(archive.path):
            _replace_search_index(copy, copy)
            copy.conn.execute(f"DROP TABLE {REBUILT_INDEX}")
            copy.conn.execute("VACUUM")
            copy.conn.backup(conn)
    return rebuilt


@contextmanager
def replace_advice() -> Iterator[None]:
    """Replace the advice to run `archive rebuild` in errors raised while it runs."""
    try:
        yield
    except Unusable as problem:
        if problem.help != HELP:
            raise
        raise Unusable(
            problem.what, problem.why, "archive rebuild cannot repair it: restore it from a backup"
        ) from None


def repairable_copy(archive: Archive) -> Archive:
    """Return a private copy, which holds only the source tables if pages of the archive are damaged.

    Unusable if these cannot be read. Text of derived tables may be invalid.
    """
    if not archive.damage:
        copy = archive.copy()
        copy.conn.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        return copy
    conn = connect_temporary()
    try:
        conn.execute(f"PRAGMA page_size = {archive.value('PRAGMA page_size')}")
        create_schema(conn)
        for table in _SOURCE_TABLES:
            _copy_rows(archive.conn, table, conn, table)
        return Archive(archive.path, conn, changed=archive.changed)
    except (Unusable, sqlite3.Error) as problem:
        conn.close()
        raise _irreparable_error(
            archive, str(problem.why if isinstance(problem, Unusable) else problem)
        ) from None


def _irreparable_error(archive: Archive, why: str) -> Unusable:
    why = f"the log that its tables are made from is damaged: {why}"
    return Unusable(f"{archive.path} cannot be rebuilt", why, "restore it from a backup; nothing was changed")


def repair(copy: Archive, staging: Staging, run: Runner = run_alone) -> Rebuilt:
    """Rebuild a private copy."""
    # Indexes come first, since all else reads them; one may have many complaints.
    _repair(copy, staging, {complaint.due: complaint for complaint in check_pages(copy)}.values())
    _repair(copy, staging, check_log(copy, run=run))
    staging.add(_due_rows(copy, check_words(copy)))
    if staging:
        for complaint, _ in chain(check_pages(copy), check_references(copy)):
            raise _irreparable_error(copy, complaint)
        there, due = (
            "(SELECT count(*) FROM hands) + (SELECT count(*) FROM decisions)",
            "SELECT count(*) FROM log",
        )
        if not copy.value(f"SELECT {there} = ({due} WHERE hand = seq)"):
            raise _irreparable_error(copy, "several entries of its log have the same name")
    hands, decisions = (copy.value(f"SELECT count(*) FROM {table}") for table in ("hands", "decisions"))
    return Rebuilt(hands, decisions, checkpoint_line(copy))


def _repair(copy: Archive, staging: Staging, complaints: Iterable[Complaint]) -> None:
    """Stage the due rows, then put them into the copy: nothing is written while it is read."""
    coming = iter(complaints)
    while batch := _due_rows(copy, islice(coming, _BATCH)):
        staging.add(batch)
    if staging:
        with copy.writing():
            for batch in staging.batches():
                _replace_rows(copy, batch, copy)


def _due_rows(archive: Archive, complaints: Iterable[Complaint]) -> list[Due]:
    batch = []
    for complaint, due in complaints:
        if due is None:
            raise _irreparable_error(archive, complaint)
        batch.append(due)
    return batch


def _replace_rows(archive: Archive, batch: Sequence[Due], copy: Archive) -> None:
    """Replace rows, and rebuild indexes; the search index was rebuilt in the copy."""
    conn = archive.conn
    conn.execute("PRAGMA defer_foreign_keys = ON")
    for table, of_table in groupby(sorted(batch, key=attrgetter("table")), attrgetter("table")):
        dues = list(of_table)
        if table == "words":
            _replace_search_index(archive, copy)
        elif dues[0].number is None:
            conn.execute(f"REINDEX {table}")
        else:
            key = "entry" if table == "decisions" else "hand"
            numbers = json.dumps([due.number for due in dues])
            conn.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT value FROM json_each(?))", [numbers])
            new_rows = [row for due in dues for row in due.rows]
            if table in _UNIQUE:
                where, values_of = _UNIQUE[table]
                conn.executemany(f"DELETE FROM {table} WHERE {where}", map(values_of, new_rows))
            write(archive, table, new_rows)


def _replace_search_index(archive: Archive, copy: Archive) -> None:
    """Replace the search index by the one rebuilt in a copy."""
    for table in _INDEX_TABLES:
        archive.conn.execute(f"DELETE FROM words_{table}")
        _copy_rows(copy.conn, f"{REBUILT_INDEX}_{table}", archive.conn, f"words_{table}")


def _copy_rows(source: sqlite3.Connection, table: str, target: sqlite3.Connection, into: str) -> None:
    # Closed at once if a row is refused: an unfinished query keeps the file locked.
    with closing(source.execute(f"SELECT * FROM {table}")) as rows:
        marks = ", ".join("?" * len(rows.description))
        target.executemany(f"INSERT INTO {into} VALUES ({marks})", rows)
