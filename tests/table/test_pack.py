"""Packs of every game: a bit for each physical card."""

from __future__ import annotations

import pytest

from clabber_audit.cards.cards import CODE, PACK
from clabber_audit.cards.pack import JOKER, Pack
from tests.family.makers.lawful import LOWEST, pack

PACKS = {name: Pack(ranks, 2 if name == "48" else 1, name == "25") for name, ranks in LOWEST.items()}


@pytest.mark.parametrize("name", PACKS)
def test_a_bit_for_each_card(name: str) -> None:
    made = PACKS[name]
    assert made.size == int(name)
    assert all(bit.bit_count() == 1 for bit in made.face)
    assert sum(made.face) == made.all
    assert sorted(made.face.values()) == sorted(pack(name))
    assert {face: tuple(bit for bit, own in made.face.items() if own == face) for face in made.faces} == made.bits


@pytest.mark.parametrize("name", PACKS)
def test_every_card_but_the_joker_is_of_one_suit_and_one_rank(name: str) -> None:
    made = PACKS[name]
    joker = made.mask.get(JOKER, 0)
    for masks, letter in ((made.suit, 1), (made.rank, 0)):
        assert sum(masks.values()) == made.all - joker
        for bit, face in made.face.items():
            assert [name for name, mask in masks.items() if mask & bit] == ([] if bit == joker else [face[letter]])


def test_the_bits_of_the_pack_of_24_do_not_move() -> None:
    assert PACK.mask == {
        "9C": 1, "TC": 2, "JC": 4, "QC": 8, "KC": 16, "AC": 32,
        "9D": 64, "TD": 128, "JD": 256, "QD": 512, "KD": 1024, "AD": 2048,
        "9H": 4096, "TH": 8192, "JH": 16384, "QH": 32768, "KH": 65536, "AH": 131072,
        "9S": 262144, "TS": 524288, "JS": 1048576, "QS": 2097152, "KS": 4194304, "AS": 8388608,
    }  # fmt: skip
    double = PACKS["48"]
    assert {face: bits[0] for face, bits in double.bits.items()} == PACK.mask
    assert {face: bits[1] >> 24 for face, bits in double.bits.items()} == PACK.mask


def test_a_card_has_the_same_bit_in_every_pack() -> None:
    for made in PACKS.values():
        assert all(CODE[bit] == face for bit, face in made.face.items())
