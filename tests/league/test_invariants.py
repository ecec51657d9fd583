"""Tests of invariants of every table, on random seasons, against plain sums."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.league.schedule import draw_season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import Standings, standings
from tests.hypothesis_settings import try_examples
from tests.league.seasons import Json, collect_hands, encode_season, game

NAMES = ("Owls", "Eagles", "Moose", "Lions", "Elks")
Result = tuple[str, str, int, int]


def draw_played_season(seed: int, ranking: str) -> tuple[Json, list[Json], list[Result]]:
    """Draw a season of three to five teams, partly played, with few enough totals for many ties."""
    random = Random(seed)
    names = NAMES[: random.randint(3, 5)]
    season = draw_season("Random", names, seed, ranking=ranking)
    hands: list[Json] = []
    results: list[Result] = []
    for round in season["rounds"]:
        for match in round["matches"]:
            if random.random() < 0.2:
                continue
            one, other = match["teams"] if random.random() < 0.5 else match["teams"][::-1]
            winner, loser = random.choice((500, 520)), random.choice((300, 400, 480))
            first, second = (winner, loser) if random.random() < 0.5 else (loser, winner)
            for hand in game(round["number"], (one, other), (first, second)):
                del hand["context"]["league"], hand["context"]["season"]
                hands.append(hand)
            results.append((one, other, first, second))
    return season, hands, results


def rows_by_team(season: Json, hands: list[Json]) -> Standings:
    return standings(parse_season(encode_season(season)), collect_hands(hands))


seeds = st.integers(0, 10_000)
rankings = st.sampled_from(["games_won", "game_points"])


@try_examples(10, 40)
@given(seeds, rankings)
def test_table_is_the_sum_of_the_games(seed: int, ranking: str) -> None:
    season, hands, results = draw_played_season(seed, ranking)
    won: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for one, other, first, second in results:
        won[one if first > second else other] += 1
        points[one] += first
        points[other] += second
    standings = rows_by_team(season, hands)
    assert {row.tally.team: (row.tally.won, row.tally.points) for row in standings.rows} == {
        team["id"]: (won[team["id"]], points[team["id"]]) for team in season["teams"]
    }
    assert (
        sum(row.tally.won for row in standings.rows)
        == sum(row.tally.lost for row in standings.rows)
        == len(results)
    )
    keys = [
        (row.tally.won, row.tally.points) if ranking == "games_won" else (row.tally.points,)
        for row in standings.rows
    ]
    assert keys == sorted(keys, reverse=True)


@try_examples(10, 40)
@given(seeds, rankings)
def test_places_count_from_one_and_tied_teams_share_them(seed: int, ranking: str) -> None:
    season, hands, _results = draw_played_season(seed, ranking)
    rows = rows_by_team(season, hands).rows
    assert [row.place for row in rows] == [1 + sum(other.place < row.place for other in rows) for row in rows]
    for row, following in pairwise(rows):
        if row.place == following.place:
            assert row.tally.points == following.tally.points
            assert row.shared
            assert following.shared


@pytest.mark.parametrize("seed", range(6))
def test_order_of_teams_and_hands_does_not_matter(seed: int) -> None:
    season, hands, _results = draw_played_season(seed, "games_won")
    places = {row.tally.team: row.place for row in rows_by_team(season, hands).rows}
    turned = {**season, "teams": season["teams"][::-1]}
    Random(seed).shuffle(hands)
    assert {row.tally.team: row.place for row in rows_by_team(turned, hands).rows} == places


@pytest.mark.parametrize("seed", range(6))
def test_every_tie_break_adds_up(seed: int) -> None:
    season, hands, _results = draw_played_season(seed, "games_won")
    for tie in rows_by_team(season, hands).tie_breaks:
        for compared in tie.compared:
            assert compared.points == sum(part.points for part in compared.parts)
            assert compared.won == sum(part.won for part in compared.parts)
        if tie.by == "head_to_head":
            teams = {compared.team for compared in tie.compared}
            assert all(part.opponent in teams for compared in tie.compared for part in compared.parts)
