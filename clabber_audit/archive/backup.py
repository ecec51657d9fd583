"""A backup: a copy made while others may read and write."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from clabber_audit.archive.damage import trouble
from clabber_audit.archive.opening import Archive, new_file, open_archive
from clabber_audit.archive.reading import checkpoint_line


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
