"""Files of lines, of which none is ever held in memory that is longer than a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any, NamedTuple

from clabber_audit.ground.errors import Place
from clabber_audit.intake.offer import BOM, Offered, oversized, record
from clabber_audit.record.door import LARGEST


def json_lines(file: Any, source: str, first_line: int = 1) -> Iterator[Offered]:
    """The records of a file of JSON Lines; blank lines are passed over."""
    return (line.offered(source) for line in numbered(file, first_line))


class Line(NamedTuple):
    """A line of a file that is not blank, without its end; None where it is longer than any record."""

    number: int
    text: bytes | None

    def offered(self, source: str) -> Offered:
        """The record in it."""
        base = Place(self.number, 1)
        return oversized(source, base) if self.text is None else record(self.text, source, base)


def numbered(file: Any, first_line: int = 1) -> Iterator[Line]:
    """The lines of a file that are not blank."""
    number = first_line
    while line := file.readline(LARGEST + 2):
        if number == 1:
            line = line.removeprefix(BOM)
        if len(line) > LARGEST + 1:
            _pass_over(line, file)
            yield Line(number, None)
        elif line and not line.isspace():
            yield Line(number, line.rstrip(b"\r\n"))
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
