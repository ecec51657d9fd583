"""Search budget."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

Found = TypeVar("Found")


class Spent(Exception):
    """More would have to be looked at than was allowed."""


class Effort:
    """So much work that may still be done."""

    def __init__(self, most: int = sys.maxsize, after: Effort | None = None) -> None:
        """Beyond `most` everything asked ends in `Spent`. What was kept `after` another costs nothing any more."""
        self.most = most
        self.done = 0
        self._known: set[Hashable] = set(after._known) if after else set()

    @property
    def spent(self) -> bool:
        """Whether more was asked than was allowed, so that what was found since may be wanting."""
        return self.done > self.most

    def charge(self, count: int, name: Hashable = None) -> None:
        """Take so much off; for what has a name only the first time."""
        if name is not None:
            count = 0 if name in self._known else count
            self._known.add(name)
        self.done += count


_EFFORTS: Final[ContextVar[tuple[Effort, ...]]] = ContextVar("efforts", default=())


@contextmanager
def within(*efforts: Effort) -> Iterator[None]:
    """Count what is done here for these efforts beside those that hold already."""
    token = _EFFORTS.set((*_EFFORTS.get(), *efforts))
    try:
        yield
    finally:
        _EFFORTS.reset(token)


@contextmanager
def apart(most: int = sys.maxsize) -> Iterator[Effort]:
    """Count what is done here for itself alone: how much it was can be charged afterwards."""
    own = Effort(most)
    token = _EFFORTS.set((own,))
    try:
        yield own
    finally:
        _EFFORTS.reset(token)


def spend(count: int = 1, name: Hashable = None) -> None:
    """Count some work; `Spent` when that is more than is left. What has a name is kept, and costs only once."""
    efforts = _EFFORTS.get()
    for effort in efforts:
        effort.charge(count, name)
    if efforts and exhausted():
        raise Spent


def worked_out(work: Callable[[], Found]) -> Found | None:
    """What some work comes to; None where more was asked than was allowed, so that it may be wanting."""
    try:
        found = work()
    except Spent:
        return None
    return None if exhausted() else found


def exhausted() -> bool:
    """Whether more was asked here than was allowed."""
    return any(effort.spent for effort in _EFFORTS.get())
