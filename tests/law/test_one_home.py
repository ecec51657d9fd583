"""The names of infractions and incidents stand in their own file or row and nowhere else."""

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
#: Their homes; the words made from them; and the checker, which says over again by itself what certificates are about,
#: since it may share nothing with the program that wrote them.
HOMES: Final = (
    CODE / "rules" / "infractions",
    vocabulary.FILE,
    CODE / "evidence" / "checker.py",
)
#: The published field of a decision, and of what would decide between accounts, has the name of an incident; so has the
#: entry of a toggle in `questions.toml`.
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


def _python() -> Iterator[str]:
    for file in sorted(CODE.rglob("*.py")):
        if not any(home in (file, *file.parents) for home in HOMES):
            text = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if any(name in text for name in NAMES) else ():
                if not (isinstance(node, ast.Constant) and node.value in NAMES):
                    continue
                if str(file.relative_to(CODE)) not in FIELDS.get(str(node.value), ()):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}: {node.value}"


def _scripts_and_templates() -> Iterator[str]:
    names = "|".join(map(re.escape, NAMES))
    for file in sorted(path for path in (ROOT / "reports").rglob("*") if path.suffix in (".js", ".j2")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if match := re.search(rf"[\"'`]({names})[\"'`]", line):
                yield f"{file.relative_to(ROOT)}:{number}: {match[1]}"


def test_no_other_file_names_an_infraction_or_a_kind_of_incident() -> None:
    lines = [*_python(), *_scripts_and_templates()]
    assert not lines, "say what differs in the infraction's own file or row:\n" + "\n".join(lines)


def test_the_search_finds_every_name_in_its_home() -> None:
    """The search itself finds every name in the words made from the files."""
    made = ast.walk(ast.parse(vocabulary.FILE.read_text()))
    assert {node.value for node in made if isinstance(node, ast.Constant)} >= NAMES
