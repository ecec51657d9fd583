"""Files and commands of the recipes in `CONTRIBUTING.md`, parsed from its text."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent
from types import ModuleType
from typing import Final, NamedTuple

from clabber_audit.rules.infraction import IncidentKind, read_kind
from tests.handbook.reader import CommandStep, FileStep, steps

ROOT: Final = Path(__file__).parents[1]
TEXT: Final = ROOT / "CONTRIBUTING.md"
#: Parts of a checkout that the recipe or the tests need.
_TREE: Final = ("clabber_audit", "docs", "examples", "reports", "schemas", "tests")
_FILES: Final = ("pyproject.toml", "noxfile.py", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")


def files() -> list[FileStep]:
    """Return the files of all examples in order."""
    return [step for step in steps(TEXT.read_text(encoding="utf-8")) if isinstance(step, FileStep)]


def commands(heading: str) -> list[str]:
    """Return the commands under a heading, without their comments."""
    part = TEXT.read_text(encoding="utf-8").split(f"# {heading}\n", 1)[1].split("\n#", 1)[0]
    typed = [step.command for step in steps(part) if isinstance(step, CommandStep)]
    return [command.partition(" #")[0].rstrip() for command in typed]


def incident(word: str) -> IncidentKind:
    """Return the kind of incident of an example row."""
    rows = [tomllib.loads(file.text) for file in files() if file.path.endswith("/incidents.toml")]
    return next(read_kind(word, row[word]) for row in rows if word in row)


def example(name: str) -> ModuleType:
    """Return the module of an example infraction."""
    (text, *_) = [file.text for file in files() if file.path.endswith(f"/infractions/{name}.py")]
    module = ModuleType(f"clabber_audit.rules.infractions.{name}")
    exec(compile(text, f"{TEXT.name}: {name}.py", "exec"), module.__dict__)
    return module


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and one.read_bytes() == other.read_bytes()


class Copy(NamedTuple):
    """Copy of the tree in which a recipe is carried out."""

    folder: Path

    def write(self, file: FileStep) -> None:
        """Write a new file or add to an existing one."""
        path = self.folder / file.path
        assert path.exists() is bool(file.where), (
            f"{file.path} is there already: the example was carried out in this tree"
        )
        before = path.read_text(encoding="utf-8") if file.where else ""
        if file.line:
            line = f"{file.line}\n"
            assert line in before, f"{file.path} has no line {file.line!r}"
            depth = len(line) - len(line.lstrip())
            after = indent(dedent(file.text), " " * depth) + line * (file.where == "before")
            path.write_text(before.replace(line, after, 1), encoding="utf-8")
        else:
            path.write_text(before + "\n" * bool(file.where) + file.text, encoding="utf-8")

    def run(self, command: str, code: int = 0) -> str:
        """Run a command of the recipe in the copy and return its output; the exit code must be `code`."""
        program, *words = shlex.split(command)
        own = str(Path(sys.executable).parent / program.removeprefix(".venv/bin/"))
        found = subprocess.run(
            [own, *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "CLABBER_SCALE": "desk", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert found.returncode == code, f"{command} ended with {found.returncode}:\n{found.stdout}"
        return found.stdout

    def differing(self) -> set[str]:
        """Return the paths of all files that differ from the tree."""
        return {path for path in self._paths() if not _same(ROOT / path, self.folder / path)}

    def _paths(self) -> Iterator[str]:
        for name in _TREE:
            for path in (self.folder / name).rglob("*"):
                if path.is_file() and "__pycache__" not in path.parts:
                    yield str(path.relative_to(self.folder))


def copy_tree(folder: Path) -> Copy:
    """Copy the tree."""
    for name in _TREE:
        shutil.copytree(ROOT / name, folder / name)
    for name in _FILES:
        shutil.copy(ROOT / name, folder / name)
    return Copy(folder)
