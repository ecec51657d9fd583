"""Tests of work cut into shares: complete, in order, stored for the next run, and repeated if a worker is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest

from clabber_audit.bulk import audit, options
from clabber_audit.core.errors import Unusable
from clabber_audit.core.workers import WorkerPool, processes, run_tasks
from tests.cli import BAD, GOOD, OPEN, RENEGE, Done, call, encode_record, write_records
from tests.random_records import irregular

_DATA = b"".join(map(encode_record, [*irregular.records(3, 6), RENEGE, BAD, GOOD]))
FILES = {
    "plain": _DATA,
    "no last newline": _DATA.rstrip(b"\n"),
    "mark and blank lines": b"\xef\xbb\xbf\n\n" + _DATA.replace(b"\n", b"\r\n\n \n", 4) + b"\n\n",
    "half a record at the end": _DATA + encode_record(OPEN)[:300],
    "nothing": b"",
    "blank": b"\n\n\n",
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_any_share_size_gives_the_same(workdir: Path, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    (workdir / "x.jsonl").write_bytes(data)
    expected, shares = call("check", "x.jsonl"), audit.shares
    for size in (1, 7, 300, 4_000):
        result = list(shares("x.jsonl", size))
        assert [share.start for share in result] == [0, *(share.end for share in result[:-1])][: len(result)]
        assert (result[-1].end if result else 0) == len(data)
        assert all(data[: share.end].endswith(b"\n") for share in result[:-1])
        assert [share.first for share in result] == [
            data.count(b"\n", 0, share.start) + 1 for share in result
        ]
        monkeypatch.setattr(audit, "shares", partial(shares, size=size))
        assert call("check", "x.jsonl") == expected


class FragileRunner(Executor):
    """Runner that executes tasks at once, except those at which it breaks, once each or always."""

    def __init__(self, breaks_at: set[int], for_ever: bool = False) -> None:
        self.breaks_at, self.for_ever, self.seen = breaks_at, for_ever, list[int]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        (task,) = args
        self.seen.append(task)
        if task in self.breaks_at:
            self.breaks_at -= set() if self.for_ever else {task}
            done.set_exception(BrokenExecutor("lost"))
        else:
            done.set_result(fn(task))
        return done

    @contextmanager
    def gather(self) -> Iterator[WorkerPool]:
        yield WorkerPool(self, 4)


@pytest.mark.parametrize("breaks_at", [(), (0,), (5,), (3, 4, 19)], ids=str)
def test_results_are_in_order_if_workers_are_lost(breaks_at: tuple[int, ...]) -> None:
    results = run_tasks(str, range(20), FragileRunner(set(breaks_at)).gather)
    assert list(results) == [str(task) for task in range(20)]


def test_only_few_tasks_are_submitted_ahead() -> None:
    fragile, asked = FragileRunner(set()), list[int]()

    def tasks() -> Iterator[int]:
        for task in range(100):
            asked.append(task)
            yield task

    results = run_tasks(str, tasks(), fragile.gather)
    for number, _ in zip(range(30), results, strict=False):
        assert len(asked) <= number + 4
    assert fragile.seen == asked


def test_task_that_kills_every_worker_is_given_up() -> None:
    results = run_tasks(str, range(20), FragileRunner({7}, for_ever=True).gather)
    with pytest.raises(Unusable, match="cannot be done"):
        list(results)


def _die_at_the_third(task: int, folder: str) -> int:
    """Return the task; the first process that gets the third task is killed."""
    if task == 2 and not (mark := Path(folder) / "killed").exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task


@pytest.mark.full
def test_killed_process_changes_nothing(tmp_path: Path) -> None:
    results = run_tasks(partial(_die_at_the_third, folder=str(tmp_path)), range(9), partial(processes, 2))
    assert list(results) == list(range(9))
    assert (tmp_path / "killed").exists()


@pytest.fixture
def hand_counts(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hand counts of the shares that are audited and stored; the file `x.jsonl` has several shares."""
    write_records(workdir / "x.jsonl", [BAD, *irregular.records(4, 6), RENEGE, GOOD])
    seen = list[int]()

    def store_and_count(part: audit.ShareAudit, place: Path) -> None:
        seen.append(part.hands)
        store(part, place)

    store = audit._store
    monkeypatch.setattr(audit, "_store", store_and_count)
    monkeypatch.setattr(audit, "shares", partial(audit.shares, size=3_000))
    return seen


def _run_check(*more: str, name: str = "x.jsonl") -> Done:
    return call("check", name, "--keep", "parts", *more)


def _parts() -> list[Path]:
    return sorted(Path("parts").iterdir())


