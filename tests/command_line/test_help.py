"""Help that helps: an example that can be typed, groups, no word broken; and what a shell completes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from typer import rich_utils

from clabber_audit.cli.completion import infraction_ids, ruleset_ids
from tests.cli import PROGRAM, call


def commands(command: Any = PROGRAM, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group, with the words that call it."""
    yield names, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*names, name))


COMMANDS = dict(commands())
RUN = [names for names, command in COMMANDS.items() if not hasattr(command, "commands")]


@pytest.mark.parametrize("names", RUN, ids=" ".join)
def test_each_command_has_an_example_that_is_understood(names: tuple[str, ...]) -> None:
    """It begins with the command, and its options and arguments are those that there are."""
    command = COMMANDS[names]
    (example,) = re.findall(r"^Example: (.+)$", command.help, re.MULTILINE)
    words = shlex.split(example)
    assert words[: len(names) + 1] == ["clabber-audit", *names]
    command.make_context(names[-1], words[len(names) + 1 :])


@pytest.mark.full
def test_help_breaks_no_word_on_a_narrow_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rich_utils, "MAX_WIDTH", 60)
    for names, command in COMMANDS.items():
        lines = call(*names, "--help").out.split("\n")
        assert max(map(len, lines)) <= 60, names
        for param in command.params:
            told = [
                *(getattr(param, "help", "") or "").split(),
                *(name for name in param.opts if name.startswith("-")),
                param.metavar or "",
            ]
            broken = [word for word in told if not any(word in line for line in lines)]
            assert not broken, (names, param.name)


def test_commands_stand_in_groups() -> None:
    listed = call("--help").out
    heads = [listed.index(f"─ {group} ─") for group in ("Judge", "Write down", "Games and leagues", "Rules", "Keep")]
    assert heads == sorted(heads)
    assert "─ Commands ─" not in listed


def test_a_shell_completes_the_ids_of_both_games() -> None:
    assert [name for name, _ in ruleset_ids("p")] == ["pepper", "progressive-euchre", "pfeffer"]
    assert {"failure-to-follow", "failed-laydown"} <= {name for name, _ in infraction_ids("fail")}
    assert ruleset_ids("house.toml") == []
    for names, command in COMMANDS.items():
        for param in command.params:
            if param.metavar == "RULES" or (names, param.name) in (
                (("explain",), "word"),
                (("rulesets",), "ruleset"),
                (("schema",), "name"),
                (("archive", "list"), "infraction"),
            ):
                assert param.shell_complete(command.make_context("x", [], resilient_parsing=True), ""), (names, param)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("renege", ["under ecl-1992", "failure-to-overtrump", "penalty “renege”"]),
        ("Revoke", ["“renege” under ecl-1992", "failure-to-follow"]),
        ("bower", ["under bid-euchre", "the right bower", "B-004"]),
        ("bells", ["under progressive-euchre", "every table ends the hand"]),
        ("R-033", ["follow-suit"]),
        ("failure to follow", ["failure-to-follow: Failing to follow suit"]),
    ],
)
def test_explain_leads_on(word: str, told: list[str]) -> None:
    done = call("explain", word)
    assert (done.code, done.err) == (0, "")
    assert [part for part in told if part not in done.out] == []


def test_explain_stays_with_the_rules_it_is_given() -> None:
    assert "under pepper" in call("explain", "renege", "-r", "pepper").out
    assert call("explain", "bower", "-r", "wp").code == 2


@pytest.mark.parametrize(
    ("typo", "meant"), [("bwoer", "bower"), ("renig", "renege"), ("failure-to-folow", "failure-to-follow")]
)
def test_explain_knows_near_spellings(typo: str, meant: str) -> None:
    done = call("explain", typo)
    assert done.code == 2
    assert f"did you mean “{meant}”?" in done.err
