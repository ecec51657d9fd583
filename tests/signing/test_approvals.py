"""Approvals of results that captains sign: kept in the season file, held against it, and asked for by key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.league.matches import statement_on
from clabber_audit.league.season_file import load
from tests.cli import call, put
from tests.league.seasons import SEASON, encoded, game
from tests.signing.people import AGNES, CARL, public, secret

HANDS = game(1, ("Owls", "Eagles"), (512, 430))
APPROVE = ("league", "approve", "season.json", "1", "hands.jsonl", "--on", "2026-01-20")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A season of which one match is played and approved by both captains; the first signed with a key."""
    monkeypatch.chdir(tmp_path)
    Path("season.json").write_bytes(encoded(SEASON))
    put(tmp_path / "hands.jsonl", HANDS)
    assert call(*APPROVE, "--team", "Owls", "--by", "Agnes Example", "--sign", AGNES).code == 0
    return tmp_path


def edited(**parts: Any) -> None:
    data = json.loads(Path("season.json").read_text(encoding="utf-8"))
    data["approvals"][0] |= parts
    Path("season.json").write_bytes(encoded(data))


def test_a_signed_approval_is_told_by_its_key(here: Path) -> None:
    done = call("league", "log", "season.json")
    assert done.code == 0, done.out
    assert "Approval 1 is signed with the key SHA256:CcLOQoOIwFak8747iBHDvj/m0lj6EkZ4R9Vvyd21Rsc." in done.out
    assert call("league", "log", "season.json", "--signed-by", public(AGNES)).code == 0
    other = call("league", "log", "season.json", "--signed-by", public(CARL))
    assert other.code == 1
    assert "which is in no file given" in other.out


def test_each_approval_that_stands_is_asked_for(here: Path) -> None:
    assert call(*APPROVE, "--team", "Eagles", "--by", "Carl").code == 0
    # Of this key nobody noted whose it is.
    carl = Path(public(CARL)).read_text(encoding="utf-8")
    Path("captains").write_text(f"carl {carl}", encoding="utf-8")
    both = ["--signed-by", public(AGNES), "--signed-by", "captains"]
    done = call("league", "log", "season.json", *both)
    assert done.code == 1
    assert "Approval 2 is not signed." in done.out
    assert call("league", "log", "season.json").code == 0, "nobody asked for it"
    undone = call(
        "league", "undo", "season.json", "2", "--by", "Agnes", "--why", "unsigned", "--on", "2026-01-20"
    )
    assert undone.code == 0, undone.err
    assert call(*APPROVE, "--team", "Eagles", "--by", "Carl", "--sign", CARL).code == 0
    assert call("league", "log", "season.json", *both).code == 0


@pytest.mark.parametrize(
    "parts",
    [
        {"who": "Ruth"}, {"when": "2026-01-21"}, {"team": "eagles"}, {"why": "as agreed"},
        {"match": "r2-a", "results": []},
        {"results": [{"game": 1, "points": {"owls": 513, "eagles": 430}}]},
    ],
)  # fmt: skip
def test_whatever_was_approved_cannot_be_changed(here: Path, parts: dict[str, Any]) -> None:
    edited(**parts)
    done = call("league", "log", "season.json")
    assert done.code == 1, done.out + done.err
    assert "signature does not match" in done.out


def test_an_approval_moved_to_another_season_does_not_hold(here: Path) -> None:
    data = json.loads(Path("season.json").read_text(encoding="utf-8"))
    Path("season.json").write_bytes(encoded({**data, "title": "Another League"}))
    assert call("league", "log", "season.json").code == 1


@pytest.mark.parametrize("key", ["", "ssh-rsa AAAA", "rubbish"])
def test_a_damaged_signature_is_told(here: Path, key: str) -> None:
    data = json.loads(Path("season.json").read_text(encoding="utf-8"))
    edited(signed={**data["approvals"][0]["signed"], "key": key})
    done = call("league", "log", "season.json")
    assert done.code == 1
    assert "Approval 1: the signature cannot be read" in done.out


def test_the_names_of_the_teams_are_part_of_what_is_signed(here: Path) -> None:
    """Whoever swaps them turns the result round (S3); a team of another match may be called otherwise."""
    whole = json.loads(Path("season.json").read_text(encoding="utf-8"))
    teams = {team["id"]: team for team in whole["teams"]}
    first, second = whole["rounds"][0]["matches"][0]["teams"]
    other = next(id for id in teams if id not in (first, second))
    teams[other]["name"] = "Night Herons"
    Path("season.json").write_bytes(encoded(whole))
    assert call("league", "log", "season.json").code == 0
    teams[first]["name"], teams[second]["name"] = "Wrens", "Owls of the Corner"
    Path("season.json").write_bytes(encoded(whole))
    done = call("league", "log", "season.json")
    assert (done.code, "signature does not match" in done.out) == (1, True)


def test_a_signature_without_the_names_is_told_as_such(here: Path) -> None:
    season = load("season.json")
    text = statement_on(season, season.approvals[0], "1.0.0", named=False)
    signed = json.loads(Path("season.json").read_text(encoding="utf-8"))["approvals"][0]["signed"]
    edited(signed={**signed, "program": "1.0.0", "signature": secret(AGNES).detached(text.encode())})
    done = call("league", "log", "season.json")
    assert (done.code, "signed without the names of the teams" in done.out) == (1, True)


@pytest.mark.parametrize(
    ("owner", "code", "told"),
    [
        ("Agnes", 0, "(Agnes)."),
        ("agnes@home", 0, "(agnes@home)."),
        ("owls", 0, "(owls)."),
        ('"Agnes Example"', 0, "(Agnes Example)."),
        ("carl@home,agnes@home", 0, "(carl@home, agnes@home)."),
        ("eagles", 1, " of eagles, not of Owls or Agnes Example."),
        (
            '"Agnes Other"',
            4,
            "not checked: that it is the key of Owls or Agnes Example, since “Agnes Other” is in the",
        ),
        ("home", 4, "not checked: that it is the key of Owls or Agnes Example"),
    ],
)
def test_a_key_counts_for_its_own_team(here: Path, owner: str, code: int, told: str) -> None:
    """The name before the key decides (S4): that team or captain, another, or nobody in the season."""
    key = " ".join(Path(public(AGNES)).read_text(encoding="utf-8").split()[:2])
    Path("captains").write_text(f"{owner} {key}\n", encoding="utf-8")
    done = call("league", "log", "season.json", "--signed-by", "captains")
    assert (done.code, told in done.out) == (code, True), done.out
    Path("captains").write_text(f"{key}\n", encoding="utf-8")
    unnamed = call("league", "log", "season.json", "--signed-by", "captains")
    assert (unnamed.code, "since no name is given in the file" in unnamed.out) == (4, True)


def test_an_archive_keeps_it(here: Path) -> None:
    assert call("archive", "init", "s.db").code == 0
    assert call("archive", "add", "s.db", "hands.jsonl").code == 0
    assert call("league", "keep", "season.json", "s.db").code == 0
    assert call("archive", "verify", "s.db").code == 0
    assert call("league", "log", "season.json", "--signed-by", public(AGNES)).code == 0
