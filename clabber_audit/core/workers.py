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

#: Limit of processes by default.
_PROCESSES: Final = 8
#: Limit of pools lost in a row without a result.
_MOST_LOSSES: Final = 3


class WorkerPool(NamedTuple):
    """Executor with a cap on its tasks, queued and running."""

    executor: Executor
    max_tasks: int
    #: Waits for the result of a task.
    wait: Callable[[Future[Any]], Any] = Future.result


#: Starts a pool, and another one if it breaks.
PoolFactory = Callable[[], AbstractContextManager[WorkerPool]]


@contextmanager
def processes(count: int) -> Iterator[WorkerPool]:
    """Yield a pool of processes on this machine."""
    # Spawned, not forked: a forked process inherits locks that nobody in it releases.
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as executor:
        try:
            yield WorkerPool(executor, 2 * count + 1)
        except BaseException:
            # Wait for the tasks under way here: at exit the interpreter would block them.
            executor.shutdown(cancel_futures=True)
            raise


def map_in_processes(
    work: Callable[[_Task], list[_Made]], tasks: Iterable[_Task], jobs: int | None, *, few: bool
) -> Iterator[_Made]:
    """Yield the results of tasks in order, from `jobs` processes, by default one per processor.

    A few tasks run in this process: starting others would take longer.
    """
    count = 1 if few else jobs or min(os.cpu_count() or 1, _PROCESSES)
    return chain.from_iterable(
        map(work, tasks) if count == 1 else run_tasks(work, tasks, partial(processes, count))
    )


def run_tasks(
    work: Callable[[_Task], _Made], tasks: Iterable[_Task], start_pool: PoolFactory
) -> Iterator[_Made]:
    """Yield the results of tasks in order, with a bounded number under way.

    If a worker is lost, the pool is replaced and the tasks under way run again: `work` must be a function of its task
    alone.
    """
    coming, begun, losses = iter(tasks), deque[_Task](), 0
    while True:
        try:
            with start_pool() as pool:
                waiting = deque(_submit(pool, work, task) for task in begun)
                while True:
                    for task in islice(coming, pool.max_tasks - len(waiting)):
                        begun.append(task)
                        waiting.append(_submit(pool, work, task))
                    if not waiting:
                        return
                    made = pool.wait(waiting.popleft())
                    begun.popleft()
                    losses = 0
                    yield made
        except (BrokenExecutor, CancelledError):
            losses += 1
            if losses > _MOST_LOSSES:
                why = "its worker processes kept being killed"
                raise Unusable("the work cannot be done", why, "check that there is enough memory") from None


def _submit(pool: WorkerPool, work: Callable[[_Task], _Made], task: _Task) -> Future[_Made]:
    with _block_interrupts():
        return pool.executor.submit(work, task)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block Ctrl-C while processes start, so that they inherit the block and only this process is interrupted.

    A worker interrupted between two tasks would print a traceback, or die with a lock that the others wait for.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
