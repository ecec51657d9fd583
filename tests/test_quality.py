"""The tree keeps its own rules: types, style, one direction of imports, schemas and examples up to date."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from clabber_audit.render.schemas import PUBLISHED, schema_text

ROOT = Path(__file__).parent.parent


def _run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types() -> None:
    _run(sys.executable, "-m", "mypy")


def test_style() -> None:
    _run(sys.executable, "-m", "ruff", "check", ".")


def test_format() -> None:
    _run(sys.executable, "-m", "ruff", "format", "--check", ".")


def test_imports_point_one_way() -> None:
    _run(str(Path(sys.executable).parent / "lint-imports"))


@pytest.mark.parametrize("file", PUBLISHED)
def test_schemas_are_up_to_date(file: str) -> None:
    published = (ROOT / "schemas" / file).read_text(encoding="utf-8")
    assert published == schema_text(PUBLISHED[file]), "write it again with python -m clabber_audit.render.schemas"


def test_the_readme_has_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert "clabber-audit demo" in commands[0]
    assert "-m pytest" in commands[1]


def test_the_readme_names_every_room() -> None:
    """A line of the tour for each room, from the ground up, as the contract on imports has them from the top down."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\w+)/` \|", readme, re.MULTILINE)
    rooms = {path.name for path in (ROOT / "clabber_audit").iterdir() if (path / "__init__.py").is_file()}
    assert len(named) == len(rooms)
    assert set(named) == rooms
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ][0]
    floors = {room: -floor for floor, row in enumerate(contract["layers"]) for room in row.split(" | ")}
    assert [floors[room] for room in named] == sorted(floors[room] for room in named)
