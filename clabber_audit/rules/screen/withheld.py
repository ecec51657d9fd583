"""Steps that do not tell everything: what a law says of one holds for every step that is alike in the rest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NoReturn

from clabber_audit.rules.bound_ruleset import Bound


class WithheldError(Exception):
    """A law asked for what is not told: of a hand about these cards, as a mask, or about all of it."""

    def __init__(self, cards: int = 0) -> None:
        super().__init__()
        self.cards = cards


def withheld(step: Any, *names: str) -> Any:
    """A step of the same kind that refuses to tell some of its fields."""
    kind: Any = type(step)
    return _reticent(kind, names)._make(step._replace(**dict.fromkeys(names, NOBODY_KNOWS)))


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


class Sometime:
    """A moment of which only is known between which clocks it lies; it is the same as itself alone."""

    def __init__(self, earliest: int, latest: int) -> None:
        self.earliest, self.latest = earliest, latest

    def _compared(self, other: Any) -> int:
        """-1 for earlier, 0 for the same, 1 for later."""
        if self is other:
            return 0
        earliest, latest = (other.earliest, other.latest) if isinstance(other, Sometime) else (other, other)
        if self.latest < earliest:
            return -1
        if self.earliest > latest:
            return 1
        raise WithheldError

    def __lt__(self, other: Any) -> bool:
        return self._compared(other) < 0

    def __le__(self, other: Any) -> bool:
        return self._compared(other) <= 0

    def __gt__(self, other: Any) -> bool:
        return self._compared(other) > 0

    def __ge__(self, other: Any) -> bool:
        return self._compared(other) >= 0

    def __eq__(self, other: object) -> bool:
        return self._compared(other) == 0

    __hash__ = None  # type: ignore[assignment]


class _Unknown:
    """Stands where something is withheld, for whoever takes a step apart: it tells nothing but that it is itself."""

    def _refuse(self, *_others: object) -> NoReturn:
        raise WithheldError

    __rand__ = __and__ = __or__ = __ror__ = __add__ = __radd__ = __sub__ = __rsub__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __int__ = __index__ = __iter__ = __invert__ = _refuse

    def __eq__(self, other: object) -> bool:
        return self is other or self._refuse()

    __hash__ = object.__hash__


#: What nobody tells.
NOBODY_KNOWS: Final[Any] = _Unknown()


class Partly(_Unknown):
    """A hand of which only is told which of some cards it has, both as masks."""

    def __init__(self, among: int, has: int) -> None:
        self._among, self._has = among, has

    def __and__(self, cards: int) -> int:  # type: ignore[override]
        if cards & ~self._among:
            raise WithheldError(cards)
        return self._has & cards

    __rand__ = __and__  # type: ignore[assignment]


@cache
def _reticent(kind: Any, names: tuple[str, ...]) -> Any:
    def refuse(_step: object) -> NoReturn:
        raise WithheldError

    return type(kind.__name__, (kind,), {"__slots__": (), **dict.fromkeys(names, property(refuse))})
