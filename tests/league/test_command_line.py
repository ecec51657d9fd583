"""Tests of the `league` commands: output, messages and exit codes."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from tests import hands
from tests.cli import BAD, GOOD, ROOT, call, copy_with, write_records
from tests.league.seasons import SEASON, SIGNED, add_game, encode_season, game, league
from tests.league.test_players import OTHERS, TWO
from tests.transcripts import carry_out, follow, transcripts

COMMANDS = ("standings", "schedule", "players", "report")


_LOST = hands.copy_as(hands.OPEN_SCORE, "open")
#: Hands of the season: a disputed one, one with a dad called late, and one of unknown teams.
RECORDS = {
    "open": hands.copy_as(
        _LOST,
        "open",
        teams={"NS": "Owls", "EW": "Moose"},
        context={"league": SEASON["league"], "season": "2026", "round": 2, "game": 1, "hand": 1},
    ),
    "late": copy_with(
        GOOD,
        teams={"NS": "Owls", "EW": "Eagles"},
        context={"round": 1, "game": 1, "hand": 1},
        melds=[{"seat": "W", "kind": "dad", "cards": ["9H", "TH", "JH"], "announced": 3}],
    ),
    **{
        f"two-{number}": record
        for number, record in enumerate((*TWO, game(1, ("Owls", "Eagles"), (0, 0))[2]), 1)
    },
    "this": {**TWO[0], "context": {**TWO[0]["context"], "season": "2026"}},
    "before": hands.copy_as(
        TWO[1], "before", context={**TWO[1]["context"], "season": "2025"}, players={**OTHERS, "N": "RUTH"}
    ),
    "unknown": hands.copy_as(hands.UPHELD, "cut", teams={"NS": "Nobody", "EW": "Moose"}),
    "bad": BAD,
    "worse": {**BAD, "id": "worse"},
}

#: Sessions; one with `(command)` is run for each command.
SESSIONS = [
    (title, lines, command)
    for title, lines in transcripts(Path(__file__).with_name("commands.md"))
    for command in (COMMANDS if "(command)" in "".join(lines) else ("",))
]


@pytest.mark.parametrize(("title", "lines", "command"), SESSIONS)
def test_transcript(title: str, lines: list[str], command: str, workdir: Path) -> None:
    """Run league commands and compare their output; the head of `commands.md` explains the lines."""
    names = {"command": command, "signed": shlex.join(SIGNED), "tab": "'a\tb'", "long": "x" * 81}
    names |= {"examples": str(ROOT / "examples"), "house": str(ROOT / "examples" / "house-rules.toml")}
    for what, text in follow(lines, call, names, workdir / "season.json"):
        name, _, rest = text.partition(" ")
        if what == "move":
            (workdir / name).mkdir()
            for file in ("season.json", "hands.jsonl"):
                (workdir / file).rename(workdir / name / file)
        elif what == "game":
            add_game(workdir / name, rest)
        elif what == "season":
            (workdir / name).write_bytes(encode_season({**SEASON, **json.loads(rest)}))
        elif what == "age":
            os.utime(name, (float(rest), float(rest)))
        else:
            carry_out(what, text, RECORDS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("form", ["html", "json", "csv"])
def test_output_format_follows_the_file_extension(workdir: Path, command: str, form: str) -> None:
    done = league(command, "hands.jsonl", "-o", f"out.{form}")
    assert (done.code, done.out) == (0, "")
    text = (workdir / f"out.{form}").read_text(encoding="utf-8")
    assert text == league(command, "hands.jsonl", "-f", form).out
    starts = {"html": "<!DOCTYPE html>", "json": '{\n  "format": "clabber-', "csv": ""}
    assert text.startswith(starts[form])
    assert league(command, "hands.jsonl", "-o", f"out.{form}").code == 5


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("given", "code"),
    [("gone.jsonl", 5), ("gone.db", 5), ("hands.txt", 2), ("broken.jsonl.gz", 5), ("broken.db", 5)],
)
def test_unreadable_input_keeps_the_existing_output_file(
    workdir: Path, command: str, given: str, code: int
) -> None:
    """For example a mistyped name, an unknown kind of file or a truncated file."""
    (workdir / "hands.txt").write_text("hands")
    (workdir / "broken.jsonl.gz").write_bytes(b"\x1f\x8b\x08")
    (workdir / "broken.db").write_bytes(b"SQLite format 3\x00")
    (workdir / "table.html").write_text("good")
    write_records(workdir / "bad.jsonl", [BAD])
    done = league(command, given, "bad.jsonl", "hands.jsonl", "-o", "table.html", "--force")
    assert (done.code, done.out) == (code, "")
    assert given in done.err
    assert "bad.jsonl:1:" in done.err
    assert (workdir / "table.html").read_text() == "good"
