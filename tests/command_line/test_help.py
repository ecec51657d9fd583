"""Tests of the help texts, of `explain` and of shell completion."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from typer import rich_utils

from clabber_audit.cli.commands import exit_codes_line
from clabber_audit.cli.options import infraction_ids, ruleset_ids
from clabber_audit.records.incidents import InfractionId
from clabber_audit.rules.ruleset import SHIPPED, load
from tests.cli import PROGRAM, call
from tests.tables import tables


def commands(command: Any = PROGRAM, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command and group with the words that call it."""
    yield names, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*names, name))


COMMANDS = dict(commands())
RUN = [names for names, command in COMMANDS.items() if not hasattr(command, "commands")]


@pytest.mark.parametrize("names", RUN, ids=" ".join)
def test_help_has_a_valid_example(names: tuple[str, ...]) -> None:
    """The example begins with the command and has only options and arguments that exist."""
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
            if getattr(param, "hidden", False):
                continue
            words = [
                *(getattr(param, "help", "") or "").split(),
                *(name for name in param.opts if name.startswith("-")),
                param.metavar or "",
            ]
            broken = [word for word in words if not any(word in line for line in lines)]
            assert not broken, (names, param.name)


def test_commands_are_grouped() -> None:
    listed = call("--help").out
    heads = [
        listed.index(f"─ {group} ─")
        for group in ("Judge", "Write down", "Games and leagues", "Rules", "Keep")
    ]
    assert heads == sorted(heads)
    assert "─ Commands ─" not in listed


def test_shell_completes_ids_of_both_games() -> None:
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
                assert param.shell_complete(command.make_context("x", [], resilient_parsing=True), ""), (
                    names,
                    param,
                )


#: The head of `explain.md` explains the columns.
EXPLAINED: Final = tables(Path(__file__).with_name("explain.md"))


@pytest.mark.parametrize(("word", "expected"), EXPLAINED["Words of the rules and of the players"])
def test_explain_words_of_rules_and_players(word: str, expected: str) -> None:
    done = call("explain", word)
    assert (done.code, done.err) == (0, "")
    assert [part for part in expected.split(" … ") if part not in done.out] == []


@pytest.mark.parametrize("name", get_args(InfractionId))
def test_explain_every_infraction(name: str) -> None:
    for ruleset in ("ecl-1992", "gamerules"):
        done = call("explain", name, "--ruleset", ruleset)
        assert (done.code, done.err) == (0, "")
        assert name in done.out
    assert call("explain", name.upper().replace("-", "_")).out == call("explain", name).out
    assert name in call("explain").out


@pytest.mark.parametrize(("infraction", "rules", "cost"), EXPLAINED["What an infraction costs"])
def test_explain_states_the_penalty(infraction: str, rules: str, cost: str) -> None:
    assert f"\nUnder {rules}: {cost}\n" in call("explain", infraction, "-r", rules).out


def test_explain_infraction_that_no_shipped_ruleset_binds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house may bind it; the first ruleset of its game is quoted."""

    unbound = {name: rules._replace(penalties={}) for name in SHIPPED for rules in [load(name)]}
    monkeypatch.setattr("clabber_audit.rules.ruleset.load", unbound.__getitem__)
    assert "\nUnder bid-euchre: no infraction.\n" in call("explain", "table-talk").out


def test_explain_searches_only_the_given_rules() -> None:
    assert "under pepper" in call("explain", "renege", "-r", "pepper").out
    assert call("explain", "bower", "-r", "wp").code == 2


@pytest.mark.parametrize(("word", "suggestion"), EXPLAINED["Words that nothing has"])
def test_explain_suggests_near_spellings(word: str, suggestion: str) -> None:
    assert call("explain", word).failed(2, suggestion)


@pytest.mark.parametrize("names", RUN, ids=" ".join)
def test_help_ends_with_exit_codes(names: tuple[str, ...]) -> None:
    shown = " ".join(call(*names, "--help").out.split())
    assert shown.endswith(exit_codes_line(" ".join(names)))
