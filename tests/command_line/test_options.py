"""Tests that an option means the same in every command, with one kind of value; the exceptions are listed here."""

from __future__ import annotations

from collections import defaultdict

import pytest

from clabber_audit.cli.commands import FORMER_NAMES, check_signable
from clabber_audit.cli.options import RulingFormat
from clabber_audit.core.errors import UsageError
from handbook.commands import Option, commands
from tests.cli import call, run

#: Names with values of several kinds, and why each cannot be mistaken for another. A new one needs a name of its own.
SEVERAL = {
    "--output": "where to write: a file, or a folder where a command writes many files",
}


def _split_option(option: Option) -> tuple[list[str], str]:
    """Return the names of an option (the letter first if it has one) and the kind of its value."""
    *short, last = option.written.split(", ")
    name, _, kind = last.partition(" ")
    return [*short, name], kind


def test_options_mean_the_same_in_every_command() -> None:
    """An option name has one kind of value, and a letter stands for one name. Otherwise rename the new option."""
    kinds: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for command in commands():
        for option in command.options:
            names, kind = _split_option(option)
            kinds[names[-1]][kind].append(f"{command.name}: {option.help}")
            for letter in names[:-1]:
                kinds[letter][names[-1]].append(command.name)
    several = {name: dict(found) for name, found in kinds.items() if len(found) > 1}
    new = {name: found for name, found in several.items() if name not in SEVERAL}
    assert new == {}, "\n".join(
        f"{name} {kind}: {text}"
        for name, found in new.items()
        for kind, texts in found.items()
        for text in texts
    )
    assert {*SEVERAL} <= {*kinds}, "an option that is gone"


@pytest.mark.parametrize(
    ("command", "former", "now"),
    [(command, *names) for command, former in FORMER_NAMES.items() for names in former.items()],
)
def test_former_option_names_work_but_are_hidden(command: str, former: str, now: str) -> None:
    shown = {name for one in commands() if one.name == f"clabber-audit {command}" for option in one.options
             for name in _split_option(option)[0]}  # fmt: skip
    assert now in shown
    assert former not in shown
    done = call(*command.split(), f"{former}=x")
    assert done.err.startswith(f"deprecated: `{command} {former}` is now `{command} {now}`\n")
    assert "No such option" not in done.err


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("clabber-audit ru", ["rule", "rulesets"]),
        ("clabber-audit explain failure-to-f", ["failure-to-follow"]),
    ],
)
def test_shell_completes_commands_and_ids(typed: str, expected: list[str]) -> None:
    completion = {
        "_CLABBER_AUDIT_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(typed.count(" ")),
    }
    assert run(env=completion).out.split() == expected


@pytest.mark.parametrize("format", [*RulingFormat, "line"])
def test_only_formats_with_signatures_are_signed(format: str) -> None:
    """A format that the recipe in `CONTRIBUTING.md` adds drops no signature in silence."""
    check_signable(format, None)
    if format in ("html", "json"):
        check_signable(format, "key.pem")
    else:
        with pytest.raises(UsageError, match=f"a {format} ruling cannot be signed"):
            check_signable(format, "key.pem")
