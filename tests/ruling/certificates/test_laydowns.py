"""Certificates of lay-downs with hands that are not known, and the checker's search held against the program's."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Final

from clabber_audit.cards import SEATS
from clabber_audit.evidence.checker import checker_of
from clabber_audit.evidence.laydowns.evaluate import Limits, search_completions
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.certificates import Certificate, Fault, certificates_data, facts_of, hand_of
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.replay import laydown_clock, replay_hand
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import law_of
from tests.casebook import hands_in
from tests.ruling.certificates.test_checker import certify, draw_whole_laydowns, of_laydown
from tests.scale import at_random

HANDS: Final = at_random(10, 100)


def test_two_searches_agree_on_what_is_not_known() -> None:
    """Hands laid down with up to six facts left out: four questions of each whether a trick can be lost."""
    random, seen = Random("left out"), Counter[bool]()
    law = law_of("ecl-1992")
    for ruling in draw_whole_laydowns(HANDS, law):
        replay = ruling.replay
        laydown, facts = replay.hand.record.laydown, facts_of(replay)
        assert laydown
        at, seat = laydown_clock(replay.hand), SEATS.index(laydown.by)
        # Who was to lead has to be known, and the whole hand of who states an order.
        given = [fact for fact in facts if fact.kind == "trump" or at - at % 4 - 4 <= fact.at < at]
        given += [fact for fact in facts if laydown.order and fact.seat == seat]
        others = [fact for fact in facts if fact not in given]
        checker = checker_of(json.loads(json.dumps(ruling_data(ruling))))
        for _ in range(4):
            gone = {fact.cards for fact in random.sample(others, min(len(others), random.randint(0, 6)))}
            kept = [fact for fact in facts if fact in given or fact.cards not in gone]
            less = replay_hand(hand_of(replay, kept), replay.order, replay.strain)
            result = search_completions(less, law, Limits(2_000, 200, 2_000), only_bad=True)
            if result.exhausted:
                continue
            fault = Fault("failed-laydown", seat, at)
            (data,) = certificates_data(
                [Certificate(ruling.replay.hand, "laydown", 0, "refuted", (fault,), tuple(kept))]
            )
            assert bool(checker.complaint(data)) is bool(result.bad), json.dumps(
                [data, record_data(replay.hand.record)]
            )
            seen[bool(result.bad)] += 1
    assert min(seen.values()) > HANDS // 4, seen


def test_jack_and_nine_of_trumps_are_enough() -> None:
    """Case I-01: nothing can beat them (R-005), so it need only be known that West led and held nothing else."""
    _, result = certify(adjudicate(hands_in("i-laydowns.md")["i01-jack-nine"], law_of("ecl-1992")))
    (certificate,) = [each for each in result if of_laydown(each)]
    assert certificate["verdict"] == "refuted"
    # West had played his ace of hearts, queen of clubs, jack of diamonds and, to the trick he won, ten of diamonds.
    assert certificate["premises"] == [
        {"trump": "S"},
        {"play": 0, "card": "AH"},
        {"play": 4, "card": "QC"},
        {"play": 11, "card": "JD"},
        {"play": 12, "card": "QD"},
        {"play": 13, "card": "KD"},
        {"play": 14, "card": "JH"},
        {"play": 15, "card": "TD"},
        {"dealt": "W", "card": "JS"},
        {"dealt": "W", "card": "9S"},
    ]


def test_six_trumps_need_nobody_elses_hand() -> None:
    """All six trumps are in one hand and it is on lead: each wins whatever falls to it (R-038)."""
    cards = ["JS", "9S", "AS", "TS", "KS", "QS"]
    record = {
        "format": "clabber-hand/1",
        "id": "six-trumps",
        "deal": {"dealer": "N", "hands": {"E": cards}},
        "contract": {"maker": "E", "trump": "S"},
        "plays": [],
        "laydown": {"by": "E", "at": 0, "agreed": True},
    }
    data, (certificate,) = certify(adjudicate(parse_hand(json.dumps(record).encode()), law_of("ecl-1992")))
    assert certificate["verdict"] == "refuted"
    assert certificate["premises"] == [{"trump": "S"}, *[{"dealt": "E", "card": card} for card in cards]]
    assert not checker_of(data).complaint(certificate)
