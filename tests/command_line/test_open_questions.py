"""Tests of undetermined findings in `check`: one line for each hand, one for each claim, and all of them on request."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import hands
from tests.cli import call, rulings, write_records


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder of two hands with unknown cards; in the second, East claims a renege by North in trick 2."""
    write_records(tmp_path / "unclaimed.json", [hands.UNKNOWN_PLAYS])
    write_records(tmp_path / "claimed.json", [hands.PARTLY_KNOWN])
    return tmp_path


def listed_infractions(text: str) -> list[str]:
    """Return the infractions of the findings in the output."""
    return re.findall(r"^\S+:\d+:\d+: ([a-z-]+): ", text, re.MULTILINE)


def test_unknown_cards_are_summarized_in_one_line(folder: Path) -> None:
    """North's ten on a diamond lead is certain (R-033); the rest depends on cards that are not recorded."""
    name = folder / "unclaimed.json"
    done = call("check", name)
    (ruling,) = rulings(call("check", "-f", "jsonl", name).out)
    unsure = [one for one in ruling["findings"] if one["verdict"] == "undetermined"]
    plays = len({one["at"] for one in unsure if one["trick"]})
    assert plays > 1
    assert listed_infractions(done.out) == ["failure-to-follow"]
    assert (
        f":1:1: hand unknown-plays: {plays} plays cannot be checked because cards are missing; use --all to list them\n"
        in done.out
    )
    assert f"1 cannot be decided from the record, {len(unsure)} questions are open." in done.err
    assert len(listed_infractions(call("check", "--all", name).out)) == len(ruling["findings"])


def test_claimed_plays_are_listed(folder: Path) -> None:
    """Only North's card in trick 2 was claimed, for every infraction that it may be (D-53)."""
    done = call("check", folder / "claimed.json")
    listed = [line for line in done.out.splitlines() if "we cannot tell" in line]
    assert listed
    assert all(re.search(r"whether Ruth \(North\) still had .* when playing 10♠", line) for line in listed)
    assert len(listed_infractions(call("check", "--all", folder / "claimed.json").out)) > len(
        listed_infractions(done.out)
    )
    assert "; use --all to list it" in done.out
