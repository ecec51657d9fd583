"""Whatever a command is given: it ends in time, says in plain characters what is wrong, and leaves nothing half done.

20 inputs are tried at a desk, and 50,000 at full scale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.cli import program
from tests import cli
from tests.fuzz import commands, running
from tests.fuzz.inputs import Input, draw_input
from tests.fuzz.running import complaints, workplace
from tests.scale import at_random

_SEEDS: Final = at_random(20, 100, share=1)
_COUNT: Final = -(-at_random(20, 50_000, share=50) // _SEEDS)


@pytest.fixture(autouse=True)
def _as_people_run_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLABBER_DEBUG", raising=False)


@pytest.mark.parametrize("seed", range(1, _SEEDS + 1))
def test_nothing_to_complain_about(seed: int) -> None:
    with workplace() as folder:
        wrong = [
            f"python -m tests.fuzz {seed} {number}: {complaint}"
            for number in range(_COUNT)
            for complaint in complaints(draw_input(seed, number), Path(folder))
        ]
    assert not wrong, "\n".join(wrong)


def test_every_command_is_tried() -> None:
    """Every command that the program has is in a template; `record` has its own inputs."""
    tables = (value for value in vars(commands).values() if isinstance(value, dict))
    lines = [re.sub(r"[][]", "", line) for table in tables for line in table if " " in line]
    tried = {
        ("record",),
        *(tuple(words) for line in lines for words in product(*map(_choices, line.split()[:2]))),
    }
    for name, command in program.commands.items():
        inner = getattr(command, "commands", None)
        found = {
            words[1] if inner else name for words in tried if words[0] == name and len(words) > bool(inner)
        }
        assert found >= set(inner or [name])


def _choices(word: str) -> list[str]:
    return word.strip("()").split("|")


def test_the_same_again() -> None:
    assert [draw_input(7, number) for number in range(25)] == [draw_input(7, number) for number in range(25)]


def _says(text: str, code: int = 0) -> Callable[[], None]:
    def command() -> None:
        print(text, file=sys.stderr if code else sys.stdout)
        sys.exit(code)

    return command


def _endless() -> None:
    while True:
        pass


def _greedy() -> None:
    bytearray(2 * running.MEMORY)


def _leaves(name: str, code: int = 0) -> Callable[[], None]:
    def command() -> None:
        Path(name).write_text("x")
        _says("error: no", code)()

    return command


#: Deeds of a command, and a word of the complaint; none for a good deed.
_DEEDS: Final[dict[str, tuple[Callable[[], None], str]]] = {
    "good": (_says("hearts ♥, and a blank\u00a0that does not break"), ""),
    "refusing": (_says("x.json:1:1: error: no", 3), ""),
    "writing": (_leaves("y.json"), ""),
    "bug": (_says("error: this is a bug", 70), "70"),
    "unknown code": (_says("error", 9), "9"),
    "silent": (_says("", 5), "nothing said"),
    "escape": (_says("\x1b[31mred"), "raw"),
    "control in a refusal": (_says("refused: \x9b31m", 3), "raw"),
    "override": (_says("a\u202eb"), "raw"),
    "traceback": (_says("Traceback (most recent call last)", 3), "Traceback"),
    "out of memory": (_says("error: x.db is damaged: out of memory", 5), "out of memory"),
    "endless": (_endless, "no end"),
    "greedy": (_greedy, "MemoryError"),
    "left behind": (_leaves(".y.json.abc"), "left behind"),
    "left behind when refused": (_leaves("y.json", 3), "left behind"),
    "input changed": (_leaves("x.json"), "changed"),
    "output touched when refused": (_leaves("there.json", 3), "changed"),
    "input gone": (lambda: Path("x.json").unlink(), "gone"),
}


@pytest.mark.parametrize("deed", _DEEDS)
def test_each_wrong_deed_is_reported(deed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that do something wrong, each in one way, in the place of the program's own."""
    command, word = _DEEDS[deed]

    class PlantedProgram:
        def main(self, args: list[str], prog_name: str) -> Any:
            try:
                command()
            except MemoryError as problem:
                print(repr(problem), file=sys.stderr)
                sys.exit(70)

    monkeypatch.setattr(cli, "PROGRAM", PlantedProgram())
    monkeypatch.setattr(running, "PATIENCE", 0.2)
    files = {"x.json": b"{}", "there.json": b"before"}
    lines = complaints(Input(("rule", "x.json"), files, b"", ("y.json", "there.json")), tmp_path)
    assert any(word in complaint for complaint in lines) if word else not lines, lines
    assert not list(tmp_path.rglob("*.json"))
