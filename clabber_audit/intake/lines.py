"""Files of lines, of which none is ever held in memory that is longer than a record."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import IO, Any

from clabber_audit.ground.errors import Place
from clabber_audit.intake.offer import BOM, Offered, Unread, oversized, record
from clabber_audit.record.door import LARGEST


def json_lines(file: Any, source: str, first_line: int = 1) -> Iterator[Unread]:
    """The records of a file of JSON Lines, none of them read yet; blank lines are passed over."""
    number = first_line
    while line := file.readline(LARGEST + 2):
        if number == 1:
            line = line.removeprefix(BOM)
        if len(line) > LARGEST + 1:
            _pass_over(line, file)
            yield _unread(None, source, number)
        elif line and not line.isspace():
            yield _unread(line.rstrip(b"\r\n"), source, number)
        else:
            number += blank_lines(file)
        number += 1


def _unread(text: bytes | None, source: str, number: int) -> Unread:
    return Unread(text, partial(_offered, text, source, number))


def _offered(text: bytes | None, source: str, number: int) -> Offered:
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
