"""What goes wrong with the file of an archive, and with what it holds, as people are told of it, with what to do.

This is the one place for it. A file may be damaged anywhere, and what is read out of it may then be anything: so every
function that takes something from an archive is `told`, and no complaint of SQLite, of a packer or of a parser passes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import isgeneratorfunction
from typing import Any, Final, TypeVar, cast

from clabber_audit.ground.errors import ClabberError, Unusable, shown

HELP: Final = "archive rebuild repairs it if the log is intact; otherwise restore it from a backup"

Taking = TypeVar("Taking", bound=Callable[..., Any])


def damaged(path: str, why: str) -> Unusable:
    """The error for an archive that is not what it was."""
    return Unusable(f"{path} is damaged", shown(why, 200), HELP)


@contextmanager
def trouble(path: str) -> Iterator[None]:
    """Whatever goes wrong in the block with the archive in this file, or with what was read from it, is Unusable.

    Only reading and writing may stand in the block: of anything else it would say that the archive is damaged.
    """
    try:
        yield
    except (ClabberError, OSError, sqlite3.ProgrammingError):
        # What is told already, and what is our own mistake: a closed connection, a value too few.
        raise
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
        for codes, what, help in _TROUBLE:
            if code in codes:
                raise Unusable(f"{path} {what}", shown(str(problem), 200), help) from None
        raise damaged(path, str(problem)) from None
    except Exception as problem:
        raise damaged(path, f"it contains impossible data: {type(problem).__name__}: {problem}") from problem


_TROUBLE: Final = (
    ({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}, "is in use by another program", "try again when it is done"),
    ({sqlite3.SQLITE_FULL}, "cannot grow: the disk is full", "free some space; what was saved before is safe"),
    (
        {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM},
        "cannot be written",
        "check the permissions of the file and its folder",
    ),
    ({sqlite3.SQLITE_CANTOPEN}, "cannot be opened", "check the name and the permissions"),
    ({sqlite3.SQLITE_IOERR}, "cannot be read or written", "check the disk"),
)


def told(taking: Taking) -> Taking:
    """A function whose first argument is an archive that it takes something from: all trouble in it is told."""

    @wraps(taking)
    def one(archive: Any, *args: Any, **options: Any) -> Any:
        with trouble(archive.path):
            return taking(archive, *args, **options)

    @wraps(taking)
    def many(archive: Any, *args: Any, **options: Any) -> Iterator[Any]:
        with trouble(archive.path):
            yield from taking(archive, *args, **options)

    return cast(Taking, many if isgeneratorfunction(taking) else one)
