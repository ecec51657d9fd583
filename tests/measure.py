"""`python -m tests.measure` prints size and language figures of the code, from its syntax trees, next to the goals."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
#: First words of docstrings that circle their subject.
_RIDDLE: Final = re.compile(r"(What|Whether|How|Who|Where|Which|Why|That|Of|So)\b")
_MOST_POSITIONAL: Final = 6
#: Script that lists the modules loaded for one ruling.
_LOADED: Final = """
import contextlib, io, sys
from clabber_audit.__main__ import main
sys.argv = ["clabber-audit", "rule", "examples/ten-comes-home.clab"]
with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
    main()
print(sum(name.startswith("clabber_audit") for name in sys.modules))
"""


class Figure(NamedTuple):
    """Measured value with its goal."""

    name: str
    value: float
    goal: float

    @property
    def is_met(self) -> bool:
        return self.value <= self.goal


def figures() -> Iterator[Figure]:
    """Yield the figures of the package and of its tests."""
    package, tests = sources("clabber_audit"), sources("tests")
    yield Figure("lines of the package", _lines(package), 48_000)
    yield Figure("files of the package", len(package), 240)
    yield Figure("lines of tests", _lines(tests), 42_000)
    done = subprocess.run(
        [sys.executable, "-c", _LOADED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    yield Figure("modules that one `rule` loads", int(done.stdout), 80)
    yield from language(package, "the package")
    yield from language(tests, "tests")


def language(sources: dict[Path, ast.Module], where: str) -> Iterator[Figure]:
    """Yield the figures on docstrings, names and signatures."""
    nodes = [node for tree in sources.values() for node in ast.walk(tree)]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = [
        text for node in nodes if isinstance(node, documented) and (text := ast.get_docstring(node))
    ]
    riddles = sum(bool(_RIDDLE.match(text)) for text in docstrings)
    yield Figure(
        f"riddles among the docstrings of {where}, in percent", round(100 * riddles / len(docstrings), 1), 2
    )
    classes = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    yield Figure(
        f"class names used more than once in {where}", sum(count > 1 for count in classes.values()), 10
    )
    functions = [node.args for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    many = sum(len(args.posonlyargs) + len(args.args) > _MOST_POSITIONAL for args in functions)
    yield Figure(f"functions with more than {_MOST_POSITIONAL} positional parameters in {where}", many, 0)


def sources(folder: str) -> dict[Path, ast.Module]:
    """Return the syntax trees of the files of a folder."""
    files = sorted((ROOT / folder).rglob("*.py"))
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}


def _lines(sources: dict[Path, ast.Module]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in sources)


if __name__ == "__main__":
    for figure in figures():
        met = "met" if figure.is_met else "not met"
        print(f"{figure.name:<65} {figure.value:>9,} {figure.goal:>9,}  {met}")
