"""Acknowledged hands survive a killed program, a full disk, and a file that must not grow."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path
from select import select

import pytest

from clabber_audit.archive.database import open_archive
from clabber_audit.archive.search import checkpoint_line
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.killing import kill_adding, kill_rebuilding
from tests.archive.shelves import dump_sorted, shelf
from tests.archive.spoiling import edit
from tests.cli import call, encode_record, environment, write_records
from tests.process import begin
from tests.scale import at_random, at_scale


def test_nothing_acknowledged_is_lost_when_the_program_is_killed() -> None:
    """Killed at random moments; a thousand times with `python -m tests.archive.killing`."""
    assert list(kill_adding(at_random(3, 150), 2)) == []


def test_a_program_that_tells_before_it_commits_is_caught() -> None:
    assert any("were told" in line for line in kill_adding(40, 3, broken=True))


def test_what_is_killed_while_it_makes_tables_anew_leaves_them_as_they_were_or_whole() -> None:
    """More often with `python -m tests.archive.killing --rebuilding`; who keeps a part of it is caught."""
    assert list(kill_rebuilding(at_random(3, 40), 4)) == []
    # It stops at the first that is caught.
    assert any("neither as it was" in line for line in kill_rebuilding(400, 5, broken=True))


def count_hands(path: Path) -> int:
    with open_archive(str(path)) as archive:
        count: int = archive.value("SELECT count(*) FROM hands")
    return count


def run_limited(size: int, *args: str | Path) -> tuple[int, bytes]:
    """Run a command whose files may not grow beyond `size` bytes; return its exit code and error output."""
    with open(os.devnull, "r+b") as nothing:
        streams = (nothing.fileno(), nothing.fileno(), None)
        child = begin(args, streams, env=environment(), limits={resource.RLIMIT_FSIZE: size})
    with child:
        assert child.stderr
        said = child.stderr.read()
    return child.wait().code, said


def rooms() -> list[int]:
    every = [0, 4 << 10, 20 << 10, 40 << 10, 60 << 10]
    return every[:: at_scale(4, 1)]


@pytest.mark.full
@pytest.mark.parametrize("room", rooms())
def test_a_full_disk_is_told_and_keeps_what_was_there(tmp_path: Path, room: int) -> None:
    records = [record_data(record) for record in simulate_hands(5, 200)]
    path = shelf(tmp_path, records[:20])
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
    # Whole batches of fifty, the first of which holds the twenty as well.
    assert count_hands(path) == 20 or count_hands(path) % 50 == 0
    # With room again, the same command goes on where it stopped.
    assert call("archive", "add", path, tmp_path / "more.jsonl").code == 0
    assert count_hands(path) == 200


@pytest.mark.full
def test_a_full_disk_stops_what_makes_tables_anew_and_nothing_is_changed(tmp_path: Path) -> None:
    path = shelf(tmp_path, [record_data(record) for record in simulate_hands(5, 200)])
    whole = dump_sorted(path)
    assert edit(
        path, "DELETE FROM findings; DELETE FROM claims; DELETE FROM melds; DELETE FROM hands; VACUUM"
    )
    spoilt = path.read_bytes()
    for room in (0, 20 << 10):
        code, data = run_limited(len(spoilt) + room, "archive", "rebuild", path)
        assert (code, b"Traceback" in data, b"disk" in data) == (5, False, True)
        assert path.read_bytes() == spoilt
    assert call("archive", "rebuild", path).code == 0
    assert dump_sorted(path) == whole


def test_init_on_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    code, _ = run_limited(8 << 10, "archive", "init", tmp_path / "otters.db")
    assert code == 5
    assert list(tmp_path.iterdir()) == []


def test_interrupted_in_the_middle_of_a_batch(tmp_path: Path) -> None:
    """Ctrl-C while hands come in: what was not acknowledged is not there, and nothing is half."""
    path = shelf(tmp_path, [])
    records = [record_data(record) for record in simulate_hands(5, 30)]
    with (
        open(os.devnull, "wb") as out,
        begin(
            ["archive", "add", path, "-", "--batch", "10"], (None, out.fileno(), None), env=environment()
        ) as child,
    ):
        assert child.stdin
        child.stdin.write(b"".join(map(encode_record, records[:25])))
        child.stdin.flush()
        assert child.stderr
        # It says nothing before it is interrupted.
        while count_hands(path) < 20 and not select([child.stderr], [], [], 0.01)[0]:
            pass
        child.send_signal(signal.SIGINT)
        assert b"Traceback" not in child.stderr.read()
    assert child.wait().code == 130
    assert count_hands(path) == 20
    assert call("archive", "verify", path).code == 0
