"""A command loads what it needs and nothing besides: what begins at once is used at the table."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli import ROOT, environment

#: Runs the program, and lists what it has loaded: rooms of ours, packages of others.
_LISTING = """
import contextlib, io, sys
from clabber_audit.__main__ import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main()
for name in sys.modules:
    print(".".join(name.split(".")[: 1 + name.startswith("clabber_audit.")]))
    if name.startswith("clabber_audit.cli."):
        print(name.removeprefix("clabber_audit."))
"""
_RULES = {"games", "law", "record", "replay", "rulesets", "table"}
_JUDGING = {*_RULES, "archive", "evidence", "intake", "ruling"}
#: The rooms of each command, beside the commands and the ground.
_ROOMS = {
    "--help": {"audit"},
    "explain renege": {*_RULES, "render"},
    "check examples/ten-comes-home.clab": {*_JUDGING, "audit", "notation", "render"},
    "rule examples/ten-comes-home.clab": {*_JUDGING, "api", "notation", "render"},
}
#: Of the packages, what takes long to load; what a command needs of it is told after its name.
_HEAVY = {
    *("click", "dask", "difflib", "email", "hashlib", "html", "importlib.metadata", "jinja2", "jiter", "numpy", "pyarrow"),
    *("platformdirs", "pydantic", "pydantic_core", "rich", "segno", "sqlite3", "sqlite_utils", "urllib.request"),
}
@pytest.mark.parametrize("asked", _ROOMS)
def test_a_command_loads_what_it_needs(asked: str) -> None:
    words = asked.split()
    done = subprocess.run(
        [sys.executable, "-c", _LISTING, *words],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    rooms = {name.removeprefix("clabber_audit.") for name in loaded if name.startswith("clabber_audit.")}
    assert rooms - {"__main__", "cli", "ground"} == _ROOMS[asked]
    assert loaded & _HEAVY == _PACKAGES.get(asked, {"jiter", "pydantic", "pydantic_core"})
    commands = {f"cli.{name}" for name in ("rule", "check", "explain", "simulate")} & loaded
    assert asked == "--help" or commands == {f"cli.{words[0]}"}
    assert not {"cli.league.standings", "cli.archive.add"} & loaded
