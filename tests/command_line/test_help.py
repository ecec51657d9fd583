"""Help that helps: an example that can be typed, groups, no word broken; and what a shell completes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any, Final, get_args

import pytest
from typer import rich_utils

from clabber_audit.cli.commands import exit_codes_line
from clabber_audit.cli.options import infraction_ids, ruleset_ids
from clabber_audit.records.incidents import InfractionId
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
            if getattr(param, "hidden", False):
                continue
            told = [
                *(getattr(param, "help", "") or "").split(),
                *(name for name in param.opts if name.startswith("-")),
                param.metavar or "",
            ]
            broken = [word for word in told if not any(word in line for line in lines)]
            assert not broken, (names, param.name)


def test_commands_stand_in_groups() -> None:
    listed = call("--help").out
    heads = [
        listed.index(f"─ {group} ─")
        for group in ("Judge", "Write down", "Games and leagues", "Rules", "Keep")
    ]
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
                assert param.shell_complete(command.make_context("x", [], resilient_parsing=True), ""), (
                    names,
                    param,
                )


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("renege", ["under ecl-1992", "failure-to-overtrump", "penalty “renege”"]),
        ("Revoke", ["“Revoke”, which the rules call “renege”, under ecl-1992", "failure-to-follow"]),
        ("bower", ["under bid-euchre", "the right bower", "B-004"]),
        ("bells", ["under progressive-euchre", "each table finishes its hand"]),
        ("R-033", ["follow-suit"]),
        ("failure to follow", ["failure-to-follow: Failing to follow suit"]),
        # What players say (S0, S3: definitions and melds; B-131), with the article that has it.
        ("mule", ["“four jacks”, under ecl-1992", "meld-values"]),
        ("the four boys", ["“four jacks”, under ecl-1992", "meld-values"]),
        ("hick", ["“set”, under ecl-1992", "makers"]),
        ("turkey", ["“set”, under ecl-1992", "makers"]),
        ("turkey tracks", ["“set”, under ecl-1992", "makers"]),
        ("beller", ["“belle”, under ecl-1992", "forgotten-belle"]),
        ("40 dollar dad", ["under ecl-1992", "belle-in-run"]),
        ("upcard", ["“up-card”, under ecl-1992", "rounds"]),
        ("lay down", ["under ecl-1992", "failed-laydown"]),
        ("setpie", ["“set”, under ecl-1992"]),
        ("stick the dealer", ["under pfeffer", "all-pass"]),
        ("bauer", ["under bid-euchre", "the right bower"]),
        # An article by its name, as rulings cite it; each text is in the shipped ruleset.
        ("follow-suit", ["“follow-suit” under ecl-1992", "must play one"]),
        ("renege-called", ["“renege-called” under ecl-1992", "before the last trick is turned over"]),
        # A question in words that no rule has as they stand. In trump the nine, 14, beats the ace, 11: the table of
        # ranks, and the infraction of not beating.
        ("nine beats ace", ["No rule says it in these words", "\n  failure-to-overtrump", "\n  table"]),
        ("Who deals first?", ["No rule says it in these words", "\n  rounds"]),
        (
            "what if cards are exposed",
            ["No rule says it in these words", "\n  exposed-card", "\n  exposed-in-deal"],
        ),
        ("belle xyzzy", ["No rule says it in these words", "\n  belle"]),
    ],
)
def test_explain_leads_on(word: str, told: list[str]) -> None:
    done = call("explain", word)
    assert (done.code, done.err) == (0, "")
    assert [part for part in told if part not in done.out] == []


@pytest.mark.parametrize("name", get_args(InfractionId))
def test_explain_every_infraction(name: str) -> None:
    for ruleset in ("ecl-1992", "gamerules"):
        done = call("explain", name, "--ruleset", ruleset)
        assert (done.code, done.err) == (0, "")
        assert name in done.out
    assert call("explain", name.upper().replace("-", "_")).out == call("explain", name).out
    assert name in call("explain").out


#: What an infraction costs, where the articles say more than its price: table talk is a misdeal once it is called
#: (BD-76), a wrong deal only until the last card (R-018, R-019), and a call not proven costs without another call
#: (R-094). Each has a neighbor that costs as its price says.
COSTS: Final = [
    ("table-talk", "eau-claire-clubs", "recorded; if the other side calls it, the deal is void."),
    ("late-call", "eau-claire-clubs", "recorded, no penalty."),
    (
        "dealing-out-of-turn",
        "ecl-1992",
        "the deal is void if it is called in time; after that it is recorded.",
    ),
    ("exposed-in-deal", "ecl-1992", "the deal is void."),
    ("unproven-claim", "wp", "a renege: 162 and meld to the opponents."),
    ("early-belle", "wp", "a renege: 162 and meld to the opponents, if it is called."),
    ("unproven-claim", "pepper", "no infraction."),
]


@pytest.mark.parametrize(("infraction", "rules", "cost"), COSTS)
def test_explain_says_what_the_articles_say_it_costs(infraction: str, rules: str, cost: str) -> None:
    assert f"\nUnder {rules}: {cost}\n" in call("explain", infraction, "-r", rules).out


def test_explain_stays_with_the_rules_it_is_given() -> None:
    assert "under pepper" in call("explain", "renege", "-r", "pepper").out
    assert call("explain", "bower", "-r", "wp").code == 2


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("bwoer", "did you mean “bower”?"), ("renig", "did you mean “renege”?"),
        ("folow-suit", "did you mean “follow-suit”?"),
        ("failure-to-folow", "did you mean “failure-to-follow”?"), ("xyzzy plugh", ""), ("is it the", ""),
    ],
)  # fmt: skip
def test_explain_finds_nothing_but_near_spellings(word: str, told: str) -> None:
    done = call("explain", word)
    assert (done.code, told in done.err) == (2, True)


@pytest.mark.parametrize("names", RUN, ids=" ".join)
def test_every_help_ends_with_the_exit_codes_of_the_command(names: tuple[str, ...]) -> None:
    shown = " ".join(call(*names, "--help").out.split())
    assert shown.endswith(exit_codes_line(" ".join(names)))
