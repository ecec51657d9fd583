"""Score sheets, a hand a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from clabber_audit.games.door import admit
from clabber_audit.ground.errors import Refused
from clabber_audit.intake.offer import Offered, lines_of, offer, refusal
from clabber_audit.sheet import LARGEST_SHEET, Entry, entries

__all__ = ["LARGEST_SHEET", "sheet"]

#: Of how many refused rows the line is shown: whoever has mended these knows what to look for in the others.
_SHOWN: Final = 10


def sheet(data: bytes, source: str, name: str) -> Iterator[Offered]:
    """The hands of a score sheet; one that cannot be read as a whole is refused as one."""
    lines, refused_rows = cache(lambda: lines_of(data)), 0
    try:
        for entry in entries(data, name):
            offered = _offered(entry, source, lines if refused_rows < _SHOWN else list)
            refused_rows += offered.refused is not None
            yield offered
    except Refused as refused:
        yield refusal(refused, source, None, lines())


def _offered(entry: Entry, source: str, lines: Callable[[], list[str]]) -> Offered:
    """What one row offers; a row that cannot have happened does not stop the next ones."""
    if entry.refused:
        return refusal(entry.refused, source, None, lines())
    try:
        return offer(admit(entry.record, entry.locate), source, entry.locate)
    except Refused as refused:
        return refusal(refused, source, None, lines())
