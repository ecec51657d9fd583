"""Commands as separate processes that start at once, forked from a process with the program loaded.

Starting an interpreter takes longer than most commands. Tests that depend on the start of an interpreter (its encoding,
its imports) use a new one: `tests.cli.run`.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import gc
import io
import json
import os
import pkgutil
import resource
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

_ROOT: Final = Path(__file__).parent.parent
_LENGTH: Final = 8


class Ended(NamedTuple):
    """Result of a process: exit code (negative for the signal that ended it), time and memory."""

    code: int
    #: CPU time of the process and its children.
    seconds: float
    #: Peak memory.
    bytes: int


class Process:
    """A running command, with our ends of its pipes."""

    def __init__(self, answers: socket.socket, pipes: Mapping[int, int]) -> None:
        self.stdin, self.stdout, self.stderr = (
            open(pipes[number], mode) if number in pipes else None  # noqa: SIM115
            for number, mode in enumerate(("wb", "rb", "rb"))
        )
        self._answers = answers.makefile("r", encoding="utf-8")
        answers.close()
        self.pid = int(self._answers.readline())
        self._ended: Ended | None = None

    def wait(self) -> Ended:
        """Wait until the process has ended."""
        if self._ended is None:
            self._ended = Ended(*json.loads(self._answers.readline()))
            self._answers.close()
        return self._ended

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process is known to have ended."""
        if self._ended is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process."""
        self.send_signal(signal.SIGKILL)
        self.wait()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the pipes and wait until the process has ended."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            if pipe:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        self.wait()


def begin(
    args: Sequence[str | Path],
    streams: tuple[int | None, int | None, int | None],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str],
    session: bool = False,
    limits: Mapping[int, int] | None = None,
) -> Process:
    """Start a command with three streams, None for a pipe or DEVNULL; `limits` are numbered as in `resource`.

    In a `session` of its own, the terminal that it reads from becomes its controlling terminal.
    """
    task = {
        "args": [*map(str, args)],
        "cwd": str(cwd or Path.cwd()),
        "env": dict(env),
        "session": session,
        "limits": [*(limits or {}).items()],
    }
    pipes = {number: os.pipe() for number, stream in enumerate(streams) if stream is None}
    theirs = {number: pipe[number > 0] for number, pipe in pipes.items()}
    mine, answers = socket.socketpair()
    with open(os.devnull, "r+b") as nothing:
        descriptors = [theirs[number] if stream is None else stream for number, stream in enumerate(streams)]
        descriptors = [nothing.fileno() if one == subprocess.DEVNULL else one for one in descriptors]
        _send(json.dumps(task).encode(), [*descriptors, answers.fileno()])
    answers.close()
    for stream in theirs.values():
        os.close(stream)
    return Process(mine, {number: pipe[number == 0] for number, pipe in pipes.items()})


def _send(task: bytes, streams: Sequence[int]) -> None:
    socket.send_fds(_fork_server(), [len(task).to_bytes(_LENGTH, "big")], streams)
    _fork_server().sendall(task)


@functools.cache
def _fork_server() -> socket.socket:
    """Start the process from which all others are forked, and return its socket; it ends with this process."""
    mine, theirs = socket.socketpair()
    with theirs:
        nursery = subprocess.Popen(
            [sys.executable, "-m", "tests.process", str(theirs.fileno())], cwd=_ROOT, stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()], start_new_session=True,
        )  # fmt: skip
    atexit.register(nursery.wait)
    atexit.register(mine.close)
    return mine


def _next_task(tasks: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Return a task, in a process forked for it; a second process watches that one and reports how it ends."""
    while True:
        _reap_watchers()
        length, streams, _, _ = socket.recv_fds(tasks, _LENGTH, 4, socket.MSG_WAITALL)
        if not length:
            _reap_watchers(0)
            os._exit(0)
        data = tasks.recv(int.from_bytes(length, "big"), socket.MSG_WAITALL)
        if not os.fork():
            tasks.close()
            child = os.fork()
            if not child:
                return json.loads(data), streams
            _report_end(child, streams)
        for stream in streams:
            os.close(stream)


def _reap_watchers(options: int = os.WNOHANG) -> None:
    """Wait for finished watchers, or for all; their resources then count for this process."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


def _report_end(child: int, streams: list[int]) -> None:
    """Report the id of a process, and how it ended."""
    *others, answers = streams
    for stream in others:
        os.close(stream)
    os.write(answers, b"%d\n" % child)
    _, status, used = os.wait4(child, 0)
    ended = Ended(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)
    with contextlib.suppress(BrokenPipeError):
        os.write(answers, json.dumps(ended).encode() + b"\n")
    os._exit(0)


def _set_up_process(task: dict[str, Any], streams: list[int]) -> None:
    """Set up this process like a new one started for a task."""
    *own, answers = streams
    os.close(answers)
    for number, stream in enumerate(own):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(task["env"])
    os.chdir(task["cwd"])
    if task["session"]:
        os.setsid()
        if os.isatty(0):
            import fcntl
            import termios

            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    for number, most in task["limits"]:
        resource.setrlimit(number, (most, most))
    sys.argv[1:] = task["args"]
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(
            open(number, mode, closefd=False),  # noqa: SIM115
            encoding="utf-8", errors=errors, line_buffering=number == 2 or os.isatty(number),
        )
        for number, mode, errors in ((0, "rb", "strict"), (1, "wb", "strict"), (2, "wb", "backslashreplace"))
    )  # fmt: skip


def _load_program() -> None:
    """Import the whole program into memory."""
    import clabber_audit

    for module in pkgutil.walk_packages(clabber_audit.__path__, "clabber_audit."):
        if not module.name.endswith(".__main__"):
            # Modules of an extra may be missing.
            with contextlib.suppress(ModuleNotFoundError):
                import_module(module.name)
    # Forked processes share this memory unless the garbage collector traverses it.
    gc.freeze()


def main(tasks: str) -> None:
    """Fork a process for each task and run its command there, until no sender is left."""
    _load_program()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _set_up_process(*_next_task(socket.socket(fileno=int(tasks))))
    runpy.run_module("clabber_audit", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1])
