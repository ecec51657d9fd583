"""Random typed input: rulesets as TOML, and commands without a file."""

from __future__ import annotations

import json
import re
import shlex
from random import Random
from typing import Final

from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED
from tests.fuzz import odd, seeds, texts
from tests.rules import OF_BID_EUCHRE

_QUOTED: Final = re.compile(rb'"[^"\n]*"')
_SUITS: Final = ("S", "♥", "diamonds", "C", "h")
_HANDS: Final = ("9S QS AD", "9♠ Q♠ A♦", "KS JS JH TH 9H AD", "9s,qs", "10H", "")
#: Lines that stand in nobody's rules.
_LINES: Final = (
    'extends = "x.toml"', 'extends = "y.toml"', 'extends = "wp"', 'extends = "../x.toml"', 'extends = "/dev/zero"',
    'id = "ecl-1992"', 'id = "a\\u001b[31m"', 'title = "\\u202e"', 'title = ""', "repeal = ['announcing']",
    "repeal = 5", "repeal = ['\\u001b']", "[articles]", "[[articles]]", "[articles.announcing]", "articles.a.b.c = 1",
    "= 1", "[", "a = [",
    "toggles = { late_meld = 5 }", 'toggles = { late_meld = "\\u001b" }', "toggles = { x = true }", "penalties = 5",
    'penalties = { failure-to-follow = "renege" }', 'penalties = { x = "renege" }', "d = 2026-01-01", "d = 25:00:00",
    'text = "\\u009b31m"', 'text = """', "text = '''\n\n'''", "rules = ['R-999', '\\u001b']", 'sources = ["\u202e"]',
    'grade = "x"', 'topic = "\\u001b[2J"', "a = 1e999", "a = nan", "a = 0x" + "f" * 400, "# \x1b[31m", "\x00",
)  # fmt: skip


def law(random: Random) -> bytes:
    """A ruleset with changed words, lines that belong elsewhere or nowhere, or bytes of no text."""
    data = random.choice(seeds.laws())
    draw = random.random()
    if draw < 0.35:
        data = texts.reworded(random, data, seeds.words("laws"))
    elif draw < 0.65:
        quoted = random.choice([*_QUOTED.finditer(data)])
        data = data[: quoted.start()] + json.dumps(odd.text(random)).encode() + data[quoted.end() :]
    elif draw < 0.9:
        lines = data.split(b"\n")
        lines.insert(random.randint(0, len(lines)), random.choice(_LINES).encode())
        data = b"\n".join(lines)
    elif draw < 0.97:
        data = texts.spoiled(random, data)
    else:
        often = random.choice((100, 3_000, 20_000))
        deep = random.choice(
            (
                b"a" + b".a" * often + b" = 1",
                b"[a" + b".a" * often + b"]",
                b"a = " + b"[" * often + b"]" * often,
                b"a = " + b"{a=" * often + b"1" + b"}" * often,
                b"\n".join(b"[articles.a%d]" % at for at in range(often)),
                b"\n".join(b"a%d = 1" % at for at in range(often)),
                b'a = "' + b"x" * 10 * often + b'"',
            )
        )
        data = deep + b"\n" + random.choice((data, b""))
    return data


def command(random: Random) -> tuple[list[str], tuple[str, ...]]:
    """A command without a file of hands, and the files that it may write."""
    rules, family, infraction = (
        random.choice(SHIPPED),
        random.choice(OF_BID_EUCHRE),
        random.choice([*infractions()]),
    )
    hand, trick, suit, strain = map(random.choice, (_HANDS, _HANDS, _SUITS, ("NT", "LOW", "H")))
    schema = random.choice(("hand", "ruling", "scorecard", "season", "clab", "sheet", "datasette"))
    count, seed = random.choice(("0", "1", "3")), random.choice(("1", "-1", "99999999999"))
    often = (
        "explain", f"explain {infraction}", f"explain {infraction} -r {rules}",
        f"rulesets {rules}", f"rulesets {rules} --against {random.choice(SHIPPED)}", f"rulesets {rules} --json",
        f"schema {schema}",
        f"legal --hand '{hand}' --trump {suit} --trick '{trick}'", f"legal --hand '{hand}' --trump {suit} -r {rules}",
        f"legal --hand '{hand}' --trump {strain} -r {family}",
        f"simulate --hands 2 -r {family}", f"simulate --hands {count} --seed {seed}",
        f"simulate --hands 2 --irregular {random.choice(('0', '1', '0.5', '2'))} -f clab",
        "simulate --hands 2 -o y.jsonl",
        "league init Owls Eagles Moose --start 2026-01-05 -o y.json",
        "league rotation Ann Bob Cy Dee Eve --rounds 3", "league rotation s.json", "league check-table s.json",
        "league init Owls Eagles Moose Minks --times 2 --venue Lodge=1 --start 2026-01-05 -o y.json",
        f"rulesets {rules} --questions", "league check-table x.csv --seconds 1",
        "league init Owls Eagles --title T --league L --season 2026 --cap 500", "league schedule s.json",
        "archive init y.db --origin owls", "site s.json",
        f"conformance --list --only {random.choice(('H04', 'h-claims', 'clabber', 'x'))}",
        "conformance --run no-such-program", "check s.json", "--version",
        f"{random.choice(('check', 'rule', 'archive', 'league', 'verify', 'score'))} --help",
    )  # fmt: skip
    seldom = (
        "recorder -o y.html", "demo -o y.html --scorecard y.csv", "simulate --season --teams 2 -o y",
        "simulate --evening --tables 2 -o y.jsonl",
    )  # fmt: skip
    args = shlex.split(random.choice(often if random.random() < 0.94 else seldom))
    return args, ("y.jsonl", "y.json", "y.db", "y.html", "y.csv", "y")
