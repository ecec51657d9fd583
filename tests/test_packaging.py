"""Tests of a wheel in an empty environment, and of an editable install, from any folder."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

from clabber_audit.core import __version__
from tests.bom import bom
from tests.handbook.reader import CONSOLE, follow

ROOT = Path(__file__).parent.parent


def _run(*command: str | Path, cwd: Path) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, env=clean, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _check_commands(python: Path, folder: Path) -> None:
    """Run the demo, a schema and a ruling in a folder unrelated to the checkout."""
    folder.mkdir()

    def program(command: str) -> str:
        return _run(python, "-m", "clabber_audit", *command.split(), cwd=folder)

    program("demo -o ruling.html")
    assert "Content-Security-Policy" in (folder / "ruling.html").read_text(encoding="utf-8")
    assert "clabber-hand/1" in program("schema hand")
    program("rule ruling.html -o again.html")
    assert (folder / "again.html").read_bytes() == (folder / "ruling.html").read_bytes()


def _check_season(python: Path, folder: Path) -> None:
    """Simulate a season, archive it, and write its pages."""
    for command in (
        "simulate --whole-season --teams 2 -o season",
        "archive init season.db",
        "archive add season.db season/hands.jsonl",
        "archive export season.db pages",
        "score season.db -o card.html",
        "league standings season/season.json season.db -o t.html",
    ):
        _run(python, "-m", "clabber_audit", *command.split(), cwd=folder)
    for page in ("pages/index.html", "card.html", "t.html"):
        assert "Content-Security-Policy" in (folder / page).read_text(encoding="utf-8")


@pytest.mark.full
def test_wheel_in_an_empty_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "venv"
    venv.create(target, with_pip=True)
    python = target / ("Scripts" if os.name == "nt" else "bin") / "python"
    build = ("wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path)
    _run(sys.executable, "-m", "pip", *build, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    # Modules are compiled as they are imported.
    _run(python, "-m", "pip", "install", "--quiet", "--no-compile", wheel, cwd=tmp_path)
    _check_commands(python, tmp_path / "elsewhere")
    _check_season(python, tmp_path / "elsewhere")
    # The installed program prints what the README shows.
    shutil.copytree(ROOT / "examples", tmp_path / "reader" / "examples")
    monkeypatch.chdir(tmp_path / "reader")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    follow("\n".join(CONSOLE.findall(readme)), python.with_name("clabber-audit"))
    pages = {page.name for page in (target / "share/man/man1").glob("clabber-audit*")}
    assert pages == {page.name for page in (ROOT / "docs/man").iterdir()}
    assert wheel.stat().st_size < 2_000_000
    _check_bill(python)


def _check_bill(python: Path) -> None:
    """Assert that the bill of materials lists all installed and bundled parts, and nothing random."""
    data = bom(str(python))
    root = data["metadata"]["component"]
    assert (data["bomFormat"], root["version"]) == ("CycloneDX", __version__)
    assert "timestamp" not in data["metadata"]
    assert "serialNumber" not in data
    listed = json.loads(_run(python, "-m", "pip", "list", "--format", "json", cwd=ROOT))
    installed = {_plain(one["name"]): one["version"] for one in listed}
    parts = {_plain(part["name"]): part for part in data["components"]}
    carried = parts.pop("lean-qr")
    assert {name: part["version"] for name, part in parts.items()}.items() <= installed.items()
    assert {*installed} - {*parts} <= {"clabber-audit", "pip", "setuptools"}
    assert all(part["purl"] == f"pkg:pypi/{name}@{part['version']}" for name, part in parts.items())
    assert carried["licenses"] == [{"license": {"id": "MIT"}}]
    file = Path(carried["properties"][0]["value"]).relative_to("clabber_audit/_shipped")
    assert f"Lean QR {carried['version']}:" in (ROOT / file).read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=\[; ]", line)[0] for line in project["dependencies"]}
    needs = {one["ref"]: one.get("dependsOn", ()) for one in data["dependencies"]}
    assert {_plain(ref.split("==")[0]) for ref in needs[root["bom-ref"]]} == {*needed, "lean-qr"}


def _plain(name: str) -> str:
    return re.sub(r"[-_. ]+", "-", name).lower()


@pytest.mark.full
def test_editable_install_works_from_any_folder(tmp_path: Path) -> None:
    """The environment of these tests has the editable install of the README."""
    text = distribution("clabber-audit").read_text("direct_url.json")
    assert text
    assert json.loads(text)["dir_info"] == {"editable": True}
    _check_commands(Path(sys.executable), tmp_path / "elsewhere")
