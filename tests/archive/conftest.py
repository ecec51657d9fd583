"""Fixtures: an archive with every kind of content, and a copy to damage."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.damage import make_full_archive


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_full_archive(tmp_path_factory.mktemp("whole"))


@pytest.fixture
def damaged(whole: Path, tmp_path: Path) -> Path:
    """Copy of the whole archive, to be damaged."""
    path = tmp_path / "otters.db"
    path.write_bytes(whole.read_bytes())
    return path
