"""Tests that wheel and sdist have the same bytes wherever they are built."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli import ELSEWHERE, ROOT

pytestmark = pytest.mark.full


def clone_repository(place: Path) -> Path:
    """Clone the repository into a folder; return the folder."""
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(place)], check=True)
    return place


def _build(clone: Path, more: Mapping[str, str]) -> dict[str, bytes]:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("SOURCE_DATE_EPOCH", "PYTHONPATH")
    }
    command = [sys.executable, "-m", "hatchling", "build", "--directory", "../made"]
    subprocess.run(command, cwd=clone, env={**environment, **more}, check=True, capture_output=True)
    return {path.name: path.read_bytes() for path in (clone.parent / "made").iterdir()}


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    """Return the files of two builds, from clones in different folders with different dates and umasks."""
    places = [
        tmp_path_factory.mktemp("here") / "clone",
        tmp_path_factory.mktemp("a longer name") / "of another folder",
    ]
    first = _build(clone_repository(places[0]), {})
    before = os.umask(0o077)
    try:
        other = clone_repository(places[1])
        for path in other.rglob("*"):
            if ".git" not in path.parts:
                os.utime(path, (1_000_000_000, 1_000_000_000))
        (other / "clabber_audit" / "__pycache__").mkdir()
        (other / "clabber_audit" / "__pycache__" / "left.pyc").write_bytes(b"over")
        return [first, _build(other, ELSEWHERE)]
    finally:
        os.umask(before)


def test_two_clones_build_the_same_bytes(builds: list[dict[str, bytes]]) -> None:
    one, other = ({name: sha256(data).hexdigest() for name, data in built.items()} for built in builds)
    assert one == other
    assert {Path(name).suffix for name in one} == {".whl", ".gz"}


def test_changed_source_gives_different_bytes(builds: list[dict[str, bytes]], tmp_path: Path) -> None:
    changed = clone_repository(tmp_path / "clone")
    with (changed / "clabber_audit" / "core" / "text.py").open("a", encoding="utf-8") as file:
        file.write("# one line more\n")
    built = _build(changed, {})
    assert set(built) == set(builds[0])
    assert all(built[name] != data for name, data in builds[0].items())


def test_sdist_builds_the_same_wheel(builds: list[dict[str, bytes]], tmp_path: Path) -> None:
    """The sdist has the files that its tests read; neither archive identifies its builder."""
    (sdist,) = (name for name in builds[0] if name.endswith(".gz"))
    (wheel,) = (name for name in builds[0] if name.endswith(".whl"))
    (tmp_path / sdist).write_bytes(builds[0][sdist])
    with tarfile.open(tmp_path / sdist) as archive:
        assert {
            (getmember.uid, getmember.gid, getmember.uname, getmember.gname)
            for getmember in archive.getmembers()
        } == {(0, 0, "", "")}
        archive.extractall(tmp_path / "unpacked", filter="data")
    (folder,) = (tmp_path / "unpacked").iterdir()
    rebuilt = _build_wheel(folder)
    assert rebuilt == builds[0][wheel]
    (tmp_path / wheel).write_bytes(rebuilt)
    names = ZipFile(tmp_path / wheel).namelist()
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    for file in (".pre-commit-hooks.yaml", "noxfile.py", "tests/reproducible/digests.json"):
        assert (folder / file).is_file()


def _build_wheel(folder: Path) -> bytes:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", "made"]
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    (wheel,) = (folder / "made").glob("*.whl")
    return wheel.read_bytes()
