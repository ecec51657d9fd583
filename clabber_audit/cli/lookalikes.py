"""Names that only look alike, such as a Cyrillic `Воb` beside `Bob`: warned of, never merged, never refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from clabber_audit.cli.screen import say
from clabber_audit.ground.errors import shown

if TYPE_CHECKING:
    from clabber_audit.record.names import LookAlikes

#: The names that this command has met.
_met: list[LookAlikes] = []


def forget() -> None:
    """A command begins: it has met no names."""
    _met.clear()


def meet(names: Iterable[str]) -> list[tuple[str, str]]:
    """Meet names; those that are taken for others, each with the other."""
    from clabber_audit.record.names import LookAlikes

    if not _met:
        _met.append(LookAlikes())
    return list(_met[0].among(names))


def look(names: Iterable[str]) -> None:
    """Meet names, and warn of each that is taken for another."""
    for warning in warnings(names):
        say(f"warning: {warning}")


def warnings(names: Iterable[str]) -> list[str]:
    """Meet names; what there is to warn of."""
    return [_warning(name, other) for name, other in meet(names)]


def _warning(name: str, other: str) -> str:
    odd = " ".join(f"U+{ord(char):04X}" for char in dict.fromkeys(name) if char not in other)
    what = f"“{shown(name)}” looks like “{shown(other)}” but is spelled differently ({odd})"
    return f"{what}; they count as two; if they are the same, correct one"
