"""Full-text index of an archive: comparison with one built from the hands, and its replacement."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from clabber_audit.archive.complaint import Complaint, Due
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.row import Row

#: How much of what is sorted is held in memory, in KiB.
_SORTED: Final = 8_000
#: What the index is called that is made beside the one that is there, and the tables that SQLite keeps one in.
_ANEW: Final = "anew"
_PARTS: Final = ("data", "idx", "config")
#: How many rows of an index are taken together.
_SOME: Final = 1_000


def of_words(copy: Archive) -> Iterator[Complaint]:
    """Yield a complaint if the index of a copy does not say, or does not find, which word stands where.

    Another index is built beside it.
    """
    conn = copy.db.conn
    # To sort, SQLite takes as much memory as it may have for pages.
    conn.execute(f"PRAGMA cache_size = -{_SORTED}")
    try:
        (made,) = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'words'").fetchone()
        conn.execute(made.replace("TABLE words", f"TABLE {_ANEW}", 1))
        conn.execute(f"INSERT INTO {_ANEW} ({_ANEW}) VALUES ('rebuild')")
        conn.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        said, due = (_said(conn, index) for index in ("words", _ANEW))
        same = all(one == other for one, other in zip_longest(said, due)) and _finds_all(conn)
    except (sqlite3.Error, UnicodeDecodeError):
        same = False
    if not same:
        yield Complaint("words: the search index does not match the hands", Due("words", None))


def _said(conn: sqlite3.Connection, index: str) -> Iterator[list[Row]]:
    """All that an index of words says: which word stands where, how often there are words, and how it is set up.

    Where a word stands SQLite puts together for some hands at a time: a row for each takes five times as long.
    """
    conn.execute(f"CREATE VIRTUAL TABLE temp.said_{index} USING fts5vocab (main, {index}, instance)")
    for query in (
        f"SELECT term, doc >> 8 AS docs, group_concat(doc || ' ' || col) FROM temp.said_{index} GROUP BY term, docs",
        # Without hands the totals are nothing, which is written in several ways.
        f"SELECT block FROM {index}_data WHERE id = 1 AND EXISTS (SELECT 1 FROM hands)",
        f"SELECT k, v FROM {index}_config ORDER BY k",
    ):
        rows = conn.execute(query)
        while some := rows.fetchmany(_SOME):
            yield some


def _finds_all(conn: sqlite3.Connection) -> bool:
    """Return True if the index finds each word as often as it is there.

    A search goes by the pages that `words_idx` names, which neither the list of all words nor SQLite's own check does.
    """
    for index in ("words", _ANEW):
        conn.execute(f"CREATE VIRTUAL TABLE temp.terms_{index} USING fts5vocab (main, {index}, row)")
    missing = conn.execute(
        f"""SELECT 1 FROM temp.terms_{_ANEW} AS due
        WHERE (due.doc, due.cnt) IS NOT (SELECT doc, cnt FROM temp.terms_words WHERE term = due.term) LIMIT 1"""
    )
    return missing.fetchone() is None


def put_words(archive: Archive, copy: Archive) -> None:
    """Put the index that was made anew in a copy in the place of the one that is there, which may be of no use."""
    for part in _PARTS:
        archive.db.conn.execute(f"DELETE FROM words_{part}")
        rows = copy.db.conn.execute(f"SELECT * FROM {_ANEW}_{part}")
        marks = ", ".join("?" * len(rows.description))
        archive.db.conn.executemany(f"INSERT INTO words_{part} VALUES ({marks})", rows)


def settle_words(copy: Archive) -> None:
    """The same in the copy itself, which holds nothing besides afterwards."""
    put_words(copy, copy)
    copy.db.conn.execute(f"DROP TABLE {_ANEW}")
    copy.db.conn.execute("VACUUM")
