"""Fixture: a working directory with a season and the hands of its first round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import write_records
from tests.league.seasons import FIRST_ROUND, SEASON, encode_season


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Working directory with `season.json` and the hands of its first round in `hands.jsonl`."""
    (workdir / "season.json").write_bytes(encode_season(SEASON))
    write_records(workdir / "hands.jsonl", FIRST_ROUND)
    return workdir
