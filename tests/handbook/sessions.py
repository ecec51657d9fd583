"""`python -m tests.handbook.sessions` runs each command of `docs/handbook/sessions.md` and updates its first lines."""

from __future__ import annotations

import os
import re
import shutil
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.cli import ROOT
from tests.handbook.reader import CommandStep, PythonStep, Reader, steps

FILE: Final = ROOT / "docs" / "handbook" / "sessions.md"
#: Number of lines shown of an output.
_SHOWN: Final = 12


def fill_in_outputs(page: str) -> str:
    """Return the page with the output of each command; words that differ between two runs become `...`."""
    first, second = _outputs(page), _outputs(page)
    outputs = iter([_merge_outputs(one, other) for one, other in zip(first, second, strict=True)])
    return re.sub(
        r"^```console\n.*?^```$",
        lambda block: "\n".join(
            ["```console", *(f"$ {typed}\n{next(outputs)}".rstrip() for typed in _commands(block[0])), "```"]
        ),
        page,
        flags=re.MULTILINE | re.DOTALL,
    )


def _commands(block: str) -> list[str]:
    return re.findall(r"^\$ (.*)$", block, re.MULTILINE)


def _outputs(page: str) -> list[str]:
    before = Path.cwd()
    with TemporaryDirectory() as name:
        shutil.copytree(ROOT / "examples", Path(name) / "examples")
        os.chdir(name)
        try:
            return list(_run_commands(page))
        finally:
            os.chdir(before)


def _run_commands(page: str) -> list[str]:
    reader, found = Reader(), []
    for step in steps(page):
        if isinstance(step, CommandStep):
            output = reader.type_command(step.command)
            if step.shown is not None:
                found.append(output)
        elif not isinstance(step, PythonStep):
            reader.do(step)
    return found


def _merge_outputs(one: str, other: str) -> str:
    lines = [
        line if line == again else _mask_differences(line, again)
        for line, again in zip_longest(one.splitlines(), other.splitlines(), fillvalue="")
    ]
    return "\n".join([*lines[:_SHOWN], *["..."] * (len(lines) > _SHOWN)])


def _mask_differences(line: str, other: str) -> str:
    """Return a line with `...` for each word that differs in the other run."""
    words = [
        word if word == again else "..."
        for word, again in zip_longest(line.split(" "), other.split(" "), fillvalue="")
    ]
    return " ".join(words)


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    FILE.write_text(fill_in_outputs(FILE.read_text(encoding="utf-8")), encoding="utf-8")
