"""Processes of programs that are not ours: begun, listened to without end, and ended with all that they began."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO, Final

from clabber_audit.ground.errors import Unusable, shown

#: The most bytes that are kept of a program's talk.
_TALK: Final = 2_000
#: How many seconds a program may take to end once it has closed its output.
ENDING: Final = 5.0


def begun(words: Sequence[str], stdin: int) -> subprocess.Popen[bytes]:
    """A process of a command, in a group of its own; Unusable where there is no such program."""
    try:
        return subprocess.Popen(
            words, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=os.name != "nt"
        )
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot run {shown(words[0])}", why, "check the command after --run") from None


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it began."""
    with suppress(ProcessLookupError, PermissionError):
        if os.name != "nt":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
    process.wait()


def beside(work: Callable[[], object]) -> threading.Thread:
    """A thread that does some work while the program waits for something else."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def within(stream: IO[bytes] | None, most: int) -> bytes:
    """What a stream holds, and no more than so much; the rest is read and forgotten, so that nobody waits."""
    assert stream
    with stream, suppress(OSError, ValueError):
        found = stream.read(most)
        while stream.read(1 << 16):
            pass
        return found
    return b""


class Talk:
    """The last that a program says on its standard error."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        self._kept: deque[int] = deque(maxlen=_TALK)
        self._thread = beside(lambda: self._listen(stream)) if stream else None

    def _listen(self, stream: IO[bytes]) -> None:
        with stream, suppress(OSError, ValueError):
            while part := os.read(stream.fileno(), 1 << 16):
                self._kept.extend(part)

    def told(self) -> str:
        """Its last line, as the end of a sentence."""
        if self._thread:
            self._thread.join(ENDING)
        lines = bytes(self._kept).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; the last that it said: “{shown(last, 200)}”" if last else ""
