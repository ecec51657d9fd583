"""Tests of packs, strains and seatings; `tests/family/test_order.py` compares strains with the second opinion."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from clabber_audit.cards import (
    CODE,
    JOKER,
    PACK,
    SEATING,
    SEATS,
    SUITS,
    TEAMS,
    Pack,
    RankOrder,
    Ranks,
    Seating,
    Strain,
    Trick,
    play_hand,
    strain,
)
from tests.family.makers.lawful import LOWEST, table_for
from tests.family.makers.lawful import pack as dealt_pack
from tests.family.opinion import table as opinion_table
from tests.family.opinion.laws import RULESETS, Law, law_of
from tests.scale import at_scale

PACKS = {name: Pack(ranks, 2 if name == "48" else 1, name == "25") for name, ranks in LOWEST.items()}


@pytest.mark.parametrize("name", PACKS)
def test_cards_are_single_bits(name: str) -> None:
    pack = PACKS[name]
    assert pack.size == int(name)
    assert all(bit.bit_count() == 1 for bit in pack.face)
    assert sum(pack.face) == pack.all_cards
    assert sorted(pack.face.values()) == sorted(dealt_pack(name))
    assert {
        face: tuple(bit for bit, own in pack.face.items() if own == face) for face in pack.faces
    } == pack.bits
    assert all(CODE[bit] == face for bit, face in pack.face.items()), "the same bit in every pack"


@pytest.mark.parametrize("name", PACKS)
def test_cards_have_one_suit_and_one_rank(name: str) -> None:
    pack = PACKS[name]
    joker = pack.mask.get(JOKER, 0)
    for masks, letter in ((pack.suit, 1), (pack.rank, 0)):
        assert sum(masks.values()) == pack.all_cards - joker
        for bit, face in pack.face.items():
            assert [name for name, mask in masks.items() if mask & bit] == (
                [] if bit == joker else [face[letter]]
            )


def test_bits_of_the_pack_of_24_are_fixed() -> None:
    assert PACK.mask == {
        "9C": 1, "TC": 2, "JC": 4, "QC": 8, "KC": 16, "AC": 32,
        "9D": 64, "TD": 128, "JD": 256, "QD": 512, "KD": 1024, "AD": 2048,
        "9H": 4096, "TH": 8192, "JH": 16384, "QH": 32768, "KH": 65536, "AH": 131072,
        "9S": 262144, "TS": 524288, "JS": 1048576, "QS": 2097152, "KS": 4194304, "AS": 8388608,
    }  # fmt: skip
    double = PACKS["48"]
    assert {face: bits[0] for face, bits in double.bits.items()} == PACK.mask
    assert {face: bits[1] >> 24 for face, bits in double.bits.items()} == PACK.mask


TABLES = [
    pytest.param(names, alone, id=f"{len(names)} {'alone' if alone else 'in sides'}")
    for names, alone in product(
        (tuple("NESW"), *(tuple(f"P{seat}" for seat in range(1, n + 1)) for n in (3, 4, 5, 6))), (False, True)
    )
    if alone or len(names) % 2 == 0
]


def test_undealt_cards_are_counted() -> None:
    assert ("".join(SEATING.seats), SEATING.side_names, SEATING.each) == (SEATS, TEAMS, 6)
    assert SEATING.count_undealt(Pack("9TJQKA")) == 0
    assert Seating(tuple("NESW"), each=5).count_undealt(Pack("9TJQKA")) == 4
    assert Seating(tuple("NESW"), each=6).count_undealt(Pack("9TJQKA", joker=True)) == 1
    assert Seating(("P1", "P2", "P3", "P4", "P5", "P6"), each=8).count_undealt(Pack("9TJQKA", copies=2)) == 0


@pytest.mark.parametrize(("names", "alone"), TABLES)
def test_sides(names: tuple[str, ...], alone: bool) -> None:
    """Sides by seats, seats by side, the other sides, and sides by their name or a seat's."""
    seating = Seating(names, each=6, alone=alone)
    record, law = {"seats": list(names)}, {"sides": not alone}
    assert list(seating.side_names) == opinion_table.sides_of(record, law)
    for side, called in enumerate(seating.side_names):
        own = [name for name in names if opinion_table.side_of(name, record, law) == called]
        assert [names[seat] for seat in seating.seats_of(side)] == own
        assert all({*own} == {name, *opinion_table.partners_of(name, record, law)} for name in own)
        assert {seating.side_of[names.index(name)] for name in own} == {side}
        assert seating.sides[side] == sum(1 << names.index(name) for name in own)
        assert {seating.side_named(name) for name in (called, *own)} == {side}
        assert sorted((side, *seating.other_sides(side))) == list(range(len(seating.side_names)))
    for seats in range(2 ** len(names)):
        sides = {seating.side_of[seat] for seat in range(len(names)) if seats >> seat & 1}
        assert seating.side_of_all[seats] == (sides.pop() if len(sides) == 1 else None)


