"""The certificates of Bid Euchre hands verify, and none of their premises can be spared.

Whole hands and hands with cards left out, of every ruleset: each finding about a card has a certificate, and the
checker takes it with few of its steps.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.evidence.checker import checker_of
from clabber_audit.evidence.checker.checker import STEPS
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.certificates import certificates
from clabber_audit.judge.judge import adjudicate
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.completing import whole, with_holes
from tests.family.opinion.laws import RULESETS
from tests.ruling.certificates.forging import BidEuchreJudge
from tests.scale import at_random, scaled

Json = dict[str, Any]

#: How many hands of each ruleset.
HANDS: Final = at_random(2, 60)


def _ruled(ruleset: str) -> Iterator[Json]:
    """Rulings with their certificates, as they come out of JSON."""
    number = 0
    made = 0
    while made < HANDS:
        number += 1
        random = Random(f"own {ruleset} {number}")
        one = whole(ruleset, random)
        record = one.record if number % 2 else with_holes(one, random, 3, 4)
        try:
            hand = parse_hand(json.dumps(record).encode())
        except Refused:
            continue
        made += 1
        ruling = adjudicate(hand, law_of(ruleset))
        yield json.loads(json.dumps(ruling_data(ruling, proofs=certificates(ruling))))


@cache
def ruled(ruleset: str) -> tuple[Json, ...]:
    return tuple(_ruled(ruleset))


def _stray(ruling: Json) -> bool:
    """Return True if somebody played who was out of the hand: then nothing is certified."""
    return any(finding["infraction"] == "playing-when-out" for finding in ruling["findings"])


@pytest.mark.parametrize("ruleset", [*RULESETS][:: scaled(3, 1)])
def test_every_certificate_verifies(ruleset: str) -> None:
    for ruling in ruled(ruleset):
        checker = checker_of(ruling)
        for certificate in ruling["certificates"]:
            assert not checker.complaint(certificate), json.dumps([certificate, ruling["record"]])
        assert checker.steps > STEPS // 4
        about = {one["finding"] for one in ruling["certificates"] if "finding" in one}
        of_cards = {
            number
            for number, one in enumerate(ruling["findings"])
            if one["infraction"] in BidEuchreJudge.kinds
        }
        assert _stray(ruling) or of_cards <= about, json.dumps(ruling["record"])


def test_there_are_many_of_each_verdict() -> None:
    seen = Counter(
        one["verdict"] for name in RULESETS for ruling in ruled(name) for one in ruling["certificates"]
    )
    assert min(seen["proven"], seen["undetermined"]) > HANDS * len(RULESETS) // 4, seen


def test_without_any_premise_it_fails() -> None:
    """The fewest facts: none of them can be spared."""
    tried = 0
    for ruling in (ruling for name in RULESETS for ruling in ruled(name)[::2]):
        checker = checker_of(ruling)
        for certificate in ruling["certificates"][:2]:
            premises = certificate.get("premises", ())
            for place in range(len(premises)):
                rest = [*premises[:place], *premises[place + 1 :]]
                assert checker.complaint({**certificate, "premises": rest}), json.dumps(
                    [certificate, ruling["record"]]
                )
                tried += 1
    assert tried > 2 * HANDS


def test_the_left_bower_follows_trumps() -> None:
    """West leads hearts, which are trumps; North throws a spade and later plays the jack of diamonds (B-005, BD-03)."""
    record = {
        "format": "bid-euchre-hand/1",
        "id": "left-bower",
        "ruleset": "bid-euchre",
        "deal": {"dealer": "S", "hands": {}},
        "declarations": [{"seat": "W", "call": "4"}, {"seat": "W", "call": "trump", "trump": "H"}],
        "plays": [
            {"seat": seat, "card": card}
            for seat, card in zip("WNESWNES", ("AH", "9S", "9H", "TH", "AC", "JD", "9C", "TC"), strict=True)
        ],
    }
    ruling = adjudicate(parse_hand(json.dumps(record).encode()), law_of("bid-euchre"))
    data = json.loads(json.dumps(ruling_data(ruling, proofs=certificates(ruling))))
    (certificate,) = [one for one in data["certificates"] if one["any_of"][0]["at"] == 1]
    assert certificate["verdict"] == "proven"
    assert {"trump": "H"} in certificate["premises"]
    assert {"play": 5, "card": "JD"} in certificate["premises"]
    assert not checker_of(data).complaint(certificate)
    # Were diamonds no color of trumps, the jack would be a diamond.
    assert checker_of({**data, "trump": "S"}).complaint(certificate)
