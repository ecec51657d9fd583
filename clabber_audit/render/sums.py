"""The shape of a sum: lines with an amount for each team."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Line(NamedTuple):
    """One line of a sum: an addend, something that does not count, the total, the mark."""

    label: str
    detail: str
    #: What each team gets, North-South first; empty for nothing.
    amounts: tuple[str, str]
    kind: Literal["addend", "void", "total", "mark"]


class Sum(NamedTuple):
    """A sum with its heading."""

    caption: str
    lines: tuple[Line, ...]


def line(label: str, detail: str, team: int, points: int) -> Line:
    """An addend for one team."""
    return Line(label, detail, (str(points), "") if team == 0 else ("", str(points)), "addend")
