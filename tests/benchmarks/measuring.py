"""CPU time, and what it was measured on."""

from __future__ import annotations

import gc
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

_Name = TypeVar("_Name")


def machine() -> str:
    """Return the machine and its software in a line."""
    day = time.strftime("%Y-%m-%d")
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {day}"


def cpu(work: Callable[[], object]) -> float:
    """The CPU seconds that some work takes, here or in processes of its own."""
    gc.collect()
    begun = _spent()
    work()
    return _spent() - begun


def by_turns(works: Mapping[_Name, Callable[[], object]], rounds: int) -> dict[_Name, list[float]]:
    """The CPU seconds of each work in each round; in a round each has its turn, so that all meet the same machine."""
    spent: dict[_Name, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            spent[name].append(cpu(work))
    return spent


def ratio(spent: Sequence[float], others: Sequence[float]) -> float:
    """The median of the rounds' ratios."""
    return statistics.median(one / other for one, other in zip(spent, others, strict=True))


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def run_python(*args: str | Path, folder: Path | None = None, check: bool = True) -> None:
    """Run Python silently, with its modules compiled as they are where a program is installed, those of `folder` first."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if folder:
        env["PYTHONPATH"] = str(folder)
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, *args], cwd=folder, env=env, check=check, stdout=quiet, stderr=quiet)
