"""The line in which something is wrong, with a caret below the place."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from clabber_audit.ground.characters import visible_line
from clabber_audit.ground.errors import Fault, Place

#: How much of a long line is shown on either side of the place, in characters.
_BEFORE: Final = 40
_AFTER: Final = 30


def excerpt(line: str, column: int) -> tuple[str, str]:
    """A line as far as it surrounds a column, counted from 1, and the caret that stands below that column."""
    at = min(column, len(line) + 1) - 1
    first, last = max(0, at - _BEFORE), at + _AFTER
    before = ("…" if first else "") + visible_line(line[first:at].replace("\t", " "))
    after = visible_line(line[at:last].replace("\t", " ")) + ("…" if last < len(line) else "")
    return before + after.rstrip(), " " * sum(map(_width, before)) + "^"


def quoted(faults: Iterable[Fault], lines: Sequence[str], first: int = 1) -> list[Fault]:
    """Faults with the lines in which they are, out of those of a text whose first line has that number."""
    return [fault._replace(excerpt=_of(fault.place, lines, first)) for fault in faults]


def _of(place: Place | None, lines: Sequence[str], first: int) -> tuple[str, ...]:
    if place is None or not 0 <= place.line - first < len(lines):
        return ()
    line = lines[place.line - first]
    return excerpt(line, place.column) if line.strip() else ()


def _width(char: str) -> int:
    """How many columns of a terminal a character takes."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
