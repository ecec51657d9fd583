"""`python -m tests.benchmarks.large`: time and peak memory of `check` on large files, in one process and on a cluster.

The file repeats ten thousand simulated hands; give `--hands` twice or more to see that memory does not grow.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path

from clabber_audit.simulate.seasons import simulate_hands
from tests.audit.test_cluster import Cluster

_SOME = 10_000


def main() -> None:
    """Measure files of each number of hands given."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.large", description=__doc__)
    parser.add_argument("--hands", type=int, nargs="+", default=[100_000, 1_000_000])
    options = parser.parse_args()
    some = [
        record.model_dump_json(exclude_unset=True).encode() + b"\n"
        for record in simulate_hands(1, _SOME, 0.02)
    ]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        files = {hands: Path(folder) / f"{hands}.jsonl" for hands in options.hands}
        for hands, file in files.items():
            with file.open("wb") as opened:
                opened.writelines(islice(cycle(some), hands))
        for hands, file in files.items():
            print(
                f"{hands} hands, {file.stat().st_size >> 20} MiB, one process: {_measure_check([str(file)])}"
            )
            print(f"{hands} hands, two processes: {_measure_check([str(file), '--jobs', '2'])}")
        # Ignore Dask's own records of its workers.
        os.environ["DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED"] = "False"
        cluster = Cluster(stack)
        workers = [cluster.worker() for _ in range(2)]
        for hands, file in files.items():
            driver = _measure_check([str(file), "--on", cluster.address])
            print(
                f"{hands} hands, two workers of a cluster: {driver}; the workers {_peak_memory(workers)} at most so far"
            )


def _measure_check(args: Sequence[str]) -> str:
    """Return the time and peak memory of `check` in a child process."""
    code = (
        "import os, resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss)"
    )
    begun = time.perf_counter()
    command = [sys.executable, "-c", code, sys.executable, "-m", "clabber_audit", "check", *args]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, peak = map(float, done.stdout.split())
    return f"{seconds:.1f} s of CPU time, {time.perf_counter() - begun:.1f} s, {peak / 1024:.0f} MiB at most"


def _peak_memory(processes: Sequence[subprocess.Popen[str]]) -> str:
    """Return the most memory that the processes have held so far, on Linux."""
    found = []
    for process in processes:
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        (line,) = (line for line in status.splitlines() if line.startswith("VmHWM"))
        ticks = (
            Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
        )
        seconds = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        found.append(f"{int(line.split()[1]) >> 10} MiB, {seconds:.1f} s")
    return " and ".join(found)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
