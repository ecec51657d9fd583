"""Random command lines, made from templates.

In a template `[...]` is given or left out, `(a|b)` is one of several, `{name}` a word of that name, and `!` marks what
the command may write.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED
from tests.fuzz import odd
from tests.rules import OF_BID_EUCHRE

#: Content of a file that is in the way of an output.
THERE: Final = b"this was here before\n"
_SAID: Final = (
    "a", "Ruth", "Owls", "upheld", "talk", "one-of-two", "2026", "sheet OR bell", '"', "N*", "a AND", "-",
)  # fmt: skip
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "rules": SHIPPED,
    "family": tuple(OF_BID_EUCHRE),
    "infraction": tuple(infractions()),
    "said": _SAID,
    "field": ("player", "team", "infraction", "round", "season", "from", "to", "venue", "remark", "plyer"),
    "cards": ("9S QS AD", "9♠ Q♠ A♦", "KS JS JH TH 9H AD", "9s,qs", "10H", ""),
    "suit": ("S", "♥", "diamonds", "C", "h"),
    "schema": ("hand", "ruling", "scorecard", "season", "clab", "sheet", "datasette"),
    "entry": ("0", "1", "-1", "9" * 20),
    "checkpoint": ("a0 0 ", "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C", *_SAID),
    "seed": ("1", "-1", "99999999999"),
    "match": ("1", "2", "Owls - Eagles", "0", "-1"),
    "team": ("Owls", "Eagles", "Moose", ""),
    "out": ("out.html", "out.json", "out.csv", "out.xlsx", "out"),
}
#: Words with an odd text in their place now and then.
_FREE: Final = frozenset({"rules", "said", "match", "team"})

_LAW: Final = "[--ruleset {rules}]"
_OUT: Final = "[-o !{out}(| --force)]"
_OF_LEAGUE: Final = f"[--format (html|text|json|csv)] {_OUT} [--anonymous] {_LAW}"
_BY: Final = "--by {said} [--why {said}] [--dry-run]"
_DECIDED: Final = "--holding {said} --because {said} --by {said}"
_HAND: Final = "[--hand {said}]"

#: Templates by weight, for a file of records or rulings; `rule` takes thirty times as long as `check`.
ON_RECORDS: Final[Mapping[str, float]] = {
    f"check {{x}} {_LAW} [--anonymous] [--format (text|json|jsonl)] [--brief] {_OUT}": 41,
    # Other processes take seconds to begin.
    "check {x} --jobs 2": 0.1,
    "convert {x} !(y.json|y.jsonl|y.clab|-|-|y.txt) [--format (json|jsonl|clab)] [--force]": 20,
    f"replay {{x}} {_HAND} {_LAW} [--anonymous]": 16,
    f"score {{x}} {_LAW} [--anonymous] [--format (html|text|json|csv|xlsx)] {_OUT}": 10,
    f"rule {{x}} {_HAND} {_LAW} [--anonymous] [--format (html|text|json)] [(--book .|--no-book)] {_OUT}": 1,
    "rule {x} --believe (1=E|1=N|2=v1|1=sheet|{said}) --because {said} [--by {said}] [--format (html|text|json)]": 1,
    "book check . {x} --try (D-54=upholds|D-53=play|{said}) [--format json]": 0.3,
    "verify {x}": 3,
    f"archive add !a.db {{x}} {_LAW} [--batch 1]": 3,
    f"archive amend !a.db {{x}} --by {{said}} --why {{said}} {_LAW}": 2,
    "fmt !{x}": 1,
    f"league (standings|players|report) season.json {{x}} {_OF_LEAGUE}": 3,
    f"evening {{x}} [--format (html|text|csv)] {_OUT} {_LAW}": 1,
    "appeal {x} --by {said} --because {said} [--answer (D-53=play|{said})] [--(believe 1=E|unbelieve 1)] [-o !y.json]": 1,
    "sign !{x} --key agnes (|--agree NS|--disagree {said}) [--name {said}]": 1,
}
_ON_SEASON: Final[Mapping[str, float]] = {
    f"league approve !{{s}} {{match}} {{h}} {_BY}": 1,
    f"league lock !{{s}} {{match}} {{h}} {_BY}": 1,
    f"league correct !{{s}} {{match}} --result (512:448|{{said}}) {{h}} {_BY}": 1,
    f"league forfeit !{{s}} {{match}} --team {{team}} {{h}} {_BY}": 1,
    f"league penalty !{{s}} {{team}} --points (50|-1|x) {{h}} {_BY}": 1,
    f"league postpone !{{s}} {{match}} --until (2026-02-02|{{said}}) {{h}} {_BY}": 1,
    f"league substitute !{{s}} {{match}} --team {{team}} --player {{said}} {{h}} {_BY}": 1,
    f"league roster !{{s}} {{team}} --add {{said}} {{h}} {_BY}": 1,
    f"league handicap !{{s}} {{team}} --points (20|x) {{h}} {_BY}": 1,
    f"league note !{{s}} {{said}} --match {{match}} --protest {{h}} {_BY}": 1,
    "league appeal !{s} x.json {h} --by {said} [--protest-number 1] [--dry-run]": 1,
    f"league undo !{{s}} (1|{{said}}) {{h}} {_BY}": 1,
    f"league playoffs !{{s}} {{h}} [--day (2026-03-05|{{said}})] [--seeds {{team}}] {_BY}": 1,
    "league keep !{s} [!y.db]": 1,
    "league open {s} {h}": 1,
    "league (log|calendar) {s}": 2,
    "league packet {s} --week (1|{said}) {h} -o !out": 1,
    "league site {s} {h} -o !public --jobs 1": 1,
}
#: For a season file `{s}`, with its hands `{h}` or without: looked at, or decided in.
ON_SEASON: Final[Mapping[str, float]] = {
    f"league (standings|report|schedule) {{s}} [{{h}}] {_OF_LEAGUE}": 24,
    **_ON_SEASON,
}
#: For an archive.
ON_ARCHIVE: Final[Mapping[str, float]] = {
    "archive verify {x} [--checkpoint {checkpoint}]": 20,
    "archive checkpoint {x} (||--note|--sign agnes)": 5,
    "archive list {x} [--(season|team|player|since|until) {said}] [--differing] [--format (text|json|csv)]": 14,
    f"archive show {{x}} {{said}} [--format (html|text|json|record|clab)] (||--history|--entry {{entry}}) {_OUT}": 10,
    "archive search {x} ({said}|{field}:{said}|{said} {field}:{said}) [--limit 1]": 8,
    "archive stats {x} [--format (text|json)]": 6,
    f"archive would-change {{x}} --from {{rules}} --to {{rules}} [--format (html|text|json)] {_OUT}": 1,
    "archive export {x} !(-|y.jsonl|y.clab) [--anonymous] [--force]": 6,
    "archive export {x} !pages --jobs 1": 1,
    "archive backup {x} !(b.db|there.db)": 5,
    f"archive add !{{x}} x.json {_LAW} [--batch 1]": 10,
    f"archive amend !{{x}} x.json --by {{said}} --why {{said}} {_LAW}": 6,
    "archive init {x} [--origin {said}]": 1,
    f"check {{x}} {_LAW} [--anonymous] [--format (text|json|jsonl)] {_OUT}": 10,
    "convert {x} !(y.json|y.jsonl|y.clab|-|y.txt) [--force]": 4,
    f"score {{x}} {_LAW} [--format (html|text|json|csv|xlsx)] {_OUT}": 3,
    f"(replay|rule) {{x}} {_HAND} {_LAW}": 5,
    "verify {x}": 1,
    "archive (decisions|dates) {x} [--format (text|json)]": 5,
    "archive people !{x} [--person {said} --spelling {said}] [--undo 1] [--by {said}]": 2,
    "archive prove {x} {said} [--entry 1]": 3,
    "archive rebuild !{x} [--dry-run]": 5,
    f"league standings season.json {{x}} {_OF_LEAGUE}": 1,
    **{line.replace("{s}", "season.json").replace("{h}", "!{x}"): 0.5 for line in _ON_SEASON},
}
_KNOWN: Final = "[--signed-by ({x}|x.json)]"
#: For a checkpoint or a proof.
ON_NOTE: Final[Mapping[str, float]] = {
    f"archive check-proof {{x}} [--record x.json] {_KNOWN}": 1,
    "archive check-proof {x} --(checkpoint|since) {x}": 1,
    f"archive cosign !{{x}} --key agnes --name {{said}} --last !(y.last|{{x}}) {_KNOWN}": 1,
    f"archive verify a.db --checkpoint {{x}} {_KNOWN}": 1,
    "archive prove a.db --grown-from {x} [--sign agnes]": 1,
    "archive prove a.db {said} --checkpoint {x}": 1,
}
#: For a ruleset `x.toml`.
ON_RULES: Final[Mapping[str, float]] = {
    "rulesets {x} (|--json|--against wp)": 1,
    "rulesets gamerules --against {x}": 1,
    "(check|replay|score) x.json --ruleset {x}": 3,
    "explain [failure-to-follow] -r {x}": 1,
    "legal --cards {cards} --trump S --trick {cards} -r {x}": 1,
    "league standings season.json x.json -r {x}": 1,
    "league init Owls Eagles -r {x}": 1,
    "league init --results {x} -o !y.json": 1,
    "league standings {x} {h}": 1,
    "archive add !a.db x.json -r {x}": 1,
    "book (check|list) {x}": 3,
    f"book site {{x}} [x.json] [-r {{rules}}] {_OUT}": 1,
    "book show {x} ({said}|2026-3) [x.json]": 1,
    "rule x.json --book {x}": 2,
    f"book add !{{x}} --number {{said}} (--answer D-53=play|--answer {{said}}|--question D-52 --text {{said}}) {_DECIDED}": 1,
}
#: Without a file of hands.
ALONE: Final[Mapping[str, float]] = {
    "explain [{infraction}] [-r {rules}]": 3,
    "explain {said} [-r {rules}]": 1,
    "rulesets {rules} (|--against {rules}|--json|--questions)": 4,
    "schema {schema}": 1,
    "legal --cards {cards} --trump {suit} (--trick {cards}|-r {rules})": 2,
    "legal --cards {cards} --trump (NT|LOW|H) -r {family}": 1,
    "simulate --hands 2 -r {family}": 1,
    "simulate --hands (0|1|3) --seed {seed}": 1,
    "simulate --hands 2 --irregular (0|1|0.5|2) -f clab": 1,
    "simulate --hands 2 --events (0|1|2) -f clab": 1,
    "simulate --hands 2 -o !y.jsonl": 1,
    "league init Owls Eagles Moose --start 2026-01-05 -o !y.json": 1,
    "league init Owls Eagles Moose Minks --times 2 --venue Lodge=1 --start 2026-01-05 -o !y.json": 1,
    "league init Owls Eagles --title T --league L --season 2026 --cap 500": 1,
    "league rotation (Ann Bob Cy Dee Eve --rounds 3|s.json)": 2,
    "league check-table (s.json|x.csv --seconds 1)": 2,
    "league schedule s.json": 1,
    "archive init !y.db --origin owls": 1,
    "site s.json": 1,
    "conformance --list --only (H04|h-claims|clabber|x)": 1,
    "conformance --run no-such-program": 1,
    "check s.json": 1,
    "--version": 1,
    "(check|rule|archive|league|verify|score) --help": 1,
    "recorder -o !y.html": 0.4,
    "demo -o !y.html --scorecard !y.csv": 0.4,
    "simulate --whole-season --teams 2 -o !y": 0.4,
    "simulate --evening --tables 2 -o !y.jsonl": 0.4,
}


class CommandLine(NamedTuple):
    """Arguments, the names that the command may write to, and those of them that are there already."""

    args: list[str]
    writes: tuple[str, ...] = ()
    there: tuple[str, ...] = ()


def command_line(
    random: Random, templates: Mapping[str, float], weights: Mapping[str, float] | None = None, **files: str
) -> CommandLine:
    """Return a command from one of some templates; `weights` has others for some commands, `files` the names of files.

    A file that is left out of `files` is left out of the command.
    """
    weighed = {line: (weights or {}).get(line.split()[0], weight) for line, weight in templates.items()}
    (line,) = random.choices([*weighed], [*weighed.values()])
    line = re.sub(r"\[([^]]*)\]", lambda found: found[1] if random.random() < 0.3 else "", line)
    line = re.sub(r"\(([^)]*)\)", lambda found: random.choice(found[1].split("|")), line)

    def word(found: re.Match[str]) -> str:
        name = found[1]
        if name in files:
            return files[name]
        is_odd = name in _FREE and random.random() < 0.15
        return odd.text(random) if is_odd else random.choice(_WORDS[name])

    left_out = {"{s}", "{h}", "{x}"} - {f"{{{name}}}" for name in files}
    parts = [part for part in line.split() if part not in left_out]
    args = [re.sub(r"\{(\w+)\}", word, part.removeprefix("!")) for part in parts]
    writes = tuple(arg for arg, part in zip(args, parts, strict=True) if part.startswith("!") and arg != "-")
    there = tuple(
        name for name in writes if name.startswith(("y.", "out", "there")) and random.random() < 0.5
    )
    return CommandLine(args, writes, there)
