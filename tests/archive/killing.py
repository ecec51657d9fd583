"""Kill a program at random moments while it adds hands, and look at what is left: `python -m tests.archive.killing`.

The child tells the parent after each batch that it is kept. Whatever was told must be there, every batch whole or not
at all, and the archive must prove itself. Or the child makes anew what is made from the log (`--rebuilding`): then the
archive is as it was before, or all of it fits. `--broken` runs a program that tells before it commits, or commits row
by row, which must be caught: a test that cannot fail shows nothing.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

from clabber_audit.archive import hands as keeping
from clabber_audit.archive import verify
from clabber_audit.archive.database import Archive, create, open_archive
from clabber_audit.archive.verify import Due, Staging, complaints
from clabber_audit.core.errors import Unusable
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.shelves import AT, dump_sorted, shelf
from tests.archive.spoiling import edit
from tests.rules import rule_on

_BATCH = 8
_BATCHES = 12
#: No disk is waited for where there is another place: it is the program that is killed, not the machine.
_FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _adding(path: str, batches: list[list[keeping.PreparedRuling]], tell: int, *, broken: bool) -> None:
    """Add batch after batch, and tell after each, until killed; a program with a defect tells when it begins."""
    with open_archive(path, write=True) as archive:
        for number, batch in enumerate(batches):
            if broken:
                os.write(tell, bytes([number]))
            keeping.add(archive, batch)
            if not broken:
                os.write(tell, bytes([number]))


def _run_child(work: Callable[[int], None], life: float) -> tuple[int, float]:
    """Run work in a child for at most `life` CPU seconds (0: no limit); return its report count and CPU time.

    CPU time, not wall time, is limited: the child is killed in the middle of its work however busy the machine is.
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


def _wrong(path: Path, told: int) -> list[str]:
    with open_archive(str(path)) as archive:
        kept = archive.value("SELECT count(*) FROM hands")
        wrong = list(complaints(archive))
    if kept < told * _BATCH:
        wrong.append(f"{told} batches of {_BATCH} were told, {kept} hands are there")
    if kept % _BATCH:
        wrong.append(f"{kept} hands are there: a batch is half")
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
        told, whole = _run_child(partial(_adding, str(path), batches, broken=False), 0)
        yield from _wrong(path, told)
        for run in range(runs):
            for left in Path(folder).glob("otters.db*"):
                left.unlink()
            path.write_bytes(empty)
            told, _ = _run_child(
                partial(_adding, str(path), batches, broken=broken), random.uniform(0.001, whole)
            )
            yield from (f"run {run}: {line}" for line in _wrong(path, told))


def _rebuilding(path: str, tell: int, *, broken: bool) -> None:
    """Make anew what is not what the log gives: one thing after the other, so that much of the time goes into that."""
    put = verify._replace_rows

    def put_for_good(archive: Archive, batch: Sequence[Due], copy: Archive) -> None:
        """A program with a defect: what it writes is kept at once."""
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
        path = shelf(Path(folder), [record_data(ruling.replay.hand.record) for ruling in _records()])
        fitting = dump_sorted(path)
        assert edit(
            path, "DELETE FROM hands WHERE hand % 2; UPDATE hands SET remarks = 'x'; DELETE FROM melds"
        )
        spoilt, before = path.read_bytes(), dump_sorted(path)
        work = partial(_rebuilding, str(path), broken=broken)
        told, whole = _run_child(work, 0)
        if not told or dump_sorted(path) != fitting:
            yield "it does not fit when nobody is killed"
        for run in range(runs):
            for left in Path(folder).glob("otters.db*"):
                left.unlink()
            path.write_bytes(spoilt)
            told, _ = _run_child(work, random.uniform(0.001, whole))
            try:
                there = dump_sorted(path)
            except Unusable as problem:
                yield f"run {run}: {problem}"
                continue
            if there != fitting and (told or there != before):
                yield f"run {run}: it is neither as it was nor does it fit"


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
