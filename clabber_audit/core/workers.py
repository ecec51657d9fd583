"""Worker processes with results in the order of the tasks."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, TypeVar

from clabber_audit.core.errors import Unusable

_Task = TypeVar("_Task")
_Made = TypeVar("_Made")

#: The most processes where nobody asked for a number.
_PROCESSES: Final = 8
#: How often those at work may be lost in a row before anything comes back.
_MOST_LOSSES: Final = 3


class Crew(NamedTuple):
    """Executor, and the most tasks it may hold, waiting ones included."""

    executor: Executor
    tasks: int
    #: How the result of a task is waited for.
    wait: Callable[[Future[Any]], Any] = Future.result


#: How a crew is had, and had again where it breaks.
Gathering = Callable[[], AbstractContextManager[Crew]]


@contextmanager
def processes(count: int) -> Iterator[Crew]:
    """Processes of this machine."""
    # Fresh processes: one that is forked inherits locks that nobody in it will ever release.
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        try:
            yield Crew(pool, 2 * count + 1)
        except BaseException:
            # The tasks under way are waited for: at its end the program waits for them too, but is then in their way.
            pool.shutdown(cancel_futures=True)
            raise


def shared_among(
    work: Callable[[_Task], list[_Made]], tasks: Iterable[_Task], jobs: int | None, *, few: bool
) -> Iterator[_Made]:
    """Yield the results of tasks in order, worked on by `jobs` processes, by default one per processor.

    A few are done here: to start other processes takes longer.
    """
    count = 1 if few else jobs or min(os.cpu_count() or 1, _PROCESSES)
    return chain.from_iterable(
        map(work, tasks) if count == 1 else spread(work, tasks, partial(processes, count))
    )


def spread(work: Callable[[_Task], _Made], tasks: Iterable[_Task], gather: Gathering) -> Iterator[_Made]:
    """Yield the results of tasks in order, with only a few under way, so that memory does not grow.

    Where one of the crew is lost, what was under way is done again by another one: `work` has to be a function of its
    task alone.
    """
    coming, begun, losses = iter(tasks), deque[_Task](), 0
    while True:
        try:
            with gather() as crew:
                waiting = deque(_submitted(crew, work, task) for task in begun)
                while True:
                    for task in islice(coming, crew.tasks - len(waiting)):
                        begun.append(task)
                        waiting.append(_submitted(crew, work, task))
                    if not waiting:
                        return
                    made = crew.wait(waiting.popleft())
                    begun.popleft()
                    losses = 0
                    yield made
        except (BrokenExecutor, CancelledError):
            losses += 1
            if losses > _MOST_LOSSES:
                why = "its worker processes kept being killed"
                raise Unusable("the work cannot be done", why, "check that there is enough memory") from None


def _submitted(crew: Crew, work: Callable[[_Task], _Made], task: _Task) -> Future[_Made]:
    with _interrupts_held_back():
        return crew.executor.submit(work, task)


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
