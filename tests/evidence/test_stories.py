"""Whole records, in which nothing is open, and a few stories of incomplete ones."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from clabber_audit.cards.cards import SEATS
from clabber_audit.core.errors import Refused
from tests import mischief
from tests.scale import at_random
from tests.test_properties import Json, ruled


def test_nothing_is_open_in_a_whole_record() -> None:
    """Records in which anything goes wrong, but for those of a sheet alone and those whose trumps nobody made.

    Where nobody noted melds, a sheet that one explains is open (settled reading): such records are no whole ones.
    """
    for record in mischief.records(73, at_random(80, 1_000)):
        if ("sheet" in record and not record["plays"]) or ("melds" not in record and "score" in record):
            continue
        ruling = ruled(record, record["ruleset"])
        if ruling["trump"] or ruling["outcome"] == "passed_out":
            assert "hands" in record["deal"] or len(record["plays"]) == 24
            assert all(finding["verdict"] == "proven" for finding in ruling["findings"]), json.dumps(record)
            assert ruling["outcome"] != "undetermined", json.dumps(record)


#: South deals; hearts are led by West, spades are trumps.
STORY: Final[Json] = {
    "format": "clabber-hand/1",
    "id": "story",
    "deal": {"dealer": "S", "hands": {}},
    "contract": {"maker": "NS", "trump": "S"},
}


def _story(*tricks: str, **more: Any) -> list[tuple[Any, ...]]:
    """Return the findings of a hand; a trick is its leader and its cards, `?` for an unknown one."""
    plays = []
    for trick in tricks:
        leader, *cards = trick.split()
        for step, card in enumerate(cards):
            seat = SEATS[(SEATS.index(leader) + step) % 4]
            plays.append({"seat": seat, "card": None if card == "?" else card})
    ruling = ruled({**STORY, "plays": plays, **more})
    keys = ("infraction", "seat", "at", "verdict", "provable_from")
    return [tuple(finding[key] for key in keys) for finding in ruling["findings"]]


def test_a_later_card_decides() -> None:
    """North throws off on a heart. He may have had a heart or a trump; then the heart falls."""
    off = _story("W AH 9C QH KH")
    assert off == [
        ("failure-to-follow", "N", 1, "undetermined", None),
        ("failure-to-trump", "N", 1, "undetermined", None),
    ]
    assert _story("W AH 9C QH KH", "W TH JH") == [("failure-to-follow", "N", 1, "proven", 6)]
    # A trump that falls later proves one fault or the other, and not which.
    assert _story("W AH 9C QH KH", "W JS 9S") == off
    # All hearts seen elsewhere leave the trump, and then the fault is proven although nobody named it before.
    seen = {"dealer": "S", "hands": {"W": ["AH", "TH", "JH", "9H", "JS", "AC"], "E": ["QH"], "S": ["KH"]}}
    assert _story("W AH 9C QH KH", "W JS 9S", deal=seen) == [("failure-to-trump", "N", 1, "proven", 6)]


def test_unknown_trumps() -> None:
    """A hand with the suit led must follow under any trumps; the duty of a void hand depends on them."""
    hands = {
        "dealer": "S",
        "hands": {"N": ["9C", "KC", "TD", "AC", "QC", "JH"], "E": ["9S", "KS", "TC", "AS", "QS", "JS"]},
    }
    result = _story("W AH 9C TC KH", deal=hands, contract=None)
    assert result == [
        ("failure-to-follow", "N", 1, "proven", None),
        ("failure-to-trump", "E", 2, "undetermined", None),
        # If hearts are trumps, South may have kept the nine back.
        ("failure-to-overtrump", "S", 3, "undetermined", None),
    ]


def test_a_contract_alone_refutes_no_claim() -> None:
    """North made spades trumps, as the contract says, and his hand is not known: was there a spade in it (R-025)?

    A hand known from its contract has no finding for that alone, but a claim of it is not refuted either. When all
    spades are seen elsewhere, it is proven.
    """
    claim = {"by": "E", "against": "N", "infraction": "declaring-without-trump", "at": 4}
    made = {**STORY, "contract": {"maker": "N", "trump": "S"}, "claims": [claim], "melds": []}
    plays = [
        {"seat": seat, "card": card} for seat, card in zip("WNES", ["AH", "9H", "QH", "KH"], strict=True)
    ]
    assert ruled({**made, "plays": plays})["claims"] == [
        {"claim": 0, "verdict": "not_proven", "finding": None}
    ]
    deal = {"dealer": "S", "hands": {"E": ["AS", "KS", "QS", "JS", "TS", "QH"], "S": ["9S"]}}
    ruling = ruled({**made, "plays": plays, "deal": deal})
    assert [finding["verdict"] for finding in ruling["findings"]] == ["proven"]
    assert ruling["claims"] == [{"claim": 0, "verdict": "upheld", "finding": 0}]
    assert ruling["score"]["EW"] >= 162


def test_an_unknown_card_can_be_a_fault() -> None:
    """North's only heart falls in trick 2, so whatever he played to the first was no heart."""
    hands = {"dealer": "S", "hands": {"N": ["9C", "KC", "TD", "AC", "QC", "JH"]}}
    assert _story("W AH ? QH KH", "W TH JH", deal=hands) == [("failure-to-follow", "N", 1, "proven", 6)]
    assert _story("W AH ? QH KH", "W 9H 9C", deal=hands) == [
        ("failure-to-follow", "N", 1, "undetermined", None),
        ("failure-to-follow", "N", 5, "undetermined", None),
    ]


