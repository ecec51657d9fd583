"""Tests of records of the Bid Euchre family: malformed, impossible, and irregular ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clabber_audit.games import parse
from clabber_audit.games.bid_euchre.hand import build_complete_hand, cards_in_places, prepare
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.formats import record_data
from tests.cli import Json, read_text
from tests.family.makers.lawful import pack
from tests.family.makers.records import as_text, draw_records, records
from tests.family.makers.wild import WildHand
from tests.renaming import Renaming, rename
from tests.scale import at_random
from tests.tables import tables
from tests.validation.refusals import MARK, assert_refused_at, refusal_errors

DEALT = "N asksqsjsts9s\nE ahkhqhjhth9h\nS adkdqdjdtd9d\nW ackcqcjctc9c"
#: The head of `bid_euchre.md` explains the columns.
HANDS = tables(Path(__file__).with_name("bid_euchre.md"))


def hand(text: str, **changes: Any) -> Json:
    """Return a hand of Pepper dealt by West, from lines of the text notation and keys in JSON."""
    lines = text.replace("dealt", DEALT).splitlines()
    keys = [line for line in lines if line.startswith('{"')]
    lines = ["bid-euchre 1", "hand h", "rules pepper", *(line for line in lines if line not in keys)]
    if not any(line.startswith("deal ") for line in lines):
        # The seats line names the table, so it comes before the dealer.
        lines.insert(3, "deal W")
    return {**read_text("\n".join(lines)), **json.loads("".join(keys) or "{}"), **changes}


@pytest.mark.parametrize(("what", "sets", "at", "message"), HANDS["Malformed"])
def test_malformed_records_are_refused_at_their_place(what: str, sets: str, at: str, message: str) -> None:
    (first, *_) = refusal_errors(json.dumps(hand(f"dealt\n{sets}")))
    assert ".".join(map(str, first.path)) == at
    assert message in f"{first.what} {first.why} {first.help}"


@pytest.mark.parametrize(("what", "text", "at", "message"), HANDS["Impossible"])
def test_impossible_hands_are_refused(what: str, text: str, at: str, message: str) -> None:
    (fault,) = refusal_errors(json.dumps(hand(text)))
    assert ".".join(map(str, fault.path)) == at
    assert message in f"{fault.what} {fault.why}"


@pytest.mark.parametrize(("what", "text"), HANDS["Possible"])
def test_possible_hands_are_read(what: str, text: str) -> None:
    assert isinstance(parse.parse_hand(json.dumps(hand(text)).encode()).record, BidEuchreRecord)


def test_all_contradictions_are_reported_at_once() -> None:
    plays = [("N", "AS"), ("N", "AS"), ("E", "8H"), ("P1", None)]
    data = hand("dealt", plays=[{"seat": seat, "card": card} for seat, card in plays])
    text = json.dumps(data, indent=1)
    for card in ('{\n   "seat": "N",\n   "card": "AS"\n  },\n  {\n   "seat": "E"',):
        text = text.replace(card, MARK + card)
    text = text.replace('"8H"', MARK + '"8H"').replace('"P1"', MARK + '"P1"')
    assert_refused_at(text, "appears twice", "eight of hearts", "P1")


def test_a_ruleset_and_a_known_format_are_required() -> None:
    without = {key: value for key, value in hand("dealt").items() if key != "ruleset"}
    assert [fault.what for fault in refusal_errors(json.dumps(without))] == ["the record has no “ruleset”"]
    (fault,) = refusal_errors(json.dumps(hand("dealt", format="bid-euchre-hand/2")))[:1]
    assert "clabber-hand/1 and bid-euchre-hand/1" in fault.why


def test_duplicate_keys_and_nan_are_refused_in_every_format() -> None:
    text = json.dumps(hand("dealt"))
    assert_refused_at(text.replace('"plays"', '"before": {"NS": 1, ¦"NS": 2}, "plays"'), "duplicate key")
    assert "not JSON" in refusal_errors(text.replace('"plays"', '"before": {"NS": NaN}, "plays"'))[0].what


def disturb(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """Replace a card or two of a record by others of the pack, or add some."""
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


def disturbed_records(count: int) -> Iterator[BidEuchreRecord]:
    random = Random(5)
    for generated in (records(6, count), draw_records(6, count)):
        for data in generated:
            yield BidEuchreRecord.model_validate_json(as_text(disturb(data, random)))


def test_complete_hands_have_no_contradiction() -> None:
    outcomes = set()
    for record in disturbed_records(at_random(80, 3_000)):
        plain, found = build_complete_hand(record) is not None, list(cards_in_places(record))
        assert not (plain and found), (found, record.model_dump_json(exclude_unset=True, by_alias=True))
        outcomes.add((plain, bool(found)))
    assert outcomes == {(True, False), (False, False), (False, True)}


def test_possible_hands_with_gaps_are_read() -> None:
    for number in range(at_random(160, 20_000, share=20)):
        happened = WildHand(Random(f"holes {number}"))
        for data in (happened.build_record(), happened.build_with_gaps()):
            assert not prepare(BidEuchreRecord.model_validate_json(as_text(data)))[1], as_text(data)


def test_playing_a_card_of_another_player_is_a_contradiction() -> None:
    refused = 0
    for number in range(at_random(80, 4_000)):
        happened = WildHand(random := Random(f"stolen {number}"))
        data, held = happened.build_record(), {seat: list(cards) for seat, cards in happened.held.items()}
        if not data["plays"] or "exchanges" not in data:
            continue
        at = random.randrange(len(data["plays"]))
        seat = data["plays"][at]["seat"]
        # The record does not say if Bottoms were granted, so the player may still hold the cards shown (B-122).
        own = {*held[seat], *(card for data in happened.calls for card in data.get("cards", ()))}
        foreign = sorted(card for other, cards in held.items() if other != seat for card in set(cards) - own)
        data["plays"][at]["card"] = random.choice(foreign)
        assert prepare(BidEuchreRecord.model_validate_json(as_text(data)))[1], as_text(data)
        refused += 1
    assert refused > at_random(24, 1_200)


#: The seats by their numbers; the suits keep their names.
NUMBERED = Renaming(
    {"N": "P1", "E": "P2", "S": "P3", "W": "P4", "NS": "P1P3", "EW": "P2P4"}, {suit: suit for suit in "CDHS"}
)


def test_names_of_seats_do_not_matter() -> None:
    compared = [record for record in disturbed_records(at_random(24, 600)) if record.seats[0] == "N"]
    assert len(compared) > at_random(24, 600)
    for record in compared:
        data = record_data(record)
        moved = BidEuchreRecord.model_validate(rename(data, NUMBERED) | {"seats": ["P1", "P2", "P3", "P4"]})
        found = [fault.path for fault in prepare(record)[1]]
        assert [fault.path for fault in prepare(moved)[1]] == [
            tuple(NUMBERED.places.get(str(step), step) for step in path) for path in found
        ], data
