"""Files of lines, of which none is ever held in memory that is longer than a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from clabber_audit.ground.errors import Place
from clabber_audit.intake.offer import BOM, Offered, oversized, record
from clabber_audit.record.door import LARGEST


def json_lines(file: Any, source: str, first_line: int = 1) -> Iterator[Offered]:
    """The records of a file of JSON Lines; blank lines are passed over."""
    number = first_line
    while line := file.readline(LARGEST + 2):
        if number == 1:
            line = line.removeprefix(BOM)
        base = Place(number, 1)
        if len(line) > LARGEST + 1:
            _pass_over(line, file)
            yield oversized(source, base)
        elif line and not line.isspace():
            yield record(line.rstrip(b"\r\n"), source, base)
        else:
            number += blank_lines(file)
        number += 1


def blank_lines(file: Any) -> int:
    """Pass over the blank lines that come next, many at a time; how many there were."""
    passed = 0
    while hasattr(file, "peek") and (ahead := file.peek(1)):
        blank = len(ahead) - len(ahead.lstrip())
        end = ahead.rfind(b"\n", 0, blank) + 1
        if not end:
            break
        passed += file.read(end).count(b"\n")
    return passed


def lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file. One that no hand can hold is cut short, so that it is never in memory whole."""
    while line := file.readline(LARGEST + 2):
        yield line
        _pass_over(line, file)


def _pass_over(line: bytes, file: Any) -> None:
    """Leave out the rest of a line that was read only in part."""
    while len(line) >= LARGEST and not line.endswith(b"\n"):
        line = file.readline(LARGEST)
