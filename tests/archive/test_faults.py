"""Tests that acknowledged hands survive a killed program, a full disk, and a file size limit.

`python -m tests.archive.test_faults` kills a program at random moments while it adds hands, and checks the archive.
The child reports each committed batch to the parent. Every reported batch must be there, every batch complete or
absent, and the archive must verify. With `--rebuilding` the child instead rebuilds the tables derived from the log;
then the archive is as before, or completely rebuilt. `--broken` runs a program that reports before it commits, or
commits row by row; the tests must catch that, since a test that cannot fail proves nothing.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from select import select
from subprocess import DEVNULL

import pytest

from clabber_audit.archive import hands as keeping
from clabber_audit.archive import verify
from clabber_audit.archive.database import Archive, create, open_archive
from clabber_audit.archive.search import checkpoint_line
from clabber_audit.archive.verify import Due, Staging, complaints
from clabber_audit.core.errors import Unusable
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.archives import AT, dump_sorted, make_archive
from tests.archive.damage import edit
from tests.cli import call, encode_record, environment, write_records
from tests.process import begin
from tests.rules import rule_on
from tests.scale import at_random, at_scale

_BATCH = 8
_BATCHES = 12
#: In memory if possible: only the program is killed, not the machine.
_FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _add_batches(path: str, batches: list[list[keeping.PreparedRuling]], tell: int, *, broken: bool) -> None:
    """Add batch after batch and report each, until killed; a defective program reports before it commits."""
    with open_archive(path, write=True) as archive:
        for number, batch in enumerate(batches):
            if broken:
                os.write(tell, bytes([number]))
            keeping.add(archive, batch)
            if not broken:
                os.write(tell, bytes([number]))


def _run_child(work: Callable[[int], None], life: float) -> tuple[int, float]:
    """Run work in a child for at most `life` CPU seconds (0: no limit); return its report count and CPU time.

    Limiting CPU time instead of wall time kills the child in the middle of its work however busy the machine is.
    """
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        signal.setitimer(signal.ITIMER_PROF, life)
        try:
            work(write)
        finally:
            os._exit(0)
    os.close(write)
    _, _, used = os.wait4(child, 0)
    data = os.read(read, _BATCHES + 1)
    os.close(read)
    return len(data), used.ru_utime + used.ru_stime


def _find_faults(path: Path, reported: int) -> list[str]:
    with open_archive(str(path)) as archive:
        count = archive.value("SELECT count(*) FROM hands")
        wrong = list(complaints(archive))
    if count < reported * _BATCH:
        wrong.append(f"{reported} batches of {_BATCH} were told, {count} hands are there")
    if count % _BATCH:
        wrong.append(f"{count} hands are there: a batch is half")
    return wrong


@cache
def _records() -> list[Ruling]:
    return [rule_on(record_data(record)) for record in simulate_hands(2, _BATCH * _BATCHES)]


def kill_adding(runs: int, seed: int, *, broken: bool = False) -> Iterator[str]:
    """Yield each fault after each of `runs` children was killed while adding."""
    random = Random(seed)
    with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
        path = Path(folder) / "otters.db"
        create(str(path)).close()
        empty = path.read_bytes()
        with open_archive(str(path)) as archive:
            ready = [keeping.prepare_ruling(ruling, archive, AT) for ruling in _records()]
        batches = [ready[start : start + _BATCH] for start in range(0, len(ready), _BATCH)]
        reported, whole = _run_child(partial(_add_batches, str(path), batches, broken=False), 0)
        yield from _find_faults(path, reported)
        for run in range(runs):
            for left in Path(folder).glob("otters.db*"):
                left.unlink()
            path.write_bytes(empty)
            reported, _ = _run_child(
                partial(_add_batches, str(path), batches, broken=broken), random.uniform(0.001, whole)
            )
            yield from (f"run {run}: {line}" for line in _find_faults(path, reported))


def _rebuild_slowly(path: str, tell: int, *, broken: bool) -> None:
    """Rebuild the rows that differ from the log one by one, so that most of the time is spent on that."""
    put = verify._replace_rows

    def put_for_good(archive: Archive, batch: Sequence[Due], copy: Archive) -> None:
        """Replace rows and commit at once, which is the defect."""
        put(archive, batch, copy)
        for statement in ("COMMIT", "BEGIN IMMEDIATE"):
            archive.conn.execute(statement)

    verify._BATCH = 1  # type: ignore[misc]
    if broken:
        verify._replace_rows = put_for_good
    with open_archive(path, write=True) as archive, Staging() as staging:
        verify.rebuild(archive, staging)
    os.write(tell, b"done")


def kill_rebuilding(runs: int, seed: int, *, broken: bool = False) -> Iterator[str]:
    """Yield each fault after each of `runs` children was killed while rebuilding tables."""
    random = Random(seed)
    with tempfile.TemporaryDirectory(dir=_FOLDER) as folder:
        path = make_archive(Path(folder), [record_data(ruling.replay.hand.record) for ruling in _records()])
        fitting = dump_sorted(path)
        assert edit(
            path, "DELETE FROM hands WHERE hand % 2; UPDATE hands SET remarks = 'x'; DELETE FROM melds"
        )
        damaged, before = path.read_bytes(), dump_sorted(path)
        work = partial(_rebuild_slowly, str(path), broken=broken)
        reported, whole = _run_child(work, 0)
        if not reported or dump_sorted(path) != fitting:
            yield "it does not fit when nobody is killed"
        for run in range(runs):
            for left in Path(folder).glob("otters.db*"):
                left.unlink()
            path.write_bytes(damaged)
            reported, _ = _run_child(work, random.uniform(0.001, whole))
            try:
                found = dump_sorted(path)
            except Unusable as problem:
                yield f"run {run}: {problem}"
                continue
            if found != fitting and (reported or found != before):
                yield f"run {run}: it is neither as it was nor does it fit"


def test_killed_program_loses_no_acknowledged_hand() -> None:
    """Killed at random moments; `python -m tests.archive.test_faults` does it a thousand times."""
    assert list(kill_adding(at_random(3, 150), 2)) == []


def test_reporting_before_the_commit_is_detected() -> None:
    assert any("were told" in line for line in kill_adding(40, 3, broken=True))


def test_killed_rebuild_leaves_tables_unchanged_or_complete() -> None:
    """`python -m tests.archive.test_faults --rebuilding` does it more often; keeping a part is detected."""
    assert list(kill_rebuilding(at_random(3, 40), 4)) == []
    # It stops at the first fault.
    assert any("neither as it was" in line for line in kill_rebuilding(400, 5, broken=True))


def count_hands(path: Path) -> int:
    with open_archive(str(path)) as archive:
        count: int = archive.value("SELECT count(*) FROM hands")
    return count


def run_limited(size: int, *args: str | Path) -> tuple[int, bytes]:
    """Run a command whose files may not grow beyond `size` bytes; return its exit code and error output."""
    limits = {resource.RLIMIT_FSIZE: size}
    with begin(args, (DEVNULL, DEVNULL, None), env=environment(), limits=limits) as child:
        assert child.stderr
        errors = child.stderr.read()
    return child.wait().code, errors


def disk_rooms() -> list[int]:
    every = [0, 4 << 10, 20 << 10, 40 << 10, 60 << 10]
    return every[:: at_scale(4, 1)]


@pytest.mark.full
@pytest.mark.parametrize("room", disk_rooms())
def test_full_disk_is_reported_and_keeps_the_archive(tmp_path: Path, room: int) -> None:
    records = [record_data(record) for record in simulate_hands(5, 200)]
    path = make_archive(tmp_path, records[:20])
    with open_archive(str(path)) as archive:
        before = checkpoint_line(archive)
    write_records(tmp_path / "more.jsonl", records)
    code, data = run_limited(
        path.stat().st_size + room, "archive", "add", path, tmp_path / "more.jsonl", "--batch", "50"
    )
    assert code == 5
    assert b"Traceback" not in data
    assert b"disk" in data
    assert call("archive", "verify", path, "--checkpoint", before).code == 0
    # Complete batches of fifty; the first one includes the twenty.
    assert count_hands(path) == 20 or count_hands(path) % 50 == 0
    # Given room, the same command continues.
    assert call("archive", "add", path, tmp_path / "more.jsonl").code == 0
    assert count_hands(path) == 200


@pytest.mark.full
def test_full_disk_stops_a_rebuild_without_changes(tmp_path: Path) -> None:
    path = make_archive(tmp_path, [record_data(record) for record in simulate_hands(5, 200)])
    whole = dump_sorted(path)
    assert edit(
        path, "DELETE FROM findings; DELETE FROM claims; DELETE FROM melds; DELETE FROM hands; VACUUM"
    )
    damaged = path.read_bytes()
    for room in (0, 20 << 10):
        code, data = run_limited(len(damaged) + room, "archive", "rebuild", path)
        assert (code, b"Traceback" in data, b"disk" in data) == (5, False, True)
        assert path.read_bytes() == damaged
    assert call("archive", "rebuild", path).code == 0
    assert dump_sorted(path) == whole


def test_init_on_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    code, _ = run_limited(8 << 10, "archive", "init", tmp_path / "otters.db")
    assert code == 5
    assert list(tmp_path.iterdir()) == []


def test_interrupted_batch(tmp_path: Path) -> None:
    """Ctrl-C while hands are added: unacknowledged hands are absent, and no batch is partial."""
    path = make_archive(tmp_path, [])
    records = [record_data(record) for record in simulate_hands(5, 30)]
    args: list[str | Path] = ["archive", "add", path, "-", "--batch", "10"]
    with begin(args, (None, DEVNULL, None), env=environment()) as child:
        assert child.stdin
        child.stdin.write(b"".join(map(encode_record, records[:25])))
        child.stdin.flush()
        assert child.stderr
        # It prints nothing before it is interrupted.
        while count_hands(path) < 20 and not select([child.stderr], [], [], 0.01)[0]:
            pass
        child.send_signal(signal.SIGINT)
        assert b"Traceback" not in child.stderr.read()
    assert child.wait().code == 130
    assert count_hands(path) == 20
    assert call("archive", "verify", path).code == 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rebuilding", action="store_true")
    parser.add_argument("--broken", action="store_true")
    wanted = parser.parse_args()
    kill = kill_rebuilding if wanted.rebuilding else kill_adding
    lines = list(kill(wanted.runs, wanted.seed, broken=wanted.broken))
    print("\n".join([*lines, f"{wanted.runs} runs, {len(lines)} things wrong"]))
    sys.exit(bool(lines))
