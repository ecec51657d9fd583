"""What hangs on a hand that is not known in full is what every way to complete it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.games.door import read
from clabber_audit.law.bound_ruleset import law_of
from clabber_audit.ruling.judge import adjudicate
from tests.family.makers.dealing import deal, pack
from tests.scale import at_random

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
        record["deal"]["upcard"] = "9D" if "9D" not in hand else "9H"
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


@pytest.mark.parametrize("ruleset", SAID)
def test_a_hand_known_in_part(ruleset: str) -> None:
    seen = Counter[str]()
    for number in range(at_random(4, 40)):
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
