"""Standard input, of which no name tells the kind: its beginning does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from itertools import chain, repeat
from typing import IO, Any, Final

from clabber_audit.archive import MAGIC
from clabber_audit.ground.errors import Place, Unusable
from clabber_audit.intake.kinds import begins_sheet
from clabber_audit.intake.lines import blank_lines, json_lines, lines
from clabber_audit.intake.offer import BOM, Offered, Unread
from clabber_audit.intake.packed import Unpacked
from clabber_audit.intake.rulings import LARGEST_RULING, document, page
from clabber_audit.intake.sheets import LARGEST_SHEET, sheet
from clabber_audit.intake.texts import texts
from clabber_audit.record.door import LARGEST

#: How a file of Parquet begins.
_PARQUET: Final = b"PAR1"


def stream(file: Any, source: str) -> Iterator[Offered | Unread]:
    """Standard input: its first line that is not blank tells what it is."""
    if hasattr(file, "peek") and file.peek(2)[:2] == b"\x1f\x8b":
        yield from stream(Unpacked(file, source), source)
        return
    number, first = 1, file.readline(LARGEST + 2).removeprefix(BOM)
    while first.isspace():
        number, first = number + first.endswith(b"\n") + blank_lines(file), file.readline(LARGEST + 2)
    if first.startswith((MAGIC, _PARQUET)):
        what = "an archive" if first.startswith(MAGIC) else "a Parquet file"
        raise Unusable(f"{what} cannot be read from standard input", "it has to be a file", "give the file name")
    base, start = Place(number, 1), first.lstrip()
    if start.startswith(b"<"):
        yield page(first + file.read(LARGEST_RULING), source, base)
    elif start and not start.startswith((b"{", b"[")) and begins_sheet(first):
        yield from sheet(b"\n" * (number - 1) + first + file.read(LARGEST_SHEET), source, "sheet")
    elif start and not start.startswith((b"{", b"[")):
        yield from texts(chain(repeat(b"\n", number - 1), [first], lines(file)), source)
    elif _is_whole(start):
        yield from json_lines(_Rejoined(first, file), source, number)
    else:
        first += file.read(LARGEST_RULING)
        after = first.split(b"\n", 2)[1:2]
        if after and after[0].startswith(b"{") and _is_whole(after[0]):
            # Only the first of many lines is broken.
            yield from json_lines(_Rejoined(first, file), source, number)
        else:
            yield document(first, source, base)


class _Rejoined:
    """A file of lines of which the beginning has been read already."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self.first, self.rest = BytesIO(first), rest

    def readline(self, most: int) -> bytes:
        line = self.first.readline(most)
        if line.endswith(b"\n") or len(line) == most:
            return line
        return line + self.rest.readline(most - len(line))


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
