"""Printed standings checked without a single hand: is there a season that gives them?

Arithmetic comes first (`printed_table`), then a search by constraint programming, with CP-SAT of OR-Tools.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.core.errors import require
from clabber_audit.league.printed_table import (
    BOTH,
    GAME,
    HAND,
    LOSER,
    TO_UNDER,
    USUAL_LOSER,
    USUAL_WINNER,
    WINNER,
    Contradiction,
    MatchResult,
    PrintedRow,
    PrintedTable,
    find_arithmetic_faults,
    find_misplaced_pairs,
    list_unlikely_rows,
    verify_season,
)

#: Most results without numbers, and most missing rows, that are bounded.
_MOST_BOUNDED: Final = 3


class NumberBounds(NamedTuple):
    """Fewest and most that a missing number can be; None if the search ended before it proved either."""

    what: str
    least: int | None
    most: int | None
    #: True if it holds only for a team with as many matches as most others.
    level: bool = False


Verdict = Literal["impossible", "out of order", "a season fits", "not settled"]


@dataclass(frozen=True)
class CheckedTable:
    """Verdict on printed standings with what it rests on."""

    table: PrintedTable
    verdict: Verdict
    contradictions: tuple[Contradiction, ...] = ()
    #: Pairs of neighbors in the wrong order (R-111).
    misplaced: tuple[tuple[str, str], ...] = ()
    unlikely: tuple[str, ...] = ()
    season: tuple[MatchResult, ...] = ()
    bounds: tuple[NumberBounds, ...] = ()
    #: Reason why the search gave no answer.
    unsettled: str = ""
    assumptions: tuple[str, ...] = ()


def check_table(table: PrintedTable, *, seconds: float = 10) -> CheckedTable:
    """Return the verdict on printed standings; arithmetic first, then a search of at most this many seconds."""
    checked = CheckedTable(
        table,
        # The order is wrong by the figures printed, whatever season gives them.
        "out of order" if (wrong := find_misplaced_pairs(table)) else "not settled",
        misplaced=wrong,
        unlikely=list_unlikely_rows(table),
        assumptions=tuple(_assumptions(table)),
    )
    if proven := list(find_arithmetic_faults(table)):
        # Those of single rows; if there are none, those of the fewest rows.
        fewest = max(1, min(len(contradiction.rows) for contradiction in proven))
        smallest = tuple(contradiction for contradiction in proven if len(contradiction.rows) <= fewest)
        return replace(checked, verdict="impossible", contradictions=smallest)
    remedy = "install it with: pip install 'clabber-audit[tables]'"
    require("ortools", "ortools", "cannot look for a season that fits", remedy)
    clock = SearchClock(seconds)
    # A season of ordinary scores looks like one that was played; that there is none proves nothing.
    model = _SeasonModel(table, kinds=(limit_usual,))
    status = model.solve(seconds / 2)
    if status != "solved":
        model = _SeasonModel(table)
        status = model.solve(seconds)
    if status == "impossible":
        contradictions = tuple(_find_contradictions(table, clock))
        return replace(checked, verdict="impossible", contradictions=contradictions)
    if status == "not settled":
        return replace(checked, unsettled=f"the search ended after {seconds:g} seconds without an answer")
    season = tuple(model.season())
    if faults := verify_season(table, season):
        raise AssertionError(faults)
    if not season:
        # Nobody has played.
        return checked
    bounds = tuple(bound_missing_numbers(table, clock))
    is_open = any(None in (bound.least, bound.most) for bound in bounds)
    return replace(
        checked,
        verdict=checked.verdict if wrong else "a season fits",
        season=season,
        bounds=bounds,
        unsettled=f"a search of {seconds:g} seconds ended before every missing number had bounds"
        if is_open
        else "",
    )


def _assumptions(table: PrintedTable) -> Iterator[str]:
    yield f"a match has {table.games} games, all played to 500; the higher total wins, and a tie plays another hand"
    yield "no forfeits, penalties, handicaps or caps"
    yield f"a team plays at most one match a week, {table.weeks} in all; matches may have been put off"
    meet = "once" if table.rounds == 1 else f"{table.rounds} times"
    yield f"two teams meet at most {meet}"


class SearchClock:
    """Seconds shared by the many searches of one check."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def share(self) -> float:
        """Return the seconds that the next search may take: a fifth of what is left and half a second; 0 at the end."""
        left = self._end - time.monotonic()
        return max(0.0, min(left, left / 5 + 0.5))


