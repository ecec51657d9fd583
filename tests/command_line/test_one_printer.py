"""One place prints: whoever else wrote to a terminal would write what a record holds, escapes and all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import clabber_audit

PACKAGE = Path(clabber_audit.__file__).parent
PRINTER = PACKAGE / "cli" / "output.py"
#: What prints by itself, and what is printed to.
CALLS = {"print", "input", "breakpoint", "echo", "secho", "prompt", "confirm", "progressbar", "pprint", "getpass",
         "print_exc", "print_exception", "warn_explicit", "basicConfig", "StreamHandler"}  # fmt: skip
STREAMS = {"stdout", "stderr", "__stdout__", "__stderr__"}
PACKAGES = {"rich", "click", "curses", "getpass", "pprint", "readline"}
DEVICES = ("/dev/tty", "/dev/std", "/dev/fd", "/proc/self/fd")


#: A text in which none of these stands has nothing that prints.
WORDS = re.compile(
    r"\b(?:{})\b|{}".format(
        "|".join(CALLS | STREAMS | PACKAGES | {"write", "writev", "dup2"}), "|".join(DEVICES)
    )
)


def printing(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each place that prints, with its line; what a builder's tool prints when it is run by itself is left out."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                continue
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in CALLS:
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id="sys"), attr=name) if name in STREAMS:
                yield node.lineno, f"sys.{name}"
            case ast.Attribute(value=ast.Name(id="os"), attr="write" | "writev" | "dup2" as name):
                yield node.lineno, f"os.{name}"
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in PACKAGES:
                yield node.lineno, module
            case ast.ImportFrom(module="sys" | "os", names=names):
                yield from ((node.lineno, alias.name) for alias in names if alias.name in STREAMS | {"write"})
            case ast.Import(names=names):
                yield from (
                    (node.lineno, alias.name)
                    for alias in names
                    if alias.name.split(".")[0] in PACKAGES - {"readline"}
                )
            case ast.Constant(value=str(text)) if text.startswith(DEVICES):
                yield node.lineno, text
            case _:
                pass
        yield from printing(node)


def test_nobody_else_prints() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert PRINTER in files
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {what}"
        for path in files
        if path != PRINTER
        if WORDS.search(text := path.read_text(encoding="utf-8"))
        for line, what in printing(ast.parse(text))
    ]
    assert not found


@pytest.mark.parametrize(
    "code",
    ["print(1)", "import sys\nsys.stdout.write('x')", "x = sys.stderr", "typer.echo('x')", "import rich",
     "from rich.console import Console", "def f():\n    import click", "os.write(1, b'x')", "open('/dev/tty')",
     "typer.prompt('x')", "from sys import stdout", "if x:\n    print(1)", "traceback.print_exc()"],
)  # fmt: skip
def test_the_test_sees(code: str) -> None:
    assert WORDS.search(code)
    assert list(printing(ast.parse(code)))


def test_the_printer_prints() -> None:
    assert list(printing(ast.parse(PRINTER.read_text(encoding="utf-8"))))
