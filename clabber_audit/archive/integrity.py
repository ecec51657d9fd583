"""What SQLite itself can tell of the file of an archive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.archive.complaint import MADE, Complaint, Due
from clabber_audit.archive.damage import told
from clabber_audit.archive.opening import Archive
from clabber_audit.ground.errors import shown

#: How many complaints are asked for.
_MOST: Final = 10


@told
def of_pages(archive: Archive) -> Iterator[Complaint]:
    """Damaged pages, and indexes that do not fit their table: those of the tables made from the log can be mended."""
    found = _lines(archive, str(_MOST))
    tables = {line: table for table in MADE for line in _lines(archive, table)} if found else {}
    for line in found:
        due = Due(tables[line], None) if line in tables else None
        yield Complaint(f"the file is damaged: {shown(line, 200)}", due)


def _lines(archive: Archive, what: str) -> list[str]:
    return [str(line) for (line,) in archive.rows(f"PRAGMA integrity_check({what})") if line != "ok"]


@told
def of_references(archive: Archive) -> Iterator[Complaint]:
    """Rows without the row that they belong to."""
    for table, row, parent, _ in archive.rows("PRAGMA foreign_key_check"):
        due = Due(table, None) if table in MADE else None
        yield Complaint(f"{table}: row {row} belongs to a row of {parent} that is not there", due)
