"""A command at a real terminal, worked by key presses."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.cli import COMMAND, environment

ENTER: Final = "\r"
CTRL_C: Final = "\x03"
CTRL_D: Final = "\x04"
BACKSPACE: Final = "\x7f"
UP: Final = "\x1b[A"

_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])")
#: A slow machine is waited for.
_PATIENCE: Final = 120.0
#: After how many seconds of silence a key is pressed again.
_ANSWER: Final = 3.0


class Terminal:
    """A command that believes it speaks to somebody."""

    def __init__(self, cwd: Path, *args: str) -> None:
        self._leader, follower = pty.openpty()
        env = environment({"TERM": "xterm", "INPUTRC": os.devnull, "LC_ALL": "C.UTF-8"})
        self.child = subprocess.Popen(
            [*COMMAND, *args],
            cwd=cwd,
            env=env,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(follower)
        self._seen = ""

    def expect(self, text: str) -> str:
        """Wait until a text appears after what was waited for before; what came until then."""
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
        """Press Ctrl-C, and again until it is answered, as somebody at the keyboard does.

        A signal that comes after a key was read and before the next is waited for is only seen with the next key. The
        terminal's own echo of the key is no answer.
        """
        told = _without_echo(self._seen)
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            self.press(CTRL_C)
            again = time.monotonic() + _ANSWER
            while self._read(again):
                if _without_echo(self._seen) != told:
                    return
            if self.child.poll() is not None:
                return

    def line(self, text: str) -> None:
        """Type a line and end it."""
        self.press(text + ENTER)

    def lines(self, texts: Iterable[str]) -> None:
        """Type lines, each when it is asked for."""
        for text in texts:
            self.expect("> ")
            self.line(text)

    def end(self) -> int:
        """Wait until the command has ended; its exit code."""
        deadline = time.monotonic() + _PATIENCE
        while self._read(deadline):
            pass
        return self.child.wait(_PATIENCE)

    def close(self) -> None:
        """End whatever still runs."""
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
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


def _without_echo(text: str) -> str:
    return text.replace("^C", "")


def _take_terminal() -> None:
    """Make the terminal the one that Ctrl-C comes from."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
