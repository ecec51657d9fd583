"""Random command lines from the templates of `commands.txt`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED
from tests.fuzz import odd
from tests.rules import OF_BID_EUCHRE

#: Content of a file that exists at an output path.
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
#: Words sometimes replaced by an odd text.
_FREE: Final = frozenset({"rules", "said", "match", "team"})

#: Templates by their heading in `commands.txt`.
_SECTIONS: Final = Path(__file__).with_name("commands.txt").read_text(encoding="utf-8").split("\n= ")[1:]
_LINES: Final = {name: lines for name, *lines in (section.strip().split("\n") for section in _SECTIONS)}


def _templates(kind: str) -> dict[str, float]:
    """Return the templates for a kind of file, with their weights."""
    found = {}
    for line in _LINES[kind]:
        weight, _, template = line.partition(" ")
        while "<" in template:
            template = re.sub("<([a-z_]+)>", lambda part: _PARTS[part[1]], template)
        found[template] = float(weight)
    return found


_PARTS: Final = dict(line.split(" ", 1) for line in _LINES["parts"])
ON_RECORDS: Final = _templates("records")
ON_SEASON: Final = _templates("season")
ON_ARCHIVE: Final = {
    **_templates("archive"),
    # Decisions in a season whose hands are in the archive.
    **{line.replace("{s}", "season.json").replace("{h}", "!{x}"): 0.5 for line in [*ON_SEASON][1:]},
}
ON_NOTE: Final = _templates("note")
ON_RULES: Final = _templates("rules")
ALONE: Final = _templates("alone")


class CommandLine(NamedTuple):
    """Arguments of a command, the file names that it may write to, and those of them that exist before."""

    args: list[str]
    writes: tuple[str, ...] = ()
    there: tuple[str, ...] = ()


def command_line(
    random: Random, templates: Mapping[str, float], weights: Mapping[str, float] | None = None, **files: str
) -> CommandLine:
    """Return a command from a random template; `weights` overrides weights by command, `files` names its files.

    A file that is missing in `files` is left out of the command.
    """
    weighed = {line: (weights or {}).get(line.split()[0], weight) for line, weight in templates.items()}
    (line,) = random.choices([*weighed], [*weighed.values()])
    line = re.sub(r"\[([^]]*)\]", lambda found: found[1] if random.random() < 0.3 else "", line)
    line = re.sub(r"\(([^)]*)\)", lambda found: random.choice(found[1].split("|")), line)

    def replace_word(found: re.Match[str]) -> str:
        name = found[1]
        if name in files:
            return files[name]
        is_odd = name in _FREE and random.random() < 0.15
        return odd.text(random) if is_odd else random.choice(_WORDS[name])

    left_out = {"{s}", "{h}", "{x}"} - {f"{{{name}}}" for name in files}
    parts = [part for part in line.split() if part not in left_out]
    args = [re.sub(r"\{(\w+)\}", replace_word, part.removeprefix("!")) for part in parts]
    writes = tuple(arg for arg, part in zip(args, parts, strict=True) if part.startswith("!") and arg != "-")
    there = tuple(
        name for name in writes if name.startswith(("y.", "out", "there")) and random.random() < 0.5
    )
    return CommandLine(args, writes, there)