# The search.

#: A row or a result that the search takes as true.
_Fact = PrintedRow | MatchResult
Status = Literal["solved", "impossible", "not settled"]
#: Conditions on the points of the winner and of the loser in a number of games; all three may be variables.
Limits = Callable[[Any, Any, Any], tuple[Any, ...]]


def limit_under(winner: Any, loser: Any, games: Any) -> tuple[Any, ...]:
    """Return the limits of games whose losers stay under 500; no side ends with one point."""
    won = (winner >= GAME * games, winner <= TO_UNDER * games)
    return (*won, loser >= 0, loser <= (GAME - 1) * games, loser != 1)


def limit_close(winner: Any, loser: Any, games: Any) -> tuple[Any, ...]:
    """Return the limits of games in which both sides have 500."""
    lead = winner - loser
    lost = (loser >= GAME * games, loser <= LOSER * games)
    return (*lost, lead >= games, lead <= HAND * games, winner + loser <= BOTH * games)


def limit_usual(winner: Any, loser: Any, games: Any) -> tuple[Any, ...]:
    """Return the limits of ordinary games, whose losers stay under 500."""
    won = (winner >= USUAL_WINNER[0] * games, winner <= USUAL_WINNER[1] * games)
    return (*won, loser >= USUAL_LOSER[0] * games, loser <= (GAME - 1) * games)


