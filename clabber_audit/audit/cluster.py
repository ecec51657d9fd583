"""A cluster of Dask as those who do the work. It is loaded when somebody asks for it and not before."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from clabber_audit.ground import __version__
from clabber_audit.ground.errors import Unusable
from clabber_audit.ground.extras import require
from clabber_audit.ground.jobs import Crew

#: How long somebody may take to answer, in seconds.
_PATIENCE: Final = 10
_START: Final = "start one with: dask scheduler, and on each machine: dask worker tcp://HOST:8786"


def require_cluster() -> None:
    """Unusable where the package that reaches clusters is not installed."""
    remedy = "install it, here and on each machine, with: pip install 'clabber-audit[cluster]'"
    require("distributed", "distributed", "cannot work on a cluster", remedy)


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of the scheduler at an address; Unusable where it is not there, or they cannot do the work."""
    require_cluster()
    import distributed
    from distributed.scheduler import KilledWorker

    # What it says of workers that come and go is nobody's business here; what matters is told below.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    begun: Any = distributed.Client
    try:
        client = begun(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise Unusable(f"there is no cluster at {address}", str(problem), _START) from None
    with client:
        threads = _ready(client, address)
        try:
            yield Crew(client.get_executor(pure=False), 4 * threads + 1)
        except KilledWorker:
            why = "its workers stopped one after another"
            raise Unusable("part of the work could not be done", why, "give the workers more memory") from None


def _ready(client: Any, address: str) -> int:
    """How many tasks the workers can do at once; Unusable where there are none, or one has another program."""

    def version() -> str:
        try:
            from clabber_audit.ground import __version__
        except ImportError:
            return ""
        return __version__

    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise Unusable(f"the cluster at {address} has no workers", "", _START) from None
    for worker, found in client.run(version).items():
        if found != __version__:
            has = f"has clabber-audit {found}" if found else "has no clabber-audit"
            help = f"install clabber-audit {__version__} on every worker"
            raise Unusable(f"the worker {worker} {has}", f"this is {__version__}", help)
    return sum(client.nthreads().values())
