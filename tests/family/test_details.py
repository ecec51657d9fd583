"""What the blocks of the book have no words for: proofs, penalties, the order of findings, the next dealer."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.family.book import book
from tests.family.opinion.judging import Ruling, rule
from tests.family.opinion.table import Record


def told(block: str) -> Record:
    """The record of a block of the book, to be changed."""
    record = next(asked.block.record for asked in book() if asked.id == block)
    assert record is not None
    return copy.deepcopy(record)


def ruled(block: str, **changes: Any) -> Ruling:
    """The ruling on a block, some of its record changed."""
    return rule(told(block) | changes)


def test_the_left_bower_proves_it_as_it_falls() -> None:
    """Case BE09: the fourteenth card."""
    assert [one["provable_from"] for one in ruled("BE09.1")["findings"]] == [14]
    assert [one["at"] for one in ruled("BE09.1")["findings"]] == [9]


def test_nothing_played_later_proves_nothing() -> None:
    record = told("BE09.1")
    record["plays"] = record["plays"][:12]
    assert [one["provable_from"] for one in rule(record)["findings"]] == [None]


def test_findings_stand_in_the_order_of_the_hand() -> None:
    """At one clock: calls, the deal, trumps, exchanges, departures, incidents, cards (infractions: fine print)."""
    record = told("BE10.1") | {"exchanges": [{"from": "S", "to": "W", "cards": ["9S"]}]}
    record["exchanges"].append({"from": "W", "to": "S", "cards": ["9H"]})
    record["plays"] = record["plays"][:8]
    for play in record["plays"]:
        play["card"] = {"9S": "9H", "9H": "9S"}.get(play["card"], play["card"])
    record["declarations"].insert(1, {"seat": "S", "call": "5"})
    record["declarations"][-1]["at"] = 3
    record["incidents"] = [{"kind": "wrong_card_count", "seat": "N"}]
    found = [(one["infraction"], one["at"]) for one in rule(record)["findings"]]
    assert found == [
        ("wrong-card-count", "deal"),
        ("bid-out-of-turn", "declaring"),
        ("unentitled-exchange", "declaring"),
        ("unentitled-exchange", "declaring"),
        ("trump-named-late", 3),
        ("lead-out-of-turn", 4),
    ]


@pytest.mark.parametrize(
    ("block", "penalty"),
    [
        ("BE06.1", ["void", "void"]),
        ("BE09.1", ["renege"]),
        ("BE10.1", ["note", "note"]),
        ("EC06.2", ["note"]),
        ("EC07.2", ["void"]),
        ("EC07.4", ["void"]),
        ("EC09.3", ["redeal"]),
    ],
)
def test_penalties(block: str, penalty: list[str]) -> None:
    """What an infraction costs (penalty words); a late Bottoms stays, a late misdeal call is void (BD-58)."""
    assert [one["penalty"] for one in ruled(block)["findings"]] == penalty


@pytest.mark.parametrize(
    ("block", "seat"),
    # The next player after a hand scored or passed out (B-010, BD-09), else the same (BD-37, B-124, B-126).
    [("BE07.1", "W"), ("HP02.1", "E"), ("EC07.1", "S"), ("EC09.3", "N"), ("BE01.1", "S"), ("DC05.2", "P1")],
)
def test_who_deals_next(block: str, seat: str) -> None:
    assert ruled(block)["next_dealer"] == seat


def test_dealing_out_of_turn() -> None:
    """Called before the deal is done the right player deals; later it is only noted (record: infractions)."""
    deal = told("BE01.1")["deal"] | {"due_dealer": "W"}
    wrong = {"kind": "dealt_out_of_turn", "seat": "E"}
    called = ruled("BE01.1", deal=deal, incidents=[wrong | {"called": "deal"}])
    assert (called["outcome"], called["next_dealer"]) == ("redeal", "W")
    late = ruled("BE01.1", deal=deal, incidents=[wrong])
    assert [one["infraction"] for one in late["findings"]] == ["dealing-out-of-turn"]
    assert late["score"] == ruled("BE01.1", deal=deal)["score"] == {"NS": 5, "EW": 1}
    assert len(ruled("BE01.1", deal=deal)["findings"]) == 1


def test_a_written_score_is_held_against_the_ruling() -> None:
    wrong = ruled("BE01.1", score={"NS": 5, "EW": 2})["findings"]
    assert [(one["infraction"], one["seat"], one["side"]) for one in wrong] == [("wrong-score", None, "EW")]
    assert ruled("BE01.1", score={"NS": 5, "EW": 1})["findings"] == []
    assert ruled("BE07.1", score={"NS": 0, "EW": 0})["findings"] == []


def test_a_claimed_renege_may_win_the_game() -> None:
    """The innocent bidders have all six tricks, and so have made their bid (BD-17, BD-70)."""
    assert ruled("BE09.2", before={"NS": 38, "EW": 0})["winner"] == "NS"
    assert ruled("BE09.2", before={"NS": 35, "EW": 0})["winner"] is None


def test_a_claim_is_about_what_it_names_first() -> None:
    """A lead out of turn that is named and true is no failure to follow in the same trick (record: fine print)."""
    record = told("BE09.2")
    record["plays"][8]["seat"], record["plays"][9]["seat"] = "W", "S"
    record["plays"][8]["card"], record["plays"][9]["card"] = "TD", "KS"
    record["claims"][0] |= {"infraction": "lead-out-of-turn"}
    ruling = rule(record)
    assert (ruling["claims"], ruling["claimed"]) == (["upheld"], ["lead-out-of-turn"])
    assert ruling["outcome"] == "unfinished"


def test_hands_nobody_noted_are_told_by_the_cards() -> None:
    record = told("BE09.1")
    del record["deal"]["hands"]
    assert rule(record)["findings"] == rule(told("BE09.1"))["findings"]
