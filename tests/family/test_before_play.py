"""What happens between the auction and the first card, against the second opinion on random records."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from clabber_audit.cards.cards import number as moment
from clabber_audit.games.bid_euchre import naming
from clabber_audit.games.bid_euchre import naming as names
from clabber_audit.games.bid_euchre.auction import Contract, Deal, special_calls
from clabber_audit.games.bid_euchre.table import strains
from clabber_audit.games.bid_euchre.toggles import Toggles
from tests.family.asking import deal_of, masks
from tests.family.makers.records import records
from tests.family.opinion import auction as specials
from tests.family.opinion.auction import Contract as Told
from tests.family.opinion.auction import hold_auction, name_trumps, settle_contract
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.play import drop_outs, exchange_findings, first_leader, lone_partners, who_plays
from tests.family.opinion.scoring import scores_before
from tests.family.opinion.table import Record, dealt_hands, seats_of, sides_of
from tests.family.rules import NAMES, answered_otherwise
from tests.scale import at_random

#: Answers that change what happens before the first card, by the games that are asked.
OTHERWISE: dict[str, tuple[dict[str, Any], ...]] = {
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
    toggles: Toggles
    deal: Deal
    hands: Any
    told: Told | None
    how: Any


@cache
def hands() -> tuple[Heard, ...]:
    found = []
    for number, name in enumerate(NAMES):
        for changed in ({}, *OTHERWISE.get(name, ())):
            law, toggles = law_of(name, changed), answered_otherwise(name, changed)
            for record in records(70 + number, at_random(25, 40), (name,), changed):
                dealt = dealt_hands(record)
                told, how = settle_contract(record, hold_auction(record, dealt, law), dealt, law)
                found.append(Heard(record, law, toggles, deal_of(record, toggles), dealt, told, how))
    return tuple(found)


def ours(told: Told | None, seats: list[str]) -> Contract | None:
    if told is None:
        return None
    return Contract(seats.index(told["maker"]), told["tricks"], told["kind"], told["forced"])


def said(record: Record, word: str) -> list[tuple[int, dict[str, Any], int]]:
    """What was said by one word: its place, all of it, and when."""
    calls = enumerate(record.get("declarations") or [])
    return [(number, one, moment(one.get("at", "declaring"))) for number, one in calls if one["call"] == word]


def named(one: Heard) -> names.Named:
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
        assert [seat for number, seat in enumerate(seats) if gone >> number & 1] == sorted(left, key=seats.index)
        wanted = sorted((fault["infraction"], fault["seat"]) for fault in faults)
        mine = [
            ("late-drop-out" if call.allowed else "forbidden-drop-out", seats[call.seat])
            for call in outs
            if not (call.allowed and call.in_time)
        ]
        if law["game"] in ("dc", "ec"):
            assert sorted(mine) == wanted, json.dumps(record)
        laid = naming.laid_down(contract, found.alone, seating)
        assert [seats[seat] for seat in range(len(seats)) if laid >> seat & 1] == lone_partners(record, told, law)
        sitting = [seat for seat in seats if seat not in who_plays(record, left + lone_partners(record, told, law))]
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
        assert sorted(faults) == sorted((fault["infraction"], fault["place"]) for fault in theirs), json.dumps(record)
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
