"""Helper to kill a program while it writes."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from clabber_audit.archive import database


def kill_at_write(moment: int, monkeypatch: pytest.MonkeyPatch, run: Callable[[], object]) -> bool:
    """Run a command in a process that is killed at its n-th write to a file or an archive; return True if it was."""
    child = os.fork()
    if not child:
        seen = 0

        def write(statement: str = "") -> None:
            nonlocal seen
            if statement.split(" ", 1)[0] in ("", "BEGIN", "INSERT", "COMMIT"):
                seen += 1
                if seen > moment:
                    os.kill(os.getpid(), signal.SIGKILL)

        def traced(path: str, *, write: bool) -> sqlite3.Connection:
            conn = connected(path, write=write)
            conn.set_trace_callback(trace)
            return conn

        def replace(*names: Any) -> None:
            write()
            moved(*names)
            write()

        try:
            connected, moved, trace = database.connect_to, os.replace, write
            monkeypatch.setattr(database, "connect_to", traced)
            monkeypatch.setattr(os, "replace", replace)
            run()
            write()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])
