"""Tests of drawn seasons: a round robin (R-110) of the teams in an order decided by a seed."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from clabber_audit.core.errors import UsageError
from clabber_audit.league.games import Notices
from clabber_audit.league.schedule import (
    Pairing,
    SchedulePlan,
    draw_season,
    round_robin,
    schedule_plan,
    shuffle,
)
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import bracket, check_byes
from tests.league.seasons import encode_season
from tests.tables import tables

IDS = [f"team-{number}" for number in range(1, 13)]


def test_order_of_play_depends_on_the_seed_only() -> None:
    assert sorted(shuffle(IDS, 1)) == sorted(IDS)
    assert shuffle(IDS, 1) == shuffle(IDS[::-1], 1)
    assert shuffle(IDS, 1) != shuffle(IDS, 2)


@pytest.mark.parametrize("count", [2, 3, 8, 11])
def test_drawn_season_is_a_round_robin_with_one_bye_each(count: int) -> None:
    season = parse_season(encode_season(draw_season("Winter", IDS[:count], 5)))
    meetings = [frozenset(match.teams) for round in season.rounds for match in round.matches]
    assert len(set(meetings)) == len(meetings) == count * (count - 1) // 2
    byes = [team for round in season.rounds for team in round.byes]
    assert sorted(byes) == (sorted(IDS[:count]) if count % 2 else [])


def test_a_drawn_season_can_be_read() -> None:
    names = ["Owls", "Köln & Söhne", "東京", "=SUM(A1)", "owls!", "Bär", "bar"]
    season = parse_season(
        encode_season(
            draw_season(
                "Winter", names, 4, SchedulePlan(start="2026-12-28"), league="River", games_per_match=3
            )
        )
    )
    assert [team.name for team in season.teams] == names
    assert [team.id for team in season.teams] == [
        "owls",
        "koln-sohne",
        "team-3",
        "sum-a1",
        "owls-5",
        "bar-6",
        "bar",
    ]
    assert [round.day for round in season.rounds[:2]] == ["2026-12-28", "2027-01-04"]
    assert [len(round.byes) for round in season.rounds] == [1] * 7
    notices = Notices()
    check_byes(season, notices)
    assert not notices.list_all()


TEAMS = ["Owls", "Eagles", "Teals", "Minks", "Voles", "Herons"]


def test_a_double_round_robin_is_home_and_away() -> None:
    season = parse_season(encode_season(draw_season("W", TEAMS, 1, schedule_plan(TEAMS, times=2))))
    homes = [(match.home, match.teams[1]) for round in season.rounds for match in round.matches]
    assert len(season.rounds) == 10
    assert len(set(homes)) == len(homes) == 30


def test_days_follow_from_nights_and_holidays() -> None:
    plan = schedule_plan(TEAMS, start="2026-12-14", nights=["Monday", "thu"], holidays=["2026-12-24"])
    season = parse_season(encode_season(draw_season("W", TEAMS, 1, plan)))
    assert [round.day for round in season.rounds] == [
        *("2026-12-14", "2026-12-17", "2026-12-21", "2026-12-28", "2026-12-31")
    ]


def test_divisions_and_venues() -> None:
    plan = schedule_plan(
        TEAMS,
        venues=["Lodge=2", "Moose Hall=1"],
        divisions=["East=Owls,Eagles,Teals", "West=minks,Voles,Herons"],
    )
    season = parse_season(encode_season(draw_season("W", TEAMS, 1, plan)))
    division = {team.id: team.division for team in season.teams}
    matches = [match for round in season.rounds for match in round.matches]
    assert len(matches) == 6
    assert all(len({division[team] for team in match.teams}) == 1 for match in matches)
    assert {(match.venue, match.table) for match in matches} == {("Lodge", 1), ("Lodge", 2)}
    assert all(len(round.byes) == 2 for round in season.rounds)


@pytest.mark.parametrize(
    ("choices", "message"), tables(Path(__file__).with_name("plans.md"))["Plans that cannot be played"]
)
def test_unplayable_plans_are_refused(choices: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        draw_season("W", TEAMS, 1, schedule_plan(TEAMS, **json.loads(choices)))


def test_four_teams_by_hand() -> None:
    """Team a stays, the others rotate: a-d b-c, then a-c d-b, then a-b c-d; a plays away in the second round."""
    assert round_robin("abcd") == [
        Pairing((("a", "d"), ("b", "c")), None),
        Pairing((("c", "a"), ("d", "b")), None),
        Pairing((("a", "b"), ("c", "d")), None),
    ]


@pytest.mark.parametrize("count", [*range(2, 17), 63, 64])
def test_everybody_meets_everybody_once(count: int) -> None:
    teams = [f"team-{number}" for number in range(count)]
    rounds = round_robin(teams)
    met = Counter(frozenset(match) for pairing in rounds for match in pairing.matches)
    assert met == Counter(map(frozenset, combinations(teams, 2)))
    for pairing in rounds:
        there = [team for match in pairing.matches for team in match] + (
            [pairing.bye] if pairing.bye is not None else []
        )
        assert sorted(there) == sorted(teams)
    rests = Counter(pairing.bye for pairing in rounds if pairing.bye is not None)
    assert rests == (Counter(teams) if count % 2 else Counter())


@pytest.mark.parametrize("count", range(2, 17))
def test_home_and_away_are_balanced(count: int) -> None:
    """Home and away are even for an even number of matches, and differ by one for an odd number."""
    matches = [
        match
        for pairing in round_robin([str(number) for number in range(count)])
        for match in pairing.matches
    ]
    home, away = Counter(first for first, _ in matches), Counter(second for _, second in matches)
    assert all(abs(home[team] - away[team]) == (count - 1) % 2 for team in {*home, *away})


@pytest.mark.parametrize(("places", "order"), [(2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_bracket_seeding(places: int, order: list[int]) -> None:
    assert bracket(places) == order