def test_interrupted_audit_is_resumed(hand_counts: list[int]) -> None:
    expected = call("check", "x.jsonl")
    assert _run_check() == expected
    shares_made = len(hand_counts)
    assert shares_made == len(_parts()) > 2
    hand_counts.clear()
    assert _run_check() == expected
    assert not hand_counts
    _parts()[1].unlink()
    assert _run_check() == expected
    assert len(hand_counts) == 1


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-20], lambda data: data.replace(b"1", b"2"), lambda _: b""]
)
def test_damaged_parts_are_recomputed(hand_counts: list[int], damage: Callable[[bytes], bytes]) -> None:
    expected = _run_check()
    part = _parts()[0]
    whole = part.read_bytes()
    part.write_bytes(damage(whole))
    hand_counts.clear()
    assert _run_check() == expected
    assert len(hand_counts) == 1
    assert part.read_bytes() == whole


@pytest.mark.parametrize(
    "more", [["-r", "wp"], ["-f", "jsonl"], ["--all"], ["--anonymous", "-f", "jsonl"]], ids=str
)
def test_parts_of_other_options_are_not_used(hand_counts: list[int], more: list[str]) -> None:
    _run_check()
    before = len(hand_counts)
    assert _run_check(*more) == call("check", "x.jsonl", *more)
    assert len(hand_counts) == 2 * before


def test_parts_of_another_file_are_not_used(hand_counts: list[int], workdir: Path) -> None:
    """Neither of the same bytes under another name, which the output contains, nor of other bytes under the same."""
    _run_check()
    before = len(hand_counts)
    (workdir / "x.jsonl").rename(workdir / "y.jsonl")
    assert _run_check(name="y.jsonl") == call("check", "y.jsonl")
    assert len(hand_counts) == 2 * before
    data = (workdir / "y.jsonl").read_bytes()
    (workdir / "x.jsonl").write_bytes(data.replace(b'"Ruth"', b'"Ruta"'))
    assert _run_check() == call("check", "x.jsonl")
    assert len(hand_counts) > 2 * before


@pytest.mark.full
def test_renamed_columns_make_another_file(hand_counts: list[int]) -> None:
    """The rows are the same bytes; only the footer differs."""
    import pyarrow.parquet as pq

    assert call("convert", "x.jsonl", "x.parquet").code in (0, 3)
    _run_check(name="x.parquet")
    whole = pq.read_table("x.parquet")
    pq.write_table(whole, "x.parquet")
    _run_check(name="x.parquet")
    before = len(hand_counts)
    _run_check(name="x.parquet")
    assert len(hand_counts) == before
    pq.write_table(
        whole.rename_columns(["aside" if name == "score" else name for name in whole.column_names]),
        "x.parquet",
    )
    _run_check(name="x.parquet")
    assert len(hand_counts) > before


@pytest.mark.parametrize(
    "changed", ["rules/rulesets/ecl-1992.toml", "rules/incidents.toml", "games/bid_euchre/questions.toml"]
)
def test_digest_of_shipped_rulesets_has_every_file(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ruleset is made of its statute, the kinds of incident, and the questions and sentences of its game."""
    compute = audit._digest_shipped_rulesets.__wrapped__
    expected, package = compute(), Path(audit.__file__).parents[1]
    for room in ("rules", "games"):
        copytree(package / room, tmp_path / room, ignore=ignore_patterns("*.py", "__pycache__"))
    monkeypatch.setattr("importlib.resources.files", lambda name: tmp_path / name.partition(".")[2])
    assert compute() == expected
    with (tmp_path / changed).open("a", encoding="utf-8") as file:
        file.write("# Changed.\n")
    assert compute() != expected


def test_parts_of_another_version_or_law_are_not_used(
    hand_counts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    _run_check()
    before = len(hand_counts)
    monkeypatch.setattr(audit, "_digest_shipped_rulesets", lambda: "other texts of the rulesets that ship")
    _run_check()
    assert len(hand_counts) == 2 * before
    monkeypatch.setattr("clabber_audit.bulk.audit.__version__", "0.0.1")
    assert "0.0.1 was asked to work for" in _run_check("--all").err
    monkeypatch.setattr(options.Wanted, "__new__", partial(options.Wanted.__new__, version="0.0.1"))
    hand_counts.clear()
    _run_check()
    assert len(hand_counts) == before


def test_parts_with_a_bug_are_not_stored(hand_counts: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    with monkeypatch.context() as broken:
        broken.setattr("clabber_audit.judge.judge.adjudicate", lambda *_: 1 / 0)
        assert _run_check().code == 70
        assert not _parts()
    assert _run_check() == call("check", "x.jsonl")


def test_unusable_folder_is_reported(hand_counts: list[int], workdir: Path) -> None:
    (workdir / "parts").write_bytes(b"")
    assert _run_check().failed(5, "cannot save progress")


def test_unwritable_part_leaves_no_file(hand_counts: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_with_full_disk(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail_with_full_disk)
    assert _run_check().failed(5, "No space left")
    assert not _parts()
