"""The schedule of a single round robin: everybody meets everybody once, plays once a round, and rests at most once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from clabber_audit.league.schedule import Pairing, round_robin


def test_four_teams_by_hand() -> None:
    """a stays, the others go around it: a-d b-c, then a-c d-b, then a-b c-d; a is away in the second round."""
    assert round_robin("abcd") == [
        Pairing((("a", "d"), ("b", "c")), None),
        Pairing((("c", "a"), ("d", "b")), None),
        Pairing((("a", "b"), ("c", "d")), None),
    ]


@pytest.mark.parametrize("count", [*range(2, 17), 63, 64])
def test_everybody_meets_everybody_once(count: int) -> None:
    teams = [f"team-{number}" for number in range(count)]
    rounds = round_robin(teams)
    met = Counter(frozenset(match) for one in rounds for match in one.matches)
    assert met == Counter(map(frozenset, combinations(teams, 2)))
    for one in rounds:
        there = [team for match in one.matches for team in match] + ([one.bye] if one.bye is not None else [])
        assert sorted(there) == sorted(teams)
    rests = Counter(one.bye for one in rounds if one.bye is not None)
    assert rests == (Counter(teams) if count % 2 else Counter())


@pytest.mark.parametrize("count", range(2, 17))
def test_nobody_is_at_home_much_more_than_away(count: int) -> None:
    """An even number of matches is split evenly, an odd one leaves one over."""
    matches = [
        match for one in round_robin([str(number) for number in range(count)]) for match in one.matches
    ]
    home, away = Counter(first for first, _ in matches), Counter(second for _, second in matches)
    assert all(abs(home[team] - away[team]) == (count - 1) % 2 for team in {*home, *away})
