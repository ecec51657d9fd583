"""Workers with results in the order of the tasks: processes of this machine, or of a Dask cluster."""

from __future__ import annotations

import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

from clabber_audit.core import __version__
from clabber_audit.core.errors import Unusable, require

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


#: Time limit for an answer, in seconds.
_PATIENCE: Final = 10
#: Seconds without a result after which the workers are counted.
_LOOK: Final = 3
#: Seconds to wait for workers once the work has begun.
_LOST: Final = 60
_GO_ON: Final = (
    "start workers and check again; with --keep FOLDER it goes on where it ended, with --wait it waits longer"
)
_START: Final = "start one with: dask scheduler, and on each machine: dask worker tcp://HOST:8786"


@contextmanager
def cluster(address: str, patience: float | None = None) -> Iterator[WorkerPool]:
    """Yield the pool of workers of the scheduler at an address.

    Raise Unusable if it is not there, if they cannot do the work, or if there is none for `patience` seconds; unless
    that is given, ten before the work begins and sixty afterward.
    """
    remedy = "install it, here and on each machine, with: pip install 'clabber-audit[cluster]'"
    require("distributed", "distributed", "cannot work on a cluster", remedy)
    import distributed
    from distributed.scheduler import KilledWorker

    # Silence its log of workers that come and go; the messages below replace it.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise Unusable(f"there is no cluster at {address}", str(problem), _START) from None
    with client:
        threads = _count_task_slots(client, address, _PATIENCE if patience is None else patience)
        try:
            wait = partial(
                _await_result,
                client=client,
                address=address,
                patience=_LOST if patience is None else patience,
            )
            yield WorkerPool(client.get_executor(pure=False), 4 * threads + 1, wait)
        except KilledWorker:
            why = "its workers stopped one after another"
            help = "give the workers more memory"
            raise Unusable("part of the work could not be done", why, help) from None


def _warn(what: str) -> None:
    logging.getLogger(__name__).warning(what)


def _await_result(task: Future[Any], client: Any, address: str, patience: float) -> Any:
    """Return the result of a task. Raise Unusable if no worker can do it for `patience` seconds."""
    alone_since: float | None = None
    while True:
        try:
            return task.result(_LOOK)
        except TimeoutError:
            if task.done():
                raise
        if client.nthreads():
            alone_since = None
        elif alone_since is None:
            alone_since = monotonic()
            _warn(f"no worker is left on the cluster at {address}: waiting {patience:g} seconds for one")
        elif monotonic() - alone_since >= patience:
            raise Unusable(f"no worker came to the cluster at {address} in {patience:g} seconds", "", _GO_ON)


def _count_task_slots(client: Any, address: str, patience: float) -> int:
    """Return how many tasks the workers can do at once.

    Raise Unusable if there are none, or if one has another program.
    """

    def find_version() -> str:
        try:
            from clabber_audit.core import __version__
        except ImportError:
            return ""
        return __version__

    if not client.nthreads() and patience > _LOOK:
        _warn(f"the cluster at {address} has no workers: waiting {patience:g} seconds for one")
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        raise Unusable(f"the cluster at {address} has no workers", "", _START) from None
    for worker, result in client.run(find_version).items():
        if result != __version__:
            has = f"has clabber-audit {result}" if result else "has no clabber-audit"
            help = f"install clabber-audit {__version__} on every worker"
            raise Unusable(f"the worker {worker} {has}", f"this is {__version__}", help)
    return sum(client.nthreads().values())
