"""Files of lines, of which none is ever held in memory that is longer than a record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import IO, Any

from clabber_audit.ground.errors import Place
from clabber_audit.intake.offer import BOM, Offered, Unread, oversized, record
from clabber_audit.record.door import LARGEST

#: A line without its end, None where it is longer than any record; and its number.
Numbered = tuple[bytes | None, int]


def json_lines(file: Any, source: str, first_line: int = 1) -> Iterator[Unread]:
    """The records of a file of JSON Lines, none of them read yet; blank lines are passed over."""
    for text, number in numbered_lines(file, first_line):
        yield Unread(text, partial(offered_line, text, source, number))


def numbered_lines(file: Any, first_line: int = 1) -> Iterator[Numbered]:
    """The lines of such a file that are not blank."""
    number, read = first_line, file.readline
    while line := read(LARGEST + 2):
        if number == 1:
            line = line.removeprefix(BOM)
        if len(line) > LARGEST + 1:
            _pass_over(line, file)
            yield None, number
        elif line and not line.isspace():
            yield line.rstrip(b"\r\n"), number
        else:
            number += blank_lines(file)
        number += 1


def offered_line(text: bytes | None, source: str, number: int) -> Offered:
    """What a line offers."""
    base = Place(number, 1)
    return oversized(source, base) if text is None else record(text, source, base)


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
