"""Fixture: a working directory with a season and the hands of its first round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import write_records
from tests.league.seasons import FIRST_ROUND, SEASON, encode_season


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Working directory with `season.json` and the hands of its first round in `hands.jsonl`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "season.json").write_bytes(encode_season(SEASON))
    write_records(tmp_path / "hands.jsonl", FIRST_ROUND)
    return tmp_path
