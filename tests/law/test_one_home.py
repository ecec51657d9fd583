"""Each name of an infraction or incident appears only in its own file or row."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from clabber_audit.games import GAMES
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
#: Name -> files that may have it: published fields called like an incident, and a help text with an example.
ALLOWED: Final = {
    "failure-to-follow": {"cli/rulesets.py"},
    "question": {
        "report/accounts.py",
        "judge/precedents.py",
        "rules/book_file.py",
        "cli/book.py",
        "cli/archive/read.py",
    },
}
#: Names of more than one word, which are recognized inside a text too.
_IN_TEXT: Final = re.compile(
    rf"(?<![\w-])({'|'.join(re.escape(name) for name in NAMES if not name.isalpha())})(?![\w-])"
)


def _find_docstrings(tree: ast.AST) -> set[ast.AST]:
    """Return the docstrings of a module, which may name what they explain."""
    expressions = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {value for value in expressions if isinstance(value, ast.Constant)}


def _search_text(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name for each string that is a name, or has one inside."""
    tree = ast.parse(text)
    docstrings = _find_docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            names = [node.value] if node.value in NAMES else _IN_TEXT.findall(node.value)
            yield from ((node.lineno, name) for name in names)


@cache
def _search_python() -> list[tuple[str, int, str]]:
    """Return the file, line and name of each string outside the homes that is a name, or has one inside."""
    found = []
    for file in sorted(CODE.rglob("*.py")):
        if not any(home in (file, *file.parents) for home in HOMES):
            text, place = file.read_text(encoding="utf-8"), str(file.relative_to(CODE))
            named = _search_text(text) if any(name in text for name in NAMES) else ()
            found += [(place, line, name) for line, name in named]
    return found


def _search_scripts_and_templates() -> Iterator[str]:
    names = "|".join(map(re.escape, NAMES))
    for file in sorted(path for path in (ROOT / "reports").rglob("*") if path.suffix in (".js", ".j2")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if match := re.search(rf"[\"'`]({names})[\"'`]", line):
                yield f"{file.relative_to(ROOT)}:{number}: {match[1]}"


def test_no_other_file_names_an_infraction_or_incident() -> None:
    others = (one for one in _search_python() if one[0] not in ALLOWED.get(one[2], ()))
    lines = [f"clabber_audit/{place}:{line}: {name}" for place, line, name in others]
    lines += _search_scripts_and_templates()
    assert not lines, "say what differs in the infraction's own file or row:\n" + "\n".join(lines)


def test_every_exception_is_needed() -> None:
    found = {(name, place) for place, _, name in _search_python()}
    assert {(name, place) for name, places in ALLOWED.items() for place in places} <= found


def test_search_finds_a_name_inside_a_text() -> None:
    """Also in a formatted one, but not in a docstring or inside another name."""
    for text in ("'such as \"early-belle\"'", "f'{1} early-belle, {2}'", "'card_half_shown'"):
        assert [line for line, _ in _search_text(f"x = {text}")] == [1], text
    for text in ("'early-belles'", "'a-early-belle'", "'early belle'"):
        assert not list(_search_text(f"x = {text}")), text
    assert not list(_search_text('"""The early-belle."""'))


def test_search_finds_every_name() -> None:
    """The search finds every name in the words generated from the files."""
    nodes = ast.walk(ast.parse(vocabulary.FILE.read_text()))
    assert {node.value for node in nodes if isinstance(node, ast.Constant)} >= NAMES


def test_judge_asks_for_no_game_by_its_name() -> None:
    """A rule of play that games have differently is a field of `Game`; only `scoring_of` picks a module by the game."""
    ids, scoring = {game.id for game in GAMES}, CODE / "judge" / "scoring" / "__init__.py"
    asking = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in sorted({*(CODE / "judge").rglob("*.py")} - {scoring})
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and any(
            isinstance(side, ast.Constant) and side.value in ids for side in (node.left, *node.comparators)
        )
    ]
    assert not asking, f"add a field to Game (games/game.py) for what {', '.join(asking)} decides"
