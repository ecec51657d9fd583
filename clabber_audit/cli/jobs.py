"""Work shared out over processes, a large file of records by byte ranges; results come back in order."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from clabber_audit.cli.auditing import Audited, Wanted, audited
from clabber_audit.ground.errors import Unusable

_Task = TypeVar("_Task")
_Made = TypeVar("_Made")

#: How much of a file one task takes, in bytes; about two thousand hands.
_SHARE: Final = 2 << 20

#: The most processes where nobody asked for a number.
_PROCESSES: Final = 8

#: How much of a line is looked at at once where only its end is sought.
_PIECE: Final = 1 << 16


class Share(NamedTuple):
    """A range of bytes that begins at a line, and the number of that line."""

    path: str
    start: int
    end: int
    first_line: int


def shares(path: str, size: int = _SHARE) -> Iterator[Share]:
    """Cut a file into ranges of whole lines, each of about `size` bytes."""
    from clabber_audit.record.door import LARGEST

    try:
        with Path(path).open("rb") as file:
            start, line = 0, 1
            while block := file.read(size):
                rest = 0 if block.endswith(b"\n") else _rest_of_line(file)
                end = start + len(block) + rest
                file.seek(end)
                if rest > LARGEST:
                    # Of a line that no record can be, no more is read again than tells that.
                    begin, before = start + block.rfind(b"\n") + 1, line
                    line += block.count(b"\n")
                    if begin > start:
                        yield Share(path, start, begin, before)
                    yield Share(path, begin, begin + LARGEST + 2, line)
                    start, line = end, line + 1
                    continue
                yield Share(path, start, end, line)
                start, line = end, line + block.count(b"\n") + bool(rest)
    except OSError as problem:
        raise Unusable(f"cannot read {path}", problem.strerror or str(problem), "check the name and the file") from None


def _rest_of_line(file: BufferedReader) -> int:
    """How many bytes a line goes on; it may go on without end, and is never held whole."""
    piece, passed = bytearray(_PIECE), 0
    while count := file.readinto(piece):
        if end := piece.find(b"\n", 0, count) + 1:
            return passed + end
        passed += count
    return passed


class _Range:
    """A part of a file that reads like a file."""

    def __init__(self, file: BufferedReader, share: Share) -> None:
        file.seek(share.start)
        self.file, self.left = file, share.end - share.start

    def readline(self, most: int) -> bytes:
        return self._taken(self.file.readline(min(most, self.left)) if self.left else b"")

    def read(self, most: int) -> bytes:
        return self._taken(self.file.read(min(most, self.left)))

    def peek(self, most: int) -> bytes:
        return self.file.peek(most)[: self.left] if self.left else b""

    def _taken(self, piece: bytes) -> bytes:
        self.left -= len(piece)
        return piece


def _work(share: Share, wanted: Wanted) -> list[Audited]:
    from clabber_audit.cli.options import asked_law
    from clabber_audit.intake import json_lines

    override = asked_law(wanted.ruleset, wanted.changed)
    with Path(share.path).open("rb") as file:
        lines = json_lines(_Range(file, share), share.path, share.first_line)
        return [audited(item, wanted, override) for item in lines]


def shared_out(path: str, wanted: Wanted, jobs: int) -> Iterator[Audited]:
    """Audit a file with `jobs` processes."""
    return spread(partial(_work, wanted=wanted), shares(path), jobs)


def shared_among(
    work: Callable[[_Task], list[_Made]], tasks: Iterable[_Task], jobs: int | None, *, few: bool
) -> Iterator[_Made]:
    """What is made of tasks, in their order, by `jobs` processes, or as many as can run at once.

    A few are done here: to start other processes takes longer.
    """
    processes = 1 if few else jobs or min(os.cpu_count() or 1, _PROCESSES)
    return chain.from_iterable(map(work, tasks)) if processes == 1 else spread(work, tasks, processes)


def spread(work: Callable[[_Task], list[_Made]], tasks: Iterable[_Task], jobs: int) -> Iterator[_Made]:
    """What `jobs` processes make of tasks, in their order; only a few are under way, so that memory does not grow."""
    waiting: deque[Future[list[_Made]]] = deque()
    # Fresh processes: one that is forked inherits locks that nobody in it will ever release.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            for task in tasks:
                with _interrupts_held_back():
                    waiting.append(pool.submit(work, task))
                if len(waiting) > 2 * jobs:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BaseException:
            # The tasks under way are waited for: at its end the program waits for them too, but is then in their way.
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started meanwhile never see Ctrl-C, which a terminal sends to all; ours sees it afterwards.

    One that is interrupted between two tasks prints a traceback, or dies with a lock that the others wait for.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
