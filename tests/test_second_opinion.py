"""Tests that the program agrees with a naive second opinion written from the rules alone."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import load
from tests.family.opinion.findings import OutOfScope
from tests.random_records.accounts import add_accounts
from tests.random_records.events import with_events
from tests.random_records.irregular import records
from tests.rules import ADDED, rule_on
from tests.scale import at_random
from tests.second_opinion.judging import judge
from tests.second_opinion.versions import apply_versions

Json = dict[str, Any]
_PARTS = ("infraction", "seat", "team", "trick", "at", "verdict", "provable_from", "penalty")
_ROW_PARTS = ("outcome", "score", "marks")
_WHOLE = ("trump", "maker", "tricks", *_ROW_PARTS, "reneging_team", "as_played", "sheet_agrees")
_HANDS = at_random(100, 2_000)
_DISPUTED = at_random(8, 2_000, share=100)


def _comparable(ruling: Json) -> Json:
    findings = ruling["findings"]
    return {
        **{part: ruling[part] for part in _WHOLE},
        "score_range": ruling.get("score_range"),
        "findings": sorted(json.dumps([finding[part] for part in _PARTS]) for finding in findings),
        "claims": [
            (claim["verdict"], None if claim["finding"] is None else findings[claim["finding"]]["infraction"])
            for claim in ruling["claims"]
        ],
    }


@cache
def _load_published(name: str) -> BoundRuleset:
    """Return a law as published, without later additions, as the second opinion knows it."""
    rules = load(name)
    costs = {infraction: cost for infraction, cost in rules.penalties.items() if infraction not in ADDED}
    return law(rules._replace(penalties=costs))


def _compare(record: Json) -> str:
    """Return "agreed", or the reason why the opinions were not compared; raise AssertionError if they differ."""
    ruleset = record["ruleset"]
    try:
        theirs = judge(record, ruleset)
        ours = _rule_on(record)
    except OutOfScope:
        return "out of scope"
    except Refused:
        return "refused"
    assert _comparable(ours) == _comparable(theirs), json.dumps(record)
    if theirs["points"] is not None:
        assert ours["points"] == theirs["points"], json.dumps(record)
    return "agreed"


def _rule_on(record: Json) -> Json:
    return ruling_data(rule_on(record, _load_published(record["ruleset"])), whole=False)


def _with_claims_of_both_sides(record: Json, **named: str) -> Json:
    """Return the record with a claim of each side after the last card."""
    at, pairs = len(record["plays"]), (("N", "EW"), ("E", "NS"))
    return {**record, "claims": [{"by": by, "against": team, "at": at, **named} for by, team in pairs]}


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_two_opinions_agree(seed: int) -> None:
    # Out of scope for the second opinion are only stopped hands without a deal.
    results = Counter(map(_compare, records(seed, _HANDS)))
    assert results["agreed"] >= 0.88 * _HANDS
    assert not results["refused"]


@pytest.mark.parametrize("seed", [5, 6])
def test_two_opinions_agree_on_events(seed: int) -> None:
    """Retracted and half-shown cards, gathered tricks, outsiders, agreements, and events ordered within a moment."""
    noted = (
        with_events(record, Random(f"{seed} {number}")) for number, record in enumerate(records(seed, _HANDS))
    )
    results = Counter(map(_compare, noted))
    assert results["agreed"] >= 0.8 * _HANDS
    assert results["refused"] < 0.1 * _HANDS


@pytest.mark.parametrize("name", ["lower-meld-shown", "undeclared-meld"])
def test_two_opinions_agree_on_claims_that_few_rulesets_know(name: str) -> None:
    """Claims of deeds that few rulesets forbid, in hands with several melds."""
    results = Counter[str]()
    for record in records(5, 3 * _HANDS):
        shown = [meld for meld in record.get("melds") or [] if meld.get("cards")]
        if {meld["seat"] in "NS" for meld in shown} == {True, False}:
            results[_compare(_with_claims_of_both_sides(record, infraction=name))] += 1
    assert results["agreed"] >= _HANDS // 5
    assert not results["refused"]


def test_two_opinions_agree_on_claims_after_an_outsider_interfered() -> None:
    """A claim without an infraction may mean the deed of an onlooker, which counts for the side accused."""
    results = Counter[str]()
    for number, record in enumerate(records(7, 3 * _HANDS)):
        noted = with_events(record, Random(number))
        if any("by_other" in incident for incident in noted.get("incidents") or []):
            results[_compare(_with_claims_of_both_sides(noted))] += 1
    assert results["agreed"] >= _HANDS // 5


def test_versions_are_judged_like_separate_records() -> None:
    """Each row agrees with both opinions on a record in which its versions are facts."""
    compared = 0
    for seed, record in enumerate(records(11, _DISPUTED)):
        record = add_accounts(Random(seed), record, 2)
        for account in record.get("accounts", ()):
            account.pop("found", None)
        compared += "accounts" in record and _agree_on_versions(record)
    assert compared >= _DISPUTED // 2


def _agree_on_versions(record: Json) -> bool:
    """Raise AssertionError if a row differs from its record; return False if every version is impossible."""
    alone, impossible = {}, []
    for versions, flat in apply_versions(record):
        try:
            alone[versions] = _rule_on(flat)
        except Refused:
            impossible.append(versions)
            continue
        try:
            naive = judge(flat, record["ruleset"])
        except OutOfScope:
            continue
        assert alone[versions]["outcome"] == naive["outcome"], json.dumps(record)
        assert alone[versions]["score"] == naive["score"], json.dumps(record)
    try:
        ruling = rule_on(record, _load_published(record["ruleset"]))
    except Refused:
        assert not alone, json.dumps(record)
        return False
    assert ruling.accounts is not None
    data = ruling_data(ruling, whole=False)
    rows = {tuple(versions): row for row in data["accounts"]["rows"] for versions in row["versions"]}
    assert rows.keys() == alone.keys(), json.dumps(record)
    for versions, row in rows.items():
        actual, expected = ([one[part] for part in _ROW_PARTS] for one in (row, alone[versions]))
        assert actual == expected, json.dumps(record)
    same = (*_ROW_PARTS, "reneging_team", "score_range", "next_dealer")
    results = {json.dumps([one.get(part) for part in same]) for one in alone.values()}
    assert len(data["accounts"]["rows"]) == len(results), json.dumps(record)
    assert (ruling.accounts.kind == "depends") == (len(results) > 1)
    if len(results) == 1:
        (chosen,) = [tuple(data["accounts"]["ruled_by"])]
        assert [data[part] for part in _WHOLE] == [alone[chosen][part] for part in _WHOLE]
    refused = [tuple(version + 1 for version in combined.versions) for combined in ruling.accounts.impossible]
    assert sorted(refused) == sorted(impossible), json.dumps(record)
    return True
