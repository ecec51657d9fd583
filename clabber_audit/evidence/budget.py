"""Search budget."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

Found = TypeVar("Found")


class Spent(Exception):
    """Raised when the search budget runs out."""


class Effort:
    """Search budget, in units of work."""

    def __init__(self, most: int = sys.maxsize, after: Effort | None = None) -> None:
        """Raise `Spent` beyond `most`. Named work already paid `after` another budget is free."""
        self.most = most
        self.done = 0
        self._known: set[Hashable] = set(after._known) if after else set()

    @property
    def spent(self) -> bool:
        """True if more was spent than allowed, so that later results may be incomplete."""
        return self.done > self.most

    def charge(self, count: int, name: Hashable = None) -> None:
        """Charge some work; named work is charged once."""
        if name is not None:
            count = 0 if name in self._known else count
            self._known.add(name)
        self.done += count


_EFFORTS: Final[ContextVar[tuple[Effort, ...]]] = ContextVar("efforts", default=())


@contextmanager
def within(*efforts: Effort) -> Iterator[None]:
    """Charge the work done here to these budgets and to those already in force."""
    token = _EFFORTS.set((*_EFFORTS.get(), *efforts))
    try:
        yield
    finally:
        _EFFORTS.reset(token)


@contextmanager
def apart(most: int = sys.maxsize) -> Iterator[Effort]:
    """Charge the work done here to a budget of its own only, so that it can be charged elsewhere afterwards."""
    own = Effort(most)
    token = _EFFORTS.set((own,))
    try:
        yield own
    finally:
        _EFFORTS.reset(token)


def spend(count: int = 1, name: Hashable = None) -> None:
    """Charge some work to the budgets in force; raise `Spent` if one runs out. Named work is charged once."""
    efforts = _EFFORTS.get()
    for effort in efforts:
        effort.charge(count, name)
    if efforts and exhausted():
        raise Spent


def worked_out(work: Callable[[], Found]) -> Found | None:
    """Return the result of some work, None if a budget ran out."""
    try:
        found = work()
    except Spent:
        return None
    return None if exhausted() else found


def exhausted() -> bool:
    """Return True if a budget in force has run out."""
    return any(effort.spent for effort in _EFFORTS.get())
