"""An option means one thing wherever it is: its value is of one kind, and where it is of several, it is listed here."""

from __future__ import annotations

from collections import defaultdict

import pytest

from clabber_audit.cli.commands import FORMER_NAMES
from handbook.commands import Option, commands
from tests.cli import call, run

#: Names with values of several kinds, and why each cannot be mistaken for another. A new one needs a name of its own.
SEVERAL = {
    "--output": "where to write: a file, or a folder where a command writes many files",
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


@pytest.mark.parametrize(
    ("command", "former", "now"),
    [(command, *names) for command, former in FORMER_NAMES.items() for names in former.items()],
)
def test_a_former_name_of_an_option_works_and_no_help_shows_it(command: str, former: str, now: str) -> None:
    shown = {name for one in commands() if one.name == f"clabber-audit {command}" for option in one.options
             for name in _split(option)[0]}  # fmt: skip
    assert now in shown
    assert former not in shown
    done = call(*command.split(), f"{former}=x")
    assert done.err.startswith(f"deprecated: `{command} {former}` is now `{command} {now}`\n")
    assert "No such option" not in done.err


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
