"""Work shared out: in order, a few tasks at a time, and done again where one who did it is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.core.workers import Crew, processes, run_tasks


class Fragile(Executor):
    """Does at once what it is given, but for the tasks at which it breaks, once each or for ever."""

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
    def gather(self) -> Iterator[Crew]:
        yield Crew(self, 4)


@pytest.mark.parametrize("breaks_at", [(), (0,), (5,), (3, 4, 19)], ids=str)
def test_what_is_made_comes_in_order_whoever_is_lost(breaks_at: tuple[int, ...]) -> None:
    made = run_tasks(str, range(20), Fragile(set(breaks_at)).gather)
    assert list(made) == [str(task) for task in range(20)]


def test_few_tasks_are_under_way() -> None:
    fragile, asked = Fragile(set()), list[int]()

    def tasks() -> Iterator[int]:
        for task in range(100):
            asked.append(task)
            yield task

    made = run_tasks(str, tasks(), fragile.gather)
    for number, _ in zip(range(30), made, strict=False):
        assert len(asked) <= number + 4
    assert fragile.seen == asked


def test_work_that_ends_whoever_does_it_is_given_up() -> None:
    made = run_tasks(str, range(20), Fragile({7}, for_ever=True).gather)
    with pytest.raises(Unusable, match="cannot be done"):
        list(made)


def _dying(task: int, folder: str) -> int:
    """Return the task; the first process that has the third is killed."""
    if task == 2 and not (mark := Path(folder) / "killed").exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task


@pytest.mark.full
def test_a_process_that_is_killed_changes_nothing(tmp_path: Path) -> None:
    made = run_tasks(partial(_dying, folder=str(tmp_path)), range(9), partial(processes, 2))
    assert list(made) == list(range(9))
    assert (tmp_path / "killed").exists()
