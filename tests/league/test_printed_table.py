"""Tests of printed standings: planted faults are found with their rows, and a played season never contradicts itself.

The seasons come from a generator in this file; their games end as R-076 to R-078 allow.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from ortools.sat.python import cp_model

from clabber_audit.core.errors import Refused
from clabber_audit.league.printed_table import (
    MatchResult,
    PrintedRow,
    PrintedTable,
    find_arithmetic_faults,
    find_misplaced_pairs,
    list_unlikely_rows,
    read_printed_table,
    verify_season,
)
from clabber_audit.league.table_check import (
    Limits,
    SearchClock,
    bound_missing_numbers,
    check_table,
    limit_close,
    limit_under,
    limit_usual,
    split_points,
)
from clabber_audit.report.league.audit import table_check_text
from tests.tables import tables


def play_game(rng: Random) -> tuple[int, int]:
    one, other = rng.sample((rng.randint(500, 700), rng.randint(80, 480)), 2)
    return one, other


def play_season(seed: int, teams: int, weeks: int) -> tuple[PrintedTable, list[MatchResult]]:
    """Return the table after some weeks of a round robin, with all results, and its matches."""
    rng = Random(seed)
    names = [f"Team {letter}" for letter in "ABCDEFGHIJKLMN"[:teams]]
    circle, season, results = [*names], [], []
    for week in range(1, weeks + 1):
        for home, away in zip(circle[: teams // 2], reversed(circle[teams // 2 :]), strict=True):
            games = tuple(play_game(rng) for _ in range(3))
            match = MatchResult("", home, away, games=games)
            season.append(match)
            totals = sum(home for home, _away in games), sum(away for _home, away in games)
            home_won = sum(home > away for home, away in games)
            results.append(MatchResult(str(week), home, away, (home_won, 3 - home_won), totals))
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
    return replace(table, rows=rows)


@pytest.mark.parametrize("seed", range(5))
def test_played_seasons_have_no_contradiction(seed: int) -> None:
    table, season = play_season(seed, teams=8, weeks=7)
    assert not verify_season(table, season)
    assert not list(find_arithmetic_faults(table))
    assert not find_misplaced_pairs(table)


def plant_faults() -> Iterator[tuple[str, PrintedTable, set[str]]]:
    """Yield tables with one fault and the rows that prove it."""
    table, _ = play_season(1, teams=8, weeks=7)
    bare = replace(table, results=())
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
    table = PrintedTable((), (MatchResult("1", "A", "B", games=(score,) * 3),), 1, size=2)
    assert bool(list(find_arithmetic_faults(table))) != ends


def test_ordinary_scores_make_a_row_unlikely_but_not_impossible() -> None:
    table = PrintedTable((PrintedRow("A", 3, 3, 0, 2700), PrintedRow("B", 3, 0, 3, 900)), (), 1, size=2)
    assert len(list_unlikely_rows(table)) == 1
    assert not list(find_arithmetic_faults(table))


@pytest.mark.full
@pytest.mark.parametrize("seed", range(5))
def test_a_fitting_season_is_found_and_verified(seed: int) -> None:
    table, _ = play_season(seed, teams=12 if seed % 2 else 8, weeks=5)
    for printed in (table, replace(table, results=())):
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
    checked = check_table(replace(table, results=results), seconds=60)
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


@pytest.mark.parametrize("limits", [limit_under, limit_close, limit_usual])
@pytest.mark.parametrize("games", [1, 2, 3, 5])
def test_sums_within_the_limits_are_sums_of_single_games(limits: Limits, games: int) -> None:
    """Tried are sums near each corner of the limits, where the fewest games add up to them, and some others."""
    rng = Random(games)
    corners = [
        (500, 0),
        (981, 0),
        (500, 499),
        (981, 499),
        (501, 500),
        (982, 500),
        (1221, 739),
        (981, 979),
        (980, 979),
    ]
    sums = {
        (games * winner + up, games * loser + right)
        for winner, loser in corners
        for up in range(-6, 7)
        for right in range(-6, 7)
    }
    sums |= {(rng.randint(500 * games, 1221 * games), rng.randint(0, 979 * games)) for _ in range(3000)}
    for winner, loser in sorted(sums):
        if all(limits(winner, loser, games)):
            scores = tuple(split_points(limits, games, winner, loser))
            assert (sum(won for won, _lost in scores), sum(lost for _won, lost in scores)) == (winner, loser)
            result = MatchResult("1", "A", "B", games=scores)
            assert not list(find_arithmetic_faults(PrintedTable((), (result,), 1, games, size=2)))


@pytest.mark.full
def test_a_missing_row_is_bounded_by_the_other_rows() -> None:
    table, _ = play_season(2, teams=6, weeks=5)
    gone = table.rows[2]
    rows = tuple(row for row in table.rows if row is not gone)
    checked = check_table(replace(table, rows=rows, results=()), seconds=60)
    assert checked.verdict == "a season fits"
    level, wide = (
        {
            bound.what.rpartition(": ")[2]: (bound.least, bound.most)
            for bound in checked.bounds
            if bound.level == usual
        }
        for usual in (True, False)
    )
    assert level["games played"] == (15, 15)
    assert level["games won"] == (gone.won, gone.won)
    for what, number in (("games played", 15), ("games won", gone.won), ("points", gone.points)):
        least, most = wide[what]
        assert least is not None
        assert most is not None
        assert least <= number <= most


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


def play_any_game(rng: Random) -> tuple[int, int]:
    """Return a score that R-076 to R-078 allow: ordinary, at a limit, both past 500, or after a tie."""
    winner, loser = rng.choice(
        [
            (rng.randint(500, 700), rng.randint(80, 480)),
            (rng.choice((500, 981)), rng.choice((0, 2, 499))),
            (loser := rng.randint(500, 650), loser + rng.randint(1, 120))[::-1],
            (1221, 739),
        ]
    )
    return (winner, loser) if rng.random() < 0.5 else (loser, winner)


def play_ragged_season(rng: Random) -> tuple[PrintedTable, tuple[MatchResult, ...]]:
    """Return the full table of a small league in which matches are put off, and its matches."""
    teams, weeks, games = rng.randint(4, 5), rng.randint(2, 5), rng.randint(1, 3)
    table = PrintedTable((), (), weeks, games, size=teams)
    names, season = [f"Team {letter}" for letter in "ABCDE"[:teams]], list[MatchResult]()
    for week in range(1, weeks + 1):
        order = rng.sample(names, teams)
        for pair in zip(order[::2], order[1::2], strict=False):
            met = sum(set(match.teams) == set(pair) for match in season)
            if met < table.rounds and rng.random() < 0.9:
                scores = tuple(play_any_game(rng) for _ in range(games))
                season.append(MatchResult(str(week), *pair, games=scores))
    rows = [sum_up(name, season, games) for name in names]
    return PrintedTable(tuple(rows), (), weeks, games, teams), tuple(season)


def sum_up(team: str, season: Sequence[MatchResult], games: int) -> PrintedRow:
    """Return the row that a team has after some matches."""
    own = [
        score if match.home == team else score[::-1]
        for match in season
        if team in match.teams
        for score in match.games
    ]
    won = sum(mine > theirs for mine, theirs in own)
    return PrintedRow(team, len(own), won, len(own) - won, sum(mine for mine, _theirs in own))


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed < 6 else pytest.mark.full) for seed in range(36)]
)
def test_bounds_of_hidden_rows_hold_in_the_season_that_was_played(seed: int) -> None:
    """Hide one to three rows of a season that was played; half the time some results are printed."""
    rng = Random(seed)
    full, season = play_ragged_season(rng)
    hidden = {row.team: row for row in rng.sample(full.rows, 1 + seed % 3)}
    results = [match._replace(games=()) for match in season if seed % 2 and rng.random() < 0.3]
    shown = tuple(row for row in full.rows if row.team not in hidden)
    table = replace(full, rows=shown, results=tuple(results))
    checked = check_table(table, seconds=math.inf)
    assert checked.verdict in ("a season fits", "out of order")
    usual = Counter(row.played for row in shown).most_common(1)[0][0]
    assert checked.bounds
    for bound in checked.bounds:
        team, _, what = bound.what.rpartition(": ")
        # A team that no result names may be any of those hidden.
        for row in (
            [hidden[team]]
            if team in hidden
            else [hidden[name] for name in hidden if name not in table.missing]
        ):
            if not bound.level or row.played == usual:
                number = {"games played": row.played, "games won": row.won, "points": row.points}[what]
                assert bound.least is not None
                assert bound.most is not None
                assert bound.least <= number <= bound.most, (row, bound)


def test_two_hidden_teams_may_have_met() -> None:
    """Six teams have all met once, in 15 games each; two rows are not printed."""
    table, _ = play_season(2, teams=6, weeks=5)
    checked = check_table(replace(table, rows=table.rows[2:], results=()), seconds=math.inf)
    played = [bound for bound in checked.bounds if bound.what.endswith("games played")]
    assert [(bound.least, bound.most) for bound in played if bound.level] == [(15, 15), (15, 15)]
    # The four others have met everybody: 12 games of each hidden team, and three more if the two have met.
    assert [(bound.least, bound.most) for bound in played if not bound.level] == [(12, 15), (12, 15)]


@pytest.mark.parametrize(
    ("unproven", "said"),
    [
        # The ends of a number are searched in turn: the least, then the most.
        ((0, 1), "not settled"),
        ((1,), "at least 3, the most is not settled"),
        ((0,), "at most 3, the least is not settled"),
        ((), "3"),
    ],
)
def test_only_proven_bounds_are_printed(
    monkeypatch: pytest.MonkeyPatch, unproven: Sequence[int], said: str
) -> None:
    """Team C has played one match, against A, and lost its three games; a search that ends early proves nothing."""
    solve, ends = cp_model.CpSolver.solve, count()

    def stop_early(solver: cp_model.CpSolver, model: cp_model.CpModel) -> Any:
        if model.has_objective() and next(ends) % 2 in unproven:
            # The solver has no work done by this limit, whatever the machine.
            solver.parameters.max_deterministic_time = 0
        status = solve(solver, model)
        solver.parameters.max_deterministic_time = math.inf
        return status

    monkeypatch.setattr(cp_model.CpSolver, "solve", stop_early)
    rows = "# teams: 4\n# weeks: 1\nteam,won,lost,points\nA,3,0,1600\nB,3,0,1650\n\nweek,home,away\n1,A,C\n1,B,D\n"
    checked = check_table(read_printed_table(rows, "a.csv"), seconds=math.inf)
    text = table_check_text(checked, "a.csv")
    assert f"  Missing: week 1, A and C: games won by A: {said}.\n" in text
    assert f"  Missing: C: games played: {said} if it has played as many games as most others.\n" in text
    assert bool(checked.unsettled) is bool(unproven)


def test_bounds_that_no_time_is_left_for_are_not_settled() -> None:
    table, _ = play_season(2, teams=6, weeks=5)
    hidden = replace(table, rows=table.rows[2:], results=())
    bounds = list(bound_missing_numbers(hidden, SearchClock(0)))
    assert len(bounds) == 12
    assert {(bound.least, bound.most) for bound in bounds} == {(None, None)}


@pytest.mark.parametrize(
    ("text", "verdict", "rows"),
    [
        # Six games in two weeks against nobody.
        ("team,won,lost,points\nA,3,3,3000\n", "impossible", [("A",)]),
        # A match without rows.
        ("# teams: 2\n# weeks: 1\nteam,won,lost,points\n\nweek,home,away\n1,A,B\n", "a season fits", []),
        # A plays three matches in two weeks by the results, whatever the rows are.
        (
            "# teams: 4\n# weeks: 2\nteam,won,lost,points\nA,6,0,3200\nB,3,3,2500\n\nweek,home,away\n1,A,B\n1,A,C\n2,A,D\n",
            "impossible",
            [()],
        ),
    ],
)
def test_contradictions_that_need_few_rows_or_none(
    text: str, verdict: str, rows: list[tuple[str, ...]]
) -> None:
    checked = check_table(read_printed_table(text, "a.csv"), seconds=math.inf)
    assert checked.verdict == verdict
    assert [contradiction.rows for contradiction in checked.contradictions] == rows
