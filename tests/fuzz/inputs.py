"""Fuzz inputs by number: a valid file of some kind, mutated, and a command that reads it."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests import hands
from tests.cli import encode_record
from tests.fuzz import archives, odd, pages, seeds, texts, trees
from tests.fuzz.commands import (
    ALONE,
    ON_ARCHIVE,
    ON_NOTE,
    ON_RECORDS,
    ON_RULES,
    ON_SEASON,
    THERE,
    command_line,
)
from tests.signing.people import AGNES


class Input(NamedTuple):
    """Arguments, files and standard input of a command."""

    args: tuple[str, ...]
    files: dict[str, bytes]
    stdin: bytes = b""
    #: Files that the command may create or change.
    writes: tuple[str, ...] = ()


#: File names that a shell accepts.
_NAMES: Final = (
    "a b", "-x", "a\x1b[31m", "a\nb", "\u202ecba", "a\u2028b", "a\udcff\udc80", "é", "e\u0301", "字", ".x", "a'b",
    'a"b', "a#b", "a?b", "a%41", "x" * 200, "\u3164", "--help", "$(x)", "a\\b",
)  # fmt: skip


def draw_input(seed: int, number: int) -> Input:
    """Return the input with this number, the same each time."""
    random = Random(f"fuzz {seed} {number}")
    (make,) = random.choices([*KINDS], [*KINDS.values()])
    return make(random)


def _make_input(
    random: Random,
    templates: Mapping[str, float],
    name: str,
    data: bytes,
    beside: dict[str, bytes] | None = None,
    weights: Mapping[str, float] | None = None,
) -> Input:
    """Return a command with its file, sometimes under an odd name, or on standard input if possible."""
    named = {"s": name, "h": "h.jsonl"} if templates is ON_SEASON else {"x": name}
    command = command_line(random, templates, weights, **named)
    if templates is ON_SEASON and name in command.writes:
        # Decisions are stored in the archive that the season names.
        command = command._replace(writes=(*command.writes, "a.db"))
    files = {**dict.fromkeys(command.there, THERE), **(beside or {})}
    if "season.json" in command.args:
        files["season.json"] = seeds.season_files()[2]
    if command.args[0] == "archive":
        files.setdefault("a.db", seeds.archives()[1])
        files.setdefault("x.json", encode_record(hands.UPHELD))
    if "agnes" in command.args:
        files["agnes"] = Path(AGNES).read_bytes()
    draw = random.random()
    if draw < 0.1 and not name.endswith((".db", ".toml")) and command.args[0] != "league":
        return Input(_rename(command.args, name, "-"), files, data, command.writes)
    called = name if draw < 0.96 else random.choice(_NAMES) + name[name.index(".") :]
    files[called] = data
    return Input(_rename(command.args, name, called), files, b"", _rename(command.writes, name, called))


def _rename(words: Iterable[str], name: str, other: str) -> tuple[str, ...]:
    return tuple(other if word == name else word for word in words)


def _draw_record(random: Random) -> bytes:
    """Return a record as JSON, valid or mutated: its structure or, less often, its bytes."""
    data = encode_record(seeds.record(random))
    if random.random() < 0.8:
        data = trees.mutate(random, data)
    return texts.mutate_bytes(random, data) if random.random() < 0.1 else data


def _record_input(random: Random) -> Input:
    """Return a command that reads a record as JSON."""
    return _make_input(random, ON_RECORDS, "x.json", _draw_record(random))


def _lines_input(random: Random) -> Input:
    """Return a command that reads a few records as JSON lines, sometimes compressed."""
    data = b"".join(_draw_record(random) for _ in range(random.randint(1, 4)))
    if random.random() < 0.2:
        data = texts.mutate_bytes(random, data)
    if random.random() < 0.8:
        return _make_input(random, ON_RECORDS, "x.jsonl", data)
    packed = gzip.compress(data, mtime=0)
    if random.random() < 0.5:
        packed = texts.mutate_bytes(random, packed)
    return _make_input(random, ON_RECORDS, "x.jsonl.gz", packed)


def _draw_text(random: Random, words: Sequence[str]) -> bytes:
    """Return a hand or two in the text notation, valid or mutated."""
    data = seeds.text(seeds.record(random)) if random.random() < 0.8 else random.choice(seeds.examples())
    if random.random() < 0.1:
        data += b"\n" + random.choice(seeds.examples())
    if random.random() < 0.7:
        data = texts.mutate_words(random, data, words)
    return texts.mutate_bytes(random, data) if random.random() < 0.1 else data


def _text_input(random: Random) -> Input:
    """Return a command that reads hands in the text notation."""
    data = _draw_text(random, seeds.words("texts"))
    return _make_input(random, ON_RECORDS, "x.clab", data, weights={"fmt": 20, "verify": 0})


def _sheet_input(random: Random) -> Input:
    """Return a command that reads a score sheet."""
    data = texts.mutate_words(random, random.choice(seeds.sheets()), seeds.words("sheets"))
    if random.random() < 0.1:
        data = texts.mutate_bytes(random, data)
    return _make_input(random, ON_RECORDS, "x.csv", data, weights={"score": 40, "verify": 0})


def _ruleset_input(random: Random) -> Input:
    """Return a command that uses or shows a ruleset."""
    data = texts.mutate_ruleset(random)
    record = encode_record(seeds.record(random))
    files = {"x.json": record, "y.toml": random.choice(seeds.laws())}
    return _make_input(random, ON_RULES, "x.toml", data, files)


def _season_input(random: Random) -> Input:
    """Return a command that reads a season file, mostly with hands."""
    data = trees.mutate(random, random.choice(seeds.season_files()))
    if random.random() < 0.15:
        data = texts.mutate_bytes(random, data)
    lines = b"".join(map(encode_record, seeds.season_hands()[: random.choice((0, 3, 10))]))
    archive = {"a.db": seeds.archives()[1]} if b"a.db" in data and random.random() < 0.8 else {}
    return _make_input(random, ON_SEASON, "x.json", data, {"h.jsonl": lines, **archive})


#: A ruling is mostly verified, but any command may read it.
_RULINGS: Final = {"verify": 60, "sign": 6, "check": 25, "rule": 2, "fmt": 0, "league": 0}


def _ruling_input(random: Random) -> Input:
    """Return a command that reads a ruling as JSON."""
    data = trees.mutate(random, random.choice(seeds.rulings()))
    if random.random() < 0.15:
        data = texts.mutate_bytes(random, data)
    return _make_input(random, ON_RECORDS, "x.json", data, weights=_RULINGS)


def _page_input(random: Random) -> Input:
    """Return a command that reads a ruling as a page."""
    data = pages.mutate(random, random.choice(seeds.pages()))
    return _make_input(random, ON_RECORDS, "x.html", data, weights=_RULINGS)


def _archive_input(random: Random) -> Input:
    """Return a command that reads or writes an archive."""
    data = archives.mutate(random, random.choice(seeds.archives()))
    record = encode_record(seeds.record(random))
    return _make_input(random, ON_ARCHIVE, "a.db", data, {"x.json": record})


def _note_input(random: Random) -> Input:
    """Return a command that reads a checkpoint or a proof, with the archive and the hand."""
    data = random.choice(seeds.notes())
    if random.random() < 0.9:
        data = texts.mutate_bytes(random, data)
    beside = {"a.db": seeds.archives()[1], "x.json": encode_record(hands.ALL["talk"])}
    return _make_input(random, ON_NOTE, "x.note", data, beside)


def _prompt_input(random: Random) -> Input:
    """Return lines typed at the prompt, some of them commands of the prompt."""
    words = (
        "done", "quit", "undo", "show", "next", "help", "help melds", "again", "drop", "edit 1", "undo 3",
    )  # fmt: skip
    data = _draw_text(random, (*seeds.words("texts"), *words * 9))
    if random.random() < 0.7:
        data += b"\ndone\n"
    there = random.choice(((), (), (), ("y.clab",), (".y.clab.partial",)))
    option = random.choice(([], [], ["--force"], ["--resume"], ["--afresh"]))
    writes = ("y.clab", "y.jsonl", ".y.clab.partial", ".y.clab.partial.old")
    return Input(("record", "-o", "y.clab", *option), dict.fromkeys(there, data), data, writes)


def _words_input(random: Random) -> Input:
    """Return a command without a file, with mutated words."""
    args, writes, _ = command_line(random, ALONE)
    for _ in range(random.choice((0, 1, 1, 2))):
        at = random.randrange(len(args))
        if random.random() < 0.8:
            args[at] = odd.text(random) if random.random() < 0.8 else random.choice(odd.NUMBERS)
        else:
            options = ("--format", "-f", "-o", "--force", "--hand", "-h", "--x", "-", "--")
            args.insert(at, random.choice(options))
    # A shell passes neither a zero byte nor half of a character.
    args = [word.replace("\x00", "").encode(errors="replace").decode() for word in args]
    if args[0] == "simulate":
        # Many hands or teams take long: a season of 64 is 18,000 hands.
        args = ["3" if word.isdecimal() and 8 < int(word[:12]) <= 10**9 else word for word in args]
    return Input(tuple(args), {"s.json": seeds.season_files()[0]}, b"", writes)


#: Kinds of input, with their share in percent.
KINDS: Final[dict[Callable[[Random], Input], int]] = {
    _record_input: 30,
    _text_input: 20,
    _archive_input: 9,
    _ruling_input: 8,
    _sheet_input: 7,
    _ruleset_input: 7,
    _lines_input: 5,
    _season_input: 5,
    _words_input: 4,
    _page_input: 3,
    _note_input: 2,
    _prompt_input: 2,
}
