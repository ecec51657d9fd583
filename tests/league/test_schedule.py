"""The schedule that is drawn: a single round robin by the circle method (R-110)."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from clabber_audit.league.circle import round_robin
from clabber_audit.league.draw import drawn
from clabber_audit.league.notices import Notices
from clabber_audit.season import read
from tests.league.seasons import encoded

IDS = [f"team-{number}" for number in range(1, 13)]


@pytest.mark.parametrize("count", range(2, 13))
@pytest.mark.parametrize("seed", [0, 7])
def test_everybody_meets_everybody_once(count: int, seed: int) -> None:
    """n teams: n - 1 rounds of n/2 matches, or n rounds with one bye each where n is odd."""
    rounds = round_robin(IDS[:count], seed)
    assert len(rounds) == count - 1 + count % 2
    meetings = Counter(frozenset(pair) for round in rounds for pair in round.pairs)
    assert set(meetings.values()) == {1}
    assert len(meetings) == count * (count - 1) // 2
    for round in rounds:
        named = [team for pair in round.pairs for team in pair] + list(round.byes)
        assert sorted(named) == sorted(IDS[:count])
        assert len(round.byes) == count % 2


@pytest.mark.parametrize("count", [3, 5, 7, 9, 11])
def test_nobody_has_a_second_bye(count: int) -> None:
    byes = [team for round in round_robin(IDS[:count], 3) for team in round.byes]
    assert sorted(byes) == sorted(IDS[:count])


@pytest.mark.parametrize("count", range(2, 13))
def test_home_is_shared_out(count: int) -> None:
    """With n - 1 matches each, nobody is at home more than one time oftener or rarer than half of them."""
    home = Counter(pair[0] for round in round_robin(IDS[:count], 5) for pair in round.pairs)
    assert all(abs(2 * home[team] - (count - 1)) <= 2 for team in IDS[:count])


def test_the_seed_decides_the_schedule_and_the_order_of_names_does_not() -> None:
    assert round_robin(IDS, 1) == round_robin(IDS[::-1], 1)
    assert round_robin(IDS, 1) != round_robin(IDS, 2)


def test_a_drawn_season_can_be_read() -> None:
    names = ["Owls", "Köln & Söhne", "東京", "=SUM(A1)", "owls!", "Bär", "bar"]
    season = read(encoded(drawn("Winter", names, 4, "2026-12-28", league="River", games_per_match=3)))
    assert [team.name for team in season.teams] == names
    assert [team.id for team in season.teams] == ["owls", "koln-sohne", "team-3", "sum-a1", "owls-5", "bar-6", "bar"]
    assert [round.day for round in season.rounds[:2]] == ["2026-12-28", "2027-01-04"]
    assert [len(round.byes) for round in season.rounds] == [1] * 7
    notices = Notices()
    from clabber_audit.league.byes import tell_of_byes

    tell_of_byes(season, notices)
    assert not notices.told()


def test_the_same_season_gives_the_same_bytes() -> None:
    assert json.dumps(drawn("W", ["a", "b", "c"], 1)) == json.dumps(drawn("W", ["a", "b", "c"], 1))
