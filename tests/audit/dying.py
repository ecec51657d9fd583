"""Preload script of a cluster worker that is killed at its first task."""

from __future__ import annotations

import os
import signal
from typing import Any

from distributed import WorkerPlugin


class _KillAtFirstTask(WorkerPlugin):
    def transition(self, key: object, start: str, finish: str, **_more: object) -> None:
        if finish == "executing":
            os.kill(os.getpid(), signal.SIGKILL)


async def dask_setup(worker: Any) -> None:
    """Hook that Dask calls in a new worker."""
    await worker.plugin_add(_KillAtFirstTask())
