"""Which files hold hands: the kinds that endings tell, and what of a folder is read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clabber_audit.ground.errors import Unusable
from clabber_audit.intake.offer import BOM

ENDINGS: Final = (".json", ".jsonl", ".jsonl.gz", ".clab", ".csv", ".html")
#: A table of hands; as an archive it holds what lies beside it, and a folder passes over it.
TABLE: Final = ".parquet"
_SEASON: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"clabber-season/')
#: Of a table's first line as much is looked at.
_LARGEST_HEADING: Final = 1 << 14


def ending(name: str) -> str:
    """The one of `ENDINGS` that a file name has, or nothing. Telephones hand files on as `.clab.txt`, or not at all."""
    return next((known for known in ENDINGS if name.lower().removesuffix(".txt").endswith(known)), "")


def files(path: str) -> Iterator[str]:
    """The files that a path stands for: itself, or all of a folder that may hold hands, in order.

    A season beside its hands is passed over, for it holds none; so is any table that is no score sheet, and an archive.
    """
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    for inner in _within(path):
        if ending(inner.name) and inner.is_file() and not (_is_season(inner) or _is_other_table(inner)):
            yield str(inner)


def _is_season(file: Path) -> bool:
    """Whether a file of a folder begins as a season does."""
    if ending(file.name) != ".json":
        return False
    try:
        with file.open("rb") as opened:
            return _SEASON.match(opened.read(200)) is not None
    except OSError:
        # That it cannot be read is told where it is read.
        return False


def _is_other_table(file: Path) -> bool:
    """Whether a table of a folder begins otherwise than a score sheet does."""
    if ending(file.name) != ".csv":
        return False
    try:
        with file.open("rb") as opened:
            return not begins_sheet(opened.readline(_LARGEST_HEADING))
    except OSError:
        return False


def begins_sheet(line: bytes) -> bool:
    """Whether a line is the heading of a score sheet."""
    from clabber_audit.sheet import is_sheet

    return is_sheet(line.removeprefix(BOM).decode(errors="replace"))


def holds_tallies(path: str) -> bool:
    """Whether a path stands for a tally sheet: standard input does, and any table that is no score sheet."""
    if path == "-":
        return True
    file = Path(path)
    return ending(file.name) == ".csv" and file.is_file() and _is_other_table(file)


def _within(path: str) -> list[Path]:
    """All files of a folder and its folders, in order; Unusable for a folder that may not be read."""

    def refuse(problem: OSError) -> None:
        why = problem.strerror or str(problem)
        raise Unusable(f"cannot read {problem.filename}", why, "check the permissions of the folder") from None

    return sorted(Path(folder) / name for folder, _, names in os.walk(path, onerror=refuse) for name in names)
