"""A backup: a copy made while others may read and write."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from clabber_audit.archive.opening import Archive, open_archive, trouble
from clabber_audit.archive.reading import checkpoint_line
from clabber_audit.errors import Unusable


def copy(archive: Archive, target: str) -> str:
    """Copy an archive to a file that does not exist yet, whole or not at all; the checkpoint that the copy holds."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError:
        raise Unusable(f"{target} exists already", "a backup is never written over", "give another name") from None
    except OSError as problem:
        raise Unusable(f"cannot make {target}", problem.strerror or str(problem), "check the folder") from None
    try:
        with trouble(target), closing(sqlite3.connect(target)) as conn:
            conn.execute("PRAGMA synchronous = EXTRA")
            archive.db.conn.backup(conn)
        with open_archive(target) as copied:
            return checkpoint_line(copied)
    except BaseException:
        Path(target).unlink(missing_ok=True)
        raise
