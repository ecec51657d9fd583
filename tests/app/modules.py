"""Write the list of modules that the judge in the browser keeps, of the standard library and of the packages.

A module is kept if the interpreter that runs in the browser imports it while it judges everything that the tests give
it. Node runs that interpreter. Run `.venv/bin/nox -s modules` after a part was updated or the program imports a new
module.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from clabber_audit.recorder import browser
from clabber_audit.recorder.browser import load_parts, node
from tests.app.hands import lines
from tests.cli import ROOT

FILE: Final = Path(browser.__file__).with_name("modules.txt")

#: Hands and rulings of every kind of file, good and broken, are ruled on; then all modules are named.
ASKING: Final = """
import sys
from pathlib import Path
from clabber_audit.recorder.judging import list_rulings, rule

files = sorted(Path("/asked").iterdir())
for file in files:
    answer = rule(file.read_bytes(), file.name)
    if "page" in answer:
        rule(answer["page"].encode(), "ruling.html")
    for hand in answer.get("hands", ())[:40:8]:
        rule(file.read_bytes(), file.name, hand)
    list_rulings(file.read_bytes(), file.name)
import encodings.ascii, encodings.latin_1, jinja2.debug, tarfile
"\\n".join(sorted(sys.modules))
"""
#: Script that gives the interpreter the program and files, and runs code in it.
RUNNING: Final = Path(__file__).with_name("running.mjs")
#: Modules of the program itself or of the interpreter.
_OWN: Final = ("clabber_audit", "__main__", "pyodide_js")


def list_modules() -> list[str]:
    """Return the imported modules in order."""
    lines = run_in_node(ASKING, _collect_files()).split()
    return [module for module in lines if module.split(".")[0] not in _OWN]


def run_in_node(code: str, files: dict[str, bytes]) -> str:
    """Run code with the program in the browser's interpreter and return its answer; the files are in `/asked`."""
    program = node()
    assert program, "there is no Node here: install the package with its extra, '.[app]'"
    parts = load_parts(print)
    python = browser.interpreter(parts.pop("Pyodide"))
    with TemporaryDirectory() as name:
        place = Path(name)
        for file, data in python.items():
            (place / file).write_bytes(data)
        (place / "program.zip").write_bytes(
            browser.zip_files({**browser.packages(parts), **browser.program()})
        )
        (place / "asking.py").write_text(code, encoding="utf-8")
        (place / RUNNING.name).write_bytes(RUNNING.read_bytes())
        (place / "asked").mkdir()
        for file, data in files.items():
            (place / "asked" / file).write_bytes(data)
        subprocess.run([program, "running.mjs"], cwd=place, check=True)
        return (place / "answer.txt").read_text(encoding="utf-8")


def _collect_files() -> dict[str, bytes]:
    example = (ROOT / "examples" / "ten-comes-home.clab").read_bytes()
    return {
        "hands.jsonl": "\n".join(lines()).encode(),
        "hand.clab": example,
        "marked.clab": b"\xef\xbb\xbf" + example,
        "sheet.csv": (ROOT / "examples" / "games" / "friday.csv").read_bytes(),
        "broken.json": b'{"format": ',
        "broken.clab": b"clabber 1\nhand x\nfoo\n",
        "unreadable.json": b"\xff\xfe",
    }


if __name__ == "__main__":
    FILE.write_text("\n".join(list_modules()) + "\n", encoding="utf-8")
