"""Dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Any, Final

from clabber_audit.core import __version__
from clabber_audit.core.errors import Unusable, require
from clabber_audit.core.workers import Crew

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


def require_cluster() -> None:
    """Raise Unusable if the package that reaches clusters is not installed."""
    remedy = "install it, here and on each machine, with: pip install 'clabber-audit[cluster]'"
    require("distributed", "distributed", "cannot work on a cluster", remedy)


@contextmanager
def cluster(address: str, patience: float | None = None) -> Iterator[Crew]:
    """Yield the crew of workers of the scheduler at an address.

    Raise Unusable if it is not there, if they cannot do the work, or if there is none for `patience` seconds; unless
    that is given, ten before the work begins and sixty afterwards.
    """
    require_cluster()
    import distributed
    from distributed.scheduler import KilledWorker

    # Silence its log of workers that come and go; the messages below replace it.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    begun: Any = distributed.Client
    try:
        client = begun(address, timeout=_PATIENCE, set_as_default=False)
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
            yield Crew(client.get_executor(pure=False), 4 * threads + 1, wait)
        except KilledWorker:
            why = "its workers stopped one after another"
            raise Unusable(
                "part of the work could not be done", why, "give the workers more memory"
            ) from None


def _warn(what: str) -> None:
    logging.getLogger(__name__).warning(what)


def _await_result(task: Future[Any], client: Any, address: str, patience: float) -> Any:
    """Return the result of a task; Unusable if for `patience` seconds no worker was there that could do it."""
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
    """Return how many tasks the workers can do at once; Unusable if there are none, or if one has another program."""

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
