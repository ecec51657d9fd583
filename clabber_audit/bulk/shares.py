"""Shares: ranges of a large file, audited with the same options."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from clabber_audit.core.files import unusable_if_fails
from clabber_audit.inputs.records import TABLE, UnreadRecord, find_ending, json_lines
from clabber_audit.records import columns
from clabber_audit.records.parse import LARGEST

#: Bytes of a share; about two thousand hands.
SIZE: Final = 2 << 20

#: Bytes read at once in search of the end of a line.
_PIECE: Final = 1 << 16


class Share(NamedTuple):
    """Range of the bytes of a file: whole lines, or a row group of a table."""

    #: Absolute path of the file.
    path: str
    #: Name of the file in messages.
    source: str
    start: int
    end: int
    #: Number of the first line or row.
    first: int
    #: Number of the row group.
    group: int | None = None

    def blocks(self) -> Iterator[list[UnreadRecord]]:
        """Yield the records of the share in blocks, unparsed. Raise Unusable if the file can no longer be read."""
        with _open_file(self.path, self.source) as file:
            if self.group is not None:
                from clabber_audit.inputs.readers import table_blocks

                yield from table_blocks(file, self.source, self.group, self.first, columns.GROUP)
                return
            file.seek(self.start)
            text = BufferedReader(BytesIO(file.read(self.end - self.start)))
        yield list(json_lines(text, self.source, self.first))

    def digest(self) -> str:
        """Return the SHA-256 of its bytes in hexadecimal digits; for rows, with the footer of the table."""
        result = hashlib.sha256()
        with _open_file(self.path, self.source) as file:
            file.seek(self.start)
            for start in range(self.start, self.end, _PIECE):
                result.update(file.read(min(_PIECE, self.end - start)))
            if self.group is not None:
                result.update(columns.footer(file))
        return result.hexdigest()


@contextmanager
def _open_file(path: str, source: str) -> Iterator[BufferedReader]:
    advice = "check the name and the file"
    with unusable_if_fails(f"cannot read {source}", advice), Path(path).open("rb") as file:
        yield file


def shares_of(source: str) -> Iterator[Share] | None:
    """Yield the shares of a file; None if it cannot be cut and has to be read from its beginning to its end."""
    if not os.path.isfile(source):
        return None
    if source.lower().endswith(TABLE):
        return row_groups(source)
    return shares(source) if find_ending(source) == ".jsonl" else None


def row_groups(source: str) -> Iterator[Share]:
    """Cut a table into its row groups."""
    path, first = os.path.abspath(source), 1
    with _open_file(path, source) as file:
        result = columns.groups(file, source)
    for number, group in enumerate(result):
        yield Share(path, source, group.start, group.end, first, number)
        first += group.rows


def shares(source: str, size: int = SIZE) -> Iterator[Share]:
    """Cut a file into ranges of whole lines, each of about `size` bytes."""
    path, start, line = os.path.abspath(source), 0, 1
    with _open_file(path, source) as file:
        while block := file.read(size):
            rest = 0 if block.endswith(b"\n") else _count_rest_of_line(file)
            end = start + len(block) + rest
            file.seek(end)
            if rest > LARGEST:
                # Of a line longer than any record, read only enough to show that.
                begin, before = start + block.rfind(b"\n") + 1, line
                line += block.count(b"\n")
                if begin > start:
                    yield Share(path, source, start, begin, before)
                yield Share(path, source, begin, begin + LARGEST + 2, line)
                start, line = end, line + 1
                continue
            yield Share(path, source, start, end, line)
            start, line = end, line + block.count(b"\n") + bool(rest)


def _count_rest_of_line(file: BufferedReader) -> int:
    """Return the number of bytes to the end of the line, which is never held whole."""
    piece, passed = bytearray(_PIECE), 0
    while count := file.readinto(piece):
        if end := piece.find(b"\n", 0, count) + 1:
            return passed + end
        passed += count
    return passed
