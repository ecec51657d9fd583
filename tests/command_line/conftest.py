"""A folder with one record of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import BAD, CLAIMED, GOOD, OPEN, RENEGE, copy_with, encode_record, write_records


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with one record of every kind."""
    monkeypatch.chdir(tmp_path)
    for record in (GOOD, RENEGE, CLAIMED, OPEN, BAD):
        write_records(tmp_path / f"{record['id']}.json", [record])
    hands = GOOD["deal"]["hands"]
    plays = [
        {"seat": seat, "card": hands[seat][trick] if trick < 5 else None}
        for trick in range(6)
        for seat in "WNES"
    ]
    write_records(
        tmp_path / "unknown.json",
        [copy_with(GOOD, id="unknown", deal={"dealer": "S", "upcard": "9S"}, plays=plays)],
    )
    (tmp_path / "impossible.json").write_bytes(
        encode_record(copy_with(GOOD, id="impossible", plays=[{"seat": "N", "card": "9D"}]))
    )
    return tmp_path
