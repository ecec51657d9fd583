"""The season that is drawn: a single round robin (R-110) of the teams in an order that a seed decides."""

from __future__ import annotations

import json

import pytest

from clabber_audit.league.games import Notices
from clabber_audit.league.schedule import drawn, shuffled
from clabber_audit.league.season_file import read
from clabber_audit.league.standings import check_byes
from tests.league.seasons import encoded

IDS = [f"team-{number}" for number in range(1, 13)]


def test_the_seed_decides_the_order_and_the_list_does_not() -> None:
    assert sorted(shuffled(IDS, 1)) == sorted(IDS)
    assert shuffled(IDS, 1) == shuffled(IDS[::-1], 1)
    assert shuffled(IDS, 1) != shuffled(IDS, 2)


@pytest.mark.parametrize("count", [2, 3, 8, 11])
def test_everybody_meets_everybody_once_and_nobody_has_a_second_bye(count: int) -> None:
    season = read(encoded(drawn("Winter", IDS[:count], 5)))
    meetings = [frozenset(match.teams) for round in season.rounds for match in round.matches]
    assert len(set(meetings)) == len(meetings) == count * (count - 1) // 2
    byes = [team for round in season.rounds for team in round.byes]
    assert sorted(byes) == (sorted(IDS[:count]) if count % 2 else [])


def test_a_drawn_season_can_be_read() -> None:
    names = ["Owls", "Köln & Söhne", "東京", "=SUM(A1)", "owls!", "Bär", "bar"]
    season = read(encoded(drawn("Winter", names, 4, "2026-12-28", league="River", games_per_match=3)))
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
    assert not notices.all()


def test_the_same_season_gives_the_same_bytes() -> None:
    assert json.dumps(drawn("W", ["a", "b", "c"], 1)) == json.dumps(drawn("W", ["a", "b", "c"], 1))
