"""What no single hand tells: stakes at the end of a game, and the move after the bell."""

from __future__ import annotations

import pytest

from tests.family.opinion.movement import Played, after_the_bell, tallies, undecided
from tests.family.opinion.stakes import owed_by_loser

HICKEYS = {"NS": 1, "EW": 3}


def test_the_loser_below_zero_pays_double_for_the_game() -> None:
    """Case PF07: four for the game, two for two sets; and the same game lost at three points."""
    assert owed_by_loser("NS", {"NS": 44, "EW": -3}, HICKEYS, game=2, each_set=1) == 6
    assert owed_by_loser("NS", {"NS": 44, "EW": 3}, HICKEYS, game=2, each_set=1) == 4
    assert owed_by_loser("NS", {"NS": 44, "EW": -3}, HICKEYS, game=2, each_set=1, zero_doubles="all") == 8


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
