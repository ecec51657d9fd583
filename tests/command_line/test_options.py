"""An option means one thing wherever it is: its value is of one kind, and where it is of several, it is listed here."""

from __future__ import annotations

from collections import defaultdict

import pytest

from handbook.commands import Option, commands
from tests.cli import run

#: Names with values of several kinds, and why each cannot be mistaken for another. A new one needs a name of its own.
SEVERAL = {
    "--against": "`rulesets` compares with rules, `archive verify` with a printed line: nothing else stands at hand there",
    "--checkpoint": "a checkpoint is a file or its line; `archive check-proof` takes both",
    "--hand": "`legal` is asked about cards; where a file is given, it is the hand in it",
    "--output": "a folder where a command writes many files",
    "--person": "a player of an archive",
    "--ruleset": "`archive list` looks for the id that hands were judged by",
    "--season": "a name, and a flag where a whole season is made or shown",
    "--since": "a day, a round or a checkpoint: the first of what the command lists or applies to",
    "--team": "a team of the season, or a name as hands have it",
    "--undo": "a number of the list that the command shows: an entry, or a spelling",
    "--to": "`convert` to a form, `league correct` to a result",
}


def _by_name() -> dict[str, dict[str, list[str]]]:
    """Name of each option -> kind of its value -> what it says there."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for command in commands():
        for option in command.options:
            names, kind = _split(option)
            for name in names:
                found[name][kind].append(f"{command.name}: {option.help}")
    return found


def _split(option: Option) -> tuple[list[str], str]:
    *short, last = option.written.split(", ")
    name, _, kind = last.partition(" ")
    return [*short, name], kind


def test_a_name_has_one_kind_of_value() -> None:
    """If it has two, give the new option another name."""
    several = {
        name: dict(kinds) for name, kinds in _by_name().items() if len(kinds) > 1 and name.startswith("--")
    }
    new = {name: kinds for name, kinds in several.items() if name not in SEVERAL}
    assert new == {}, "\n".join(
        f"{name} {kind}: {text}"
        for name, kinds in new.items()
        for kind, texts in kinds.items()
        for text in texts
    )
    assert set(SEVERAL) <= {*_by_name()}, "an option that is gone"


def test_a_letter_stands_for_one_name() -> None:
    letters: dict[str, set[str]] = defaultdict(set)
    for command in commands():
        for option in command.options:
            names, _ = _split(option)
            for name in names:
                if not name.startswith("--"):
                    letters[name].add(names[-1])
    assert {letter: names for letter, names in letters.items() if len(names) > 1} == {}


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("clabber-audit ru", ["rule", "rulesets"]),
        ("clabber-audit explain failure-to-f", ["failure-to-follow"]),
    ],
)
def test_a_shell_completes_commands_and_ids(typed: str, wanted: list[str]) -> None:
    asked = {
        "_CLABBER_AUDIT_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
    }
    assert run(env=asked).out.split() == wanted
