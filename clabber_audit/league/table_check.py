"""Verdict on printed standings: arithmetic, then a search for a season that fits.

The search is constraint programming, by CP-SAT of OR-Tools.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.core.errors import require
from clabber_audit.league.printed_table import (
    BOTH,
    GAME,
    HAND,
    LOSER,
    TO_UNDER,
    WINNER,
    Contradiction,
    PointsBound,
    PrintedGame,
    PrintedMatch,
    PrintedResult,
    PrintedRow,
    PrintedTable,
    arithmetic,
    find_misplaced_pairs,
    list_unlikely_rows,
    verify_season,
)

#: Share of the time that may go into one of the many small searches for the smallest contradiction.
_SHARE: Final = 0.2
#: Most results without numbers, and most missing rows, that are bounded.
_MOST_BOUNDED: Final = 3


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
    season: tuple[PrintedMatch, ...] = ()
    bounds: tuple[PointsBound, ...] = ()
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
    if proven := list(arithmetic(table)):
        # Those of single rows; if there are none, those of the fewest rows.
        fewest = max(1, min(len(contradiction.rows) for contradiction in proven))
        smallest = tuple(contradiction for contradiction in proven if len(contradiction.rows) <= fewest)
        return replace(checked, verdict="impossible", contradictions=smallest)
    require(
        "ortools",
        "ortools",
        "cannot look for a season that fits",
        "install it with: pip install 'clabber-audit[tables]'",
    )
    end = time.monotonic() + seconds
    facts: list[_Fact] = [*table.rows, *table.results]
    season = ordinary_season(table, seconds / 2)
    if not season:
        model = _Model(table, facts)
        status = model.solve(seconds)
        if status == "impossible":
            contradictions = tuple(_contradictions(table, facts, end))
            return replace(checked, verdict="impossible", contradictions=contradictions)
        if status == "not settled":
            why = f"the search ended after {seconds:g} seconds without an answer"
            return replace(checked, unsettled=why)
        season = model.season()
        if faults := verify_season(table, season):
            raise AssertionError(faults)
    if not season:
        # Nobody has played.
        return checked
    verdict: Verdict = "out of order" if wrong else "a season fits"
    return replace(checked, verdict=verdict, season=season, bounds=tuple(_bounds(table, facts, end)))


def _assumptions(table: PrintedTable) -> Iterator[str]:
    yield f"a match has {table.games} games, all played to 500; the higher total wins, and a tie plays another hand"
    yield "no forfeits, penalties, handicaps or caps"
    yield f"a team plays at most one match a week, {table.weeks} in all; matches may have been put off"
    meet = "once" if table.rounds == 1 else f"{table.rounds} times"
    yield f"two teams meet at most {meet}"


class _Slot(NamedTuple):
    """Two teams that may meet, as variables of the solver."""

    home: str
    away: str
    result: PrintedResult | None
    #: 1 if the match is played.
    played: Any
    #: For each game: 1 if home wins, points of home, points of away.
    games: list[tuple[Any, Any, Any]]


#: A row or a result that the search takes as true.
_Fact = PrintedRow | PrintedResult


def ordinary_season(table: PrintedTable, seconds: float) -> tuple[PrintedMatch, ...]:
    """Return a season whose losers stay under 500 unless their scores are printed; empty if none is found.

    Only who meets whom and the games won are searched, which takes a fraction of the time: the points of a team are
    then spread over its games. That none is found proves nothing.
    """
    model = _OrdinaryModel(table, [*table.rows, *table.results])
    season = model.season() if model.solve(seconds) == "a season fits" else ()
    return () if verify_season(table, season) else season


class _Model:
    """Constraints of a table on the games of a season, for some of its rows and results."""

    def __init__(self, table: PrintedTable, facts: Sequence[_Fact]) -> None:
        from ortools.sat.python import cp_model

        self.table = table
        self.cp = cp_model.CpModel()
        self.solver = cp_model.CpSolver()
        self.rows = {fact.team: fact for fact in facts if isinstance(fact, PrintedRow)}
        self.results = [fact for fact in facts if isinstance(fact, PrintedResult)]
        self.slots = [self._slot(*slot) for slot in self._meetings()]
        for team in table.teams:
            self._add_team(team)

    def _meetings(self) -> Iterator[tuple[str, str, PrintedResult | None]]:
        """Yield the matches that are listed, then those that may have been played besides."""
        for result in self.table.results:
            yield *result.teams, result
        if self.table.lists_all_matches:
            return
        listed = [frozenset(result.teams) for result in self.table.results]
        for pair in combinations(self.table.teams, 2):
            if self.rows.keys() & set(pair):
                for _ in range(self.table.rounds - listed.count(frozenset(pair))):
                    yield *pair, None

    def _slot(self, home: str, away: str, result: PrintedResult | None) -> _Slot:
        played = self.cp.new_constant(1) if result else self.cp.new_bool_var("")
        slot = _Slot(home, away, result, played, [self._game(played) for _ in range(self.table.games)])
        if result in self.results:
            self._add_result(slot, result)
        if result is None or not result.games:
            # Games of unknown order: those that home wins come first.
            for (earlier, *_), (later, *_) in zip(slot.games, slot.games[1:], strict=False):
                self.cp.add(earlier >= later)
        return slot

    def _game(self, played: Any) -> tuple[Any, Any, Any]:
        home_wins, close = self.cp.new_bool_var(""), self.cp.new_bool_var("")
        points = [self.cp.new_int_var(0, WINNER, "") for _ in range(2)]
        for wins, (winner, loser) in ((home_wins, points), (~home_wins, points[::-1])):
            for constraint in (winner >= GAME, winner > loser, loser != 1):
                self.cp.add(constraint).only_enforce_if(wins, played)
            self.cp.add(loser >= GAME).only_enforce_if(wins, played, close)
            self.cp.add(winner - loser <= HAND).only_enforce_if(wins, played, close)
            self.cp.add(loser < GAME).only_enforce_if(wins, played, ~close)
            self.cp.add(winner <= TO_UNDER).only_enforce_if(wins, played, ~close)
        self.cp.add(sum(points) <= BOTH * played)
        self.cp.add_implication(home_wins, played)
        return home_wins, points[0], points[1]

    def _add_result(self, slot: _Slot, result: PrintedResult) -> None:
        home_won, home_points, away_points = (sum(column) for column in zip(*slot.games, strict=True))
        for number, total in (
            (result.won[0], home_won),
            (result.won[1], self.table.games - home_won),
            (result.points[0], home_points),
            (result.points[1], away_points),
        ):
            if number is not None:
                self.cp.add(total == number)
        for (_, *points), score in zip(slot.games, result.games, strict=False):
            for variable, number in zip(points, score, strict=True):
                self.cp.add(variable == number)

    def totals(self, team: str) -> tuple[Any, Any, Any]:
        """Return matches, games won and points of a team as expressions of the solver."""
        own = [slot for slot in self.slots if team in (slot.home, slot.away)]
        matches = sum(slot.played for slot in own)
        won = sum(
            game[0] if slot.home == team else slot.played - game[0] for slot in own for game in slot.games
        )
        points = sum(game[1 + (slot.away == team)] for slot in own for game in slot.games)
        return matches, won, points

    def _add_team(self, team: str) -> None:
        if not any(team in (slot.home, slot.away) for slot in self.slots):
            return
        matches, won, points = self.totals(team)
        if not self.table.lists_all_matches:
            self.cp.add(matches <= self.table.weeks)
        if row := self.rows.get(team):
            self.cp.add(matches * self.table.games == row.played)
            self.cp.add(won == row.won)
            if points is not None:
                self.cp.add(points == row.points)
        elif points is not None and len(self.rows) == len(self.table.rows):
            # Implied by the games; the solver bounds a missing row much sooner with it.
            self.cp.add(points >= GAME * won)
            self.cp.add(points <= WINNER * won + LOSER * (self.table.games * matches - won))

    def solve(self, seconds: float) -> str:
        """Return "a season fits", "impossible" or "not settled"."""
        from ortools.sat.python import cp_model

        self.solver.parameters.num_workers = 1
        self.solver.parameters.random_seed = 1
        self.solver.parameters.max_time_in_seconds = max(seconds, 0.01)
        status = self.solver.solve(self.cp)
        if status == cp_model.INFEASIBLE:
            return "impossible"
        return "a season fits" if status in (cp_model.OPTIMAL, cp_model.FEASIBLE) else "not settled"

    def season(self) -> tuple[PrintedMatch, ...]:
        """Return the season that `solve` found."""
        value = self.solver.value
        return tuple(
            PrintedMatch(
                slot.home,
                slot.away,
                tuple(PrintedGame(value(home), value(away)) for _, home, away in slot.games),
            )
            for slot in self.slots
            if value(slot.played)
        )


class _OrdinaryModel(_Model):
    """The same with the games won of each match alone."""

    def _slot(self, home: str, away: str, result: PrintedResult | None) -> _Slot:
        played = self.cp.new_constant(1) if result else self.cp.new_bool_var("")
        home_won = self.cp.new_int_var(0, self.table.games, "")
        self.cp.add(home_won <= self.table.games * played)
        if result:
            listed = sum(one > other for one, other in result.games) if result.games else None
            for number, won in (
                (listed, home_won),
                (result.won[0], home_won),
                (result.won[1], self.table.games - home_won),
            ):
                if number is not None:
                    self.cp.add(won == number)
        return _Slot(home, away, result, played, [(home_won, 0, 0)])

    def totals(self, team: str) -> tuple[Any, Any, None]:
        """Return matches and games won of a team; points are not searched."""
        own = [slot for slot in self.slots if team in (slot.home, slot.away)]
        won = sum(
            slot.games[0][0] if slot.home == team else self.table.games * slot.played - slot.games[0][0]
            for slot in own
        )
        return sum(slot.played for slot in own), won, None

    def season(self) -> tuple[PrintedMatch, ...]:
        value = self.solver.value
        played = [(slot, value(slot.games[0][0])) for slot in self.slots if value(slot.played)]
        points = {team: self._points(team, played) for team in self.table.teams}
        return tuple(
            PrintedMatch(slot.home, slot.away, self._games(slot, won, points)) for slot, won in played
        )

    def _points(self, team: str, played: Sequence[tuple[_Slot, int]]) -> tuple[list[int], list[int]]:
        """Return the scores of the games that a team won and lost, but for those whose points are printed."""
        row, games = self.rows.get(team), self.table.games
        won = lost = fixed = 0
        for slot, home_won in played:
            if team not in (slot.home, slot.away):
                continue
            if (printed := _points_of_team(slot.result, team)) is not None:
                fixed += printed
            else:
                own = home_won if team == slot.home else games - home_won
                won, lost = won + own, lost + games - own
        usual = GAME * won + GAME // 2 * lost
        return _spread_points(row.points - fixed if row else usual, won, lost)

    def _games(
        self, slot: _Slot, home_won: int, points: Mapping[str, tuple[list[int], list[int]]]
    ) -> tuple[PrintedGame, ...]:
        """Return the games of a match, first those that home wins. The scores used are taken from `points`."""
        if slot.result and slot.result.games:
            return tuple(PrintedGame(*score) for score in slot.result.games)
        sides = []
        for team, own in ((slot.home, home_won), (slot.away, self.table.games - home_won)):
            other = self.table.games - own
            printed = _points_of_team(slot.result, team)
            won, lost = points[team] if printed is None else _spread_points(printed, own, other)
            sides.append(([won.pop() for _ in range(own)], [lost.pop() for _ in range(other)]))
        (home_wins, home_losses), (away_wins, away_losses) = sides
        scores = [*zip(home_wins, away_losses, strict=True), *zip(home_losses, away_wins, strict=True)]
        return tuple(PrintedGame(*score) for score in scores)


def _points_of_team(result: PrintedResult | None, team: str) -> int | None:
    if result is None:
        return None
    side = result.teams.index(team)
    return sum(game[side] for game in result.games) if result.games else result.points[side]


def _spread_points(points: int, won: int, lost: int) -> tuple[list[int], list[int]]:
    """Return scores of games won and lost that add up: as even as can be, no loser with 500 or with one point."""
    in_lost = max(0, min(points - GAME * won, (GAME - 1) * lost))
    if won and in_lost <= lost:
        in_lost = 0
    losses = [in_lost // lost + (place < in_lost % lost) for place in range(lost)] if lost else []
    if 1 in losses:
        # So few points that they go into one game.
        losses = [in_lost, *[0] * (lost - 1)]
    rest = points - in_lost
    return [rest // won + (place < rest % won) for place in range(won)], losses


def _contradictions(table: PrintedTable, facts: Sequence[_Fact], end: float) -> Iterator[Contradiction]:
    """Yield contradictions of one row, else of two, else one of which nothing can be left out."""

    def has_contradiction(facts: Sequence[_Fact]) -> bool:
        left = end - time.monotonic()
        return left > 0 and _Model(table, facts).solve(min(left, _SHARE * left + 0.5)) == "impossible"

    def shrink(kept: Sequence[_Fact], spare: Sequence[_Fact]) -> Contradiction:
        left = list(spare)
        for fact in spare:
            if has_contradiction([*kept, *(other for other in left if other is not fact)]):
                left.remove(fact)
        core = [*kept, *left]
        rows = tuple(fact.team for fact in core if isinstance(fact, PrintedRow))
        results = tuple(fact for fact in core if isinstance(fact, PrintedResult))
        return Contradiction(rows, "no season of these games gives them", results)

    rows = [fact for fact in facts if isinstance(fact, PrintedRow)]
    results = [fact for fact in facts if isinstance(fact, PrintedResult)]
    for size in (1, 2):
        small = [chosen for chosen in combinations(rows, size) if has_contradiction([*chosen, *results])]
        if small:
            yield from (shrink(chosen, results) for chosen in small)
            return
    yield shrink([], [*results, *rows])


def _bounds(table: PrintedTable, facts: Sequence[_Fact], end: float) -> Iterator[PointsBound]:
    """Yield what a missing row or result can have been, where few are missing."""
    unknown = [result for result in table.results if result.won == (None, None) and not result.games]
    if table.lists_all_matches and len(unknown) <= _MOST_BOUNDED:
        for result in unknown:
            numbers = (f"games won by {result.home}", *(f"points of {team}" for team in result.teams))
            for column, what in enumerate(numbers):
                total = partial(_total_of_result, result=result, column=column)
                yield from _range(f"{result}: {what}", table, facts, end, total)
    if len(table.missing) == 1 and not table.results:
        yield from _bounds_of_missing(table)
    elif len(table.missing) <= _MOST_BOUNDED:
        for team in table.missing:
            usual = Counter(row.played for row in table.rows).most_common(1)[0][0]
            for played in (usual, None):
                for column, what in enumerate(("games played", "games won", "points")):
                    total = partial(_total_of_team, team=team, column=column)
                    yield from _range(f"{team}: {what}", table, facts, end, total, (team, played))


def _bounds_of_missing(table: PrintedTable) -> Iterator[PointsBound]:
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
    usual = Counter(row.played for row in table.rows).most_common(1)[0][0]
    for rows, level in (([row for row in possible if row.played == usual], True), (possible, False)):
        if rows:
            for what, least, most in (
                ("games played", min(row.played for row in rows), max(row.played for row in rows)),
                ("games won", min(row.won for row in rows), max(row.won for row in rows)),
                ("points", min(row.range[0] for row in rows), max(row.range[1] for row in rows)),
            ):
                yield PointsBound(f"{team}: {what}", least, most, level)


def _total_of_result(model: _Model, result: PrintedResult, column: int) -> Any:
    slot = next(slot for slot in model.slots if slot.result is result)
    return sum(game[column] for game in slot.games)


def _total_of_team(model: _Model, team: str, column: int) -> Any:
    matches, won, points = model.totals(team)
    return (matches * model.table.games, won, points)[column]


def _range(
    what: str,
    table: PrintedTable,
    facts: Sequence[_Fact],
    end: float,
    total: Callable[[_Model], Any],
    played: tuple[str, int | None] = ("", None),
) -> Iterator[PointsBound]:
    """Yield the range of a number; nothing where none is possible, or no time is left to find it."""
    ends = []
    for sign in (1, -1):
        model = _Model(table, facts)
        team, games = played
        if games is not None:
            model.cp.add(_total_of_team(model, team, 0) == games)
        model.cp.minimize(sign * total(model))
        left = end - time.monotonic()
        if left <= 0 or model.solve(min(left, _SHARE * left + 0.5)) == "impossible":
            return
        ends.append(round(sign * model.solver.best_objective_bound))
    yield PointsBound(what, ends[0], ends[1], played[1] is not None)
