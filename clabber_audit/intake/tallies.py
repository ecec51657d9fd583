"""Tally sheets of an evening, a table of a game in each row."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from clabber_audit.ground.errors import Refused, Unusable
from clabber_audit.ground.files import whole
from clabber_audit.intake.offer import START, lines_of, refusal
from clabber_audit.sheet import LARGEST_SHEET, Entry
from clabber_audit.sheet.tallies import tallies


def tallies_in(path: str) -> Iterator[Entry]:
    """The rows of a tally sheet, `-` for standard input; one that cannot be read as a whole is one refusal.

    Unusable for a file that cannot be read.
    """
    try:
        data = sys.stdin.buffer.read(LARGEST_SHEET + 1) if path == "-" else whole(path, LARGEST_SHEET)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {path}", reason, "check the name and the file") from None
    lines = cache(lambda: lines_of(data))
    try:
        for entry in tallies(data, Path(path).name):
            yield (
                entry._replace(refused=refusal(entry.refused, path, None, lines()).refused) if entry.refused else entry
            )
    except Refused as refused:
        yield Entry(None, refusal(refused, path, None, lines()).refused, lambda _path: START)
