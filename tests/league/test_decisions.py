"""Tests of decisions by command: stored with author, day and reason, undone by a further entry, never deleted."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.cli import call, write_records
from tests.league.seasons import FIRST_ROUND, SEASON, SIGNED, Json, add_game, encode_season, league
from tests.transcripts import follow, transcripts

CAPTAINS = {"owls": "Ruth", "eagles": "Carl", "moose": "Ida", "lions": "Gus"}


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Folder with a season whose teams have captains, and the hands of its first round."""
    teams = [
        {**team, "captain": CAPTAINS[team["id"]], "players": [CAPTAINS[team["id"]]]}
        for team in SEASON["teams"]
    ]
    (workdir / "season.json").write_bytes(encode_season({**SEASON, "teams": teams}))
    return workdir


def read_season(workdir: Path) -> Json:
    data: Json = json.loads((workdir / "season.json").read_text(encoding="utf-8"))
    return data


def run_decision(command: str, *args: str) -> str:
    """Run a decision that must be accepted and return its message."""
    result = league(command, *args)
    assert (result.code, result.out) == (0, ""), result
    return result.err


def team_records(workdir: Path) -> dict[str, tuple[int, int, int]]:
    """Return games won, games lost and points by team, from the standings."""
    table = json.loads(league("standings", "hands.jsonl", "-f", "json").out)["table"]
    return {row["team"]: (row["won"], row["lost"], row["points"]) for row in table}


def statuses() -> list[str]:
    data = json.loads(league("schedule", "hands.jsonl", "-f", "json").out)
    return [match["status"] for round in data["rounds"] for match in round["matches"]]


DECISIONS: dict[str, tuple[list[str], str, dict[str, Any]]] = {
    "approve": (["1", "hands.jsonl", "--by", "Ruth", "--on", "2026-01-20"], "approvals", {
        "match": "r1-a", "team": "owls", "results": [{"game": 1, "points": {"owls": 512, "eagles": 430}}],
        "who": "Ruth", "when": "2026-01-20"}),
    "lock": (["Moose - Lions", "hands.jsonl", *SIGNED], "locks", {
        "match": "r1-b", "results": [{"game": 1, "points": {"moose": 470, "lions": 505}}]}),
    "penalty": (["owls", "--points", "50", *SIGNED], "penalties", {"team": "owls", "points": 50}),
    "forfeit": (["4", "--team", "Eagles", *SIGNED], "forfeits", {"match": "r2-b", "by": ["eagles"]}),
    "postpone": (["3", "--until", "2026-02-02", *SIGNED], "postponements", {"match": "r2-a", "until": "2026-02-02"}),
    "substitute": (["1", "--team", "Owls", "--player", "Zoe", "--instead-of", "ruth", *SIGNED], "substitutions", {
        "match": "r1-a", "team": "owls", "player": "Zoe", "instead_of": "ruth"}),
    "roster": (["Owls", "--add", "Zoe", "--from-round", "2", *SIGNED], "roster_changes", {
        "team": "owls", "add": ["Zoe"], "since": 2}),
    "handicap": (["Eagles", "--points", "20", *SIGNED], "handicaps", {"team": "eagles", "points": 20}),
    "note": (["Dad shown late", "--match", "Owls – Eagles, round 1", "--protest", "--by", "Ruth", "--on", "2026-01-20"],
             "notes", {"match": "r1-a", "protest": True, "who": "Ruth", "when": "2026-01-20", "why": "Dad shown late"}),
}  # fmt: skip


