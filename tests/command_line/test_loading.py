"""Tests that a command loads only the modules it needs, since it must start quickly at the table."""

from __future__ import annotations

import subprocess
import sys
from typing import Final, NamedTuple

import pytest

from tests.cli import PROGRAM, ROOT, environment

#: Script that runs the program and lists the modules loaded.
_LISTING = """
import contextlib, io, sys
from clabber_audit.__main__ import main
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main()
print(*sys.modules, sep="\\n")
"""


class ModuleNeeds(NamedTuple):
    """Modules that a command loads: rooms other than cli and core, and heavy packages."""

    rooms: set[str]
    packages: set[str]
    #: Modules in these rooms that are not loaded.
    spares: set[str]


_RULES = {"cards", "games", "records", "replay", "rules"}
_JUDGING = {*_RULES, "archive", "evidence", "inputs", "judge", "report"}
#: Packages that take long to load.
_HEAVY = {
    *(
        "click",
        "distributed",
        "jinja2",
        "jiter",
        "numpy",
        "platformdirs",
        "pyarrow",
        "pydantic",
        "pydantic_core",
    ),
    *("rich", "segno", "sqlite3", "sqlite_utils"),
}
_READING = {"jiter", "pydantic", "pydantic_core"}
#: Modules for other games, for accounts, and for other rulesets.
_OF_OTHERS = {
    *(
        "records.bid_euchre",
        "evidence.laydowns.search",
        "games.bid_euchre.game",
        "rules.infractions.invalid_bid",
    ),
    *("judge.scoring.bid_euchre", "rules.ruleset_file", "rules.book_file", "report.accounts"),
}

#: Without converted arguments, typer does not load pydantic.
_EXPLAINING = ModuleNeeds({*_RULES, "report"}, set(), {*_OF_OTHERS, "records.parse", "records.clabber"})
_NEEDS: Final = {
    "--help": ModuleNeeds({"bulk"}, {"rich"}, _OF_OTHERS),
    "--version": ModuleNeeds(set(), set(), _OF_OTHERS),
    "check --help": ModuleNeeds({"bulk"}, {"rich"}, _OF_OTHERS),
    "explain": _EXPLAINING,
    "explain failure-to-follow": _EXPLAINING,
    "check examples/ten-comes-home.clab": ModuleNeeds({*_JUDGING, "bulk"}, _READING, _OF_OTHERS),
    "rule examples/ten-comes-home.clab": ModuleNeeds(
        {*_JUDGING, "api", "signing"}, _READING, {*_OF_OTHERS, "archive.database", "report.page"}
    ),
}


@pytest.mark.parametrize("command", _NEEDS)
def test_loaded_modules(command: str) -> None:
    words, needs = command.split(), _NEEDS[command]
    done = subprocess.run(
        [sys.executable, "-c", _LISTING, *words],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    ours = {name.removeprefix("clabber_audit.") for name in loaded if name.startswith("clabber_audit.")}
    assert {name.partition(".")[0] for name in ours} - {"__main__", "cli", "core"} == needs.rooms
    assert loaded & _HEAVY == needs.packages
    assert not ours & needs.spares
    commands = {f"cli.{name}" for name in ("rule", "check", "rulesets", "convert")} & ours
    own = {"explain": {"cli.rulesets"}, "--version": set()}.get(words[0], {f"cli.{words[0]}"})
    assert command == "--help" or commands == own
    assert not {"cli.league.report", "cli.archive.store"} & ours


def test_spared_modules_exist() -> None:
    """A renamed module would otherwise count as spared for ever."""
    for name in set.union(*(needs.spares for needs in _NEEDS.values())):
        assert (ROOT / "clabber_audit" / f"{name.replace('.', '/')}.py").is_file()


def test_commands_can_be_parsed_repeatedly() -> None:
    """Each run parses its values anew and does not wrap the parser of the run before."""
    for _ in range(sys.getrecursionlimit()):
        with PROGRAM.commands["check"].make_context("check", ["hands.clab"]) as asked:
            assert asked.params["paths"] == ["hands.clab"]
