"""Records of at most 64 KiB that take the longest: lay-downs, many unknowns, long lists, nearly impossible deals."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

from clabber_audit.api import Form, written
from clabber_audit.cards import CODES
from clabber_audit.core.errors import Refused
from clabber_audit.evidence.completions import Budget, charge_to
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.rules.bound_ruleset import law_of
from tests.random_records.irregular import CLAIMABLE
from tests.random_records.partial import deal_cards, draw_disordered, incomplete
from tests.random_records.unknowns import draw_with_unknowns
from tests.second_opinion.cards import SEATS
from tests.second_opinion.toggles import IDS

Json = dict[str, Any]
LARGEST: Final = 64 << 10


class Cost(NamedTuple):
    """Work counted for a ruling and for writing it, and the number of function calls for each."""

    ruling: int
    page: int
    check: int
    rule: int


def measure_cost(record: Json, form: Form) -> Cost:
    """Return the cost of ruling on a record and writing the ruling, or of refusing the record."""
    data, ruling, page, calls, check = json.dumps(record).encode(), Budget(), Budget(), 0, 0

    def count_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count_call)
    try:
        with charge_to(ruling):
            judged = adjudicate(parse_hand(data), law_of(record["ruleset"]))
        check = calls
        with charge_to(page):
            written(judged, form)
    except Refused:
        pass
    finally:
        sys.setprofile(None)
    return Cost(ruling.done, page.done, check or calls, calls)


def draw_worst(seed: str, number: int) -> Iterator[Json]:
    """Yield `number` records, of each kind in turn, the same for the same seed."""
    kinds: tuple[Callable[[Random], Json], ...] = (
        _draw_laydown,
        _draw_early_laydown,
        _draw_unknown_cards,
        _lose_order,
        _draw_miscount,
        _fill_lists,
        _draw_nearly_impossible,
        _draw_incomplete,
    )
    for each in count():
        if each == number:
            return
        random = Random(f"{seed} {each}")
        record = {**kinds[each % len(kinds)](random), "ruleset": random.choice(IDS)}
        assert len(json.dumps(record)) <= LARGEST
        yield record


def _draw_hand(random: Random, cards: int) -> Json:
    """Draw a hand with `cards` cards played clockwise, legally or not."""
    hands = deal_cards(random)
    plays = [{"seat": SEATS[at % 4], "card": hands[SEATS[at % 4]][at // 4]} for at in range(cards)]
    deal = {"dealer": "W", "hands": {seat: sorted(own) for seat, own in hands.items()}}
    contract = {"maker": random.choice((*SEATS, "NS")), "trump": random.choice("CDHS")}
    return {"format": "clabber-hand/1", "id": "worst", "deal": deal, "plays": plays, "contract": contract}


def _hide_cards(random: Random, record: Json, most: int) -> None:
    """Remove any of the hands, completely or in part."""
    hands = record["deal"]["hands"]
    for seat in random.sample(SEATS, random.randint(1, most)):
        hands[seat] = random.sample(hands[seat], random.choice((0, 0, 2, 4)))
    if random.random() < 0.2:
        del record["contract"]


def _add_laydown(random: Random, record: Json, cards: int) -> Json:
    seat, fallen = random.choice(SEATS), {play["card"] for play in record["plays"]}
    own = [card for card in record["deal"]["hands"][seat] if card not in fallen]
    _hide_cards(random, record, 4)
    at = random.choice((cards, random.randint(0, cards)))
    laydown = {"by": seat, "at": at, "agreed": random.random() < 0.9}
    if random.random() < 0.4:
        laydown["order"] = random.sample(own, random.randint(0, len(own)))
    for play in record["plays"]:
        if random.random() < random.choice((0, 0, 0.1)):
            play["card"] = None
    return {**record, "laydown": laydown}


def _draw_laydown(random: Random) -> Json:
    cards = random.randint(0, 24)
    return _add_laydown(random, _draw_hand(random, cards), cards)


def _draw_early_laydown(random: Random) -> Json:
    """Draw an early lay-down with the highest cards in one hand, so that nearly all tricks can be won."""
    cards = random.choice((0, 0, 1, 2, 3, 4, 8))
    record = _draw_hand(random, cards)
    trump = record["contract"]["trump"]
    strong = [f"{rank}{trump}" for rank in random.sample("J9ATKQ", random.randint(2, 5))]
    seat = random.choice(SEATS)
    for card in strong:
        _swap_into_hand(record, card, seat, random)
    data = _add_laydown(random, record, cards)
    data["laydown"] |= {"by": seat, "at": cards, "agreed": True}
    data["laydown"].pop("order", None)
    fallen = {play["card"] for play in data["plays"]}
    data["deal"]["hands"][seat] = [card for card in strong if card not in fallen]
    return data


def _swap_into_hand(record: Json, card: str, seat: str, random: Random) -> None:
    """Put a card that was not played into a hand, in exchange for another one."""
    fallen = {play["card"] for play in record["plays"]}
    hands = record["deal"]["hands"]
    holder = next(other for other in SEATS if card in hands[other])
    free = [other for other in hands[seat] if other not in fallen]
    if holder == seat or card in fallen or not free:
        return
    swapped = random.choice(free)
    hands[seat][hands[seat].index(swapped)] = card
    hands[holder][hands[holder].index(card)] = swapped


def _draw_claims(random: Random, cards: int, number: int) -> list[Json]:
    """Draw claims of every kind, many of them at one moment."""
    at = random.choice((cards, "turned" if cards == 24 else cards, random.randint(0, cards)))
    found = []
    for _ in range(number):
        by = random.choice(SEATS)
        against = random.choice(("E", "W", "EW") if by in "NS" else ("N", "S", "NS"))
        claim: Json = {"by": by, "against": against, "at": at, "reviewed": random.random() < 0.5}
        if random.random() < 0.5:
            claim["infraction"] = random.choice(CLAIMABLE)
        if random.random() < 0.6:
            claim["trick"] = random.randint(1, 6)
        found.append(claim)
    return found


def _draw_unknown_cards(random: Random) -> Json:
    """Draw a record with hardly a card known and as many claims as a record can hold."""
    cards = random.choice((24, 24, 20, 13))
    record = _draw_hand(random, cards)
    for play in record["plays"]:
        play["card"] = play["card"] if random.random() < random.choice((0, 0.05, 0.2)) else None
    del record["deal"]["hands"]
    if random.random() < 0.5:
        del record["contract"]
    if random.random() < 0.3:
        for play in record["plays"]:
            play["seat"] = random.choice(SEATS) if random.random() < 0.03 else play["seat"]
    return {**record, "claims": _draw_claims(random, cards, 64)}


def _lose_order(random: Random) -> Json:
    record = draw_disordered(random)
    tricks = len(record["plays"]) // 4
    record["disordered"] = random.sample(range(1, tricks + 1), random.randint(1, tricks))
    if random.random() < 0.5:
        record["deal"]["hands"] = {}
    return {**record, "claims": _draw_claims(random, len(record["plays"]), 16)}


def _draw_miscount(random: Random) -> Json:
    record = _draw_hand(random, random.choice((0, 8, 16, 20)))
    if random.random() < 0.5:
        del record["deal"]["hands"]
    else:
        _hide_cards(random, record, 4)
    incidents = [{"kind": "wrong_card_count", "seat": random.choice(SEATS)}]
    at = len(record["plays"])
    laydown = {"by": random.choice(SEATS), "at": at, "agreed": True}
    return {**record, "incidents": incidents, "laydown": laydown, "claims": _draw_claims(random, at, 32)}


def _fill_lists(random: Random) -> Json:
    """Draw a record with every list at its maximum length."""
    record = incomplete(random)
    cards = len(record["plays"])
    kinds = (
        "question", "advice", "exposed_card", "looked_at_trick", "led_before_turned", "pile_mixed", "slow_play",
    )  # fmt: skip
    called = ("dad", "fifty", "hundred", "belle")
    melds: list[Json] = [
        {"seat": random.choice(SEATS), "kind": random.choice(called), "cards": []} for _ in range(64)
    ]
    incidents = [
        {"kind": random.choice(kinds), "seat": random.choice(SEATS), "at": random.randint(0, cards)}
        for _ in range(64)
    ]
    comments = [{"at": random.randint(0, cards), "text": "x" * 100} for _ in range(200)]
    return {
        **record, "melds": melds, "incidents": incidents, "comments": comments, "claims": _draw_claims(random, cards, 64),
        "declarations": [{"seat": random.choice(SEATS), "call": "pass"} for _ in range(64)], "contract": None,
    }  # fmt: skip


def _draw_nearly_impossible(random: Random) -> Json:
    """Draw a record that is possible in only a few ways, or in none."""
    record = draw_disordered(random)
    tricks = len(record["plays"]) // 4
    record["disordered"] = list(range(1, tricks + 1))
    for play in random.sample(record["plays"], min(3, len(record["plays"]))):
        play["seat"] = random.choice(SEATS)
    incidents = [
        {"kind": "exposed_card", "seat": random.choice(SEATS), "card": random.choice(CODES)} for _ in range(2)
    ]
    if random.random() < 0.5:
        incidents.append({"kind": "wrong_card_count", "seat": "N"})
    return {**record, "incidents": incidents}


def _draw_incomplete(random: Random) -> Json:
    (record,) = draw_with_unknowns(str(random.random()), 1)
    return record
