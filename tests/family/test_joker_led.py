"""A joker led without trumps, for a suit that was named with it (BD-40), where other cards are not known."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from clabber_audit.games.parse import read
from clabber_audit.judge.judge import Ruling, adjudicate
from tests.cli import call
from tests.family.opinion.judging import rule
from tests.family.rules import law_otherwise

#: East plays without trumps. North leads the joker for spades to the last trick; East follows with the queen.
RECORD: Final[dict[str, Any]] = {
    "format": "bid-euchre-hand/1",
    "id": "joker-led",
    "ruleset": "hasenpfeffer",
    "pack": "25",
    "deal": {
        "dealer": "N",
        "hands": {
            "N": ["AS", "9D", "KH", "AC", "JD", "JK"],
            "E": ["JH", "QS", "9S", "KS", "KD", "KC"],
            "S": ["9H", "QD", "AD", "TS", "TH"],
            "W": ["QH", "TD", "9C", "AH", "JC"],
        },
        "blind": ["QC"],
    },
    "declarations": [
        {"seat": "E", "call": "3"},
        {"seat": "S", "call": "6"},
        {"seat": "W", "call": "pass"},
        {"seat": "N", "call": "pass"},
        {"seat": "S", "call": "trump", "trump": "NT"},
    ],
    "plays": [
        {"seat": seat, "card": None if card == "??" else card, **({"named": "S"} if card == "JK" else {})}
        for seat, card in zip(
            "SWNEWNESWNESNESWSWNENESW",
            [
                "TH",
                "AH",
                "KH",
                "JH",
                "QH",
                "9D",
                "KD",
                "9H",
                "9C",
                "AC",
                "KC",
                "AD",
                "JD",
                "KS",
                "QD",
                "TD",
                "TS",
                "JC",
                "AS",
                "9S",
                "JK",
                "QS",
                "??",
                "??",
            ],
            strict=True,
        )
    ],
    "claims": [],
    "incidents": [],
}
#: What South and West may have held to the last: of the pack nothing else is left.
ENDS: Final = [("JS", "TC"), ("TC", "JS")]


def ruled(record: dict[str, Any], joker: str) -> Ruling:
    return adjudicate(read(json.dumps(record).encode()), law_otherwise("hasenpfeffer", {"joker_nt": joker}))


def completed(cards: tuple[str, str]) -> dict[str, Any]:
    """The record with the last two cards."""
    hands: dict[str, list[str]] = RECORD["deal"]["hands"]
    last = dict(zip("SW", cards, strict=True))
    dealt = {seat: [*held, *([last[seat]] if seat in last else [])] for seat, held in hands.items()}
    plays = [*RECORD["plays"][:-2], *({"seat": seat, "card": card} for seat, card in last.items())]
    return {**RECORD, "deal": {**RECORD["deal"], "hands": dealt}, "plays": plays}


@pytest.mark.parametrize(("joker", "winner"), [("beats_all", "N"), ("dead", "E")])
def test_who_takes_the_trick(joker: str, winner: str) -> None:
    """A dead joker is beaten by whoever follows it, and the others that may follow hold lower spades (BD-05)."""
    told = ruled(RECORD, joker)
    assert told.replay.hand.seating.seats[told.replay.fell.winners[-1] or 0] == winner
    assert {rule(completed(cards), {"joker_nt": joker})["won"][-1] for cards in ENDS} == {winner}


def test_whether_somebody_followed_the_suit_named() -> None:
    """West leads the joker for spades. South holds the king of spades, and nobody noted what he played."""
    hands = {
        "N": ["QS", "TS", "TH", "TC", "AD", "AS"],
        "E": ["KD", "QH", "KH", "QC"],
        "S": ["KS", "9H", "TD", "JC"],
        "W": ["JK", "9D", "AC", "JD", "9S", "JS"],
    }
    fell = zip("ESWNESWNWNES", ["QH", "9H", "JD", "TH", "QC", "JC", "AC", "TC", "JK", "QS", "KD", "??"], strict=True)
    record = {
        **RECORD,
        "deal": {"dealer": "S", "hands": hands, "blind": ["JH"]},
        "declarations": [
            {"seat": "W", "call": "pass"},
            {"seat": "N", "call": "pass"},
            {"seat": "E", "call": "2"},
            {"seat": "E", "call": "trump", "trump": "NT"},
        ],
        "plays": [
            {"seat": seat, "card": None if card == "??" else card, **({"named": "S"} if card == "JK" else {})}
            for seat, card in fell
        ],
    }
    told = [(one.infraction, one.at, one.verdict) for one in ruled(record, "beats_all").findings if one.seat == 2]
    assert told == [("failure-to-follow", 11, "undetermined")]


@pytest.mark.parametrize(
    ("trump", "named", "told"),
    [
        ("NT", ("--named", "spades"), "legal: Q♠\nnot A♦: failing to follow suit"),
        ("NT", (), "legal: Q♠ A♦\n"),
        ("H", ("--named", "S"), "--named does not apply here"),
        ("NT", ("--named", "Z"), "`Z` is not a suit"),
    ],
)
def test_what_may_be_played_to_it(trump: str, named: tuple[str, ...], told: str) -> None:
    """The suit named with it is to be followed (BD-40); with none the joker is a suit of its own (BD-05)."""
    done = call("legal", "-r", "hasenpfeffer", "--trump", trump, "--trick", "JK", "--hand", "QS AD", *named)
    assert told in (done.err if done.code else done.out)
