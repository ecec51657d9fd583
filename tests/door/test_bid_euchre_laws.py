"""Laws that hold for every record of the Bid Euchre family."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from clabber_audit.games.bid_euchre.contradictions import cards_in_places, contradictions
from clabber_audit.games.bid_euchre.hand import written_in_full
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.canonical import record_data
from tests.family.makers.happened import Happened
from tests.family.makers.lawful import pack
from tests.family.makers.records import as_text, records, written
from tests.scale import at_random


def disturbed(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """A record in which a card or two were overwritten by others of the pack, or added."""
    data = deepcopy(data)
    faces = sorted(set(pack(data.get("pack", "24"))))
    for _ in range(random.randint(1, 2)):
        lists: list[list[Any]] = [list_ for list_ in (data["deal"].get("hands") or {}).values() if list_]
        lists += [exchange["cards"] for exchange in data.get("exchanges") or ()]
        places: list[tuple[Any, Any]] = [(play, "card") for play in data["plays"]]
        places += [(cards, place) for cards in lists for place in range(len(cards))]
        if places:
            where, key = random.choice(places)
            where[key] = random.choice(faces)
        if lists and random.random() < 0.2:
            random.choice(lists).append(random.choice(faces))
        if random.random() < 0.2 and data["plays"]:
            data["plays"].append(dict(random.choice(data["plays"])))
    return data


def many_disturbed(count: int) -> Iterator[BidEuchreRecord]:
    random = Random(5)
    for made in (records(6, count), written(6, count)):
        for data in made:
            if not any(said["call"] in ("0", "13") for said in data.get("declarations") or ()):
                yield BidEuchreRecord.model_validate_json(as_text(disturbed(data, random)))


def test_whoever_plainly_holds_his_cards_contradicts_nothing() -> None:
    outcomes = set()
    for record in many_disturbed(at_random(80, 3_000)):
        plain, found = written_in_full(record) is not None, list(cards_in_places(record))
        assert not (plain and found), (found, record.model_dump_json(exclude_unset=True, by_alias=True))
        outcomes.add((plain, bool(found)))
    assert outcomes == {(True, False), (False, False), (False, True)}


def test_what_happened_is_taken_however_much_of_it_is_not_told() -> None:
    for number in range(at_random(160, 20_000)):
        happened = Happened(Random(f"holes {number}"))
        for data in (happened.told(), happened.told_with_holes()):
            assert not contradictions(BidEuchreRecord.model_validate_json(as_text(data))), as_text(data)


def test_a_card_of_somebody_elses_cannot_have_been_played() -> None:
    refused = 0
    for number in range(at_random(80, 4_000)):
        happened = Happened(random := Random(f"stolen {number}"))
        data, kept = happened.told(), {seat: list(cards) for seat, cards in happened.held.items()}
        if not data["plays"] or "exchanges" not in data:
            continue
        at = random.randrange(len(data["plays"]))
        seat = data["plays"][at]["seat"]
        # Whether Bottoms were granted is for the rules to say: whoever showed the cards may have them still (B-122).
        own = {*kept[seat], *(card for said in happened.calls for card in said.get("cards", ()))}
        foreign = sorted(card for other, cards in kept.items() if other != seat for card in set(cards) - own)
        data["plays"][at]["card"] = random.choice(foreign)
        assert contradictions(BidEuchreRecord.model_validate_json(as_text(data))), as_text(data)
        refused += 1
    assert refused > at_random(24, 1_200)


NUMBERED = {"N": "P1", "E": "P2", "S": "P3", "W": "P4", "NS": "P1P3", "EW": "P2P4"}


def renamed(value: Any, key: str = "") -> Any:
    """Data with the seats and sides named anew, as keys too; what is named as trumps is a suit, and stays."""
    if isinstance(value, dict):
        return {NUMBERED.get(name, name): renamed(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, key) for inner in value]
    return NUMBERED.get(value, value) if isinstance(value, str) and key not in ("trump", "named") else value


def test_it_does_not_matter_what_the_seats_are_called() -> None:
    compared = [record for record in many_disturbed(at_random(24, 600)) if record.seats[0] == "N"]
    assert len(compared) > at_random(24, 600)
    for record in compared:
        data = record_data(record)
        moved = BidEuchreRecord.model_validate(renamed(data) | {"seats": ["P1", "P2", "P3", "P4"]})
        found = [fault.path for fault in contradictions(record)]
        assert [fault.path for fault in contradictions(moved)] == [tuple(renamed(list(path))) for path in found], data
