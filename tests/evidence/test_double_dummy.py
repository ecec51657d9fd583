"""Tests of double-dummy play, compared with a plain search and one ending solved by hand."""

from __future__ import annotations

from random import Random

import pytest

from clabber_audit.cards import BIT, CODE, CODES, SEAT, SUIT, mask_of
from clabber_audit.evidence.double_dummy import DoubleDummy, Position, TooLarge
from clabber_audit.rules import bound_ruleset
from tests.random_records.partial import deal_cards
from tests.scale import at_scale
from tests.second_opinion.cards import legal_cards, value, winner_of

Hands = dict[str, list[str]]
Fallen = list[tuple[str, str]]

#: Cards a seat and seed. The plain search takes a hundred times as long with four cards as with three.
ENDINGS = [*((1, seed) for seed in range(20)), *((2, seed) for seed in range(120)), *((3, seed) for seed in range(200)),
           *((4, seed) for seed in range(40))][:: at_scale(4, 1)]  # fmt: skip


def find_points(hands: Hands, turn: str, trick: Fallen, trump: str) -> int:
    """Return the points of North-South by plain minimax over every line."""
    if len(trick) == 4:
        takers = winner_of(trick, trump)
        gain = sum(value(card, trump) for _, card in trick)
        last = not any(hands.values())
        mine = gain + 10 * last if takers in "NS" else 0
        return mine if last else mine + find_points(hands, takers, [], trump)
    outcomes = [
        find_points_after(hands, turn, card, trick, trump) for card in legal_cards(hands[turn], trick, trump)
    ]
    return max(outcomes) if turn in "NS" else min(outcomes)


def find_points_after(hands: Hands, turn: str, card: str, trick: Fallen, trump: str) -> int:
    left = {**hands, turn: [held for held in hands[turn] if held != card]}
    return find_points(left, "NESW"[("NESW".index(turn) + 1) % 4], [*trick, (turn, card)], trump)


def solve_trick(hands: Hands, turn: str, trick: Fallen, trump: str, budget: int = 10**6) -> dict[str, int]:
    law, suit = bound_ruleset.law_of("ecl-1992"), SUIT[trump]

    def legal(hand: int, led: int, above: int, trick: int) -> int:
        return bound_ruleset.legal_cards(law, hand, led, suit, above, trick=trick)

    solver = DoubleDummy(suit, legal, budget)
    masks = tuple(mask_of(hands[seat]) for seat in "NESW")
    fallen = tuple((SEAT[seat], BIT[card]) for seat, card in trick)
    return {
        CODE[card]: points
        for card, points in solver.value_each_card(Position(masks, SEAT[turn], fallen)).items()
    }


def test_ending_solved_by_hand() -> None:
    """Spades are trumps, North leads; N QD TH, E AD JD, S KD JS, W TD AH: 71 points and ten for the last trick.

    North leads the queen. East takes it with the ace (3 + 11 + 4 + 10 = 28) and has the jack left, which South must
    ruff: 2 + 20 + 11 + 10 and the ten are 53. Were East to play the jack, West's ten would win 19 only, and his ace of
    hearts would run into the jack of spades. So East plays the ace: 53.

    North leads the ten of hearts. South must ruff, West follows with the ace, East throws the jack: 10 + 2 + 20 + 11
    are 43; the king of diamonds then loses to East's ace. Were East to throw the ace, South's ruff would take 52. So
    East throws the jack: 43.
    """
    hands = {"N": ["QD", "TH"], "E": ["AD", "JD"], "S": ["KD", "JS"], "W": ["TD", "AH"]}
    assert solve_trick(hands, "N", [], "S") == {"QD": 53, "TH": 43}
    # After North's queen, East has the choice described above.
    played = {**hands, "N": ["TH"]}
    assert solve_trick(played, "E", [("N", "QD")], "S") == {"AD": 53, "JD": 62}


@pytest.mark.parametrize(("size", "seed"), ENDINGS)
def test_points_agree_with_plain_search(size: int, seed: int) -> None:
    """Random endings at any moment of a trick, under any trumps."""
    rng = Random(f"{size} {seed}")
    trump, hands = rng.choice("CDHS"), deal_cards(rng, size)
    order = "NESW"[rng.randrange(4) :] + "NESW"
    trick: Fallen = []
    for seat in order[: rng.randrange(4)]:
        card = rng.choice(legal_cards(hands[seat], trick, trump))
        trick.append((seat, card))
        hands[seat] = [held for held in hands[seat] if held != card]
    turn = order[len(trick)]
    expected = {
        card: find_points_after(hands, turn, card, trick, trump)
        for card in legal_cards(hands[turn], trick, trump)
    }
    assert solve_trick(hands, turn, trick, trump) == expected


def test_points_of_a_whole_deal_add_up_to_162() -> None:
    """Turning the seats by one makes East-West of North-South, so the two answers add up to 162 (R-008)."""
    hands = deal_cards(Random(7))
    turned = dict(zip("ESWN", hands.values(), strict=True))
    ours, theirs = solve_trick(hands, "N", [], "H"), solve_trick(turned, "E", [], "H")
    assert ours.keys() == theirs.keys() == set(hands["N"])
    assert {card: 162 - points for card, points in ours.items()} == theirs


def test_search_beyond_the_budget_is_refused() -> None:
    with pytest.raises(TooLarge):
        solve_trick(deal_cards(Random(7)), "N", [], "H", budget=100)


def test_even_and_uneven_positions() -> None:
    """A position is even if the hands make whole tricks with the cards on the table."""
    card = [BIT[code] for code in CODES]
    assert Position((card[0], card[1], card[2], card[3]), 0).is_even
    assert Position((card[0], card[1], card[2], 0), 0, ((3, card[3]),)).is_even
    assert not Position((card[0], card[1], card[2], 0), 0).is_even
    assert not Position((card[0], card[1], card[2], 0), 3, ((3, card[3]),)).is_even
    assert not Position((card[0], card[1], 0, 0), 0, ((3, card[2]), (3, card[3]))).is_even