def split_points(limits: Limits, games: int, winner: int, loser: int) -> Iterator[tuple[int, int]]:
    """Yield the points of winner and loser in single games that add up, as even as the limits allow.

    There are such games wherever the sums keep the limits.
    """
    steps = (0, 1, -1, 2)
    for left in range(games, 0, -1):
        near = product(*([points // left + step for step in steps] for points in (winner, loser)))
        game = next(
            (won, lost)
            for won, lost in near
            if all(limits(won, lost, 1)) and all(limits(winner - won, loser - lost, left - 1))
        )
        winner, loser = winner - game[0], loser - game[1]
        yield game


class _Group(NamedTuple):
    """Games of a meeting with the same winner and the same limits, as variables of the solver."""

    #: The side that won them.
    side: int
    limits: Limits
    games: Any
    #: Points of both sides in all of them together.
    winner: Any
    loser: Any


class _Meeting(NamedTuple):
    """Match that may have been played, as variables of the solver."""

    teams: tuple[str, str]
    #: Its result, if one is printed and taken as true.
    result: MatchResult | None
    #: 1 if the match is played.
    played: Any
    groups: Sequence[_Group]

    def won_by(self, side: int) -> Any:
        return sum(group.games for group in self.groups if group.side == side)

    def points_of(self, side: int) -> Any:
        return sum(group.winner if group.side == side else group.loser for group in self.groups)


class _SeasonModel:
    """Constraints of a table on the matches of a season.

    All rows and results of the table are taken as true, or only some `facts`; then matches of which none of these rows
    speaks are left out, as they can only stand in the way of others. Every game is of one of the `kinds`.
    """

    def __init__(
        self,
        table: PrintedTable,
        facts: Sequence[_Fact] | None = None,
        kinds: Sequence[Limits] = (limit_under, limit_close),
    ) -> None:
        from ortools.sat.python import cp_model

        self.table = table
        self.kinds = kinds
        self.cp = cp_model.CpModel()
        self.solver = cp_model.CpSolver()
        known: Sequence[_Fact] = [*table.rows, *table.results] if facts is None else facts
        rows = [fact for fact in known if isinstance(fact, PrintedRow)]
        teams = table.teams if facts is None else [row.team for row in rows]
        self.meetings = [*self._add_meetings(known, {*teams})]
        if not table.lists_all_matches:
            for team in table.teams:
                self.cp.add(self.played(team) <= table.games * table.weeks)
        for row in rows:
            self.cp.add(self.played(row.team) == row.played)
            self.cp.add(self.won(row.team) == row.won)
            self.cp.add(self.points(row.team) == row.points)

    def _add_meetings(self, facts: Sequence[_Fact], teams: set[str]) -> Iterator[_Meeting]:
        """Yield the matches that are listed, then those that may have been played besides."""
        for listed in self.table.results:
            result = listed if any(listed is fact for fact in facts) else None
            yield self._add_meeting(listed.teams, self.cp.new_constant(1), result)
        if self.table.lists_all_matches:
            return
        met = Counter(frozenset(result.teams) for result in self.table.results)
        for pair in combinations(self.table.teams, 2):
            if teams.intersection(pair):
                for _ in range(self.table.rounds - met[frozenset(pair)]):
                    yield self._add_meeting(pair, self.cp.new_bool_var(""), None)

    def _add_meeting(self, teams: tuple[str, str], played: Any, result: MatchResult | None) -> _Meeting:
        groups = [self._add_group(side, limits) for side in (0, 1) for limits in self.kinds]
        self.cp.add(sum(group.games for group in groups) == self.table.games * played)
        meeting = _Meeting(teams, result, played, groups)
        if result:
            for side in (0, 1):
                if (won := result.won_by(side)) is not None:
                    self.cp.add(meeting.won_by(side) == won)
                if (points := result.points_of(side)) is not None:
                    self.cp.add(meeting.points_of(side) == points)
        return meeting

    def _add_group(self, side: int, limits: Limits) -> _Group:
        most = self.table.games
        games, winner, loser = (self.cp.new_int_var(0, each * most, "") for each in (1, WINNER, LOSER))
        for limit in limits(winner, loser, games):
            self.cp.add(limit)
        return _Group(side, limits, games, winner, loser)

    def _sides(self, team: str) -> Iterator[tuple[_Meeting, int]]:
        """Yield the meetings of a team with its side."""
        return ((one, one.teams.index(team)) for one in self.meetings if team in one.teams)

    def played(self, team: str) -> Any:
        """Return the number of games of a team, as an expression of the solver."""
        return sum(self.table.games * meeting.played for meeting, _side in self._sides(team))

    def won(self, team: str) -> Any:
        """Return the number of games that a team won, as an expression of the solver."""
        return sum(meeting.won_by(side) for meeting, side in self._sides(team))

    def points(self, team: str) -> Any:
        """Return the points of a team, as an expression of the solver."""
        return sum(meeting.points_of(side) for meeting, side in self._sides(team))

    def solve(self, seconds: float) -> Status:
        """Search for a season; in no time nothing is searched."""
        from ortools.sat.python import cp_model

        if seconds <= 0:
            return "not settled"
        self.solver.parameters.num_workers = 1
        self.solver.parameters.random_seed = 1
        self.solver.parameters.max_time_in_seconds = seconds
        status = self.solver.solve(self.cp)
        if status == cp_model.INFEASIBLE:
            return "impossible"
        return "solved" if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else "not settled"

    def season(self) -> Iterator[MatchResult]:
        """Yield the matches of the season that `solve` found; in each, home wins the first games if none are printed."""
        for meeting in self.meetings:
            if self.solver.value(meeting.played):
                match = meeting.result or MatchResult("", *meeting.teams)
                games = match.games or tuple(self._split(meeting.groups))
                yield match._replace(games=games)

    def _split(self, groups: Sequence[_Group]) -> Iterator[tuple[int, int]]:
        for group in groups:
            numbers = map(self.solver.value, (group.games, group.winner, group.loser))
            for won, lost in split_points(group.limits, *numbers):
                yield (lost, won) if group.side else (won, lost)

    def prove_bounds(self, number: Any, clock: SearchClock) -> tuple[int | None, int | None] | None:
        """Return the least and the most of an expression, None for one that is not settled; None if no season fits."""
        ends = []
        for sign in (1, -1):
            self.cp.minimize(sign * number)
            status = self.solve(clock.share())
            if status == "impossible":
                return None
            # Without a season the solver has proven no bound; the one it gives is 0.
            ends.append(sign * round(self.solver.best_objective_bound) if status == "solved" else None)
        return ends[0], ends[1]


def _find_contradictions(table: PrintedTable, clock: SearchClock) -> Iterator[Contradiction]:
    """Yield contradictions of no row, else of one or two, else one from which nothing can be left out."""

    def is_impossible(facts: Sequence[_Fact]) -> bool:
        return _SeasonModel(table, facts).solve(clock.share()) == "impossible"

    def shrink(rows: Sequence[PrintedRow]) -> Contradiction:
        left: list[_Fact] = [*table.results, *rows]
        for fact in tuple(left):
            fewer = [other for other in left if other is not fact]
            if is_impossible(fewer):
                left = fewer
        teams = tuple(fact.team for fact in left if isinstance(fact, PrintedRow))
        results = tuple(fact for fact in left if isinstance(fact, MatchResult))
        return Contradiction(teams, "no season of these games gives them", results)

    for size in (0, 1, 2):
        small = [rows for rows in combinations(table.rows, size) if is_impossible([*rows, *table.results])]
        if small:
            yield from map(shrink, small)
            return
    yield shrink(table.rows)


# Numbers that are missing.


def bound_missing_numbers(table: PrintedTable, clock: SearchClock) -> Iterator[NumberBounds]:
    """Yield what a missing row or result can have been, where few are missing."""
    if len(table.missing) == 1 and not table.results:
        yield from _bound_only_missing_row(table)
        return
    for model, what, number, level in _list_missing_numbers(table):
        if bounds := model.prove_bounds(number, clock):
            yield NumberBounds(what, *bounds, level)


def _list_missing_numbers(table: PrintedTable) -> Iterator[tuple[_SeasonModel, str, Any, bool]]:
    """Yield the numbers to bound: a model and an expression of it, the name, and `NumberBounds.level`."""
    unknown = [result for result in table.results if result.won == (None, None) and not result.games]
    if table.lists_all_matches and len(unknown) <= _MOST_BOUNDED:
        model = _SeasonModel(table)
        for meeting in model.meetings:
            if any(meeting.result is result for result in unknown):
                yield model, f"{meeting.result}: games won by {meeting.teams[0]}", meeting.won_by(0), False
                for side, team in enumerate(meeting.teams):
                    yield model, f"{meeting.result}: points of {team}", meeting.points_of(side), False
    for team in table.missing if len(table.missing) <= _MOST_BOUNDED else ():
        for played in (*_usual_played(table), None):
            model, level = _SeasonModel(table), played is not None
            if level:
                model.cp.add(model.played(team) == played)
            yield model, f"{team}: games played", model.played(team), level
            yield model, f"{team}: games won", model.won(team), level
            yield model, f"{team}: points", model.points(team), level


def _usual_played(table: PrintedTable) -> list[int]:
    """Return the number of games that most rows have; empty if there is no row."""
    return [played for played, _count in Counter(row.played for row in table.rows).most_common(1)]


def _bound_only_missing_row(table: PrintedTable) -> Iterator[NumberBounds]:
    """Yield what the one row that is missing can have been: every game that others lost too many, its team has won."""
    (team,) = table.missing
    more = sum(row.lost - row.won for row in table.rows)
    most = table.games * min(table.weeks, table.rounds * (len(table.teams) - 1))
    matches = sum(row.played for row in table.rows) // table.games
    possible = [
        PrintedRow(team, played, (played + more) // 2, (played - more) // 2, 0)
        for played in range(0, most + 1, table.games)
        if abs(more) <= played and (played + more) % 2 == 0 and (matches + played // table.games) % 2 == 0
    ]
    usual = _usual_played(table)
    for rows, level in (([row for row in possible if row.played in usual], True), (possible, False)):
        for what, numbers in (
            ("games played", [row.played for row in rows]),
            ("games won", [row.won for row in rows]),
            ("points", [end for row in rows for end in row.range]),
        ):
            if numbers:
                yield NumberBounds(f"{team}: {what}", min(numbers), max(numbers), level)
