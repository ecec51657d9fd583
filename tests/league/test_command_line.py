"""Tests of the `league` commands: output, messages and exit codes."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from tests import hands
from tests.cli import BAD, GOOD, ROOT, call, copy_with, run, write_records
from tests.league.seasons import SEASON, SIGNED, Json, add_game, encode_season, game, league
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
}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("commands.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Run league commands and compare their output; the head of `commands.md` explains the lines."""
    names = {"house": str(ROOT / "examples" / "house-rules.toml"), "tab": "'a\tb'", "long": "x" * 81}
    names["signed"] = shlex.join(SIGNED)
    for what, text in follow(lines, call, names, workdir / "season.json"):
        name, _, rest = text.partition(" ")
        if what == "folder":
            (workdir / name).mkdir()
            for file in ("season.json", "hands.jsonl"):
                (workdir / file).rename(workdir / name / file)
        elif what == "game":
            add_game(workdir / name, rest)
        elif what == "season":
            write(workdir / name, {**SEASON, **json.loads(rest)})
        elif what == "age":
            os.utime(name, (float(rest), float(rest)))
        else:
            carry_out(what, text, RECORDS)


def write(path: Path, season: Json) -> None:
    path.write_bytes(encode_season(season))


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
def test_refused_hands_are_reported_by_every_command(workdir: Path, command: str) -> None:
    """Both the output and the terminal report missing hands."""
    write_records(workdir / "bad.jsonl", [BAD, {**BAD, "id": "worse"}])
    for form in ("text", "html", "json"):
        done = league(command, "bad.jsonl", "hands.jsonl", "-f", form)
        assert done.failed(3, "bad.jsonl:1:", "2 hands have errors")
        assert "2 hands have errors" in done.out
    assert "refused" not in league(command, "hands.jsonl").out
    write_records(workdir / "bad.jsonl", [BAD])
    assert "1 hand has errors" in league(command, "bad.jsonl").out


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


@pytest.mark.parametrize("command", COMMANDS)
def test_unusable_seasons_exit_with_code_and_reason(workdir: Path, command: str) -> None:
    write(workdir / "house.json", {**SEASON, "ruleset": "our-bar"})
    done = call("league", command, "house.json", "hands.jsonl")
    assert done.code == 2
    assert "give that ruleset with --ruleset FILE" in done.err
    assert call("league", command, "gone.json", "hands.jsonl").code == 5
    (workdir / "empty").mkdir()
    assert call("league", command, "empty", "hands.jsonl").code == 5
    season = {**SEASON, "teams": SEASON["teams"][:3]}
    write(workdir / "bad.json", season)
    done = call("league", command, "bad.json", "hands.jsonl")
    assert done.failed(3, "bad.json:", "there is no team “lions”")
    assert done.out == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_season_from_standard_input(workdir: Path, command: str) -> None:
    """Hands cannot come from the same stream."""
    expected = league(command, "hands.jsonl")
    assert call("league", command, "-", "hands.jsonl", stdin=encode_season(SEASON)) == expected
    done = call("league", command, "-", "-", stdin=encode_season(SEASON))
    assert (done.code, done.out) == (2, "")
    assert "standard input cannot be both the season and the hands" in done.err
    done = call("league", command, "-", "hands.jsonl", stdin=b"{}")
    assert done.code == 3
    assert done.err.startswith("-:1:1: error:")


@pytest.mark.parametrize("command", COMMANDS)
def test_season_given_as_hands_is_refused(workdir: Path, command: str) -> None:
    """A season is recognized by its format, not by its file name."""
    season = {key: value for key, value in SEASON.items() if key != "format"}
    write(workdir / "again.txt", {**season, "format": SEASON["format"]})
    for given in ("season.json", "again.txt"):
        done = league(command, given, "hands.jsonl")
        assert (done.code, done.out) == (2, "")
        assert done.err.splitlines()[0] == f"error: {given} is a season, not hands"


@pytest.mark.full
def test_ascii_console(workdir: Path) -> None:
    """An ASCII console gets replacements for the signs it lacks."""
    done = run(
        "league", "standings", "season.json", "hands.jsonl", env={"PYTHONIOENCODING": "ascii"}, cwd=workdir
    )
    assert (done.code, done.err) == (0, "")
    assert "Owls - Eagles" in done.out
