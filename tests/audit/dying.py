"""What a worker of a cluster is given that is to be killed at the first task it has."""

from __future__ import annotations

import os
import signal
from typing import Any

from distributed import WorkerPlugin


class _Dies(WorkerPlugin):
    def transition(self, key: object, start: str, finish: str, **_more: object) -> None:
        if finish == "executing":
            os.kill(os.getpid(), signal.SIGKILL)


async def dask_setup(worker: Any) -> None:
    """What Dask calls in a new worker."""
    await worker.plugin_add(_Dies())
