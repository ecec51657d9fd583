"""Small archives for tests, and dumps of their content."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from clabber_audit.archive.database import Archive, create, open_archive
from clabber_audit.archive.hands import AddResult, add, prepare_ruling
from clabber_audit.archive.search import checkpoint_line
from clabber_audit.records.formats import canonical
from tests.cli import GOOD, copy_with
from tests.rules import rule_on

AT = "2026-11-21T20:15:00Z"
#: Dates of clippings, by the id of the hand, and the day for those within November 1931.
DATES = {
    "day": "November 5, 1931", "month": "1931-11", "some-day": "1931-11-XX", "one-of-two": "[1931-11-05,1931-11-07]",
    "month-or-later": "[1931-11..]", "season": "1931-23", "year": "1931", "about": "c. 1931", "two-months":
    "November or December 1931", "figures": "11/5/31", "next": "1931-12-01",
}  # fmt: skip
CLIPPINGS = [
    copy_with(GOOD, id=name, context={"date": date}, source={"kind": "newspaper", "citation": "Courier"})
    for name, date in DATES.items()
]


def add_records(archive: Archive, records: Iterable[dict[str, Any]]) -> AddResult:
    """Add records to an open archive."""
    return add(archive, [prepare_ruling(rule_on(record), archive, AT) for record in records])


def make_archive(folder: Path, records: Sequence[dict[str, Any]], name: str = "otters.db") -> Path:
    """Create an archive of these records and return its path."""
    path = folder / name
    path.write_bytes(_fill_archive(name, tuple(map(canonical, records))))
    return path


@lru_cache(maxsize=32)
def _fill_archive(name: str, lines: tuple[str, ...]) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        with create(str(path)) as archive:
            add_records(archive, map(json.loads, lines))
        return path.read_bytes()


def read_checkpoint(path: Path) -> str:
    """Return the checkpoint line that the archive would print now."""
    with open_archive(str(path)) as archive:
        return checkpoint_line(archive)


def dump(path: Path) -> list[str]:
    """Return the content of an archive as lines; archives with the same content have the same lines."""
    with open_archive(str(path)) as archive:
        lines = [line for line in archive.conn.iterdump() if "words_" not in line]
        numbers = [archive.value(f"PRAGMA {name}") for name in ("application_id", "user_version")]
    return [*lines, *map(str, numbers)]


def dump_sorted(path: Path) -> list[str]:
    """Return the sorted dump of an archive, independent of the order of its definitions."""
    return sorted(dump(path))
