"""Auction, naming and exchanges against the second opinion."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple, get_args

import pytest

from clabber_audit.cards.cards import number as moment
from clabber_audit.games.bid_euchre import naming
from clabber_audit.games.bid_euchre import naming as names
from clabber_audit.games.bid_euchre.auction import (
    BidAuction,
    BidEuchreCall,
    How,
    KnownCards,
    Obligation,
    auction,
    special_calls,
)
from clabber_audit.games.bid_euchre.table import strains
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from tests.family.book import Asked, book, contract_words
from tests.family.makers.lawful import call_all, deal
from tests.family.makers.records import records
from tests.family.opinion import auction as specials
from tests.family.opinion.auction import Contract as Told
from tests.family.opinion.auction import hold_auction, name_trumps, settle_contract
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.play import drop_outs, exchange_findings, first_leader, lone_partners, who_plays
from tests.family.opinion.scoring import scores_before
from tests.family.opinion.table import Record, dealt_hands, seats_of, sides_of
from tests.family.rules import NAMES, answered_otherwise, articles_of, deal_of, masks, said_in, told
from tests.scale import at_random

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


def heard(record: Record, changed: dict[str, Any]) -> BidAuction:
    """The auction of a record, some answers changed."""
    toggles = answered_otherwise(record["ruleset"], changed)
    return auction(said_in(record), deal_of(record, toggles), toggles)


def faults_of(call: BidEuchreCall) -> list[str]:
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
            (fault, seats[call.seat], f"call {call.number + 1}")
            for call in ours.calls
            for fault in faults_of(call)
        )
        assert found == wanted, (changed, json.dumps(record))


def test_every_contract_is_the_same() -> None:
    seen = set()
    for record, changed in compared():
        law, hands = law_of(record["ruleset"], changed), dealt_hands(record)
        spoken = hold_auction(record, hands, law)
        contract, how = settle_contract(record, spoken, hands, law)
        ours = heard(record, changed)
        wanted = (
            None
            if contract is None
            else {key: contract[key] for key in ("maker", "tricks", "kind", "forced")}
        )
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
    assert found.contract == Obligation(0, max(4, int(word)), forced=word != "5")


#: Answers that change what happens before the first card, by the games that are asked.
BEFORE_PLAY_OTHERWISE: dict[str, tuple[dict[str, Any], ...]] = {
    "bid-euchre": ({"pepper_play": "alone"}, {"no_trump": "none"}, {"leader": "pfeffer"}),
    "pfeffer": ({"leader": "bidder"}, {"leader": "dealer_left"}),
    "eau-claire-clubs": (
        {"call_window": "own_call"},
        {"ace_no_face": "off"},
        {"sit_out_forbidden": "club_and_game"},
    ),
}


class Heard(NamedTuple):
    """A record as both see it after its auction."""

    record: Record
    law: Law
    toggles: BidEuchreToggles
    deal: KnownCards
    hands: Any
    told: Told | None
    how: Any


@cache
def hands() -> tuple[Heard, ...]:
    found = []
    for number, name in enumerate(NAMES):
        for changed in ({}, *BEFORE_PLAY_OTHERWISE.get(name, ())):
            law, toggles = law_of(name, changed), answered_otherwise(name, changed)
            for record in records(70 + number, at_random(25, 40), (name,), changed):
                dealt = dealt_hands(record)
                told, how = settle_contract(record, hold_auction(record, dealt, law), dealt, law)
                found.append(Heard(record, law, toggles, deal_of(record, toggles), dealt, told, how))
    return tuple(found)


def ours(told: Told | None, seats: list[str]) -> Obligation | None:
    if told is None:
        return None
    return Obligation(seats.index(told["maker"]), told["tricks"], told["kind"], told["forced"])


def said(record: Record, word: str) -> list[tuple[int, dict[str, Any], int]]:
    calls = enumerate(record.get("declarations") or [])
    return [(number, one, moment(one.get("at", "declaring"))) for number, one in calls if one["call"] == word]


def named(one: Heard) -> names.NamingResult:
    seats, told = seats_of(one.record), one.told
    spoken = [
        (number, seats.index(entry["seat"]), entry["trump"], bool(entry.get("alone")), at)
        for number, entry, at in said(one.record, "trump")
    ]
    how = {"none": "no_bid"}.get(one.how, one.how)
    noted = (told["trump"], told["alone"]) if told else (None, False)
    return names.naming(spoken, ours(told, seats), how, one.deal.seating, one.toggles, noted)


def test_naming_trumps() -> None:
    for one in hands():
        seats, found = seats_of(one.record), named(one)
        faults = []
        for call in found.namings:
            if call.his is False:
                faults.append(("declaring-out-of-turn", seats[call.seat], "trump"))
            if not call.allowed:
                faults.append(("invalid-declaration", seats[call.seat], "trump"))
            if not call.alone_allowed:
                faults.append(("invalid-declaration", seats[call.seat], "alone"))
            if not call.in_time:
                faults.append(("trump-named-late", seats[call.seat], "trump"))
        told = one.told and dict(one.told)
        name, theirs = name_trumps(one.record, told, one.how, one.law)
        assert found.name == name, json.dumps(one.record)
        assert found.alone == bool(told and told["alone"]), json.dumps(one.record)
        wanted = [(fault["infraction"], fault["seat"], fault["place"]) for fault in theirs]
        assert sorted(faults) == sorted(wanted), json.dumps(one.record)


def test_leaving_and_leading() -> None:
    for one in hands():
        record, law, seats, seating = one.record, one.law, seats_of(one.record), one.deal.seating
        found, told = named(one), one.told and dict(one.told)
        name_trumps(record, told, one.how, law)
        spoken = [(number, seats.index(entry["seat"]), at) for number, entry, at in said(record, "out")]
        before = [scores_before(record, law)[side] for side in sides_of(record, law)]
        contract = ours(told, seats)
        outs, gone = naming.leavings(spoken, contract, seating, before, one.toggles)
        left, faults = drop_outs(record, told, law)
        assert [seat for number, seat in enumerate(seats) if gone >> number & 1] == sorted(
            left, key=seats.index
        )
        wanted = sorted((fault["infraction"], fault["seat"]) for fault in faults)
        mine = [
            ("late-drop-out" if call.allowed else "forbidden-drop-out", seats[call.seat])
            for call in outs
            if not (call.allowed and call.in_time)
        ]
        if law["game"] in ("dc", "ec"):
            assert sorted(mine) == wanted, json.dumps(record)
        laid = naming.laid_down(contract, found.alone, seating)
        assert [seats[seat] for seat in range(len(seats)) if laid >> seat & 1] == lone_partners(
            record, told, law
        )
        sitting = [
            seat for seat in seats if seat not in who_plays(record, left + lone_partners(record, told, law))
        ]
        playing = replace(seating, out=sum(1 << seats.index(seat) for seat in sitting))
        leads = names.leader(contract, found.name, one.deal.dealer, playing, one.toggles)
        wanted_lead = first_leader(record, told, sitting, law)
        assert (None if leads is None else seats[leads]) == wanted_lead, json.dumps(record)


def test_special_calls() -> None:
    made = 0
    for one in hands():
        record, deal, seats = one.record, one.deal, seats_of(one.record)
        held = {seat: None if cards is None else list(cards) for seat, cards in one.hands.items()}
        spoken = []
        for number, entry in enumerate(record.get("declarations") or []):
            if entry["call"] not in ("trump", "out"):
                cards = sum(deal.pack.mask[face] for face in entry.get("cards", ()))
                spoken.append((number, seats.index(entry["seat"]), entry["call"], cards))
        calls, after = special_calls(spoken, deal, one.toggles)
        theirs, misdeal, unknown = specials.special_calls(record, held, one.law)
        faults = []
        for call in calls:
            if call.entitled is False:
                faults.append(("unentitled-call", f"call {call.number + 1}"))
            elif not call.in_time:
                faults.append(("late-call", f"call {call.number + 1}"))
        assert sorted(faults) == sorted((fault["infraction"], fault["place"]) for fault in theirs), (
            json.dumps(record)
        )
        assert any(call.misdeals for call in calls) == misdeal, json.dumps(record)
        assert len([call for call in calls if call.entitled is None]) == len(unknown)
        for seat, name in enumerate(seats):
            hand = held[name]
            mine = sorted(face for bit, face in deal.pack.face.items() if after.hands[seat] & bit)
            assert after.hidden[seat] if hand is None else mine == sorted(hand), json.dumps(record)
        made += len(calls)
    assert made > 30


def test_exchanges() -> None:
    seen = set()
    for one in hands():
        record, law, seats = one.record, one.law, seats_of(one.record)
        if "exchanges" not in record:
            continue
        told, found = one.told and dict(one.told), named(one)
        name_trumps(record, told, one.how, law)
        held = {seat: None if cards is None else list(cards) for seat, cards in one.hands.items()}
        specials.special_calls(record, held, law)
        dealt = masks(one.deal.pack, [held[seat] or [] for seat in seats])
        hidden = [0 if held[seat] is not None else one.deal.seating.each for seat in seats]
        under = strains(one.deal.pack, one.toggles)[found.name] if found.name else None
        handed = [
            (
                seats.index(entry["from"]),
                seats.index(entry["to"]),
                picked(entry["cards"], dealt, entry["from"], one),
                len(entry["cards"]),
            )
            for entry in record["exchanges"]
        ]
        asked = naming.owed(ours(told, seats), under, found.alone, one.deal.seating, one.toggles)
        made, missing = naming.exchanges(handed, asked, dealt, hidden, under)
        faults = [("missed-exchange", seats[call.giver]) for call in missing]
        for call in made:
            if call.duty is None:
                faults.append(("unentitled-exchange", seats[call.giver]))
            elif call.choice is not None and call.cards & ~call.choice:
                faults.append(("wrong-exchange-card", seats[call.giver]))
        theirs, _, _ = exchange_findings(record, told, held, law)
        wanted = [(fault["infraction"], fault["seat"]) for fault in theirs]
        assert sorted(faults) == sorted(wanted), json.dumps(record)
        seen |= {fault for fault, _ in faults}
    assert seen == {"missed-exchange", "unentitled-exchange", "wrong-exchange-card"}


def picked(faces: list[str], dealt: list[int], giver: str, one: Heard) -> int:
    """Cards handed over, as the giver's own copies where his hand is known."""
    pack, hand, cards = one.deal.pack, dealt[seats_of(one.record).index(giver)], 0
    for face in faces:
        free = [bit for bit in pack.bits[face] if not cards & bit]
        cards |= next((bit for bit in free if hand & bit), free[0])
    return cards