@pytest.mark.parametrize(("names", "alone"), TABLES)
def test_turns_with_seats_that_are_out(names: tuple[str, ...], alone: bool) -> None:
    seating = Seating(names, each=6, alone=alone)
    record: dict[str, Any] = {"seats": list(names)}
    for seat, name in enumerate(names):
        assert names[seating.left_neighbor(seat)] == opinion_table.left_of(name, record)
        assert names[seating.right_neighbor(seat)] == opinion_table.right_of(name, record)
        for gone in range(seating.all_seats + 1):
            stay = [
                other
                for other in opinion_table.round_from(name, record)
                if not gone >> names.index(other) & 1
            ]
            assert seating.turn[seat][gone] == (1 << names.index(stay[0]) if stay else 0)


@pytest.mark.parametrize(("names", "alone"), TABLES)
def test_trick_width_is_the_number_of_playing_seats(names: tuple[str, ...], alone: bool) -> None:
    record: dict[str, Any] = {"seats": list(names)}
    for out in range(2 ** len(names) - 1):
        seating = Seating(names, each=5, alone=alone, out=out)
        plays = [name for seat, name in enumerate(names) if not out >> seat & 1]
        assert (seating.width, seating.end) == (len(plays), 5 * len(plays))
        for seat, name in enumerate(names):
            staying = [other for other in opinion_table.round_from(name, record) if other in plays]
            assert [names[other] for other in seating.clockwise[seat]] == staying
            assert names[seating.turn[seat][0].bit_length() - 1] == staying[0]
        clocks = iter(range(seating.end))
        for trick in range(1, 6):
            for place in range(seating.width):
                at = next(clocks)
                assert (seating.trick_of(at), seating.place_of(at)) == (trick, place)
                assert seating.lead_of(at) == seating.clocks_of(trick).start
                assert at in seating.clocks_of(trick)


NAMES = (*SUITS, "NT", "HIGH", "LOW")


def order_of(name: str, law: Law) -> RankOrder:
    """Build a rank order from the law's answers."""
    bowers = law["bowers"] == "yes"
    plain = "789TJQKA" if name == "LOW" else "AKQJT987"
    return RankOrder(
        _ranks(plain), _ranks("JAKQT987" if bowers else "AKQJT987"), bowers,
        law["joker_nt"] == "beats_all", law["equal_cards"] == "last",
    )  # fmt: skip


def _ranks(letters: str) -> Ranks:
    return tuple((letter, 0) for letter in letters)


def test_no_trump_strain_is_truthy_and_not_a_number() -> None:
    under = strain(PACKS["24"], "NT", order_of("NT", law_of("bid-euchre", {})))
    assert under.trump == 0
    assert under
    known: object = under
    assert known != 0
    assert not hasattr(Strain, "__bool__")
    assert not hasattr(Strain, "__len__")


def test_unknown_card_has_no_suit_and_is_not_beaten() -> None:
    for pack in PACKS.values():
        for name in NAMES:
            under = strain(pack, name, order_of(name, law_of("hasenpfeffer", {})))
            assert under.faces[0] == (under.suit_of[0], under.beaters[0], under.value[0]) == (0, 0, 0)
            assert (JOKER in pack.bits) == pack.joker


@pytest.mark.parametrize("ruleset", [*RULESETS][:: at_scale(3, 1)])
def test_play_hand_and_trick_agree(ruleset: str) -> None:
    """Winners, points, and trumps to be beaten, for whole hands and trick by trick."""
    random = Random(f"tricks {ruleset}")
    for name in NAMES:
        seats, size, _ = table_for(ruleset, random)
        width, under = len(seats), strain(PACKS[size], name, order_of(name, law_of(ruleset, {})))
        cards = random.sample(sorted(PACKS[size].face), 4 * width)
        played = [*range(width)] * 4
        dealt = [sum(cards[seat::width]) for seat in range(width)]
        columns, winners, points, above = play_hand(under, width, played, cards, dealt, {}), [], [], {}
        for number in range(1, 5):
            start = width * (number - 1)
            trick = Trick.begin(under, number, sum(cards[:start]))
            assert (trick.led, trick.winner) == (under.all, None)
            assert trick.above == (under.trump if sum(cards[:start]) & under.trump else 0)
            for at in range(start, start + width):
                above[at] = trick.above
                trick = trick.play(played[at], cards[at])
            assert (trick.leader, trick.led) == (played[start], under.suit_of[cards[start]])
            winners.append(trick.winner)
            points.append(trick.points)
        assert (columns.winners, columns.points) == (winners, points)
        rows = [*columns.off_suit, *columns.trumps]
        assert rows
        assert all(row[5] == above[row[0]] for row in rows)
