"""`league` as people run it: what comes out, what is said aloud, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.league.season_file import load
from clabber_audit.records.clabber import HandRecord
from tests import hands
from tests.cli import BAD, GOOD, ROOT, call, changed, csv_rows, put, run
from tests.league.seasons import SEASON, Json, encoded, game, league
from tests.league.test_forms import busy, records

COMMANDS = ("standings", "schedule", "players", "report")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a season and its hands."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "season.json").write_bytes(encoded(SEASON))
    put(
        tmp_path / "hands.jsonl",
        [*game(1, ("Owls", "Eagles"), (512, 430)), *game(1, ("Moose", "Lions"), (470, 505))],
    )
    return tmp_path


def write(path: Path, season: Json) -> None:
    path.write_bytes(encoded(season))


def test_standings(here: Path) -> None:
    done = league("standings", "hands.jsonl")
    assert (done.code, done.err) == (0, "")
    assert "In the lead after 2 of 6 matches: Owls, with 1 win and 512 points." in " ".join(done.out.split())


def test_a_folder_with_the_season_in_it_may_be_given(here: Path) -> None:
    assert league("standings", ".").out == league("standings", "hands.jsonl").out


def test_text_notation_and_standard_input_give_the_same(here: Path) -> None:
    lines = (here / "hands.jsonl").read_bytes()
    put(here / "hands.clab", [json.loads(line) for line in lines.splitlines()])
    wanted = league("standings", "hands.jsonl", "-f", "json").out
    assert league("standings", "hands.clab", "-f", "json").out == wanted
    assert league("standings", "-", "-f", "json", stdin=lines).out == wanted


def test_an_archive_gives_the_same(here: Path) -> None:
    assert call("archive", "init", "league.db").code == 0
    assert call("archive", "add", "league.db", "hands.jsonl").code == 0
    wanted = league("standings", "hands.jsonl").out
    assert league("standings", "league.db").out == wanted


def test_an_amended_hand_changes_the_table(here: Path) -> None:
    """No result of a wrong hand is kept: 512:430 becomes 500:542."""
    lines = [json.loads(line) for line in (here / "hands.jsonl").read_text().splitlines()]
    first = next(line for line in lines if line["id"] == "r1-owls-eagles-g1-h5")
    first["score"] = {"NS": 100, "EW": 142}
    put(here / "amended.jsonl", lines)
    assert "Owls, with 1 win" in league("standings", "hands.jsonl").out
    assert "Eagles, with 1 win" in league("standings", "amended.jsonl").out


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("form", ["html", "json", "csv"])
def test_the_ending_of_a_file_says_the_form(here: Path, command: str, form: str) -> None:
    done = league(command, "hands.jsonl", "-o", f"out.{form}")
    assert (done.code, done.out) == (0, "")
    text = (here / f"out.{form}").read_text(encoding="utf-8")
    assert text == league(command, "hands.jsonl", "-f", form).out
    starts = {"html": "<!DOCTYPE html>", "json": '{\n  "format": "clabber-', "csv": ""}
    assert text.startswith(starts[form])
    assert league(command, "hands.jsonl", "-o", f"out.{form}").code == 5


def test_schedule_without_hands(here: Path) -> None:
    done = league("schedule", "-f", "csv")
    rows = csv_rows(done.out)
    assert done.code == 0
    assert [(row["round"], row["team"], row["other team"], row["status"]) for row in rows][:2] == [
        ("1", "Owls", "Eagles", "scheduled"),
        ("1", "Moose", "Lions", "scheduled"),
    ]


def test_a_locked_result_that_changed_is_said_aloud_in_every_form(here: Path) -> None:
    write(here / "season.json", busy())
    put(here / "hands.jsonl", records())
    for form in ("text", "html", "json", "csv"):
        done = league("standings", "hands.jsonl", "-f", form)
        assert "locked at 512:430 on 2026-01-07, the hands now give 512:448." in done.err
        assert done.code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_refused_hand_is_told_wherever_the_others_count(here: Path, command: str) -> None:
    """Both the paper and the terminal report missing hands."""
    put(here / "bad.jsonl", [BAD, {**BAD, "id": "worse"}])
    for form in ("text", "html", "json"):
        done = league(command, "bad.jsonl", "hands.jsonl", "-f", form)
        assert done.code == 3
        assert "bad.jsonl:1:" in done.err
        assert "2 hands have errors" in done.err
        assert "2 hands have errors" in done.out
    assert "refused" not in league(command, "hands.jsonl").out
    put(here / "bad.jsonl", [BAD])
    assert "1 hand has errors" in league(command, "bad.jsonl").out


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("given", "code"),
    [("gone.jsonl", 5), ("gone.db", 5), ("hands.txt", 2), ("broken.jsonl.gz", 5), ("broken.db", 5)],
)
def test_where_a_file_cannot_be_read_the_good_table_stays(
    here: Path, command: str, given: str, code: int
) -> None:
    """A name mistyped, a kind that is not known, a file that was cut off: nothing is written over what is there."""
    (here / "hands.txt").write_text("hands")
    (here / "broken.jsonl.gz").write_bytes(b"\x1f\x8b\x08")
    (here / "broken.db").write_bytes(b"SQLite format 3\x00")
    (here / "table.html").write_text("good")
    put(here / "bad.jsonl", [BAD])
    done = league(command, given, "bad.jsonl", "hands.jsonl", "-o", "table.html", "--force")
    assert (done.code, done.out) == (code, "")
    assert given in done.err
    assert "bad.jsonl:1:" in done.err
    assert (here / "table.html").read_text() == "good"


def test_a_game_in_dispute_ends_with_its_code(here: Path) -> None:
    context = {"league": SEASON["league"], "season": "2026", "round": 2, "game": 1, "hand": 1}
    lost = hands.blanked(hands.UNKNOWN_PLAYS, "open", 1, 3, 13, 15)
    open_hand = hands.changed(lost, "open", teams={"NS": "Owls", "EW": "Moose"}, context=context)
    put(here / "open.jsonl", [open_hand])
    done = league("report", "hands.jsonl", "open.jsonl")
    assert done.code == 4
    assert "HANDS IN DISPUTE" in done.out


def test_hands_are_judged_by_the_ruleset_of_the_season(here: Path) -> None:
    """A dad called late: a renege where ecl-1992 is played, a meld that does not score where wp is."""
    record: dict[str, Any] = changed(GOOD, teams={"NS": "Owls", "EW": "Eagles"})
    record["context"] = {"round": 1, "game": 1, "hand": 1}
    record["melds"] = [{"seat": "W", "kind": "dad", "cards": ["9H", "TH", "JH"], "announced": 3}]
    HandRecord.model_validate(record)
    put(here / "late.jsonl", [record])
    result = league("report", "late.jsonl", "-f", "json")
    assert [one["infraction"] for one in json.loads(result.out)["reneges"]] == ["meld-announced-late"]
    write(here / "wp.json", {**SEASON, "ruleset": "wp"})
    result = call("league", "report", "wp.json", "late.jsonl", "-f", "json")
    assert json.loads(result.out)["reneges"] == []
    result = league("report", "late.jsonl", "-f", "json", "--ruleset", "wp")
    assert json.loads(result.out)["reneges"] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_what_cannot_be_understood(here: Path, command: str) -> None:
    write(here / "house.json", {**SEASON, "ruleset": "our-bar"})
    done = call("league", command, "house.json", "hands.jsonl")
    assert done.code == 2
    assert "give that ruleset with --ruleset FILE" in done.err
    assert call("league", command, "gone.json", "hands.jsonl").code == 5
    (here / "empty").mkdir()
    assert call("league", command, "empty", "hands.jsonl").code == 5
    season = {**SEASON, "teams": SEASON["teams"][:3]}
    write(here / "bad.json", season)
    done = call("league", command, "bad.json", "hands.jsonl")
    assert done.code == 3
    assert "bad.json:" in done.err
    assert "there is no team “lions”" in done.err
    assert done.out == ""


def test_the_schema_is_published() -> None:
    data = json.loads(call("schema", "season").out)
    assert data["title"] == "Clabber season"
    assert call("schema", "clabber-season/1").out == call("schema", "season").out


def test_init_writes_a_season_that_can_be_read(here: Path) -> None:
    names = ("Owls", "Eagles", "Moose", "Lions", "=Elks")
    options = (
        "--start",
        "2026-01-05",
        "--games",
        "3",
        "--ranking",
        "game_points",
        "--cap",
        "500",
        "--title",
        "Winter",
    )
    done = call("league", "init", *names, *options, "-o", "new.json")
    assert (done.code, done.out) == (0, "")
    season = load(str(here / "new.json"))
    assert [team.name for team in season.teams] == list(names)
    assert (len(season.rounds), season.games_per_match, season.ranking) == (5, 3, "game_points")
    assert (season.game_points_cap, season.title, season.rounds[4].day) == (500, "Winter", "2026-02-02")
    assert call("league", "init", *names, *options).out == (here / "new.json").read_text(encoding="utf-8")
    assert call("league", "init", *names, *options, "--seed", "2").out != (here / "new.json").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    "args",
    [
        ["Owls"],
        ["Owls", " owls"],
        ["Owls", "Eagles", "--start", "2026-02-30"],
        ["Owls", "Eagles", "--start", "5 January"],
        ["Owls", "Eagles", "--games", "0"],
        ["Owls", "Eagles", "--ruleset", "a b"],
        ["Owls", "Eagles", "--ruleset", "bogus"],
        ["Owls", "a\tb"],
        ["Owls", "x" * 81],
        ["Owls", "Eagles", "--title", ""],
    ],
)
def test_init_refuses_what_could_not_be_read_again(here: Path, args: list[str]) -> None:
    done = call("league", "init", *args, "-o", "new.json")
    assert done.code == 2
    assert done.err
    assert not (here / "new.json").exists()


def test_init_takes_house_rules_from_their_file(here: Path) -> None:
    """The season names them by their id, as hands do; judging by them takes the file again."""
    rules = ROOT / "examples" / "house-rules.toml"
    assert call("league", "init", "Owls", "Eagles", "--ruleset", rules, "-o", "new.json").code == 0
    named = load(str(here / "new.json")).ruleset
    assert f'id = "{named}"' in rules.read_text(encoding="utf-8")
    assert call("league", "schedule", "new.json").code == 2
    assert call("league", "schedule", "new.json", "--ruleset", rules).code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_the_season_may_come_from_standard_input(here: Path, command: str) -> None:
    """The same season, the same paper; but one stream cannot hold hands as well."""
    wanted = league(command, "hands.jsonl")
    assert call("league", command, "-", "hands.jsonl", stdin=encoded(SEASON)) == wanted
    done = call("league", command, "-", "-", stdin=encoded(SEASON))
    assert (done.code, done.out) == (2, "")
    assert "standard input cannot be both the season and the hands" in done.err
    done = call("league", command, "-", "hands.jsonl", stdin=b"{}")
    assert done.code == 3
    assert done.err.startswith("-:1:1: error:")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_season_given_as_hands(here: Path, command: str) -> None:
    """A season is recognized by its format, not by its file name, and not read as a broken hand."""
    season = {key: value for key, value in SEASON.items() if key != "format"}
    write(here / "again.txt", {**season, "format": SEASON["format"]})
    for given in ("season.json", "again.txt"):
        done = league(command, given, "hands.jsonl")
        assert (done.code, done.out) == (2, "")
        assert done.err.splitlines()[0] == f"error: {given} is a season, not hands"


@pytest.mark.full
def test_the_command_in_a_process_of_its_own(here: Path) -> None:
    """With an ASCII console, nothing crashes on a sign that it lacks."""
    done = run(
        "league", "standings", "season.json", "hands.jsonl", env={"PYTHONIOENCODING": "ascii"}, cwd=here
    )
    assert (done.code, done.err) == (0, "")
    assert "Owls - Eagles" in done.out
