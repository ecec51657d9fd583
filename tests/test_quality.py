"""Tests that generated files are up to date, and that README and architecture page match the code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from handbook import man
from tests import architecture, measure
from tests.conformance import making
from tests.schemas import FOLDER, PUBLISHED, schema_text
from tests.vocabulary import FILE, vocabulary

ROOT = Path(__file__).parent.parent


def test_test_without_cases_fails(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text(
        "import pytest\n\n@pytest.mark.parametrize('file', [])\ndef test(file): ...\n", encoding="utf-8"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        str(ROOT / "pyproject.toml"),
        "-o",
        "addopts=",
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "Empty parameter set" in done.stdout) == (2, True), done.stdout


def test_vocabulary_of_records_is_up_to_date() -> None:
    """The words of infractions are written into the module that reads records."""
    assert FILE.read_text(encoding="utf-8") == vocabulary(), (
        "out of date; write it again with .venv/bin/nox -s regen"
    )


@pytest.mark.parametrize("file", PUBLISHED)
def test_schemas_are_up_to_date(file: str) -> None:
    published = (FOLDER / file).read_text(encoding="utf-8")
    assert published == schema_text(file), "out of date; write it again with .venv/bin/nox -s regen"


def test_conformance_suite_is_up_to_date() -> None:
    committed = making.read_suite()
    assert making.remake_suite(committed) == committed, (
        "out of date; write it again with .venv/bin/nox -s regen"
    )


def test_drawing_of_the_packages_is_up_to_date() -> None:
    page = architecture.PAGE.read_text(encoding="utf-8")
    assert page == architecture.redraw_page(), "out of date; draw it again with .venv/bin/nox -s regen"


def test_man_pages_are_up_to_date() -> None:
    stored = {file.name: file.read_text(encoding="utf-8") for file in man.FOLDER.iterdir()}
    assert stored == man.man_pages(), "out of date; write them again with .venv/bin/nox -s regen"


@pytest.mark.full
def test_language_of_the_package() -> None:
    """Docstrings, class names and signatures, as printed by `nox -s measure` with the sizes."""
    missed = [
        figure
        for figure in measure.language(measure.sources("clabber_audit"), "the package")
        if not figure.is_met
    ]
    assert not missed


def test_readme_has_the_two_install_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line for line in lines if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert "clabber-audit demo" in commands[0]
    assert "-m pytest" in commands[1]


def test_architecture_page_names_every_package() -> None:
    """There is a line for each package, in reverse order of the contract on imports."""
    page = architecture.PAGE.read_text(encoding="utf-8")
    paths = re.findall(r"^\| `(\w+(?:/|\.py))` \|", page, re.MULTILINE)
    assert [path for path in paths if not (ROOT / "clabber_audit" / path).exists()] == []
    named = [path.removesuffix("/").removesuffix(".py") for path in paths]
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ][0]
    floors = {package: -floor for floor, row in enumerate(contract["layers"]) for package in row.split(" | ")}
    assert len(named) == len(floors)
    assert set(named) == set(floors)
    assert [floors[package] for package in named] == sorted(floors[package] for package in named)


def test_where_is_it_decided_names_existing_functions() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| \[`([\w/.]+)`\][^|]+ \| `([\w.]+)` \|$", text, re.MULTILINE)
    assert len(rows) >= 20
    for file, name in rows:
        scope = ast.parse((ROOT / "clabber_audit" / file).read_text(encoding="utf-8")).body
        for part in name.split("."):
            scope = next((node.body for node in scope if getattr(node, "name", "") == part), None)
            assert scope is not None, f"{name} is not in {file}"
