"""Random records under the second opinion: whatever was done at the table, some things hold of every ruling."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

from tests.family.makers.lawful import pack
from tests.family.makers.records import records
from tests.family.opinion.findings import KNOWN
from tests.family.opinion.judging import Ruling, rule
from tests.family.opinion.laws import RULESETS, Law, law_of
from tests.family.opinion.table import Record, cards_each, side_of, sides_of

COUNT = 40 * len(RULESETS)
OUTCOMES = {"scored", "renege", "redeal", "annulled", "passed_out", "sat_out", "unfinished"}


@cache
def ruled() -> tuple[tuple[Record, Ruling], ...]:
    """The records of these tests and what is ruled on them."""
    return tuple((record, rule(record)) for record in records(11, COUNT))


def test_the_same_seed_makes_the_same_records() -> None:
    assert [json.dumps(one) for one in records(3, 32)] == [json.dumps(one) for one in records(3, 32)]


def test_everything_happens_somewhere() -> None:
    assert {one["infraction"] for _, ruling in ruled() for one in ruling["findings"]} == set(KNOWN)
    assert {ruling["outcome"] for _, ruling in ruled()} >= OUTCOMES
    verdicts = {verdict for _, ruling in ruled() for verdict in ruling["claims"]}
    assert verdicts == {"withdrawn", "inadmissible", "out_of_time", "moot", "upheld", "refuted", "not_proven"}


def test_no_card_is_in_two_places() -> None:
    for record, _ in ruled():
        cards = [card for hand in (record["deal"].get("hands") or {}).values() for card in hand]
        cards += record["deal"].get("blind") or []
        assert not Counter(cards) - Counter(pack(record.get("pack", "24"))), json.dumps(record)


def test_tricks_add_up() -> None:
    for record, ruling in ruled():
        if ruling["outcome"] == "scored":
            assert sum(ruling["tricks"].values()) == cards_each(record), json.dumps(record)
            assert len(ruling["won"]) in (0, cards_each(record)), json.dumps(record)


def test_running_scores_add_up() -> None:
    for record, ruling in ruled():
        law = law_of(record["ruleset"], {})
        before = dict.fromkeys(sides_of(record, law), law["start"]) | (record.get("before") or {})
        score = ruling["score"] or dict.fromkeys(before, 0)
        assert ruling["after"] == {side: before[side] + score[side] for side in before}, json.dumps(record)
        if law["game"] == "ec":
            assert all(total <= 20 for total in ruling["after"].values()), json.dumps(record)


def test_whoever_wins_has_arrived() -> None:
    for record, ruling in ruled():
        law, won = law_of(record["ruleset"], {}), ruling["winner"]
        if won is None or won == "tie":
            continue
        assert ruling["score"] is not None, json.dumps(record)
        total = ruling["after"][won]
        assert total <= 0 if law["down"] else total >= law["target"], json.dumps(record)


def possible_scores(record: Record, ruling: Ruling, law: Law) -> dict[str, set[int]]:
    game, contract = law["game"], ruling["contract"]
    bidders = None if contract is None else side_of(contract["maker"], record, law)
    bid = 0 if contract is None else contract["tricks"]
    allowed: dict[str, set[int]] = {}
    for side, taken in ruling["tricks"].items():
        down = {-taken, 5} if taken == 0 else {-taken}
        if side != bidders:
            nothing = {"be": {-6}, "pf": {-5, 0}, "bp": {-bid, 0}, "dh": {-6}, "dc": down, "ec": {5}}
            tricks = {-taken} if law["down"] else {taken}
            always = {"pe": {0, 2, 4}, "hp": {0}}
            allowed[side] = always.get(game) or (nothing.get(game, {0}) if taken == 0 else tricks)
        elif taken >= bid:
            special = {"be": {12, 14}, "pf": {12}, "bp": {taken + bid}, "dh": {2 * taken}}
            made = {"pe": {0, 1, 2, 4}, "dc": {-taken}, "ec": {-taken}}
            allowed[side] = made.get(game, {taken}) | special.get(game, set())
        else:
            failed = {
                "be": {-6, -12, -14},
                "pe": {0},
                "pf": {-5, -10},
                "hp": {taken - bid},
                "dh": {-3, -6, -12},
            }
            allowed[side] = failed.get(game, {5} if law["down"] else {-bid})
    return allowed


def test_scores_are_among_the_possible_ones() -> None:
    for record, ruling in ruled():
        law = law_of(record["ruleset"], {})
        if ruling["outcome"] != "scored":
            continue
        before = dict.fromkeys(sides_of(record, law), law["start"]) | (record.get("before") or {})
        for side, allowed in possible_scores(record, ruling, law).items():
            if law["game"] == "ec":
                # No score rises above twenty (B-112).
                allowed = {min(points, 20 - before[side]) for points in allowed}
            assert ruling["score"][side] in allowed, json.dumps(record)
