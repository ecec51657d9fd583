"""Fixture: a working directory with one record of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import BAD, CLAIMED, GOOD, OPEN, RENEGE, copy_with, read_text, write_records

#: West leads to every trick; the last one is not recorded.
UNKNOWN = read_text("""\
clabber 1
hand unknown
seats N Ruth / E Carl / S Dora / W Joe
deal S
up 9s
calls play
1W ksasqs9s
2W jstsqdkh
3W jhahjdkd
4W thqhqc9d
5W 9htdtckc
6W ????????
""")


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Working directory with one record of every kind."""
    monkeypatch.chdir(tmp_path)
    for record in (GOOD, RENEGE, CLAIMED, OPEN, BAD):
        write_records(tmp_path / f"{record['id']}.json", [record])
    write_records(tmp_path / "unknown.json", [UNKNOWN])
    impossible = copy_with(GOOD, id="impossible", plays=[{"seat": "N", "card": "9D"}])
    write_records(tmp_path / "impossible.json", [impossible])
    return tmp_path