def test_a_search_given_up_is_open_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """East's nine of diamonds on a spade led, with one card of his unknown: two worlds show that it is open. Without
    time to look for them it is not settled, and the ruling says so."""
    cards = {"N": "KS", "E": "9D", "S": "TC", "W": "JS"}
    plays = [{"seat": seat, "card": card} for seat, card in cards.items()]
    deal = {"dealer": "W", "hands": {"E": ["9D", "9C", "AC", "TD", "JD"]}}
    record = {**STORY, "deal": deal, "plays": plays}
    result = next(one for one in ruled(record)["findings"] if one["infraction"] == "failure-to-follow")
    assert (result["at"], result["verdict"], "exhausted" in result) == (1, "undetermined", False)
    monkeypatch.setattr("clabber_audit.evidence.completions.BUDGET", 0)
    given_up = next(one for one in ruled(record)["findings"] if one["infraction"] == "failure-to-follow")
    assert (given_up["at"], given_up["verdict"], given_up["exhausted"]) == (1, "not_settled", True)


#: Every card is known; the dealer, South, was dealt hearts and the nine of clubs.
HEARTS_OR_CLUBS: Final[Json] = {
    "N": ["KC", "AC", "JD", "QD", "9S", "TS"],
    "E": ["KD", "AD", "JS", "QS", "KS", "AS"],
    "S": ["9H", "TH", "JH", "QH", "KH", "9C"],
    "W": ["AH", "TC", "JC", "QC", "9D", "TD"],
}


def test_the_card_accepted_is_one_of_the_dealers() -> None:
    """West accepts an up-card that nobody noted: trumps are hearts or clubs, since it is the dealer's (R-014, R-021).

    East threw the jack of spades on a club lead, and held neither suit: he cannot have failed to trump. Where the
    dealer holds one suit alone, that is trumps.
    """
    declared = {"id": "accepted", "declarations": [{"seat": "W", "call": "play"}], "contract": None}
    result = _story("W TC KC JS 9C", deal={"dealer": "S", "hands": HEARTS_OR_CLUBS}, **declared)
    assert [finding[:4] for finding in result] == [("failure-to-overtrump", "N", 1, "undetermined")]
    only = {
        **HEARTS_OR_CLUBS,
        "S": ["9H", "TH", "JH", "QH", "KH", "AH"],
        "W": ["9C", *HEARTS_OR_CLUBS["W"][1:]],
    }
    whole = {**STORY, **declared, "deal": {"dealer": "S", "hands": only}, "plays": []}
    assert ruled(whole)["trump"] == "H"


def test_a_suit_named_in_round_1_was_turned_up() -> None:
    """Hearts, named before all had spoken, are the up-card's suit where the dealer can hold one; else the call is none.

    R-014, R-020.
    """
    call = {"declarations": [{"seat": "W", "call": "H"}], "contract": None, "plays": []}
    record = {**STORY, **call, "deal": {"dealer": "S", "hands": HEARTS_OR_CLUBS}}
    assert (ruled(record)["trump"], ruled(record)["findings"]) == ("H", [])
    dealt = {**HEARTS_OR_CLUBS, "E": HEARTS_OR_CLUBS["S"], "S": HEARTS_OR_CLUBS["E"]}
    ruling = ruled({**record, "deal": {"dealer": "S", "hands": dealt}})
    assert ruling["trump"] is None
    assert [finding["infraction"] for finding in ruling["findings"]] == ["invalid-declaration"]


def test_accepting_a_suit_that_the_dealer_has_not_is_impossible() -> None:
    """A contract of spades by somebody who accepted the up-card of a dealer without spades."""
    call = {
        "declarations": [{"seat": "W", "call": "play"}],
        "contract": {"maker": "W", "trump": "S"},
        "plays": [],
    }
    with pytest.raises(Refused, match=r"the up-card was accepted; .* South held no spades"):
        ruled({**STORY, **call, "deal": {"dealer": "S", "hands": HEARTS_OR_CLUBS}})
