"""Tamper-evident archive of hands and rulings.

`database` is the file: its append-only log, whose entries `hands` and `club` make, and the other tables, made from the
log, which `search` reads. `merkle` is the tree of the entries with its checkpoints. `proofs` show others what the log
holds; `verify` compares the tables with it, and restores them.
"""

from __future__ import annotations

import os
from typing import Final

#: First bytes of an SQLite file.
MAGIC: Final = b"SQLite format 3\x00"
_ENDINGS: Final = (".db", ".sqlite", ".sqlite3")


def is_archive(path: str) -> bool:
    """Return True for an SQLite file, or a name like one, whose errors are then those of an archive.

    A pipe is not opened, since that would consume it.
    """
    if path == "-" or os.path.isdir(path):
        return False
    is_named = path.lower().endswith(_ENDINGS)
    if not os.path.isfile(path):
        return is_named
    try:
        with open(path, "rb") as file:
            return is_named or file.read(len(MAGIC)) == MAGIC
    except OSError:
        return is_named
