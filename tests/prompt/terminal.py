"""Driver for a command at a real terminal, by key presses."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import time
from pathlib import Path
from typing import Final

import pytest

from tests.cli import environment
from tests.process import begin

ENTER: Final = "\r"
CTRL_C: Final = "\x03"
CTRL_D: Final = "\x04"
BACKSPACE: Final = "\x7f"
UP: Final = "\x1b[A"

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])")
#: Long enough for a slow machine.
_PATIENCE: Final = 120.0


class Terminal:
    """Command at a pseudo-terminal."""

    def __init__(self, cwd: Path, *args: str) -> None:
        self._leader, follower = pty.openpty()
        env = environment({"TERM": "xterm", "INPUTRC": os.devnull, "LC_ALL": "C.UTF-8"})
        self.child = begin(args, (follower, follower, follower), cwd=cwd, env=env, session=True)
        os.close(follower)
        self._seen = ""

    def expect(self, text: str) -> str:
        """Wait until a text appears and return the output before it."""
        deadline = time.monotonic() + _PATIENCE
        while text not in self._seen:
            if not self._read(deadline):
                raise AssertionError(f"{text!r} did not appear in {self._seen!r}")
        before, self._seen = self._seen.split(text, 1)
        return before

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._leader, keys.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C while the command waits for a key; a key pressed just before is only read with the next one."""
        while not _waits(self.child.pid):
            os.sched_yield()
        self.press(CTRL_C)

    def line(self, text: str) -> None:
        """Type a line and press Enter."""
        self.press(text + ENTER)

    def end(self) -> int:
        """Wait until the command has ended and return its exit code."""
        deadline = time.monotonic() + _PATIENCE
        while self._read(deadline):
            pass
        return self.child.wait().code

    def close(self) -> None:
        """Kill the command if it still runs."""
        self.child.kill()
        with contextlib.suppress(OSError):
            os.close(self._leader)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._leader], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            piece = os.read(self._leader, 1 << 16).decode(errors="replace")
        except OSError:
            return False
        # An escape sequence may come in pieces.
        self._seen = _ESCAPES.sub("", self._seen + piece).replace("\r\n", "\n")
        return bool(piece)


def _waits(pid: int) -> bool:
    """Return True if the system reports that a process is waiting."""
    try:
        stat = Path("/proc", str(pid), "stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        pytest.skip("this system does not tell whether a process waits")
    return stat.rpartition(")")[2].split()[0] == "S"
