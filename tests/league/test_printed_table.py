"""Tests of printed standings: planted faults are found with their rows, and a played season never contradicts itself.

The seasons come from a generator in this file; their games end as R-076 to R-078 allow.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.league.table_check import (
    PrintedGame,
    PrintedMatch,
    PrintedResult,
    PrintedRow,
    PrintedTable,
    _spread_points,
    arithmetic,
    check_table,
    find_misplaced_pairs,
    list_unlikely_rows,
    ordinary_season,
    read_printed_table,
    verify_season,
)
from tests.cli import call
from tests.tables import tables

CLIPPING = "examples/league/clipping.csv"


def play_season(seed: int, teams: int, weeks: int) -> tuple[PrintedTable, list[PrintedMatch]]:
    """Return the table after some weeks of a round robin, with all results, and its matches."""
    rng = Random(seed)
    names = [f"Team {letter}" for letter in "ABCDEFGHIJKLMN"[:teams]]
    circle, season, results = [*names], [], []
    for week in range(1, weeks + 1):
        for home, away in zip(circle[: teams // 2], reversed(circle[teams // 2 :]), strict=True):
            games = tuple(
                PrintedGame(*rng.sample((rng.randint(500, 700), rng.randint(80, 480)), 2)) for _ in range(3)
            )
            match = PrintedMatch(home, away, games)
            season.append(match)
            totals = sum(game.home for game in games), sum(game.away for game in games)
            results.append(
                PrintedResult(str(week), home, away, (match.home_wins, 3 - match.home_wins), totals)
            )
        circle = [circle[0], circle[-1], *circle[1:-1]]
    rows = []
    for name in names:
        own = [(result, result.teams.index(name)) for result in results if name in result.teams]
        won = sum(result.won[side] or 0 for result, side in own)
        points = sum(result.points[side] or 0 for result, side in own)
        rows.append(PrintedRow(name, 3 * weeks, won, 3 * weeks - won, points))
    rows.sort(key=lambda row: (-row.won, -row.points))
    return PrintedTable(tuple(rows), tuple(results), weeks, size=teams), season


def with_row(table: PrintedTable, team: str, **changes: Any) -> PrintedTable:
    rows = tuple(row._replace(**changes) if row.team == team else row for row in table.rows)
    return PrintedTable(rows, table.results, table.weeks, table.games, table.size)


def without_results(table: PrintedTable) -> PrintedTable:
    return PrintedTable(table.rows, (), table.weeks, table.games, table.size)


@pytest.mark.parametrize("seed", range(5))
def test_played_seasons_have_no_contradiction(seed: int) -> None:
    table, season = play_season(seed, teams=8, weeks=7)
    assert not verify_season(table, season)
    assert not list(arithmetic(table))
    assert not find_misplaced_pairs(table)


def plant_faults() -> Iterator[tuple[str, PrintedTable, set[str]]]:
    """Yield tables with one fault and the rows that prove it."""
    table, _ = play_season(1, teams=8, weeks=7)
    bare = without_results(table)
    first, last = table.rows[0], table.rows[-1]
    yield "a digit too many", with_row(bare, first.team, points=first.points * 10), {first.team}
    yield "two digits exchanged", with_row(table, last.team, points=last.points + 9), {last.team}
    yield "the lost column", with_row(bare, last.team, lost=last.lost + 1), {last.team}
    yield "more won than played", with_row(bare, first.team, won=22, lost=0), {first.team}
    yield "half a match", with_row(bare, first.team, played=20, lost=first.lost - 1), {first.team}
    moved = with_row(bare, first.team, won=first.won + 1, lost=first.lost - 1)
    yield "a game won by nobody's loss", moved, {row.team for row in table.rows}
    # The two last teams met, and three games were won.
    low = bare.rows[-2:]
    wins = sum(row.won for row in low)
    beaten = with_row(bare, low[0].team, won=0, lost=21, points=4000)
    beaten = with_row(beaten, low[1].team, won=0, lost=21, points=4000)
    beaten = with_row(beaten, first.team, won=first.won + wins, lost=first.lost - wins, points=12_000)
    if first.won + wins <= 21:
        yield "two teams that won nothing", beaten, {row.team for row in low}


@pytest.mark.parametrize(("table", "rows"), [pytest.param(*rest, id=id) for id, *rest in plant_faults()])
def test_planted_faults_are_proven_by_a_minimal_set_of_rows(table: PrintedTable, rows: set[str]) -> None:
    checked = check_table(table)
    assert checked.verdict == "impossible"
    assert {team for contradiction in checked.contradictions for team in contradiction.rows} == rows


@pytest.mark.parametrize(
    ("score", "ends"),
    [
        ((500, 0), True),
        ((981, 499), True),
        ((982, 499), False),
        ((499, 300), False),
        ((501, 1), False),
        # After a tie at 739 one hand brings 482 to one side.
        ((1221, 739), True),
        ((1039, 500), False),
        ((600, 600), False),
    ],
)
def test_possible_scores_of_a_game(score: tuple[int, int], ends: bool) -> None:
    """A hand gives both sides together at most 482 points; only a tie is followed by another hand (R-077, R-078)."""
    table = PrintedTable((), (PrintedResult("1", "A", "B", games=(score,) * 3),), 1, size=2)
    assert bool(list(arithmetic(table))) != ends


def test_ordinary_scores_make_a_row_unlikely_but_not_impossible() -> None:
    table = PrintedTable((PrintedRow("A", 3, 3, 0, 2700), PrintedRow("B", 3, 0, 3, 900)), (), 1, size=2)
    assert len(list_unlikely_rows(table)) == 1
    assert not list(arithmetic(table))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(5))
def test_a_fitting_season_is_found_and_verified(seed: int) -> None:
    table, _ = play_season(seed, teams=8, weeks=5)
    for printed in (table, without_results(table)):
        checked = check_table(printed, seconds=60)
        assert checked.verdict == "a season fits"
        assert not verify_season(printed, checked.season)


@pytest.mark.full
def test_a_missing_result_is_bounded() -> None:
    table, _ = play_season(2, teams=6, weeks=5)
    lost = table.results[4]
    results = tuple(
        result._replace(won=(None, None), points=(None, None)) if result is lost else result
        for result in table.results
    )
    checked = check_table(PrintedTable(table.rows, results, table.weeks, size=6), seconds=60)
    assert [(bound.least, bound.most) for bound in checked.bounds] == [
        (number, number) for number in (lost.won[0], *lost.points)
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    tables(Path(__file__).with_name("plans.md"))["Printed tables that cannot be read"],
)
def test_errors_point_at_the_faulty_line(text: str, line: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        read_printed_table(text, "clipping.csv")
    assert message in str(refused.value)
    place = refused.value.faults[0].place
    assert place is not None
    assert place.line == int(line)


def test_the_command_reports_an_impossible_row() -> None:
    done = call("league", "check-table", CLIPPING)
    assert done.code == 1
    assert "Teals: 8 won and 4 lost bring 4000 to 13684 points, and 2685 are printed" in done.out


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_an_ordinary_season_is_found_for_a_played_table(seed: int) -> None:
    table, _ = play_season(seed, teams=12, weeks=5)
    bare = without_results(table)
    season = ordinary_season(bare, 60)
    assert season
    assert not verify_season(bare, season)


@pytest.mark.parametrize(
    ("points", "won", "lost"),
    [(1500, 3, 0), (1501, 3, 0), (501, 1, 2), (1, 0, 1), (2, 0, 3), (1480, 1, 1), (904, 1, 2)],
)
def test_points_are_spread_over_possible_games(points: int, won: int, lost: int) -> None:
    wins, losses = _spread_points(points, won, lost)
    assert (len(wins), len(losses), sum(wins) + sum(losses)) == (won, lost, points)
    assert all(500 <= score <= 981 for score in wins)
    assert all(0 <= score <= 499 for score in losses)
    # No game ends with one point, except in a row that is impossible.
    assert 1 not in losses or points == 1


@pytest.mark.full
def test_a_missing_row_is_bounded_by_the_other_rows() -> None:
    table, _ = play_season(2, teams=6, weeks=5)
    gone = table.rows[2]
    rows = tuple(row for row in table.rows if row is not gone)
    checked = check_table(PrintedTable(rows, (), table.weeks, size=6), seconds=60)
    assert checked.verdict == "a season fits"
    level = {
        bound.what.rpartition(": ")[2]: (bound.least, bound.most) for bound in checked.bounds if bound.level
    }
    wide = {
        bound.what.rpartition(": ")[2]: (bound.least, bound.most)
        for bound in checked.bounds
        if not bound.level
    }
    assert level["games played"] == (15, 15)
    assert level["games won"] == (gone.won, gone.won)
    for what, number in (("games played", 15), ("games won", gone.won), ("points", gone.points)):
        assert wide[what][0] <= number <= wide[what][1]


@pytest.mark.full
def test_misplaced_rows_and_ranking_by_points() -> None:
    rows = "team,won,lost,points\nA,1,2,1400\nB,2,1,1300\n"
    table = read_printed_table("# teams: 2\n# weeks: 1\n" + rows, "c.csv")
    assert check_table(table, seconds=0.01).verdict in ("out of order", "impossible")
    assert find_misplaced_pairs(table) == (("A", "B"),)
    assert not find_misplaced_pairs(
        read_printed_table("# ranking: points\n# teams: 2\n# weeks: 1\n" + rows, "c.csv")
    )
    with pytest.raises(Refused, match="ranking"):
        read_printed_table("# ranking: luck\n" + rows, "c.csv")
