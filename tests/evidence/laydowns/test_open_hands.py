"""Tests of lay-downs with every hand known, compared with the plain search and with positions solved by hand."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from clabber_audit.evidence.completions import BudgetExhausted
from clabber_audit.evidence.laydowns.search import Search
from tests.evidence.laydowns import plain
from tests.evidence.laydowns.tables import to_claim, to_position, write_line
from tests.scale import at_random
from tests.second_opinion.cards import PACK, SEATS, TRUMP_ORDER


def find_losing_line(laid: plain.Laid) -> plain.Table | None:
    return write_line(Search(to_claim(laid)).losing_line(to_position(laid)))


@pytest.mark.parametrize(
    ("leads", "most", "count"),
    [
        ("", 2, at_random(80, 1500)),
        ("", 3, at_random(80, 1500)),
        pytest.param("", 4, at_random(60, 200), marks=pytest.mark.full),
        ("trump", 3, at_random(150, 1500)),
        ("ace", 3, at_random(150, 1500)),
    ],
)
def test_answer_agrees_with_plain_search(leads: str, most: int, count: int) -> None:
    """A law on leads often changes the answer."""
    random, otherwise = Random(f"led {leads}" if leads else 72 + most), 0
    answers = dict.fromkeys(product(("any_line", "stated_line", "best_line"), (True, False)), 0)
    for number in range(count):
        free = draw_before_first_trump(random) if leads == "trump" else plain.draw_laydown(random, most)
        laid = free._replace(leads=leads)
        line, good = find_losing_line(laid), plain.is_good(laid)
        assert (line is None) == good, (number, laid)
        if line and laid.standard != "best_line":
            assert line == next(plain.losing_lines(laid)), (number, laid)
        answers[laid.standard, good] += 1
        otherwise += bool(leads) and plain.is_good(free) != good
    # Both answers are common enough for every standard.
    assert min(answers.values()) > count / 50, answers
    assert not leads or otherwise > count / 100


def draw_before_first_trump(random: Random) -> plain.Laid:
    """Return a lay-down of three cards a seat before any trump was played; the layer holds all high cards."""
    laid = plain.draw_laydown(random, 3)
    trumps = [rank + laid.trump for rank in TRUMP_ORDER]
    cards = trumps + random.sample([card for card in PACK if card[1] != laid.trump], 6)
    cards.sort(key=lambda card: plain.height(card, laid.trump) + 4 * random.random(), reverse=True)
    mine, rest = cards[:3], random.sample(cards[3:], 9)
    seats = [seat for seat in SEATS if seat != laid.by]
    hands = {laid.by: tuple(mine)} | {seat: tuple(rest[3 * n : 3 * n + 3]) for n, seat in enumerate(seats)}
    order = tuple(random.sample(mine, 3))
    return laid._replace(hands=hands, turn=laid.by, table=(), order=order)


def test_best_line_shows_a_line_that_cannot_be_avoided() -> None:
    """After each card of the line, no choice of the layer's side saves all tricks."""
    random, seen = Random(73), 0
    while seen < at_random(20, 300):
        laid = plain.draw_laydown(random, 3)._replace(standard="best_line")
        line = find_losing_line(laid)
        seen += line is not None
        now: plain.Laid | None = laid
        for seat, card in line or ():
            assert now is not None
            assert now.turn == seat
            assert card in plain.list_playable(now)
            assert not plain.is_good(now)
            now = plain.play_card(now, card)
        assert now is None or not line


def test_seat_plays_once_to_a_trick_with_uneven_hands() -> None:
    """After the ace of clubs North and East have two hearts each: the ace wins and the nine loses."""
    hands: plain.Hands = {"N": ("AC", "AH", "9H"), "E": ("9C", "KH", "QH"), "S": ("9D",), "W": ("JD",)}
    laid = plain.Laid("N", "S", hands, "N", order=("AC", "AH", "9H"), standard="stated_line")
    first = (("N", "AC"), ("E", "9C"), ("S", "9D"), ("W", "JD"))
    assert find_losing_line(laid) == (*first, ("N", "AH"), ("E", "QH"), ("N", "9H"), ("E", "KH"))


def test_opponents_highest_trump_always_wins_a_trick() -> None:
    hands: plain.Hands = {
        "N": ("9S", "AS", "AH"),
        "E": ("JS", "9H", "9D"),
        "S": ("9C", "TC", "JC"),
        "W": ("QC", "KC", "AC"),
    }
    for standard in ("any_line", "best_line"):
        assert find_losing_line(plain.Laid("N", "S", hands, "N", standard=standard)) is not None
    # Held by the partner, it wins a trick for the team.
    swapped: plain.Hands = {**hands, "E": hands["S"], "S": ("JS", "9S", "AS"), "N": ("AH", "TH", "KH")}
    assert (
        find_losing_line(plain.Laid("N", "S", swapped, "N", standard="best_line", scope="hand")) is not None
    )


def test_search_stays_within_its_budget() -> None:
    random = Random(5)
    while True:
        laid = plain.draw_laydown(random, 4)
        claim = to_claim(laid)
        free = Search(claim)
        free.losing_line(to_position(laid))
        if free.positions_searched > 4:
            break
    bound = Search(claim, budget=2)
    with pytest.raises(BudgetExhausted):
        bound.losing_line(to_position(laid))
    assert bound.positions_searched == 2
