"""Approvals of results that captains sign: kept in the season file, held against it, and asked for by key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli import call, put
from tests.league.seasons import SEASON, encoded, game
from tests.signing.people import AGNES, CARL, public

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
    both = ["--signed-by", public(AGNES), "--signed-by", public(CARL)]
    done = call("league", "log", "season.json", *both)
    assert done.code == 1
    assert "Approval 2 is not signed." in done.out
    assert call("league", "log", "season.json").code == 0, "nobody asked for it"
    undone = call("league", "undo", "season.json", "2", "--by", "Agnes", "--why", "unsigned", "--on", "2026-01-20")
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
    assert "does not belong to what stands here" in done.out


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


def test_an_archive_keeps_it(here: Path) -> None:
    assert call("archive", "init", "s.db").code == 0
    assert call("archive", "add", "s.db", "hands.jsonl").code == 0
    assert call("league", "keep", "season.json", "s.db").code == 0
    assert call("archive", "verify", "s.db").code == 0
    assert call("league", "log", "season.json", "--signed-by", public(AGNES)).code == 0
