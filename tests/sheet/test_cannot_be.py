"""Breakdowns that no hand can give: each is found, and named by line and column or by its place in the record."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from clabber_audit.games.clabber.melds import team_sums
from tests.cli import call
from tests.rules import OF_CLABBER
from tests.scale import scaled
from tests.second_opinion.judging import MELD_SUMS
from tests.second_opinion.scoring import MELD_POINTS, meld_sets, melds_within
from tests.second_opinion.walk import PACK

_HEADINGS = (
    "hand,dealer,maker,trump,ns_cards,ns_last,ns_melds,ns_belle,ew_cards,ew_last,ew_melds,ew_belle,ns_score,ew_score"
)
#: Rows with the column at which each is found, counted by hand, and what is said.
_ROWS = [
    ("1,N,E,hearts,61,,20,,91,10,20,,81,121", 28, "gives both sides melds"),
    ("2,E,N,clubs,97,10,30,,55,,,,137,55", 19, "North-South 30 for melds; no melds add up to 30"),
    ("3,S,W,spades,60,,,20,92,10,,20,80,122", 29, "gives both sides belle"),
    ("4,W,W,diamonds,60,10,,,92,10,,,70,102", 27, "gives both sides the last trick"),
    ("5,N,N,clubs,90,10,,,60,,20,,100,80", 21, "the sheet’s card points come to 150; a deck has 152"),
    ("6,E,N,clubs,60,,,,92,,,,XXX,92", 19, "gives neither side the last trick"),
    ("7,E,N,clubs,92,5,,,60,,,,97,60", 16, "North-South 5 for the last trick, which is worth 10"),
    ("8,E,N,clubs,92,10,,,60,,,10,102,70", 26, "East-West 10 for belle, which is worth 20"),
    ("9,E,N,clubs,92,10,,,60,,,,112,60", 27, "the sheet has 112 for North-South; it should be 102"),
    ("10,E,N,clubs,60,10,,,92,,,,R,182", 28, "the sheet has R for North-South; it should be 0"),
]  # fmt: skip


@pytest.mark.parametrize("ruleset", OF_CLABBER[:: scaled(4, 1)])
@pytest.mark.parametrize(("row", "column", "said"), _ROWS)
def test_each_is_found_in_its_cell_and_in_its_key(
    tmp_path: Path, row: str, column: int, said: str, ruleset: str
) -> None:
    sheet = tmp_path / "night.csv"
    sheet.write_text(f"{_HEADINGS}\n{row}\n", encoding="utf-8")
    done = call("check", str(sheet), "--ruleset", ruleset)
    assert done.code == 1
    found = [line for line in done.out.splitlines() if "wrong-score" in line and not line.startswith(" ")]
    assert any(line.startswith(f"{sheet}:2:{column}: ") and said in line for line in found), found
    record = tmp_path / "night.jsonl"
    assert call("convert", str(sheet), str(record)).code == 0
    again = call("check", str(record), "--ruleset", ruleset)
    assert again.code == 1
    assert said in again.out


def test_a_sheet_that_can_be_is_left_alone() -> None:
    rows = ["1,N,E,hearts,61,,20,,91,10,,20,81,121", "2,E,N,clubs,107,,140,,55,,,,247,55"]
    done = call("check", "-", stdin="\n".join([_HEADINGS, *rows]).encode())
    assert done.code == 0, done.out


def test_part_of_a_sheet_beside_cards_is_found_too() -> None:
    record = {
        "format": "clabber-hand/1", "id": "h", "deal": {"dealer": "N"}, "plays": [{"seat": "E", "card": None}],
        "sheet": {"NS": {"cards": 10, "melds": 20}, "EW": {"melds": 50}},
    }  # fmt: skip
    done = call("check", "-", stdin=json.dumps(record).encode())
    assert "gives both sides melds" in done.out
    assert "in cards" not in done.out


def test_a_score_beside_a_breakdown_without_a_maker() -> None:
    """Whoever made trumps: a side scores the sum of its parts, or nothing where it was set."""
    record = {
        "format": "clabber-hand/1", "id": "h", "deal": {"dealer": "N"}, "plays": [],
        "sheet": {"NS": {"cards": 91, "last_trick": 10}, "EW": {"cards": 61}}, "score": {"NS": 101, "EW": 81},
    }  # fmt: skip
    done = call("check", "-", stdin=json.dumps(record).encode())
    assert "the sheet has 81 for East-West; it should be 61" in done.out
    assert "North-South" not in done.out
    record["score"] = {"NS": "XXX", "EW": 61}
    assert call("check", "-", stdin=json.dumps(record).encode()).code == 0


def test_what_melds_come_to() -> None:
    """Every two hands of a team, by trying: each card of a meld in one of the two, none in both (R-056)."""
    sums = {0}
    choices = [melds for melds in meld_sets(PACK) if len({card for meld in melds for card in meld["cards"]}) <= 6]
    hands = [
        (frozenset(card for meld in melds for card in meld["cards"]), sum(MELD_POINTS[meld["kind"]] for meld in melds))
        for melds in choices
    ]
    assert melds_within(PACK)
    for (one, worth), (other, more) in combinations(hands, 2):
        if not one & other:
            sums.add(worth + more)
    assert sums == set(MELD_SUMS) == team_sums()
