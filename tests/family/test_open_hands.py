"""What hangs on a hand that is not known in full is what every way to complete it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.games.parse import read
from clabber_audit.judge.judge import adjudicate
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.makers.dealing import deal, pack
from tests.family.opinion.judging import rule
from tests.scale import at_random, scaled

ON_A_HAND: Final = {"false-two-bid", "unentitled-call", "wrong-exchange-card"}
#: What is said that hangs on the hand of North, or makes him hand over a card.
SAID: Final[dict[str, list[dict[str, Any]]]] = {
    "bid-euchre": [{"call": "2"}],
    "eau-claire-clubs": [{"call": "ace_no_face"}],
    "eau-claire-third-ward": [{"call": "ace_no_face"}],
    "eau-claire-study-hall": [{"call": "four_of_a_kind"}],
    "progressive-euchre": [{"call": "pepper", "seat": "S"}, {"call": "trump", "trump": "H", "seat": "S"}],
    "buckenpeffer": [{"call": "4"}, {"call": "trump", "trump": "LOW"}],
}


def told(record: dict[str, Any]) -> set[tuple[str, str]]:
    """What is found about N that hangs on a hand, and how sure it is."""
    findings = adjudicate(read(json.dumps(record).encode()), law_of(record["ruleset"])).findings
    return {(one.infraction, one.verdict) for one in findings if one.infraction in ON_A_HAND and one.seat == 0}


def hand_known_but_for(ruleset: str, hidden: int, random: Random) -> dict[str, Any]:
    """A record in which N's hand is known but for some cards, and nobody else's."""
    record = deal(ruleset, "open", random)
    hand = record["deal"]["hands"]["N"]
    random.shuffle(hand)
    record["deal"].update(dealer="E", hands={"N": hand[hidden:]})
    record["deal"].pop("blind", None)
    if record["deal"].get("upcard", "")[1:] == "C":
        record["deal"]["upcard"] = next(card for card in pack("24") if card[1] != "C" and card not in hand)
    said = [{"seat": "N", **one} for one in SAID[ruleset]]
    passes = {"progressive-euchre": "WNE", "bid-euchre": "SW", "buckenpeffer": "SW"}.get(ruleset, "")
    others = [{"seat": seat, "call": "pass"} for seat in passes]
    # South's pepper is the first word; North's bid comes after two passes.
    record["declarations"] = [*said[:1], *others, *said[1:]] if passes == "WNE" else [*others, *said]
    if ruleset in ("progressive-euchre", "buckenpeffer"):
        taker = "S" if ruleset == "progressive-euchre" else "E"
        record["exchanges"] = [{"from": "N", "to": taker, "cards": [hand[-1]]}]
        if ruleset == "progressive-euchre":
            record["exchanges"].append({"from": "S", "to": "N", "cards": [None]})
    return record


def completions(record: dict[str, Any], hidden: int) -> Iterator[dict[str, Any]]:
    """The record with each hand that N may have had."""
    known = record["deal"]["hands"]["N"]
    left = [card for card in pack("24") if card not in (*known, record["deal"].get("upcard"))]
    for more in combinations(left, hidden):
        yield {**record, "deal": {**record["deal"], "hands": {"N": [*known, *more]}}}


@pytest.mark.parametrize("ruleset", [*SAID][:: scaled(3, 1)])
def test_a_hand_known_in_part(ruleset: str) -> None:
    seen = Counter[str]()
    for number in range(at_random(2, 40)):
        random = Random(f"open {ruleset} {number}")
        hidden = random.choice((1, 1, 2))
        record = hand_known_but_for(ruleset, hidden, random)
        ways = [told(one) for one in completions(record, hidden)]
        wanted = {
            (name, "proven" if all((name, "proven") in way for way in ways) else "undetermined")
            for name in ON_A_HAND
            if any((name, "proven") in way for way in ways)
        }
        assert told(record) == wanted, json.dumps(record)
        seen.update(verdict for _, verdict in wanted)
    assert seen


#: All pass in Hasenpfeffer: whoever holds the joker has to bid three (B-070), and West names spades.
PASSED: Final[dict[str, Any]] = {
    "format": "bid-euchre-hand/1",
    "id": "passed",
    "ruleset": "hasenpfeffer",
    "pack": "25",
    "deal": {
        "dealer": "S",
        "hands": {
            "N": ["QS", "TS", "TH", "TC", "AD", "AS"],
            "E": ["KD", "QH", "KH", "QC", "JH", "9C"],
            "S": ["KS", "9H", "TD", "JC", "AH"],
            "W": ["9D", "AC", "JD", "9S", "JS"],
        },
    },
    "declarations": [*({"seat": seat, "call": "pass"} for seat in "WNES")],
    "incidents": [],
    "claims": [],
    "plays": [],
}


def with_name(seat: str, west: str = "", south: str = "") -> dict[str, Any]:
    """The record where a seat names spades, with the last card of West and of South where they are known."""
    hands = {**PASSED["deal"]["hands"]}
    hands |= {"W": [*hands["W"], west]} if west else {}
    hands |= {"S": [*hands["S"], south]} if south else {}
    said = [*PASSED["declarations"], {"seat": seat, "call": "trump", "trump": "S"}]
    return {**PASSED, "deal": {**PASSED["deal"], "hands": hands}, "declarations": said}


@pytest.mark.parametrize("seat", "NW")
def test_who_had_to_bid_for_the_joker(seat: str) -> None:
    """North's hand is known, and has no joker; West may hold it, or South, or it lies aside (B-071)."""
    record = with_name(seat)
    findings = adjudicate(read(json.dumps(record).encode()), law_of("hasenpfeffer")).findings
    found = {one.verdict for one in findings if one.infraction == "declaring-out-of-turn"}
    ways = [rule(with_name(seat, *last))["findings"] for last in permutations(("JK", "QD", "KC"), 2)]
    guilty = [any(one["infraction"] == "declaring-out-of-turn" for one in way) for way in ways]
    assert found == {"proven" if all(guilty) else "undetermined"} == {"proven" if seat == "N" else "undetermined"}
