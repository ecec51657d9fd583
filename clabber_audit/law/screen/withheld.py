"""Steps that do not tell everything: what a law says of one holds for every step that is alike in the rest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NoReturn

import numpy as np

from clabber_audit.law.bound_ruleset import Bound
from clabber_audit.law.screen.columns import Flags


class WithheldError(Exception):
    """A law asked for what is not told."""


def withheld(step: Any, *names: str) -> Any:
    """A step of the same kind that refuses to tell some of its fields."""
    return _reticent(type(step), names)._make(step._replace(**dict.fromkeys(names, _NOBODY_KNOWS)))


def told_only(step: Any, *names: str) -> Any:
    """A step of the same kind that tells these fields alone."""
    return withheld(step, *(name for name in step._fields if name not in names))


def asked(bounds: Iterable[Bound], step: Any, toggles: Any) -> tuple[bool, list[Bound]]:
    """Whether any law objects to a step, and those that cannot say it without what is withheld."""
    objects, open_ = False, []
    for bound in bounds:
        try:
            objects = objects or bool(bound.offends(step, toggles))
        except WithheldError:
            open_.append(bound)
    return objects, open_


def objections(bound: Bound, step: Any, toggles: Any, count: int) -> Flags:
    """To which of many steps, that are one step with columns in it, a law objects; to all where it cannot say."""
    try:
        return np.broadcast_to(np.asarray(bound.offends(step, toggles), bool), count)
    except (WithheldError, ValueError):
        # A law that is no predicate over masks stops at the truth of a column.
        return np.ones(count, bool)


class _Unknown:
    """Stands where something is withheld, for whoever takes a step apart."""


_NOBODY_KNOWS = _Unknown()


@cache
def _reticent(kind: type[Any], names: tuple[str, ...]) -> Any:
    def refuse(_step: object) -> NoReturn:
        raise WithheldError

    return type(kind.__name__, (kind,), {"__slots__": (), **dict.fromkeys(names, property(refuse))})
