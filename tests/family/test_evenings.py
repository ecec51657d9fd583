"""What no single hand tells: stakes at the end of a game, and the move after the bell."""

from __future__ import annotations

from itertools import product

import pytest

from clabber_audit.games.bid_euchre.scoring import Stakes, paid_by_losers
from tests.family.opinion.scoring import Played, after_the_bell, owed_by_loser, tallies, undecided
from tests.family.rules import answered_otherwise

HICKEYS = {"NS": 1, "EW": 3}


def test_the_loser_below_zero_pays_double_for_the_game() -> None:
    """Case PF07: four for the game, two for two sets; and the same game lost at three points."""
    assert owed_by_loser("NS", {"NS": 44, "EW": -3}, HICKEYS, game=2, each_set=1) == 6
    assert owed_by_loser("NS", {"NS": 44, "EW": 3}, HICKEYS, game=2, each_set=1) == 4
    assert owed_by_loser("NS", {"NS": 44, "EW": -3}, HICKEYS, game=2, each_set=1, zero_doubles="all") == 8


@pytest.mark.parametrize("zero_doubles", ["game", "all"])
def test_the_program_settles_as_the_second_opinion(zero_doubles: str) -> None:
    toggles = answered_otherwise("pfeffer", {"zero_doubles": zero_doubles})
    for winner, score, own, other in product(range(2), (-3, 0, 7), range(4), range(4)):
        after, sets = (43, score)[:: 1 - 2 * winner], (own, other)
        totals, hickeys = (dict(zip(("NS", "EW"), pair, strict=True)) for pair in (after, sets))
        wanted = owed_by_loser(("NS", "EW")[winner], totals, hickeys, 2, 1, zero_doubles)
        assert paid_by_losers(after, sets, winner, Stakes(2, 1), toggles) == wanted


def test_nothing_is_doubled_where_nobody_says_so() -> None:
    """Eau Claire has stakes for the game and for each set, and counts down (B-129)."""
    eau_claire = answered_otherwise("eau-claire-clubs", {})
    assert paid_by_losers((-1, 8), (1, 3), 0, Stakes(2, 1), eau_claire) == 4
    assert paid_by_losers((0, -2), (0, 0), 0, Stakes(2, 1), eau_claire) == 2


def test_the_winner_may_owe_sets() -> None:
    assert owed_by_loser("EW", {"NS": 10, "EW": 43}, HICKEYS, game=2, each_set=1) == 0


TABLES = [
    Played((("A", "B"), ("C", "D")), (9, 7)),
    Played((("E", "F"), ("G", "H")), (6, 5)),
    Played((("I", "J"), ("K", "L")), (8, 3)),
    Played((("M", "N"), ("O", "P")), (7, 6)),
]


def test_the_bell() -> None:
    """Case PE06."""
    assert [set(pairs) for pairs in after_the_bell(TABLES)] == [
        {("A", "B"), ("E", "F")},
        {("G", "H"), ("I", "J")},
        {("K", "L"), ("M", "N")},
        {("O", "P"), ("C", "D")},
    ]
    assert {player: tallies(TABLES)[player] for player in "ABCD"} == {"A": 9, "B": 9, "C": 7, "D": 7}


def test_a_tied_table_is_for_the_record_to_tell() -> None:
    tied = [*TABLES[:2], TABLES[2]._replace(points=(8, 8)), TABLES[3]]
    assert undecided(tied) == [3]
    with pytest.raises(ValueError, match="tables"):
        after_the_bell(tied)
