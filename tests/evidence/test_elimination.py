"""Tests of cards that follow by elimination; `test_small_tables` checks that no others are filled in."""

from __future__ import annotations

from random import Random

from clabber_audit.cards import CODES, SEATS
from tests.random_records.partial import play_at_random, record_hand
from tests.test_properties import Json, rule_as_json


def _sort_hands(hands: dict[str, list[str]]) -> dict[str, list[str]]:
    return {seat: sorted(hands[seat], key=CODES.index) for seat in SEATS if seat in hands}


def _equal_apart_from_marks(ruling: Json, other: Json) -> bool:
    """Return True if two rulings differ only in the marks of derived cards."""
    marks = ("rebuilt", "inferred")
    return all(ruling.get(key) == other.get(key) for key in {*ruling, *other} if key not in marks)


def test_six_tricks_rebuild_every_hand() -> None:
    """200 complete hands, with part of the deal recorded or none."""
    for number in range(200):
        random = Random(f"rebuilt {number}")
        hand = play_at_random(random, 24)
        whole = rule_as_json(record_hand(hand, hand.dealt, set()))
        listed = random.sample(SEATS, random.randrange(5))
        ruling = rule_as_json(record_hand(hand, {seat: hand.dealt[seat] for seat in listed}, set()))
        rebuilt = {seat: cards for seat, cards in hand.dealt.items() if seat not in listed}
        assert ruling.get("rebuilt", {}) == _sort_hands(rebuilt)
        assert _equal_apart_from_marks(ruling, whole)
        assert "rebuilt" not in whole
        assert "inferred" not in whole


def test_fourth_hand_is_rebuilt_from_the_others() -> None:
    """200 stopped hands: three hands recorded, and one or none of the cards of the fourth."""
    for number in range(200):
        random = Random(f"fourth {number}")
        hand, last = play_at_random(random, random.randrange(24)), random.choice(SEATS)
        hands = {seat: cards for seat, cards in hand.dealt.items() if seat != last}
        if number % 2:
            hands[last] = hand.dealt[last][:1]
        ruling = rule_as_json(record_hand(hand, hands, set()))
        assert ruling["rebuilt"] == _sort_hands({last: hand.dealt[last]})
        assert _equal_apart_from_marks(ruling, rule_as_json(record_hand(hand, hand.dealt, set())))


def test_only_possible_card_is_inferred() -> None:
    """200 complete hands with one card not recorded, with and without the deal."""
    for number in range(200):
        random = Random(f"inferred {number}")
        hand, clock = play_at_random(random, 24), random.randrange(24)
        ruling = rule_as_json(record_hand(hand, {} if number % 2 else hand.dealt, {clock}))
        assert ruling["inferred"] == {str(clock): hand.plays[clock][1]}
        assert ("rebuilt" in ruling) == bool(number % 2)
        assert _equal_apart_from_marks(ruling, rule_as_json(record_hand(hand, hand.dealt, set())))
