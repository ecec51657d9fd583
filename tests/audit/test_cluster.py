"""Tests that one process and a cluster on this machine give the same bytes, even if workers are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.bulk import audit
from tests.cli import (
    BAD,
    CLAIMED,
    GOOD,
    OPEN,
    RENEGE,
    ROOT,
    call,
    copy_with,
    encode_record,
    environment,
    write_records,
)
from tests.process import begin
from tests.random_records import irregular

_DASK: Final = (sys.executable, "-m", "dask")


class Cluster:
    """A scheduler with workers that can be added."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"
        )
        self.address = _read_after(scheduler, "Scheduler at: ")

    def worker(self, *more: str) -> subprocess.Popen[str]:
        """Return a new worker once the scheduler knows it."""
        worker = self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *more)
        _read_after(worker, "Registered to: ")
        return worker

    def _start(self, *args: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*_DASK, *args], env=environment(), cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        self._stack.enter_context(process)
        self._stack.callback(process.kill)
        return process


def _read_after(process: subprocess.Popen[str], words: str) -> str:
    """Return the line of a process that contains some words, without waiting for later ones."""
    assert process.stderr
    for line in process.stderr:
        if words in line:
            return line.partition(words)[2].strip()
    raise AssertionError(f"it ended without saying “{words}”")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster without workers."""
    with ExitStack() as stack:
        yield Cluster(stack)


@pytest.fixture
def hands(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of many shares with findings, refusals, open questions, and a truncated record at the end."""
    file = write_records(workdir / "x.jsonl", [BAD, *irregular.records(5, 40), RENEGE, OPEN, GOOD])
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes() + encode_record(GOOD)[:200])
    monkeypatch.setattr(audit, "shares", partial(audit.shares, size=4_000))
    return file


@pytest.mark.full
def test_cluster_gives_the_same_if_processes_are_killed(
    hands: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of two workers is killed at its first share, then the driver, which resumes from the stored shares."""
    expected = call("check", "x.jsonl")
    assert expected.code == 3
    with monkeypatch.context() as hurried:
        hurried.setattr("clabber_audit.core.workers._PATIENCE", 0.5)
        assert call("check", "x.jsonl", "--cluster", cluster.address).failed(5, "has no workers")

    cluster.worker()
    killed = cluster.worker("--preload", "tests.audit.dying")
    assert call("check", "x.jsonl", "--cluster", cluster.address) == expected
    assert killed.wait() == -signal.SIGKILL

    large = encode_record(copy_with(CLAIMED, remarks=["x" * 2000] * 250))
    (hands.parent / "y.jsonl").write_bytes(encode_record(BAD) + large * 24)
    with open(os.devnull, "wb") as out:
        streams = (None, out.fileno(), None)
        driver = begin(["check", "y.jsonl", "--keep", "parts"], streams, cwd=hands.parent, env=environment())
    with driver:
        assert driver.stderr
        assert b"error: " in driver.stderr.readline()
        driver.kill()
    monkeypatch.undo()
    monkeypatch.chdir(hands.parent)
    before = {part: part.stat().st_mtime_ns for part in Path("parts").glob("*.part")}
    assert before
    assert call("check", "y.jsonl", "--keep", "parts", "--cluster", cluster.address) == call(
        "check", "y.jsonl"
    )
    after = {part: part.stat().st_mtime_ns for part in Path("parts").glob("*.part")}
    assert before.items() < after.items()
    assert len({part.name[:31] for part in after}) == len(after)


@pytest.mark.full
@pytest.mark.parametrize("comes_back", [False, True])
def test_cluster_without_workers_is_reported(
    comes_back: bool, hands: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gives up after the given seconds, or continues when a worker comes."""
    monkeypatch.setattr("clabber_audit.core.workers._LOOK", 0.5)
    expected = call("check", "x.jsonl")
    with ExitStack() as stack:
        own = Cluster(stack)
        assert call("check", "x.jsonl", "--cluster", own.address, "--wait", "0.5").failed(5, "has no workers")
        own.worker("--preload", "tests.audit.dying")

        def warn(what: str) -> None:
            lines.append(what)
            if comes_back:
                own.worker()

        lines: list[str] = []
        monkeypatch.setattr("clabber_audit.core.workers._warn", warn)
        done = call("check", "x.jsonl", "--cluster", own.address, "--wait", "60" if comes_back else "1")
    assert lines == [
        f"no worker is left on the cluster at {own.address}: waiting {60 if comes_back else 1} seconds for one"
    ]
    if comes_back:
        assert done == expected
        return
    assert done.code == 5
    assert "no worker came" in done.err
    assert "--keep" in done.err


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["--wait", "5"], 2, "--wait was given without --cluster"),
        (["--jobs", "2", "--cluster", "tcp://127.0.0.1:1"], 2, "--jobs"),
        *(
            pytest.param(
                ["--cluster", where], 5, f"there is no cluster at {where}", id=where, marks=pytest.mark.full
            )
            for where in ("tcp://127.0.0.1:1", "nonsense://x", "what is this")
        ),
    ],
)
def test_invalid_cluster_options_are_reported(
    workdir: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], code: int, message: str
) -> None:
    monkeypatch.setattr("clabber_audit.core.workers._PATIENCE", 0.2)
    write_records(workdir / "x.jsonl", [GOOD])
    done = call("check", "x.jsonl", *args)
    assert (done.code, message in done.err) == (code, True), done.err


def test_deprecated_option_reports_a_missing_package(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--on` is a date in all other commands; deprecated in 1.1.0."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    write_records(workdir / "x.jsonl", [GOOD])
    new, old = (call("check", "x.jsonl", name, "tcp://127.0.0.1:1") for name in ("--cluster", "--on"))
    assert new.code == 5
    assert "pip install 'clabber-audit[cluster]'" in new.err
    assert old == new._replace(err=f"deprecated: `check --on` is now `check --cluster`\n{new.err}")
