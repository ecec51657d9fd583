"""What is wrong with a line, as the prompt tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.ground.errors import Fault, Refused, shown

#: More than these of one line are not told: the first ones are the slip, the others follow from it.
_MOST: Final = 5


def told(refused: Refused, lines: Sequence[str], now: int | None) -> list[str]:
    """The faults of typed lines; those in line `now`, counted from 1, by their column alone."""
    said = [line for fault in refused.faults[:_MOST] for line in _fault(fault, lines, now)]
    more = len(refused.faults) - _MOST
    return [*said, f"and {more} more"] if more > 0 else said


def _fault(fault: Fault, lines: Sequence[str], now: int | None) -> Iterator[str]:
    place = fault.place
    where = ""
    if place is not None and place.line == now:
        where = f"column {place.column}: "
    elif place is not None and 0 < place.line <= len(lines):
        where = f"line {place.line} ({shown(lines[place.line - 1], 40)}), column {place.column}: "
    yield f"{where}{fault.what}" + (f"; {fault.why}" if fault.why else "")
    # A line that was taken cannot be typed a second time.
    again = ""
    if now is not None and place is not None and 0 < place.line != now:
        again = f"`edit {place.line}` to retype that line"
    elif "twice" in fault.what:
        again = "`edit` lists the lines so far, so that you can retype one; `undo` takes back the last"
    if said := "; ".join(filter(None, (fault.help, again))):
        yield f"    help: {said}"
