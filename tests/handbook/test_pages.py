"""Tests that every command, infraction and article has help, a page, and an example with its output."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from clabber_audit.rules.infractions import infractions
from handbook.commands import Command, command_pages, commands, sessions
from handbook.rules import article_path, articles, rule_pages
from tests.cli import call
from tests.handbook.reader import CommandStep, steps
from tests.scale import at_scale

COMMANDS = [command for command in commands() if not command.is_group]
RULES = sorted(
    {*(f"infractions/{id}" for id in infractions()), *(article_path(*article) for article in articles())}
)
SHAPE = ["What it says", "Why", "Example", "What it costs", "Sources"]
#: Codes of sources and places, which a page writes out in words.
CODE = re.compile(r"\b(?:S\d l\.\d|[XYO]-[A-Z]|R92\b|L\d+\b)")


@cache
def pages() -> dict[str, str]:
    """Render every page once, by path."""
    return {**rule_pages(), **command_pages()}


@pytest.mark.parametrize("command", COMMANDS, ids=[command.name for command in COMMANDS])
def test_commands_have_help_page_and_session(command: Command) -> None:
    """For a command without a session, add one to docs/handbook/sessions.md and have its output filled in."""
    name = command.name.removeprefix("clabber-audit ")
    page = pages()[f"commands/{name.split(' ')[0]}"]
    assert command.about[0].endswith((".", "?"))
    assert command.example.startswith(command.name)
    assert command.exit_codes.startswith("Exit codes: 0 ")
    assert all(one.help for one in (*command.arguments, *command.options))
    for text in (
        f"# {command.name}\n",
        *command.about,
        command.example,
        command.exit_codes,
        sessions()[name],
    ):
        assert text in page
    runs = [step for step in steps(f"{sessions()[name]}\n") if isinstance(step, CommandStep)]
    assert any(step.command.startswith(command.name) for step in runs)


def test_every_session_belongs_to_a_command() -> None:
    assert set(sessions()) == {command.name.removeprefix("clabber-audit ") for command in COMMANDS}


@pytest.mark.parametrize("path", RULES)
def test_pages_of_rules_have_the_same_headings(path: str) -> None:
    page = pages()[path]
    name = path.rpartition("/")[2]
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    assert headings[: len(SHAPE)] == SHAPE
    assert headings[len(SHAPE) :] in ([], ["Decisions"])
    assert page.split("\n\n")[1] == f"`{name}`"
    if path.startswith("infractions/"):
        assert f"At the table: {infractions()[name].words.help}." in page
        assert infractions()[name].manual.split("\n")[0].split(" (")[0] in page
    else:
        _, game, _ = path.split("/")
        assert all(article.text in page for article in articles()[game, name].values())
    sources = page.split("## Sources\n\n")[1].split("\n\n")[0]
    assert sources.startswith("* ")
    assert not CODE.search(sources)


def test_every_infraction_and_article_has_a_page() -> None:
    assert sorted(path for path in pages() if not path.startswith("commands/")) == RULES


def test_article_and_infraction_of_one_name_share_a_page() -> None:
    merged = [article for article in articles() if article_path(*article) == f"infractions/{article[1]}"]
    assert ("clabber", "slow-play") in merged
    # This article defines a renege besides its penalty.
    assert ("clabber", "renege") not in merged
    for game, name in merged:
        assert all(
            article.text in pages()[f"infractions/{name}"] for article in articles()[game, name].values()
        )


@pytest.mark.parametrize("path", RULES[:: len(RULES) // at_scale(7, 20)])
def test_example_of_a_rule_is_the_output_of_the_command(path: str, tmp_path: Path) -> None:
    """Every tenth page is tested; one function makes all of them."""
    example = pages()[path].split("## Example\n\n")[1].split("\n## ")[0]
    (hand,) = re.findall(r"```clab\n(.*?)```", example, re.DOTALL)
    (ruleset,) = re.findall(r"--ruleset ([\w-]+)` begins:", example)
    shown = re.findall(r"```text\n(.*?)\n```", example, re.DOTALL)[-1]
    (tmp_path / "hand.clab").write_text(hand, encoding="utf-8")
    printed = call("rule", tmp_path / "hand.clab", "--ruleset", ruleset).out.replace(" Sources below.", "")
    assert printed.startswith(shown)


@pytest.mark.parametrize(
    "path", ["infractions/failure-to-follow", "infractions/false-meld", "infractions/insufficient-bid"]
)
def test_example_of_an_infraction_is_found_guilty(path: str, tmp_path: Path) -> None:
    (hand,) = re.findall(r"```clab\n(.*?)```", pages()[path], re.DOTALL)
    (tmp_path / "hand.clab").write_text(hand, encoding="utf-8")
    assert f"{path.rpartition('/')[2]}:" in call("check", tmp_path / "hand.clab").out
