"""Each name of an infraction or incident appears only in its own file or row."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clabber_audit.rules.infraction import incident_kinds
from clabber_audit.rules.infractions import infractions
from tests import vocabulary

ROOT: Final = Path(__file__).parents[2]
CODE: Final = ROOT / "clabber_audit"
NAMES: Final = {*infractions(), *incident_kinds()}
#: The files and rows themselves, the words generated from them, and the checker, which names the infractions of
#: certificates itself because it may share no code with the program.
HOMES: Final = (
    CODE / "rules" / "infractions",
    vocabulary.FILE,
    CODE / "evidence" / "checker.py",
)
#: Published fields, and the entry of a toggle in `questions.toml`, that have the name of an incident.
FIELDS: Final = {
    "question": {
        "games/game.py",
        "report/accounts.py",
        "judge/precedents.py",
        "rules/book_file.py",
        "cli/book.py",
        "cli/archive/read.py",
    }
}


def _search_python() -> Iterator[str]:
    for file in sorted(CODE.rglob("*.py")):
        if not any(home in (file, *file.parents) for home in HOMES):
            text = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if any(name in text for name in NAMES) else ():
                if not (isinstance(node, ast.Constant) and node.value in NAMES):
                    continue
                if str(file.relative_to(CODE)) not in FIELDS.get(str(node.value), ()):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}: {node.value}"


def _search_scripts_and_templates() -> Iterator[str]:
    names = "|".join(map(re.escape, NAMES))
    for file in sorted(path for path in (ROOT / "reports").rglob("*") if path.suffix in (".js", ".j2")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if match := re.search(rf"[\"'`]({names})[\"'`]", line):
                yield f"{file.relative_to(ROOT)}:{number}: {match[1]}"


def test_no_other_file_names_an_infraction_or_incident() -> None:
    lines = [*_search_python(), *_search_scripts_and_templates()]
    assert not lines, "say what differs in the infraction's own file or row:\n" + "\n".join(lines)


def test_search_finds_every_name() -> None:
    """The search finds every name in the words generated from the files."""
    nodes = ast.walk(ast.parse(vocabulary.FILE.read_text()))
    assert {node.value for node in nodes if isinstance(node, ast.Constant)} >= NAMES
