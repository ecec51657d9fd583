"""How many hands are to come, for whoever waits: an estimate that costs little beside judging them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Final

from clabber_audit.archive import is_archive
from clabber_audit.ground.errors import ClabberError
from clabber_audit.intake.kinds import TABLE, ending, files

_BLOCK: Final = 1 << 20


def expected(paths: Iterable[str]) -> int | None:
    """About how many hands some paths hold; None where that is told only by reading them through."""
    try:
        counts = [_in_file(file) for file in chain.from_iterable(map(files, paths))]
    except (ClabberError, OSError):
        # What is wrong is told where it is read.
        return None
    return None if None in counts else sum(filter(None, counts))


def _in_file(path: str) -> int | None:
    if path == "-":
        return None
    if is_archive(path):
        return _in_archive(path)
    if path.lower().endswith(TABLE):
        from clabber_audit.columns.parquet import groups

        with Path(path).open("rb") as file:
            return sum(group.rows for group in groups(file, path))
    kind = ending(path)
    if kind in (".json", ".html"):
        return 1
    if kind == ".jsonl.gz" or not Path(path).is_file():
        return None
    with Path(path).open("rb") as file:
        if kind == ".clab":
            from clabber_audit.notation.passage import begins_hand

            return sum(map(begins_hand, file))
        lines = sum(block.count(b"\n") for block in _blocks(file))
    return lines - (kind == ".csv")


def _in_archive(path: str) -> int:
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import statistics

    with open_archive(path, changed=True) as archive:
        return int(statistics(archive)["hands"])


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    while block := file.read(_BLOCK):
        yield block