@pytest.mark.parametrize("command", DECISIONS)
def test_a_decision_is_stored_and_undone_by_another(workdir: Path, command: str) -> None:
    """The file stores who, when and why. After the undo the standings are as before, and the file has both entries."""
    args, key, entry = DECISIONS[command]
    before = read_season(workdir), team_records(workdir), statuses()
    assert run_decision(command, *args).startswith("1. ")
    signed = {"who": "Agnes", "when": "2026-01-20", "why": "as agreed"}
    after = read_season(workdir)
    assert after.pop(key) == [{"number": 1, **({} if "who" in entry else signed), **entry}]
    assert after == before[0]
    assert run_decision("undo", "1", *SIGNED).startswith(
        "2. Entry 1 is undone (Agnes, 2026-01-20: as agreed)."
    )
    assert (team_records(workdir), statuses()) == before[1:]
    assert len(read_season(workdir)[key]) == 1
    assert "Undone by entry 2." in league("log").out.splitlines()[0]
    run_decision("undo", "2", *SIGNED)
    assert "Taken back" not in league("log").out.splitlines()[0]


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("decisions.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Run commands and compare their output and the table; the head of `decisions.md` explains the lines."""
    names = {"signed": shlex.join(SIGNED), "by": "--by Agnes --on 2026-01-20"}
    for what, text in follow(lines, league, names, workdir / "season.json"):
        name, *values = text.split()
        if what == "table":
            assert team_records(workdir)[name] == tuple(map(int, values)), (text, team_records(workdir))
        elif what == "status":
            assert [statuses()[int(name) - 1]] == values, text
        elif what == "season":
            (workdir / "season.json").write_bytes(encode_season({**read_season(workdir), **json.loads(text)}))
        elif what == "seats":
            players = dict(zip("NESW", text.split(), strict=True))
            write_records(workdir / "hands.jsonl", [{**FIRST_ROUND[0], "players": players}])
        elif what == "no":
            (workdir / "hands.jsonl").write_bytes(b"")
        else:
            assert what == "game", what
            add_game(workdir / name, " ".join(values))


def test_open_lists_the_notices_of_the_standings(workdir: Path) -> None:
    """Issue 25, point 7: `league open` lists hands left out for a misspelled team, and every other notice."""
    wrong = [{**hand, "teams": {"NS": "Owels", "EW": "Eagles"}} for hand in FIRST_ROUND[:5]]
    write_records(workdir / "hands.jsonl", [*wrong, *FIRST_ROUND[5:]])
    standings = league("standings", "hands.jsonl").out
    section = standings[standings.index("PLEASE CHECK") :].split("\n\n")[1]
    listed = " ".join(league("open", "hands.jsonl").out.split())
    assert "No team of the season is called “Owels”" in listed
    for item in " ".join(section.split()).split(" - "):
        assert item.removeprefix("- ") in listed


def test_entries_written_by_hand_are_numbered_and_can_be_undone(workdir: Path) -> None:
    """A forfeit written in its match stays there when undone, but no longer counts."""
    data = read_season(workdir)
    match = data["rounds"][0]["matches"][0]
    match["forfeited"] = {"who": "Agnes", "when": "2026-01-06", "why": "nobody came", "by": ["eagles"]}
    (workdir / "season.json").write_text(json.dumps(data, indent=4), encoding="utf-8")
    # The games played count for points but not as wins (issue 25, point 9).
    assert (team_records(workdir)["owls"], team_records(workdir)["eagles"]) == ((1, 0, 512), (0, 1, 430))
    run_decision("note", "weather", *SIGNED[:2])
    assert read_season(workdir)["rounds"][0]["matches"][0]["forfeited"]["number"] == 1
    assert (workdir / "season.json").read_text(encoding="utf-8").startswith('{\n    "format"')
    run_decision("undo", "1", *SIGNED)
    assert team_records(workdir)["owls"] == (1, 0, 512)


def test_a_lock_file_deleted_while_waiting_is_recreated(
    workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner deletes it when done."""
    touch, deleted = Path.touch, list[str]()

    def touch_and_delete_once(path: Path) -> None:
        touch(path)
        if path.name.endswith(".lock") and not deleted:
            deleted.append(path.name)
            path.unlink()

    monkeypatch.setattr(Path, "touch", touch_and_delete_once)
    assert league("note", "x", "--by", "Agnes").code == 0
    assert deleted
    assert [note["why"] for note in read_season(workdir)["notes"]] == ["x"]


def test_a_failed_write_leaves_the_season_unchanged(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (workdir / "season.json").read_bytes()

    def fail_with_full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail_with_full_disk)
    result = league("note", "x", "--by", "Agnes")
    assert (result.code, result.err.split("\n")[0]) == (
        5,
        f"error: cannot write {workdir}/season.json: No space left on device",
    )
    assert (workdir / "season.json").read_bytes() == before
    assert sorted(os.listdir(workdir)) == ["hands.jsonl", "season.json"]


def test_permissions_and_links_are_kept(workdir: Path) -> None:
    (workdir / "season.json").chmod(0o640)
    (workdir / "link.json").symlink_to("season.json")
    assert call("league", "note", "link.json", "x", "--by", "Agnes").code == 0
    assert (workdir / "link.json").is_symlink()
    assert (workdir / "season.json").stat().st_mode & 0o777 == 0o640
    assert len(read_season(workdir)["notes"]) == 1
