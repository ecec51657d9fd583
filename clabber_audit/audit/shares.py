"""Files cut into shares, each audited by itself: ranges of bytes that hold whole lines, groups of rows of a table.

What reads tables is loaded for these.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from clabber_audit.ground.errors import Unusable
from clabber_audit.intake import Offered
from clabber_audit.intake.kinds import TABLE, ending
from clabber_audit.intake.lines import Line, numbered
from clabber_audit.record.door import LARGEST

#: How much of a file one share takes, in bytes; about two thousand hands.
SIZE: Final = 2 << 20

#: How much of a line is looked at at once where only its end is sought.
_PIECE: Final = 1 << 16


class Share(NamedTuple):
    """A range of bytes that begins at a line, and the number of that line."""

    path: str
    start: int
    end: int
    first_line: int

    def lines(self) -> Iterator[Line]:
        """The lines in it that are not blank; Unusable where the file can no longer be read."""
        with _read(self.path) as file:
            yield from numbered(_Range(file, self), self.first_line)

    def records(self) -> Iterator[Offered]:
        """The records in it; Unusable as for lines."""
        return (line.offered(self.path) for line in self.lines())


class RowGroup(NamedTuple):
    """A group of the rows of a table, and the number of its first."""

    path: str
    group: int
    first_row: int

    def records(self) -> Iterator[Offered]:
        """The records in it; Unusable where the file can no longer be read."""
        from clabber_audit.intake.tables import table

        with _read(self.path) as file:
            yield from table(file, self.path, self.group, self.first_row)


def row_groups(path: str) -> Iterator[RowGroup]:
    """The groups of the rows of a table."""
    from clabber_audit.columns.parquet import groups

    with _read(path) as file:
        sizes = groups(file, path)
    for (group, _), before in zip(enumerate(sizes), accumulate(sizes, initial=0), strict=False):
        yield RowGroup(path, group, before + 1)


@contextmanager
def _read(path: str) -> Iterator[BufferedReader]:
    try:
        with Path(path).open("rb") as file:
            yield file
    except OSError as problem:
        raise Unusable(f"cannot read {path}", problem.strerror or str(problem), "check the name and the file") from None


def shares_of(path: str) -> Iterator[Share | RowGroup] | None:
    """The shares of a file; None for one that cannot be cut, and so is read from its beginning to its end."""
    if not os.path.isfile(path):
        return None
    if path.lower().endswith(TABLE):
        return row_groups(path)
    return shares(path) if ending(path) == ".jsonl" else None


def shares(path: str, size: int = SIZE) -> Iterator[Share]:
    """Cut a file into ranges of whole lines, each of about `size` bytes."""
    with _read(path) as file:
        start, line = 0, 1
        while block := file.read(size):
            rest = 0 if block.endswith(b"\n") else _rest_of_line(file)
            end = start + len(block) + rest
            file.seek(end)
            if rest > LARGEST:
                # Of a line that no record can be, no more is read again than tells that.
                begin, before = start + block.rfind(b"\n") + 1, line
                line += block.count(b"\n")
                if begin > start:
                    yield Share(path, start, begin, before)
                yield Share(path, begin, begin + LARGEST + 2, line)
                start, line = end, line + 1
                continue
            yield Share(path, start, end, line)
            start, line = end, line + block.count(b"\n") + bool(rest)


def _rest_of_line(file: BufferedReader) -> int:
    """How many bytes a line goes on; it may go on without end, and is never held whole."""
    piece, passed = bytearray(_PIECE), 0
    while count := file.readinto(piece):
        if end := piece.find(b"\n", 0, count) + 1:
            return passed + end
        passed += count
    return passed


class _Range:
    """A part of a file that reads like a file."""

    def __init__(self, file: BufferedReader, share: Share) -> None:
        file.seek(share.start)
        self.file, self.left = file, share.end - share.start

    def readline(self, most: int) -> bytes:
        return self._taken(self.file.readline(min(most, self.left)) if self.left else b"")

    def read(self, most: int) -> bytes:
        return self._taken(self.file.read(min(most, self.left)))

    def peek(self, most: int) -> bytes:
        return self.file.peek(most)[: self.left] if self.left else b""

    def _taken(self, piece: bytes) -> bytes:
        self.left -= len(piece)
        return piece
