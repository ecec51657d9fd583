"""Tests with fuzzed input: each command ends in time, reports errors in plain characters, and leaves no partial files.

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
from tests.fuzz.running import complaints, working_folder
from tests.scale import at_random

_SEEDS: Final = at_random(10, 100, share=1)
_COUNT: Final = -(-at_random(10, 50_000, share=50) // _SEEDS)


@pytest.fixture(autouse=True)
def _unset_debug_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLABBER_DEBUG", raising=False)


@pytest.mark.parametrize("seed", range(1, _SEEDS + 1))
def test_fuzzed_inputs(seed: int) -> None:
    with working_folder() as folder:
        wrong = [
            f"python -m tests.fuzz {seed} {number}: {complaint}"
            for number in range(_COUNT)
            for complaint in complaints(draw_input(seed, number), Path(folder))
        ]
    assert not wrong, "\n".join(wrong)


def test_templates_cover_every_command() -> None:
    """`record` has inputs of its own."""
    tables = (value for value in vars(commands).values() if isinstance(value, dict))
    lines = [re.sub(r"[][]", "", line) for table in tables for line in table if " " in line]
    tried = {
        ("record",),
        *(tuple(words) for line in lines for words in product(*map(_split_choices, line.split()[:2]))),
    }
    for name, command in program.commands.items():
        inner = getattr(command, "commands", None)
        found = {
            words[1] if inner else name for words in tried if words[0] == name and len(words) > bool(inner)
        }
        assert found >= set(inner or [name])


def _split_choices(word: str) -> list[str]:
    return word.strip("()").split("|")


def test_inputs_are_reproducible() -> None:
    assert [draw_input(7, number) for number in range(25)] == [draw_input(7, number) for number in range(25)]


def _prints(text: str, code: int = 0) -> Callable[[], None]:
    def command() -> None:
        print(text, file=sys.stderr if code else sys.stdout)
        sys.exit(code)

    return command


def _loop_forever() -> None:
    while True:
        pass


def _exceed_memory() -> None:
    bytearray(2 * running.MEMORY)


def _leaves(name: str, code: int = 0) -> Callable[[], None]:
    def command() -> None:
        Path(name).write_text("x")
        _prints("error: no", code)()

    return command


#: Behaviors of a command, with a word of the complaint, empty for correct behavior.
_DEEDS: Final[dict[str, tuple[Callable[[], None], str]]] = {
    "good": (_prints("hearts ♥, and a blank\u00a0that does not break"), ""),
    "refusing": (_prints("x.json:1:1: error: no", 3), ""),
    "writing": (_leaves("y.json"), ""),
    "bug": (_prints("error: this is a bug", 70), "70"),
    "unknown code": (_prints("error", 9), "9"),
    "silent": (_prints("", 5), "nothing said"),
    "escape": (_prints("\x1b[31mred"), "raw"),
    "control in a refusal": (_prints("refused: \x9b31m", 3), "raw"),
    "override": (_prints("a\u202eb"), "raw"),
    "traceback": (_prints("Traceback (most recent call last)", 3), "Traceback"),
    "out of memory": (_prints("error: x.db is damaged: out of memory", 5), "out of memory"),
    "endless": (_loop_forever, "no end"),
    "greedy": (_exceed_memory, "MemoryError"),
    "left behind": (_leaves(".y.json.abc"), "left behind"),
    "left behind when refused": (_leaves("y.json", 3), "left behind"),
    "input changed": (_leaves("x.json"), "changed"),
    "output touched when refused": (_leaves("there.json", 3), "changed"),
    "input gone": (lambda: Path("x.json").unlink(), "gone"),
}


@pytest.mark.parametrize("deed", _DEEDS)
def test_each_misbehavior_is_reported(deed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command planted here misbehaves in one way."""
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
