"""Archive with every kind of content, for tests that damage it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.spoiling import everything


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return everything(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def spoilt(whole: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    path = tmp_path / "otters.db"
    path.write_bytes(whole.read_bytes())
    return path
