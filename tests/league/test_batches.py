"""Many decisions at once: a table first, an entry for each match, and one command that takes all of them back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli import put
from tests.league.seasons import SEASON, encoded, game, league

#: Round 1 is played; in round 2 one match is not over, and the other has no hands.
HANDS = [
    *game(1, ("Owls", "Eagles"), (512, 430)),
    *game(1, ("Moose", "Lions"), (470, 505)),
    *game(2, ("Owls", "Moose"), (450, 420)),
]
BY = ("--by", "Agnes", "--on", "2026-01-20")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    teams = [{**team, "captain": f"{team['name']} Captain"} for team in SEASON["teams"]]
    (tmp_path / "season.json").write_bytes(encoded({**SEASON, "teams": teams}))
    put(tmp_path / "hands.jsonl", HANDS)
    return tmp_path


def kept(key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(Path("season.json").read_text(encoding="utf-8")).get(key, [])
    return rows


def test_a_week_is_locked_with_an_entry_for_each_match() -> None:
    done = league("lock", "hands.jsonl", "--week", "1", *BY)
    assert done.code == 0
    assert [(entry["number"], entry["match"]) for entry in kept("locks")] == [(1, "r1-a"), (2, "r1-b")]
    assert kept("locks")[1]["results"] == [{"game": 1, "points": {"moose": 470, "lions": 505}}]
    assert "512:430" in done.err
    assert "undo season.json 1-2" in done.err


def test_what_is_not_over_is_left_and_ends_with_four() -> None:
    done = league("lock", "hands.jsonl", "--all", *BY)
    assert done.code == 4
    assert [entry["match"] for entry in kept("locks")] == ["r1-a", "r1-b"]
    assert "left: not complete" in done.err
    assert "3 matches have no hands yet." in done.err


def test_a_dry_run_shows_the_table_and_writes_nothing() -> None:
    before = Path("season.json").read_bytes()
    done = league("lock", "hands.jsonl", "--week", "1", *BY, "--dry-run")
    assert "470:505" in done.out
    assert Path("season.json").read_bytes() == before


def test_what_is_locked_is_not_locked_again() -> None:
    league("lock", "1", "hands.jsonl", *BY)
    done = league("lock", "hands.jsonl", "--week", "1", *BY)
    assert "left: locked" in done.err
    assert [entry["match"] for entry in kept("locks")] == ["r1-a", "r1-b"]


def test_a_captain_approves_all_matches_of_the_team() -> None:
    done = league("approve", "hands.jsonl", "--all", "--by", "Lions Captain", "--on", "2026-01-20")
    assert done.code == 0
    assert [(entry["match"], entry["team"]) for entry in kept("approvals")] == [("r1-b", "lions")]
    again = league("approve", "hands.jsonl", "--all", "--by", "Lions Captain", "--on", "2026-01-20")
    assert "left: approved" in again.err
    assert len(kept("approvals")) == 1


def test_a_stranger_has_to_name_the_team() -> None:
    assert league("approve", "hands.jsonl", "--all", "--by", "Zoe").code == 2
    done = league("approve", "hands.jsonl", "--all", "--by", "Zoe", "--team", "Owls", "--on", "2026-01-20")
    assert "this approval does not count" in done.err


def test_a_batch_is_undone_whole_and_every_entry_stays() -> None:
    league("lock", "hands.jsonl", "--week", "1", *BY)
    assert league("undo", "1-2", *BY, "--why", "too early").code == 0
    assert [entry["of"] for entry in kept("withdrawals")] == [2, 1]
    assert len(kept("locks")) == 2
    assert league("undo", "1-2", *BY, "--why", "again").code == 2
    # What was undone can be locked again.
    assert league("lock", "hands.jsonl", "--week", "1", *BY).code == 0
    assert len(kept("locks")) == 4


def test_an_entry_undone_before_is_passed_over() -> None:
    league("lock", "hands.jsonl", "--week", "1", *BY)
    league("undo", "1", *BY, "--why", "too early")
    league("undo", "1-2", *BY, "--why", "too early")
    assert [entry["of"] for entry in kept("withdrawals")] == [1, 2]


@pytest.mark.parametrize(
    "args",
    [
        ("lock", *BY),
        ("lock", "hands.jsonl", "--week", "9", *BY),
        ("lock", "hands.jsonl", "--week", "1", "--all", *BY),
        ("lock", "--week", "1", *BY),
        ("undo", "3-1", *BY, "--why", "x"),
        ("undo", "one", *BY, "--why", "x"),
        ("undo", "0", *BY, "--why", "x"),
    ],
)
def test_what_makes_no_sense_is_refused_and_writes_nothing(args: tuple[str, ...]) -> None:
    before = Path("season.json").read_bytes()
    done = league(*args)
    assert (done.code, done.out) == (2, "")
    assert "error:" in done.err
    assert Path("season.json").read_bytes() == before


def test_hands_given_in_place_of_the_match_and_after_it_are_all_read(here: Path) -> None:
    put(here / "more.jsonl", game(2, ("Eagles", "Lions"), (500, 480)))
    assert league("lock", "hands.jsonl", "more.jsonl", "--week", "2", *BY).code == 4
    assert [entry["match"] for entry in kept("locks")] == ["r2-b"]
