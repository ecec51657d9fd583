"""Records of the Bid Euchre family at the door, before and under a ruleset."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from clabber_audit.games import parse
from clabber_audit.games.bid_euchre.contradictions import cards_in_places, prepare
from clabber_audit.games.bid_euchre.hand import build_complete_hand
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.formats import record_data
from tests.cli import Json
from tests.door.refusing import MARK, assert_refused_at, faults
from tests.family.makers.happened import Happened
from tests.family.makers.lawful import pack
from tests.family.makers.records import as_text, draw_records, records
from tests.scale import at_random


def dealt(dealer: str = "W", **hands: str) -> Json:
    """Return a deal from the cards of each seat, `upcard` and `blind`; `?` is an unknown card."""
    deal: Json = {"dealer": dealer}
    for name, cards in hands.items():
        codes = [None if card == "?" else card for card in cards.split()]
        if name == "upcard":
            deal[name] = codes[0]
        elif name == "blind":
            deal[name] = codes
        else:
            deal.setdefault("hands", {})[name] = codes
    return {"deal": deal}


#: All cards of a suit, the highest first.
SUIT_CARDS = {suit: " ".join(f"{rank}{suit}" for rank in "AKQJT9") for suit in "SHDC"}
FRAME: Json = {
    "format": "bid-euchre-hand/1",
    "id": "h",
    "ruleset": "pepper",
    **dealt(**{seat: SUIT_CARDS[suit] for seat, suit in zip("NESW", "SHDC", strict=True)}),
    "plays": [],
}
DOUBLE: Json = {"pack": "48"} | dealt(N="AS AS KS")
FIVE: Json = {"cards_each": 5} | dealt("N", upcard="AD", blind="AD 9C 9D 9H")
CLUBS: Json = {"pack": "28", "seats": ["P1", "P2", "P3", "P4", "P5"]} | dealt(
    "P2", upcard="9S", blind="9S TH QD"
)
PEPPER: Json = {"declarations": [{"seat": "N", "call": "pepper"}]}
UNKNOWN: Json = dealt()


def record(*changes: Json) -> Json:
    """Return the frame with other keys."""
    data = dict(FRAME)
    for change in changes:
        data |= change
    return data


def make_call(seat: str = "N", **call: Any) -> Json:
    return {"declarations": [{"seat": seat, **call}]}


def pass_cards(*exchanges: str) -> Json:
    """Return exchanges, each from `N>S AS`; `?` is an unknown card."""
    found = []
    for sides, *cards in map(str.split, exchanges):
        giver, taker = sides.split(">")
        found.append({"from": giver, "to": taker, "cards": [None if card == "?" else card for card in cards]})
    return {"exchanges": found}


def play_cards(*cards: str) -> Json:
    """Return plays, each from `N AS`; `?` is an unknown card."""
    plays = [card.split() for card in cards]
    return {"plays": [{"seat": seat, "card": None if card == "?" else card} for seat, card in plays]}


def note_incident(kind: str, **incident: Any) -> Json:
    return {"incidents": [{"kind": kind, **incident}]}


def make_claim(by: str, **claim: Any) -> Json:
    return {"claims": [{"by": by, "against": "E", "at": 0, **claim}]}


def path_of(spelled: str) -> tuple[str | int, ...]:
    return tuple(int(step) if step.isdecimal() else step for step in spelled.split(".") if step)


CALL = "declarations.0"
MALFORMED: dict[str, tuple[Json, str, str]] = {
    "no pack of 36": ({"pack": "36"}, "pack", "expected 20, 24, 25, 28, 32 or 48"),
    "a pack is a text": ({"pack": 24}, "pack", "pack is 24"),
    "two seats": ({"seats": ["P1", "P2"]}, "seats", "N E S W, or P1 P2 P3"),
    "not clockwise": ({"seats": ["N", "W", "S", "E"]}, "seats", "N E S W, or P1 P2 P3"),
    "seven seats": ({"seats": ["P1", "P7"]}, "seats.1", "P7"),
    "no tricks": (make_call(call="0"), "declarations.0.call", "“0”"),
    "thirteen tricks": (make_call(call="13"), "declarations.0.call", "“13”"),
    "six with high cards": (make_call(call="6HC"), "declarations.0.call", "“6HC”"),
    "accepting the up-card": (make_call(call="play"), "declarations.0.call", "“play”"),
    "trumps without what is named": (make_call(call="trump"), CALL, "trump"),
    "trumps named with a bid": (make_call(call="3", trump="H"), CALL, "trump"),
    "alone with a bid": (make_call(call="3", alone=True), CALL, "trump"),
    "Bottoms without cards": (make_call(call="bottoms"), CALL, "cards are shown"),
    "cards shown with a pass": (make_call(call="pass", cards=["AS"]), CALL, "cards are shown"),
    "trumps of no suit": (make_call(call="trump", trump="X"), "declarations.0.trump", "“X”"),
    "no sixes": (play_cards("N 6C"), "plays.0.card", "JK is the joker"),
    "a small joker": (play_cards("N jk"), "plays.0.card", "JK is the joker"),
    "no-trump named by a joker": (
        {"plays": [{"seat": "N", "card": "JK", "named": "NT"}]}, "plays.0.named", "expected C, D, H or S"
    ),
    "nothing handed over": (pass_cards("N>S"), "exchanges.0.cards", "too short"),
    "handed to nobody": ({"exchanges": [{"from": "N", "cards": ["AS"]}]}, "exchanges.0", "no “to”"),
    "melds": ({"melds": []}, "melds", "unknown field “melds”"),
    "a clock beyond two packs": ({"comments": [{"at": 49, "text": "x"}]}, "comments.0.at", "at most 48"),
    "an incident of Clabber": (note_incident("meld_called_for_partner"), "incidents.0.kind", "expected"),
    "a duty of Clabber": (make_claim("N", infraction="failure-to-overtrump"), "claims.0.infraction", "expected"),
    "too many points": ({"score": {"NS": -1001}}, "score.NS", "at least -1000"),
    "points of a player not known": ({"score": {"X": 1}}, "score.X", "unknown field “X”"),
    "half a point": ({"before": {"NS": 1.5}}, "before.NS", "a whole number"),
    "a contract for nothing": ({"contract": {"maker": "N"}}, "contract", "no “tricks”"),
    "a contract for no tricks": ({"contract": {"maker": "N", "tricks": 0}}, "contract.tricks", "at least 1"),
    "a contract of no kind": (
        {"contract": {"maker": "N", "tricks": 4, "kind": "solo"}}, "contract.kind", "“solo”"
    ),
    "half the stakes": ({"context": {"stakes": {"game": 2}}}, "context.stakes", "no “set”"),
    "thirteen tricks on the sheet": ({"sheet": {"NS": {"tricks": 13}}}, "sheet.NS.tricks", "at most 12"),
    "points on the sheet": (
        {"sheet": {"NS": {"cards": 3, "tricks": 3}}}, "sheet.NS.cards", "unknown field “cards”"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_what_is_malformed_is_told_where_it_stands(name: str) -> None:
    change, path, words = MALFORMED[name]
    errors = faults(json.dumps(record(change)))
    assert errors[0].path == path_of(path)
    assert words in f"{errors[0].what} {errors[0].why} {errors[0].help}"


STRANGE = "is not at this table"
IMPOSSIBLE: dict[str, tuple[Json, str, str]] = {
    "a card of a stranger": (play_cards("P1 ?"), "plays.0.seat", "P1 is not at this table"),
    "a hand of a stranger": (dealt(P2="AS"), "deal.hands.P2", STRANGE),
    "a strange dealer": (dealt("P1"), "deal.dealer", "the seats are N E S W"),
    "a strange caller": (make_call("P1", call="pass"), "declarations.0.seat", STRANGE),
    "a strange taker": (pass_cards("N>P1 AS"), "exchanges.0.to", STRANGE),
    "a strange claimant": (make_claim("P1"), "claims.0.by", STRANGE),
    "a strange player": ({"players": {"P1": "Ann"}}, "players.P1", STRANGE),
    "a strange mover": ({"context": {"moved": "P1"}}, "context.moved", STRANGE),
    "a side of another table": ({"score": {"P1P3": 4}}, "score.P1P3", STRANGE),
    "a side where each plays alone": (CLUBS | {"score": {"P1P3P5": 4}}, "score.P1P3P5", STRANGE),
    "a card of a larger pack": (play_cards("N ?", "E 8H"), "plays.1.card", "no eight of hearts in the 24-card deck"),
    "a joker without one": (dealt(N="JK"), "deal.hands.N.0", "no joker"),
    "a small card given": (pass_cards("N>S 7H"), "exchanges.0.cards.0", "no seven of hearts"),
    "a card in two hands": (dealt(N="AS", E="AS"), "deal.hands.E.0", "appears twice"),
    "a card twice in a hand": (dealt(N="AS AS"), "deal.hands.N.1", "twice"),
    "a third copy": (DOUBLE | play_cards("E AS"), "plays.0", "appears three times"),
    "three copies in one hand": ({"pack": "48"} | dealt(N="AS AS AS"), "deal.hands.N.2", "three times"),
    "two jokers": ({"pack": "25"} | dealt(N="JK", E="JK"), "deal.hands.E.0", "the joker appears twice"),
    "a card not held": (play_cards("N AH"), "plays.0", "appears twice"),
    "a card that nobody held": (
        dealt(N=SUIT_CARDS["S"]) | play_cards("N AH"), "plays.0", "that hand does not have it"
    ),
    "a card given that was not held": (pass_cards("N>S AH"), "exchanges.0.cards.0", "appears twice"),
    "a card given twice": (pass_cards("N>S AS AS"), "exchanges.0.cards.1", "appears twice"),
    "a card played that was given": (pass_cards("N>S AS", "S>N AD") | play_cards("N AS"), "plays.0", "appears twice"),
    "a card shown that was not held": (
        make_call(call="bottoms", cards=["AS", "AH", "KS"]), "declarations.0.cards.1", "appears twice"
    ),
    "a card exposed that was not held": (
        note_incident("exposed_card", seat="N", card="AH"), "incidents.0.card", "appears twice"
    ),
    "a pepper, and a card of the other side": (PEPPER | play_cards("E KH", "E AS"), "plays.1", "appears twice"),
    "seven cards": (dealt(N=SUIT_CARDS["S"] + " AH"), "deal.hands.N", "7 cards"),
    "six cards of five": (FIVE | dealt("N", N=SUIT_CARDS["S"]), "deal.hands.N", "a hand has 5 cards"),
    "seven plays": (UNKNOWN | play_cards(*["N ?"] * 7), "plays.6", "plays 7 cards from a hand of 6"),
    "six plays after one was given away": (
        UNKNOWN | pass_cards("N>S ?") | play_cards(*["N ?"] * 6), "plays.5", "from a hand of 5"
    ),
    "an up-card in a hand": (FIVE | dealt("N", upcard="AD", N="AD"), "deal.upcard", "appears twice"),
    "another top of the blind": (
        FIVE | dealt("N", upcard="AD", blind="9C AD"), "deal.upcard", "is the top of the blind"
    ),
    "five cards in a blind of four": (FIVE | dealt("N", blind="9C 9D 9H 9S TC"), "deal.blind", "leaves 4 of 24"),
    "an up-card with none left over": (dealt(upcard="AS"), "deal.upcard", "no card is left"),
    "a pack too small": ({"cards_each": 7} | UNKNOWN, "cards_each", "more than 24"),
    "cards given to oneself": (pass_cards("N>N AS"), "exchanges.0.to", "passes cards to the same seat"),
    "seven tricks of six": ({"sheet": {"NS": {"tricks": 7}}}, "sheet", "the sheet has 7 tricks"),
    "five tricks of six": (
        {"sheet": {"NS": {"tricks": 3}, "EW": {"tricks": 2}}}, "sheet", "a hand has 6 tricks"
    ),
    "a seat on two sides": ({"before": {"NS": 3, "N": 4}}, "before", "North is on two sides"),
    "a contract for seven of six": (
        {"contract": {"maker": "N", "tricks": 7}}, "contract.tricks", "a hand has 6 tricks"
    ),
    "a contract of other trumps": (
        make_call(call="trump", trump="H") | {"contract": {"maker": "N", "tricks": 4, "trump": "S"}},
        "contract.trump", "H was named",
    ),
    "a clock beyond the cards": (
        {"comments": [{"at": 1, "text": "x"}]}, "comments.0.at", "after the last card played"
    ),
    "trumps named after the last card": (
        make_call(call="trump", trump="H", at=2) | play_cards("N AS"), "declarations.0.at", "after the last card played"
    ),
    "a look at a trick that was not complete": (
        note_incident("looked_at_trick", trick=1) | play_cards("N AS", "E KH", "S KD"),
        "incidents.0.trick", "trick 1 was not complete",
    ),
    "a trick without order and without cards": ({"disordered": [1]} | play_cards("N AS"), "disordered.0", "1 of its 4"),
    "a card laid down that was played": (
        play_cards("N AS") | {"laydown": {"by": "N", "at": 1, "order": ["KS", "AS"]}},
        "laydown.order.1", "already played",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_have_happened_is_told_where_it_stands(name: str) -> None:
    change, path, words = IMPOSSIBLE[name]
    errors = faults(json.dumps(record(change)))
    assert [fault.path for fault in errors] == [path_of(path)], errors
    assert words in f"{errors[0].what} {errors[0].why}"


BOTTOMS = make_call("E", call="bottoms", cards=["KC", "KD", "KS"])
POSSIBLE: dict[str, Json] = {
    "nothing but the frame": UNKNOWN,
    "two equal cards": DOUBLE | play_cards("N AS", "E KH", "S ?", "W ?", "N AS"),
    "the joker": {"pack": "25"} | dealt(N="JK", blind="AS") | play_cards("N JK"),
    "the joker left over": {"pack": "25"} | dealt(blind="JK"),
    "a card received and played": pass_cards("N>S AS", "S>N AD") | play_cards("S AS", "N AD"),
    "a card received and given on": pass_cards("N>S AS", "S>E AS") | play_cards("E AS"),
    "a card given one way only": pass_cards("N>S AS") | play_cards("S AS", *["S ?"] * 6),
    "a card nobody saw handed over": pass_cards("N>S ?", "S>N ?") | play_cards("S AS"),
    "an exchange nobody noted": PEPPER | play_cards("S AS", "N AD"),
    "Bottoms": {"cards_each": 5} | dealt("N", upcard="AD", blind="AD 9C 9D 9H", E="KC KD KS TS AH")
    | BOTTOMS | play_cards("E 9H", "E 9D", "E 9C"),
    "Bottoms of a blind nobody noted": {"cards_each": 5} | dealt("N", E="KC KD KS") | BOTTOMS | play_cards("E 9H"),
    "a card of somebody who is out": CLUBS | make_call("P1", call="out") | play_cards("P3 ?", "P1 ?", "P4 ?"),
    "out of turn, twice, and by all at once": play_cards("W AC", "W KC", "N AS", "S AD", "S KD"),
    "a bid no game has": make_call(call="12"),
    "tricks of one side": {"sheet": {"NS": {"tricks": 4}}},
    "a trick of three that was looked at": make_call(call="trump", trump="S", alone=True)
    | note_incident("looked_at_trick", trick=1) | play_cards("N AS", "E KH", "W KC"),
    "no tricks where all but one are out": CLUBS | {"sheet": {f"P{n}": {"tricks": 0} for n in range(1, 6)}},
    "a clock of a hand known from its sheet": make_call(call="trump", trump="S", at=3) | {"sheet": {"NS": {"tricks": 4}}},
    "a hand of eight that was miscounted": dealt(N=SUIT_CARDS["S"] + " AH KH") | note_incident("wrong_card_count", seat="N"),
    "a blind of which the top is not known": FIVE | dealt("N", upcard="AD", blind="? 9C"),
    "an order lost": {"disordered": [1]} | play_cards("N AS", "E KD", "S KH", "W AC"),
    "six seats of two packs": {"pack": "48", "seats": [f"P{n}" for n in range(1, 7)]} | dealt("P6")
    | {"score": {"P1P3P5": -6, "P2P4P6": 8}},
}  # fmt: skip


@pytest.mark.parametrize("name", POSSIBLE)
def test_what_can_have_happened_is_taken_however_irregular(name: str) -> None:
    assert isinstance(parse.parse_hand(json.dumps(record(POSSIBLE[name])).encode()).record, BidEuchreRecord)


def test_all_contradictions_are_told_at_once_each_at_its_place() -> None:
    text = json.dumps(record(play_cards("N AS", "N AS", "E 8H", "P1 ?")), indent=1)
    for card in ('{\n   "seat": "N",\n   "card": "AS"\n  },\n  {\n   "seat": "E"',):
        text = text.replace(card, MARK + card)
    text = text.replace('"8H"', MARK + '"8H"').replace('"P1"', MARK + '"P1"')
    assert_refused_at(text, "appears twice", "eight of hearts", "P1")


def test_a_ruleset_is_required_and_the_format_is_told() -> None:
    without = {key: value for key, value in FRAME.items() if key != "ruleset"}
    assert [fault.what for fault in faults(json.dumps(without))] == ["the record has no “ruleset”"]
    (fault,) = faults(json.dumps(record({"format": "bid-euchre-hand/2"})))[:1]
    assert "clabber-hand/1 and bid-euchre-hand/1" in fault.why


def test_keys_said_twice_and_numbers_that_are_none_are_refused_in_every_format() -> None:
    text = json.dumps(FRAME)
    assert_refused_at(text.replace('"plays"', '"before": {"NS": 1, ¦"NS": 2}, "plays"'), "duplicate key")
    assert "not JSON" in faults(text.replace('"plays"', '"before": {"NS": NaN}, "plays"'))[0].what


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


def disturb_many(count: int) -> Iterator[BidEuchreRecord]:
    random = Random(5)
    for made in (records(6, count), draw_records(6, count)):
        for data in made:
            yield BidEuchreRecord.model_validate_json(as_text(disturb(data, random)))


def test_whoever_plainly_holds_his_cards_contradicts_nothing() -> None:
    outcomes = set()
    for record in disturb_many(at_random(80, 3_000)):
        plain, found = build_complete_hand(record) is not None, list(cards_in_places(record))
        assert not (plain and found), (found, record.model_dump_json(exclude_unset=True, by_alias=True))
        outcomes.add((plain, bool(found)))
    assert outcomes == {(True, False), (False, False), (False, True)}


def test_what_happened_is_taken_however_much_of_it_is_not_told() -> None:
    for number in range(at_random(160, 20_000, share=20)):
        happened = Happened(Random(f"holes {number}"))
        for data in (happened.build_record(), happened.build_with_gaps()):
            assert not prepare(BidEuchreRecord.model_validate_json(as_text(data)))[1], as_text(data)


def test_a_card_of_somebody_elses_cannot_have_been_played() -> None:
    refused = 0
    for number in range(at_random(80, 4_000)):
        happened = Happened(random := Random(f"stolen {number}"))
        data, kept = happened.build_record(), {seat: list(cards) for seat, cards in happened.held.items()}
        if not data["plays"] or "exchanges" not in data:
            continue
        at = random.randrange(len(data["plays"]))
        seat = data["plays"][at]["seat"]
        # Whether Bottoms were granted is for the rules to say: whoever showed the cards may have them still (B-122).
        own = {*kept[seat], *(card for data in happened.calls for card in data.get("cards", ()))}
        foreign = sorted(card for other, cards in kept.items() if other != seat for card in set(cards) - own)
        data["plays"][at]["card"] = random.choice(foreign)
        assert prepare(BidEuchreRecord.model_validate_json(as_text(data)))[1], as_text(data)
        refused += 1
    assert refused > at_random(24, 1_200)


NUMBERED = {"N": "P1", "E": "P2", "S": "P3", "W": "P4", "NS": "P1P3", "EW": "P2P4"}


def renumber(value: Any, key: str = "") -> Any:
    """Rename the seats and sides of data, as keys too; a suit named as trumps stays."""
    if isinstance(value, dict):
        return {NUMBERED.get(name, name): renumber(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [renumber(inner, key) for inner in value]
    return NUMBERED.get(value, value) if isinstance(value, str) and key not in ("trump", "named") else value


def test_it_does_not_matter_what_the_seats_are_called() -> None:
    compared = [record for record in disturb_many(at_random(24, 600)) if record.seats[0] == "N"]
    assert len(compared) > at_random(24, 600)
    for record in compared:
        data = record_data(record)
        moved = BidEuchreRecord.model_validate(renumber(data) | {"seats": ["P1", "P2", "P3", "P4"]})
        found = [fault.path for fault in prepare(record)[1]]
        assert [fault.path for fault in prepare(moved)[1]] == [
            tuple(renumber(list(path))) for path in found
        ], data
