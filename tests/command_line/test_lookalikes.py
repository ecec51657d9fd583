"""Names that only look alike are warned of on standard error; nothing is merged and nothing refused for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clabber_audit.records.formats import fold_name, look_alike_key
from tests.cli import GOOD, call, copy_with, write_records
from tests.league.seasons import SEASON

CYRILLIC = "Воb"
TWINS = copy_with(GOOD, id="twins", players={"N": "Bob", "S": CYRILLIC})
OTHER = copy_with(GOOD, id="other", players={"N": CYRILLIC})


@pytest.mark.parametrize(
    ("one", "other", "alike", "same"),
    [
        *((one, other, True, False) for one, other in (
            ("Bob", CYRILLIC), ("Bob", "B0b"), ("Ann", "Αnn"), ("Ian", "lan"), ("O’Hara", "O'Hara"), ("Al", "AІ"),
            ("Mia", "Міа"),
        )),
        # What nobody means is the same name.
        *((one, other, True, True) for one, other in (
            ("Bob", "bob "), ("Zoë", "Zoe\u0308"), ("Bob", "Ｂob"), ("A B", "A\u00a0 B"),
        )),
        *((one, other, False, False) for one, other in (
            ("Bob", "Rob"), ("Ann", "Anna"), ("Zoe", "Zoë"), ("Анна", "Anna"),
        )),
    ],
)  # fmt: skip
def test_names_that_look_alike(one: str, other: str, alike: bool, same: bool) -> None:
    assert (look_alike_key(one) == look_alike_key(other)) is alike
    assert (fold_name(one) == fold_name(other)) is same


def test_in_a_record(here: Path) -> None:
    write_records(here / "twins.json", [TWINS])
    for args in (["check"], ["rule"], ["score"], ["replay"], ["convert"]):
        done = call(*args, "twins.json", *(["-"] if args == ["convert"] else []))
        assert done.code == 0
        assert (
            done.err.count("warning: “Воb” looks like “Bob” but is spelled differently (U+0412 U+043E)") == 1
        )
    assert json.loads(call("check", "twins.json", "-f", "jsonl").out)["record"] == TWINS
    assert "looks like" not in call("check", "good.json").err


def test_in_a_batch_once(here: Path) -> None:
    write_records(here / "x.jsonl", [TWINS, *(copy_with(OTHER, id=f"h{number}") for number in range(5))])
    assert call("check", "x.jsonl").err.count("looks like") == 1


def test_in_an_archive(here: Path) -> None:
    write_records(here / "bob.json", [copy_with(GOOD, id="bob", players={"N": "Bob"})])
    write_records(here / "other.json", [OTHER])
    assert call("archive", "init", "a.db").code == 0
    assert "looks like" not in call("archive", "add", "a.db", "bob.json").err
    assert "“Воb” looks like “Bob”" in call("archive", "add", "a.db", "other.json").err
    assert "looks like" not in call("archive", "add", "a.db", "good.json").err


def test_in_a_season(here: Path) -> None:
    teams = [dict(team) for team in SEASON["teams"]]
    teams[0]["name"], teams[1]["players"] = "Eaglеs", ["Ann", "Аnn"]
    write_records(here / "season.json", [{**SEASON, "teams": teams}])
    done = call("league", "schedule", "season.json")
    assert done.code == 0
    assert done.err.count("looks like") == 2
