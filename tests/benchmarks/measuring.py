"""Measurement of CPU time, and a description of the machine."""

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
    """Return the machine and its software in one line."""
    day = time.strftime("%Y-%m-%d")
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, {day}"


def measure_cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of some work, in this process and its child processes."""
    gc.collect()
    begun = _cpu_time()
    work()
    return _cpu_time() - begun


def measure_in_turns(works: Mapping[_Name, Callable[[], object]], rounds: int) -> dict[_Name, list[float]]:
    """Return the CPU seconds of each work in each round; works run in turn, to meet the same machine."""
    spent: dict[_Name, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            spent[name].append(measure_cpu(work))
    return spent


def median_ratio(spent: Sequence[float], others: Sequence[float]) -> float:
    """Return the median of the rounds' ratios."""
    return statistics.median(one / other for one, other in zip(spent, others, strict=True))


def _cpu_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def run_python(*args: str | Path, folder: Path | None = None, check: bool = True) -> None:
    """Run Python silently, with modules compiled as in an installation, those of `folder` first."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if folder:
        env["PYTHONPATH"] = str(folder)
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, *args], cwd=folder, env=env, check=check, stdout=quiet, stderr=quiet)
