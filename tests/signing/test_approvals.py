"""Approvals of results that captains sign: kept in the season file, held against it, and asked for by key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.league.matches import statement_on
from clabber_audit.league.season_file import load
from tests.cli import call, write_records
from tests.league.seasons import SEASON, encode_season, game
from tests.signing.people import AGNES, secret

HANDS = game(1, ("Owls", "Eagles"), (512, 430))
APPROVE = ("league", "approve", "season.json", "1", "hands.jsonl", "--on", "2026-01-20")


def approve_match() -> None:
    """Write a season with one match played and approved by a captain, signed with a key."""
    Path("season.json").write_bytes(encode_season(SEASON))
    write_records(Path("hands.jsonl"), HANDS)
    assert call(*APPROVE, "--team", "Owls", "--by", "Agnes Example", "--sign", AGNES).code == 0


@pytest.fixture(autouse=True)
def season(here: Path) -> None:
    approve_match()


def edit_approval(**parts: Any) -> None:
    data = json.loads(Path("season.json").read_text(encoding="utf-8"))
    data["approvals"][0] |= parts
    Path("season.json").write_bytes(encode_season(data))


@pytest.mark.parametrize(
    "parts",
    [
        {"who": "Ruth"}, {"when": "2026-01-21"}, {"team": "eagles"}, {"why": "as agreed"},
        {"match": "r2-a", "results": []},
        {"results": [{"game": 1, "points": {"owls": 513, "eagles": 430}}]},
    ],
)  # fmt: skip
def test_whatever_was_approved_cannot_be_changed(parts: dict[str, Any]) -> None:
    edit_approval(**parts)
    done = call("league", "log", "season.json")
    assert done.code == 1, done.out + done.err
    assert "signature does not match" in done.out


@pytest.mark.parametrize("key", ["", "ssh-rsa AAAA", "rubbish"])
def test_a_damaged_signature_is_told(key: str) -> None:
    data = json.loads(Path("season.json").read_text(encoding="utf-8"))
    edit_approval(signed={**data["approvals"][0]["signed"], "key": key})
    done = call("league", "log", "season.json")
    assert done.code == 1
    assert "Approval 1: the signature cannot be read" in done.out


def test_a_signature_without_the_names_is_told_as_such() -> None:
    season = load("season.json")
    text = statement_on(season, season.approvals[0], "1.0.0", named=False)
    signed = json.loads(Path("season.json").read_text(encoding="utf-8"))["approvals"][0]["signed"]
    edit_approval(signed={**signed, "program": "1.0.0", "signature": secret(AGNES).detached(text.encode())})
    done = call("league", "log", "season.json")
    assert (done.code, "signed without the names of the teams" in done.out) == (1, True)
