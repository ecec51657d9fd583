"""A season file that is written to: by one program at a time, whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from clabber_audit.cli.output import destination
from clabber_audit.ground.errors import Unusable, UsageError
from clabber_audit.ground.files import whole
from clabber_audit.league.season.door import LARGEST

#: How many seconds another program is waited for.
_PATIENCE: Final = 20


@contextmanager
def held(path: str) -> Iterator[str]:
    """The season file, links followed, which nobody else writes to during the block; Unusable when somebody does.

    The lock is SQLite's: every system has it, and it goes away with the program, however that ends. It lies in a file
    of its own, since the season file is replaced.
    """
    if path == "-":
        why = "a decision is kept in the season’s file"
        raise UsageError("standard input cannot be written to", why, "give the season as a file")
    real = Path(os.path.realpath(path))
    if not real.is_file():
        raise Unusable(f"cannot write to {path}", "the file does not exist", "check the name")
    beside = real.with_name(f".{real.name}.lock")
    try:
        with closing(_locked(beside)):
            try:
                yield str(real)
            finally:
                # Where a file in use cannot be taken away it stays, and does no harm.
                with suppress(OSError):
                    beside.unlink()
    except sqlite3.Error as problem:
        if getattr(problem, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise Unusable(f"{path} is in use by another program", "", "try again when it is done") from None
        why = f"{problem}; a lock is put beside it while it is written"
        raise Unusable(f"cannot write to {path}", why, "check the permissions of its folder") from None


def _locked(beside: Path) -> sqlite3.Connection:
    """The lock, held. Whoever waited for one that was taken away meanwhile, waits for the one that is there now."""
    while True:
        try:
            beside.touch()
        except OSError as problem:
            raise sqlite3.OperationalError(problem.strerror) from None
        try:
            was = beside.stat()
        except FileNotFoundError:
            # The program that held it took it away just now.
            continue
        lock = sqlite3.connect(beside, timeout=_PATIENCE, isolation_level=None)
        try:
            # Nothing is written to it: a killed program leaves no journal behind.
            lock.execute("PRAGMA journal_mode = OFF")
            lock.execute("BEGIN EXCLUSIVE")
            if os.path.samestat(was, beside.stat()):
                return lock
        except FileNotFoundError:
            pass
        except sqlite3.Error:
            lock.close()
            raise
        lock.close()


@contextmanager
def replacing(path: str) -> Iterator[Callable[[str], None]]:
    """What writes a season in the place of the one that is there, which comes back if the block fails after that."""
    before: list[str] = []

    def put(text: str) -> None:
        old = whole(path, LARGEST).decode()
        _put(path, text)
        before.append(old)

    try:
        yield put
    except BaseException:
        if before:
            _put(path, before[0])
        raise


def _put(path: str, text: str) -> None:
    with destination(path, force=True, mode=os.stat(path).st_mode & 0o777) as stream:
        stream.write(text)
