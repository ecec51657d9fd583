"""Hands and rulings kept for good, with what shows that nobody changed them."""

from __future__ import annotations

import os
from typing import Final

#: What every file of SQLite begins with.
MAGIC: Final = b"SQLite format 3\x00"
_ENDINGS: Final = (".db", ".sqlite", ".sqlite3")


def is_archive(path: str) -> bool:
    """Whether a path is a file of SQLite, or is called like one: then what is wrong with it is told as of an archive.

    A pipe is not looked into, since that would use up what is in it.
    """
    if path == "-" or os.path.isdir(path):
        return False
    called = path.lower().endswith(_ENDINGS)
    if not os.path.isfile(path):
        return called
    try:
        with open(path, "rb") as file:
            return called or file.read(len(MAGIC)) == MAGIC
    except OSError:
        return called
