"""The auction of each game: against the second opinion on random records, and against the worked cases."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any, get_args

import pytest

from clabber_audit.games.bid_euchre.auction import Auction, Call, Contract, How, auction
from tests.family.asking import deal_of, said_in, told
from tests.family.book import Asked, book, contract_words
from tests.family.makers.calling import call_all
from tests.family.makers.dealing import deal
from tests.family.opinion.auction import hold_auction, settle_contract
from tests.family.opinion.laws import law_of
from tests.family.opinion.table import Record, dealt_hands, seats_of
from tests.family.rules import NAMES, answered_otherwise, articles_of

#: Answers that change what is said in an auction, beside those of the rulesets.
OTHERWISE: tuple[dict[str, Any], ...] = (
    {},
    {"bad_bid": "stands"},
    {"out_of_turn_bid": "pass"},
    {"rounds": "until_passed"},
    {"all_pass": "redeal_same"},
)
#: And those that some games alone are asked.
OF_SOME: dict[str, tuple[dict[str, Any], ...]] = {
    "bid-euchre": ({"min_bid": 3}, {"two_bid": "off"}, {"two_bid": "free"}, {"two_can_win": "no"}),
    "pfeffer": ({"two_bid": "off"}, {"two_can_win": "no"}),
    "eau-claire-clubs": ({"ec_order": "hc_over_same"}, {"all_pass": "no_trump"}),
    "dirty-clubs": ({"upcard": "none"},),
    "hasenpfeffer": ({"all_pass": "redeal_next"},),
}

#: What the second opinion calls how a contract came about.
HOW = {"none": "no_bid"}


def heard(record: Record, changed: dict[str, Any]) -> Auction:
    """The auction of a record, some answers changed."""
    toggles = answered_otherwise(record["ruleset"], changed)
    return auction(said_in(record), deal_of(record, toggles), toggles)


def faults_of(call: Call) -> list[str]:
    """What is wrong with a call, by the facts that it carries."""
    found = []
    if not (call.counts and call.turn >> call.seat & 1):
        found.append("bid-out-of-turn")
    if not call.counts:
        return found
    if call.stuck and call.exists and call.higher and call.taken_for == "pass":
        found.append("forced-bid-refused")
    if not call.exists:
        found.append("invalid-bid")
    elif not call.higher:
        found.append("insufficient-bid")
    if call.taken_for == "2" and call.true is False:
        found.append("false-two-bid")
    return found


@cache
def compared() -> tuple[tuple[Record, dict[str, Any]], ...]:
    """Each ruleset on records of its own, under its answers and under others."""
    found = []
    for name in NAMES:
        for changed in (*OTHERWISE, *OF_SOME.get(name, ())):
            random, law = Random(f"auction {name} {changed}"), law_of(name, changed)
            for _ in range(40):
                record = deal(name, "called", random)
                call_all(record, law, random)
                found.append((record, changed))
    return tuple(found)


def test_every_call_is_heard_alike() -> None:
    for record, changed in compared():
        law, seats, ours = law_of(record["ruleset"], changed), seats_of(record), heard(record, changed)
        theirs = hold_auction(record, dealt_hands(record), law)
        wanted = sorted((one["infraction"], one["seat"], one["place"]) for one in theirs.findings)
        found = sorted(
            (fault, seats[call.seat], f"call {call.number + 1}") for call in ours.calls for fault in faults_of(call)
        )
        assert found == wanted, (changed, json.dumps(record))


def test_every_contract_is_the_same() -> None:
    seen = set()
    for record, changed in compared():
        law, hands = law_of(record["ruleset"], changed), dealt_hands(record)
        spoken = hold_auction(record, hands, law)
        contract, how = settle_contract(record, spoken, hands, law)
        ours = heard(record, changed)
        wanted = None if contract is None else {key: contract[key] for key in ("maker", "tricks", "kind", "forced")}
        assert (told(ours.contract, seats_of(record)), ours.how) == (wanted, HOW.get(how, how)), (
            changed,
            json.dumps(record),
        )
        seen.add(ours.how)
    assert seen == set(get_args(How)), "every way a hand comes to be played occurs"


TOLD = [asked for asked in book() if "contract" in asked.block.expected]


@pytest.mark.parametrize("asked", TOLD, ids=lambda asked: asked.id)
def test_the_contract_of_a_worked_case(asked: Asked) -> None:
    record = asked.block.record
    assert record is not None
    if "declarations" not in record:
        pytest.fail("a contract that was only noted is no auction")
    found = told(heard(record, asked.block.toggles).contract, seats_of(record))
    assert contract_words(found, asked.block.expected["contract"]) == asked.block.expected["contract"]


FINDINGS = ("bid-out-of-turn", "forced-bid-refused", "invalid-bid", "insufficient-bid", "false-two-bid")


@pytest.mark.parametrize("asked", [one for one in book() if one.block.record], ids=lambda asked: asked.id)
def test_the_calls_of_a_worked_case(asked: Asked) -> None:
    record = asked.block.record
    assert record is not None
    seats, ours = seats_of(record), heard(record, asked.block.toggles)
    wanted = [one for one in asked.block.expected["findings"] if one[0] in FINDINGS]
    bound = {name for article in articles_of(record["ruleset"]).values() for name in article.penalties}
    found = [
        (fault, seats[call.seat], f"call {call.number + 1}")
        for call in ours.calls
        for fault in faults_of(call)
        if fault in bound
    ]
    assert sorted(found) == sorted(wanted)


@pytest.mark.parametrize(("word", "exists"), [("3", False), ("4", True), ("5", True)])
def test_a_dealer_who_is_stuck_bids_no_less_than_the_table_says(word: str, exists: bool) -> None:
    """Wherever a table sticks the dealer at four, as in Pfeffer and BuckenPeffer (B-052, B-075)."""
    record = {
        "ruleset": "bid-euchre",
        "deal": {"dealer": "N"},
        "plays": [],
        "declarations": [
            {"seat": seat, "call": call} for seat, call in zip("ESWN", ["pass"] * 3 + [word], strict=True)
        ],
    }
    found = heard(record, {"all_pass": "dealer_4"})
    assert found.calls[-1].exists is exists
    assert found.contract == Contract(0, max(4, int(word)), forced=word != "5")
