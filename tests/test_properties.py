"""Property tests: rotating, renaming, cutting short or shuffling a hand does not change its ruling.

Each test is a loop over seeded records. The second opinion decides which plays are legal (R-031 to R-038), never the
engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, Final

from clabber_audit.cards import CODES, SEATS, SUIT, SUITS, codes, mask_of
from clabber_audit.games.clabber.melds import RANKINGS
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import law_of, legal_cards
from tests.random_records import every_key as odd
from tests.random_records import irregular
from tests.renaming import rename, rotation
from tests.rules import OF_CLABBER
from tests.scale import at_random
from tests.second_opinion.cards import legal_cards as naive_legal_cards
from tests.second_opinion.cards import winner_of
from tests.second_opinion.findings import duty_broken

Json = dict[str, Any]

#: Numbers of irregular complete records and of incomplete records.
WHOLE: Final = at_random(24, 500)
ODD: Final = at_random(6, 120)
DUTIES: Final = ("failure-to-follow", "failure-to-trump", "failure-to-overtrump")
OF_CARDS: Final = (*DUTIES, "lead-out-of-turn", "play-out-of-turn")


@cache
def many() -> tuple[tuple[Json, str], ...]:
    """Return the records of these tests, each with the ruleset to judge it by."""
    whole = [(record, record["ruleset"]) for record in irregular.records(71, WHOLE)]
    partial = [
        (record, OF_CLABBER[number % len(OF_CLABBER)]) for number, record in enumerate(odd.many(ODD, 72))
    ]
    return (*whole, *partial)


def rule_as_json(record: Json, ruleset: str = "ecl-1992", whole: bool = False) -> Json:
    return ruling_data(adjudicate(parse_hand(json.dumps(record).encode()), law_of(ruleset)), whole=whole)


@cache
def rulings() -> tuple[Json, ...]:
    """Rule on each of these records, once for all tests that compare with the rulings."""
    return tuple(rule_as_json(record, ruleset) for record, ruleset in many())


# Rotation of the table and permutation of the suits.


def sort_card_sets(data: Any) -> Any:
    """Sort the sets of cards in a ruling, and its two findings about wrong scores."""
    if isinstance(data, dict):
        found = {key: sort_card_sets(value) for key, value in data.items()}
        if "findings" in found:
            found["findings"].sort(
                key=lambda finding: finding["team"] or "" if finding["infraction"] == "wrong-score" else ""
            )
        return found
    if isinstance(data, list):
        if data and all(isinstance(item, str) and item in CODES for item in data):
            return sorted(data, key=CODES.index)
        return [sort_card_sets(item) for item in data]
    return data


def without_lines(ruling: Json) -> Json:
    """Drop the losing line of a lay-down, since the one shown depends on the order of the suits."""

    def hide_line(facts: Json) -> Json:
        return {**facts, "line": bool(facts["line"])} if "line" in facts else facts

    return {
        **ruling,
        "findings": [{**finding, "facts": hide_line(finding["facts"])} for finding in ruling["findings"]],
    }


def test_rotation_of_the_table() -> None:
    """Each record turned by one seat."""
    names = rotation(SEATS, 1)
    for (record, ruleset), ruling in zip(many(), rulings(), strict=True):
        turned = rule_as_json(rename(record, names), ruleset)
        assert sort_card_sets(turned) == sort_card_sets(rename(ruling, names)), json.dumps(record)


def test_permutation_of_the_suits() -> None:
    """Each record under one of the 24 permutations."""
    others = [rotation(SEATS, 0, "".join(order)) for order in permutations(SUITS)][1:]
    for number, ((record, ruleset), ruling) in enumerate(zip(many(), rulings(), strict=True)):
        names = others[number % len(others)]
        relabelled = without_lines(rule_as_json(rename(record, names), ruleset))
        expected = rename(without_lines(ruling), names)
        assert sort_card_sets(relabelled) == sort_card_sets(expected), (names.suits, json.dumps(record))


def test_rotation_and_permutation_can_be_undone() -> None:
    """Four rotations, and a permutation applied with its inverse, change nothing."""
    swapped = rotation(SEATS, 0, "SHDC")
    for record, _ in many():
        again = record
        for _ in SEATS:
            again = rename(again, rotation(SEATS, 1))
        assert again == record
        assert rename(rename(record, swapped), swapped) == record


# Legal play by the second opinion.


class Table:
    """A hand dealt, declared and played legally for `count` cards."""

    def __init__(self, random: Random, count: int) -> None:
        pack = random.sample(CODES, len(CODES))
        dealer = random.randrange(4)
        dealt = {seat: pack[6 * place : 6 * place + 6] for place, seat in enumerate(SEATS)}
        order = [SEATS[(dealer + step) % 4] for step in range(1, 5)]
        upcard = random.choice(dealt[SEATS[dealer]])
        self.trump = upcard[1]
        maker = random.choice([seat for seat in order if any(card[1] == self.trump for card in dealt[seat])])
        calls = [{"seat": seat, "call": "pass"} for seat in order[: order.index(maker)]]
        self.hands = {seat: list(cards) for seat, cards in dealt.items()}
        self.trick: list[tuple[str, str]] = []
        self.turn = (dealer + 1) % 4
        self.record: Json = {
            "format": "clabber-hand/1",
            "id": "by-the-rules",
            "deal": {"dealer": SEATS[dealer], "upcard": upcard, "hands": dealt},
            "declarations": [*calls, {"seat": maker, "call": "play"}],
            "plays": [],
        }
        for _ in range(count):
            seat = SEATS[self.turn]
            self.play(seat, random.choice(naive_legal_cards(self.hands[seat], self.trick, self.trump)))

    def play(self, seat: str, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.record["plays"].append({"seat": seat, "card": card})
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            self.turn = SEATS.index(winner_of(self.trick, self.trump))
            self.trick = []


def test_legal_play_is_clean_and_makes_162() -> None:
    """Three complete hands for each two stopped ones, under the five rulesets in turn."""
    for number in range(at_random(40, 1_000)):
        random, whole = Random(f"legal {number}"), number % 25 < 15
        table = Table(random, 24 if whole else random.randrange(24))
        ruling = rule_as_json(table.record, OF_CLABBER[number % len(OF_CLABBER)])
        assert ruling["findings"] == [], json.dumps(table.record)
        if whole:
            assert ruling["outcome"] == "scored"
            both_points = [ruling["points"][team] for team in ("NS", "EW")]
            assert sum(points["cards"] + points["last_trick"] for points in both_points) == 162
            assert all(points["melds"] == points["belle"] == 0 for points in both_points)


def _list_wrong_cards(table: Table) -> Iterator[tuple[str, str, str]]:
    """Yield every way to break a rule with the next card: seat, card and infraction."""
    turn = SEATS[table.turn]
    hand = table.hands[turn]
    for card in hand:
        if table.trick and (broken := duty_broken(card, {"hand": hand, "table": table.trick}, table.trump)):
            yield turn, card, broken[0]
    for seat in SEATS:
        if seat != turn:
            kind = "play-out-of-turn" if table.trick else "lead-out-of-turn"
            for card in naive_legal_cards(table.hands[seat], table.trick, table.trump):
                yield seat, card, kind


def test_one_wrong_card_is_one_finding() -> None:
    """Hands stopped by a wrong card, as many of each of the five kinds, under the rulesets in turn."""
    wanted = dict.fromkeys(OF_CARDS, at_random(10, 200))
    number = 0
    while any(wanted.values()):
        number += 1
        random = Random(f"wrong {number}")
        table = Table(random, random.randrange(24))
        ways = [way for way in _list_wrong_cards(table) if wanted[way[2]]]
        if not ways:
            continue
        seat, card, kind = random.choice(ways)
        clock, ruleset = len(table.record["plays"]), OF_CLABBER[number % len(OF_CLABBER)]
        table.play(seat, card)
        found = [
            (finding["infraction"], finding["seat"], finding["trick"], finding["at"], finding["verdict"])
            for finding in rule_as_json(table.record, ruleset)["findings"]
        ]
        # League rule 11 exempts the last trick.
        exempt = kind not in DUTIES and clock >= 20 and ruleset.startswith("ecl")
        expected = [] if exempt else [(kind, seat, clock // 4 + 1, clock, "proven")]
        assert found == expected, (ruleset, json.dumps(table.record))
        wanted[kind] -= 1


def test_legal_cards_are_those_of_the_rules() -> None:
    """5,000 incomplete tricks: there is always a legal card, and the legal ones are those of R-032 to R-037."""
    random = Random("legal cards")
    for number in range(5000):
        pack = random.sample(CODES, 9)
        trick, hand = pack[: random.randrange(4)], pack[3 : 3 + random.randint(1, 6)]
        trump = random.choice(SUITS)
        led = SUIT[trick[0][1]] if trick else mask_of(CODES)
        winning = [card for card in trick if card[1] == trump]
        above = SUIT[trump]
        for card in winning:
            above &= RANKINGS[SUIT[trump]].beaters[mask_of([card])]
        judged = law_of(OF_CLABBER[number % len(OF_CLABBER)])
        allowed = set(codes(legal_cards(judged, mask_of(hand), led, SUIT[trump], above, trick=not trick)))
        assert allowed, (hand, trick, trump)
        table = [("", card) for card in trick]
        assert allowed == set(naive_legal_cards(hand, table, trump)), (hand, trick, trump)


# The same record, truncated or in another order.


def _card_findings_before(ruling: Json, before: int) -> list[Json]:
    keys = ("infraction", "seat", "trick", "at", "verdict", "penalty", "facts", "provable_from")
    return [
        {key: finding[key] for key in keys}
        for finding in ruling["findings"]
        if finding["infraction"] in OF_CARDS and finding["at"] < before
    ]


def test_cutting_a_hand_short_keeps_earlier_findings() -> None:
    """Complete hands, each cut at three places; only proof that comes later is lost."""
    random, kept_keys = Random("cut"), {"format", "id", "deal", "declarations", "contract", "plays"}
    for whole, ruleset in many()[:WHOLE]:
        record = {key: value for key, value in whole.items() if key in kept_keys}
        if "hands" not in record["deal"]:
            continue
        full = rule_as_json(record, ruleset)
        for _ in range(3):
            count = random.randint(0, len(record["plays"]))
            expected = _card_findings_before(full, count)
            for finding in expected:
                if finding["provable_from"] is not None and finding["provable_from"] > count:
                    finding["provable_from"] = None
            cut = rule_as_json({**record, "plays": record["plays"][:count]}, ruleset)
            assert _card_findings_before(cut, 24) == expected, (count, json.dumps(record))


def test_later_plays_do_not_affect_a_laydown() -> None:
    """Hands are laid down after trick 4, then somebody leads out of turn; the lay-down is judged as before."""
    failed, hands = 0, at_random(40, 300)
    for number in range(hands):
        random = Random(f"laid down {number}")
        table = Table(random, 16)
        record = {**table.record, "laydown": {"by": SEATS[table.turn], "at": 16, "agreed": True}}
        before = [finding for finding in rule_as_json(record, "ecl-1992")["findings"] if finding["at"] == 16]
        seat, card, _ = random.choice(list(_list_wrong_cards(table)))
        table.play(seat, card)
        after = rule_as_json(record, "ecl-1992")["findings"]
        assert [finding for finding in after if finding["infraction"] == "failed-laydown"] == before, (
            json.dumps(record)
        )
        failed += len(before)
    assert hands // 10 < failed < hands


def test_order_of_cards_in_a_hand_does_not_matter() -> None:
    """The hands of each record, and the cards in each, are written in another order."""
    random = Random("shuffle")
    for (record, ruleset), ruling in zip(many(), rulings(), strict=True):
        hands = list(record["deal"].get("hands", {}).items())
        random.shuffle(hands)
        deal = {**record["deal"], "hands": {seat: random.sample(cards, len(cards)) for seat, cards in hands}}
        assert rule_as_json({**record, "deal": deal}, ruleset) == ruling, json.dumps(record)
