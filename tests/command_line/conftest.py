"""Fixture: a working directory with one record of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import BAD, CLAIMED, GOOD, OPEN, RENEGE, copy_with, read_text, write_records
from tests.tables import hand_text

UNKNOWN = read_text(hand_text("The last trick unknown"))


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Working directory with one record of every kind."""
    for record in (GOOD, RENEGE, CLAIMED, OPEN, BAD):
        write_records(workdir / f"{record['id']}.json", [record])
    write_records(workdir / "unknown.json", [UNKNOWN])
    impossible = copy_with(GOOD, id="impossible", plays=[{"seat": "N", "card": "9D"}])
    write_records(workdir / "impossible.json", [impossible])
    return workdir
