"""Search budget."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

Result = TypeVar("Result")


class Spent(Exception):
    """Raised when the search budget runs out, with the number of steps taken: one or more."""

    def __init__(self, steps: int = 1) -> None:
        super().__init__(steps)
        self.steps = max(steps, 1)


class Unsupported(Exception):
    """Raised when a question needs a kind of position that the search does not handle, whatever the budget."""


_EFFORT: Final[ContextVar[int]] = ContextVar("effort", default=1)


def effort() -> int:
    """Return the factor by which search budgets are multiplied."""
    return _EFFORT.get()


@contextmanager
def searching(factor: int) -> Iterator[None]:
    """Multiply the search budgets made here by a factor."""
    token = _EFFORT.set(factor)
    try:
        yield
    finally:
        _EFFORT.reset(token)


class Budget:
    """Search budget, in units of work."""

    def __init__(self, most: int = sys.maxsize, after: Budget | None = None) -> None:
        """Raise `Spent` beyond `most` times the effort. Named work already paid `after` another budget is free."""
        self.most = most * effort()
        self.done = 0
        self._known: set[Hashable] = set(after._known) if after else set()

    @property
    def is_spent(self) -> bool:
        """True if more was spent than allowed, so that later results may be incomplete."""
        return self.done > self.most

    def charge(self, count: int, name: Hashable = None) -> None:
        """Charge some work; named work is charged once."""
        if name is not None:
            count = 0 if name in self._known else count
            self._known.add(name)
        self.done += count


_IN_FORCE: Final[ContextVar[tuple[Budget, ...]]] = ContextVar("budgets", default=())


@contextmanager
def charge_to(*budgets: Budget) -> Iterator[None]:
    """Charge the work done here to these budgets and to those already in force."""
    token = _IN_FORCE.set((*_IN_FORCE.get(), *budgets))
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


@contextmanager
def charge_own_budget(most: int = sys.maxsize) -> Iterator[Budget]:
    """Charge the work done here to a budget of its own only, so that it can be charged elsewhere afterwards."""
    own = Budget(most)
    token = _IN_FORCE.set((own,))
    try:
        yield own
    finally:
        _IN_FORCE.reset(token)


def spend(count: int = 1, name: Hashable = None) -> None:
    """Charge some work to the budgets in force; raise `Spent` if one runs out. Named work is charged once."""
    budgets = _IN_FORCE.get()
    for budget in budgets:
        budget.charge(count, name)
    if budgets and is_exhausted():
        raise Spent(next(budget.most for budget in budgets if budget.is_spent))


def run_within_budget(work: Callable[[], Result]) -> Result | None:
    """Return the result of some work, None if a budget ran out."""
    try:
        result = work()
    except Spent:
        return None
    return None if is_exhausted() else result


def is_exhausted() -> bool:
    """Return True if a budget in force has run out."""
    return any(budget.is_spent for budget in _IN_FORCE.get())
