"""The order of the cards in every game: bowers, joker, copies, no trumps; against the family's second opinion."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from clabber_audit.cards.pack import JOKER, SUITS
from clabber_audit.cards.strain import Order, Ranks, Strain, strain
from tests.family.makers.lawful import table_for
from tests.family.opinion import cards as opinion
from tests.family.opinion.laws import RULESETS, Law, law_of
from tests.scale import at_random, scaled
from tests.table.test_pack import PACKS

NAMES = (*SUITS, "NT", "HIGH", "LOW")
TOGGLES: tuple[dict[str, Any], ...] = (
    {}, {"bowers": "yes"}, {"bowers": "no"}, {"equal_cards": "last"}, {"joker_nt": "dead"},
)  # fmt: skip


def order_of(name: str, law: Law) -> Order:
    """The law's answers as an order."""
    bowers = law["bowers"] == "yes"
    plain = "789TJQKA" if name == "LOW" else "AKQJT987"
    return Order(
        _ranks(plain), _ranks("JAKQT987" if bowers else "AKQJT987"), bowers,
        law["joker_nt"] == "beats_all", law["equal_cards"] == "last",
    )  # fmt: skip


def _ranks(letters: str) -> Ranks:
    return tuple((letter, 0) for letter in letters)


def winner(cards: list[int], under: Strain) -> int:
    """The place of the card that wins a trick."""
    best, winning = 0, under.beaters[cards[0]]
    for place, card in enumerate(cards):
        if place and card & winning:
            best, winning = place, under.beaters[card]
    return best


@pytest.mark.parametrize("ruleset", [*RULESETS][:: scaled(3, 1)])
def test_suits_and_winners(ruleset: str) -> None:
    random = Random(f"strain {ruleset}")
    for toggles in TOGGLES:
        law = law_of(ruleset, toggles)
        for _ in range(at_random(15, 400)):
            seats, size, _ = table_for(ruleset, random)
            pack, name = PACKS[size], random.choice(NAMES)
            under = strain(pack, name, order_of(name, law))
            cards = random.sample(sorted(pack.face), min(len(seats) * 3, pack.size))
            trick, hand = cards[: len(seats)], cards[len(seats) :]
            faces = [pack.face[card] for card in trick]
            assert winner(trick, under) == opinion.winning_card(faces, name, law), (name, faces)
            led = under.suit_of[trick[0]]
            follow = [card for card in hand if card & led] or hand
            assert [pack.face[card] for card in follow] == opinion.legal_cards(
                [pack.face[card] for card in hand], faces, name, law
            )


@pytest.mark.parametrize("ruleset", [*RULESETS][:: scaled(3, 1)])
def test_of_which_suit_each_card_is(ruleset: str) -> None:
    for toggles in TOGGLES:
        law = law_of(ruleset, toggles)
        for pack in PACKS.values():
            for name in NAMES:
                under = strain(pack, name, order_of(name, law))
                suits = {face: opinion.suit_of(face, name, law) for face in pack.faces}
                for bit, face in pack.face.items():
                    same = sum(pack.mask[other] for other, suit in suits.items() if suit == suits[face])
                    assert under.suit_of[bit] == same, (name, face)
                assert under.trump == sum(pack.mask[face] for face, suit in suits.items() if suit == name)


def test_no_trumps_is_known_and_no_number() -> None:
    under = strain(PACKS["24"], "NT", order_of("NT", law_of("bid-euchre", {})))
    assert under.trump == 0
    assert under
    known: object = under
    assert known != 0
    assert not hasattr(Strain, "__bool__")
    assert not hasattr(Strain, "__len__")


def test_an_unknown_card_is_of_no_suit_and_beaten_by_none() -> None:
    for pack in PACKS.values():
        for name in NAMES:
            under = strain(pack, name, order_of(name, law_of("hasenpfeffer", {})))
            assert under.faces[0] == (under.suit_of[0], under.beaters[0], under.value[0]) == (0, 0, 0)
            assert (JOKER in pack.bits) == pack.joker
