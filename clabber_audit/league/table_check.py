"""Printed standings checked without a single hand: which rows cannot be, and a season that fits.

A clipping has rows (team, games played, won, lost, points) and perhaps results. Every bound used for "impossible" is
sound under R-008, R-045 to R-063 and R-076 to R-079; ordinary scores serve only to call a row unlikely. The search for
a season is constraint programming, by CP-SAT of OR-Tools.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from itertools import combinations, pairwise
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.core.errors import RecordError, Refused, TextPlace, Unusable, printable, require
from clabber_audit.core.files import read_bounded
from clabber_audit.records.sheets.headings import csv_rows

#: Points that win a game (R-076).
GAME: Final = 500
#: Most that one hand brings both sides together: 162, four jacks 200, another four 100, belle 20.
HAND: Final = 162 + 200 + 100 + 20
#: Most for the winner of a game whose loser stays under 500.
TO_UNDER: Final = GAME - 1 + HAND
#: Most for either side when both tie at 500 or more: half of what two times 499 and one hand make.
_TIE: Final = GAME - 1 + HAND // 2 - 1
#: Most for the loser and the winner of a game: after a tie one more hand is played, in which both may score.
LOSER: Final = _TIE + HAND // 2 - 1
WINNER: Final = _TIE + HAND
#: Most for both sides of a game together. Where both have 500, they differ by one hand at most.
BOTH: Final = 2 * _TIE + HAND
#: Points of the winner and of the loser in 98 of 100 games; beyond is unlikely, never impossible.
_USUAL_WINNER: Final = (500, 674)
_USUAL_LOSER: Final = (88, 584)


class PrintedRow(NamedTuple):
    """Line of the printed standings."""

    team: str
    played: int
    won: int
    lost: int
    points: int

    @property
    def range(self) -> tuple[int, int]:
        """Fewest and most points that this many games won and lost can bring."""
        return GAME * self.won, WINNER * self.won + LOSER * self.lost


class PrintedResult(NamedTuple):
    """Match as printed; a number that was not printed is None."""

    week: str
    home: str
    away: str
    won: tuple[int | None, int | None] = (None, None)
    points: tuple[int | None, int | None] = (None, None)
    #: Score of each game, home first; empty where only totals are printed.
    games: tuple[tuple[int, int], ...] = ()

    @property
    def teams(self) -> tuple[str, str]:
        return self.home, self.away

    def __str__(self) -> str:
        return f"week {self.week}, {self.home} and {self.away}"


@dataclass(frozen=True)
class PrintedTable:
    """Standings as printed, with the results printed beside them."""

    rows: tuple[PrintedRow, ...]
    results: tuple[PrintedResult, ...]
    weeks: int
    #: Games of a match.
    games: int = 3
    #: Number of teams in the league; more than there are rows where rows are missing.
    size: int = 0
    #: True if points rank the teams (R-112), and not games won (R-111).
    by_points: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the teams without a row; a team that no result names is numbered."""
        rows = {row.team for row in self.rows}
        named = dict.fromkeys(team for result in self.results for team in result.teams if team not in rows)
        unnamed = range(1, self.size - len(rows) - len(named) + 1)
        return (*named, *(f"team {number} without a row" for number in unnamed))

    @property
    def teams(self) -> tuple[str, ...]:
        """Names of all teams, those with a row first."""
        return (*(row.team for row in self.rows), *self.missing)

    @property
    def lists_all_matches(self) -> bool:
        """True if every match of these weeks is among the results."""
        return len(self.results) == self.weeks * (len(self.teams) // 2)

    @property
    def rounds(self) -> int:
        """Most matches of any two teams: one in each round robin that these weeks have begun."""
        weeks_of_round = len(self.teams) - 1 + len(self.teams) % 2
        return max(1, -(-self.weeks // weeks_of_round))


class Contradiction(NamedTuple):
    """Smallest set of rows and results that no season can give, and why."""

    rows: tuple[str, ...]
    why: str
    results: tuple[PrintedResult, ...] = ()


class PrintedGame(NamedTuple):
    """Game of a season that fits, home first."""

    home: int
    away: int


class PrintedMatch(NamedTuple):
    """Match of a season that fits."""

    home: str
    away: str
    games: tuple[PrintedGame, ...]

    @property
    def home_wins(self) -> int:
        """Games the home team won."""
        return sum(game.home > game.away for game in self.games)


class PointsBound(NamedTuple):
    """Fewest and most that a missing number can be."""

    what: str
    least: int
    most: int
    #: True if it holds only for a team with as many matches as most others.
    level: bool = False


def arithmetic(table: PrintedTable) -> Iterator[Contradiction]:
    """Yield the contradictions that sums alone prove."""
    for row in table.rows:
        if why := _row_fault(table, row):
            yield Contradiction((row.team,), why)
    for result in table.results:
        if why := _result_fault(table, result):
            yield Contradiction((), why, (result,))
    yield from _sums_of_results(table)
    games, won = sum(row.played for row in table.rows), sum(row.won for row in table.rows)
    everybody = tuple(row.team for row in table.rows)
    if not table.missing and 2 * won != games:
        played = f"{games // 2} games" if games % 2 == 0 else f"half of {games} games"
        yield Contradiction(everybody, f"the games won add up to {won}, and {played} were played")
    yield from _find_weakest_teams(table)


def _row_fault(table: PrintedTable, row: PrintedRow) -> str:
    most = table.games * table.weeks
    low, high = row.range
    if row.played > most:
        return f"{row.played} games, and {table.weeks} weeks of {table.games} games have {most}"
    if row.played % table.games:
        return f"{row.played} games are no whole number of matches of {table.games} games"
    if row.won > row.played:
        return f"{row.won} games won after {row.played} games"
    if (made := row.won + row.lost) != row.played:
        return f"{row.won} won and {row.lost} lost make {made} games, and {row.played} are printed"
    if not low <= row.points <= high:
        return f"{row.won} won and {row.lost} lost bring {low} to {high} points, and {row.points} are printed"
    return ""


def _result_fault(table: PrintedTable, result: PrintedResult) -> str:
    home, away = result.won
    if home is not None and away is not None and home + away != table.games:
        return f"{home} and {away} games are won in a match of {table.games}"
    if result.games and len(result.games) != table.games:
        return f"{len(result.games)} games are listed in a match of {table.games}"
    for score in result.games:
        if not _is_game(*score):
            return f"no game ends {score[0]} to {score[1]}"
    for side, team in enumerate(result.teams):
        won, points = result.won[side], result.points[side]
        if result.games and won not in (None, sum(game[side] == max(game) for game in result.games)):
            return f"the games listed give {team} another number than {won}"
        if result.games and points not in (None, sum(game[side] for game in result.games)):
            return f"the games listed add up to another total than {points} for {team}"
        if won is not None and points is not None:
            low, high = PrintedRow(team, table.games, won, table.games - won, points).range
            if not low <= points <= high:
                return f"{won} won of {table.games} games bring {team} {low} to {high} points, not {points}"
    return ""


def _is_game(home: int, away: int) -> bool:
    """Return True if a game can end with this score."""
    winner, loser = max(home, away), min(home, away)
    if loser >= GAME:
        return 0 < winner - loser <= HAND and winner + loser <= BOTH
    return GAME <= winner <= TO_UNDER and loser != 1


def _sums_of_results(table: PrintedTable) -> Iterator[Contradiction]:
    """Yield the rows whose matches are all printed and add up to something else."""
    for row in table.rows:
        own = [result for result in table.results if row.team in result.teams]
        if len(own) * table.games != row.played:
            continue
        sides = [(result, result.teams.index(row.team)) for result in own]
        for what, printed, numbers in (
            ("games won", row.won, [result.won[side] for result, side in sides]),
            ("points", row.points, [result.points[side] for result, side in sides]),
        ):
            known = [number for number in numbers if number is not None]
            if len(known) == len(own) and sum(known) != printed:
                why = f"the results add up to {sum(known)} {what}, and {printed} are printed"
                yield Contradiction((row.team,), why, tuple(own))


def _find_weakest_teams(table: PrintedTable) -> Iterator[Contradiction]:
    """Yield the smallest set of teams that won fewer games than they played among themselves (Landau, 1953)."""
    teams = len(table.teams)
    full = table.games * table.rounds * (teams - 1)
    if (
        table.missing
        or table.rounds * (teams - 1) > table.weeks
        or any(row.played != full for row in table.rows)
    ):
        return
    weakest = sorted(table.rows, key=lambda row: row.won)
    for count in range(2, teams):
        among = table.games * table.rounds * count * (count - 1) // 2
        won = sum(row.won for row in weakest[:count])
        if won < among:
            why = f"they won {won} games and played {among} among themselves, as every two teams have met"
            yield Contradiction(tuple(row.team for row in weakest[:count]), why)
            return


def find_misplaced_pairs(table: PrintedTable) -> tuple[tuple[str, str], ...]:
    """Return the pairs of neighbors printed in the wrong order: games won first, then points (R-111); or points (R-112)."""

    def rank(row: PrintedRow) -> tuple[int, int]:
        return (0, row.points) if table.by_points else (row.won, row.points)

    pairs = pairwise(table.rows)
    return tuple((above.team, below.team) for above, below in pairs if rank(above) < rank(below))


def list_unlikely_rows(table: PrintedTable) -> tuple[str, ...]:
    """Return a sentence for each row whose points are beyond what ordinary games bring."""
    sentences = []
    for row in table.rows:
        low, high = (row.won * _USUAL_WINNER[end] + row.lost * _USUAL_LOSER[end] for end in (0, 1))
        if row.played and not low <= row.points <= high and row.range[0] <= row.points <= row.range[1]:
            usual = f"ordinary games, {row.won} won and {row.lost} lost, bring {low} to {high}"
            sentences.append(f"{row.team}: {row.points} points; {usual}")
    return tuple(sentences)


def verify_season(table: PrintedTable, season: Sequence[PrintedMatch]) -> list[str]:
    """Return what is wrong with a season that is said to give a table; empty if it does.

    Counts again from the scores and shares nothing with the search.
    """
    games = [(match, game) for match in season for game in match.games if not _is_game(*game)]
    faults = [f"{match.home} and {match.away}: no game ends {one.home} to {one.away}" for match, one in games]
    uneven = (match for match in season if len(match.games) != table.games)
    faults += (f"{match.home} and {match.away}: {len(match.games)} games" for match in uneven)
    met = Counter(team for match in season for team in (match.home, match.away))
    faults += [f"{team} plays {count} matches" for team, count in met.items() if count > table.weeks]
    for row in table.rows:
        own = [(match, match.home == row.team) for match in season if row.team in (match.home, match.away)]
        won = sum(match.home_wins if at_home else table.games - match.home_wins for match, at_home in own)
        points = sum(game[not at_home] for match, at_home in own for game in match.games)
        if (len(own) * table.games, won, points) != (row.played, row.won, row.points):
            faults.append(f"{row.team}: {len(own)} matches, {won} won, {points} points")
    left = list(season)
    for result in table.results:
        match = next((match for match in left if _is_match_of(match, result)), None)
        if match is None:
            faults.append(f"{result}: no match gives it")
        else:
            left.remove(match)
    return faults


def _is_match_of(match: PrintedMatch, result: PrintedResult) -> bool:
    """Return True if a match of a season has everything that is printed of it."""
    won = (match.home_wins, len(match.games) - match.home_wins)
    points = (sum(game.home for game in match.games), sum(game.away for game in match.games))
    return (
        (match.home, match.away) == result.teams
        and all(printed in (None, number) for printed, number in zip(result.won, won, strict=True))
        and all(printed in (None, number) for printed, number in zip(result.points, points, strict=True))
        and (not result.games or result.games == match.games)
    )


# Reading a clipping as typed.

_LARGEST: Final = 1 << 20
_ROW_KEYS: Final = ("team", "played", "won", "lost", "points")
_RESULT_KEYS: Final = ("week", "home", "away", "home_won", "away_won", "home_points", "away_points", "games")
_RANKINGS: Final = ("games won", "points")
#: Settings at the top of a clipping, each with its least and its most.
_SETTINGS: Final = {"weeks": (1, 200), "games per match": (1, 25), "teams": (2, 60)}


def load_printed_table(path: str) -> PrintedTable:
    """Return the standings of a CSV file. Raise Unusable if it cannot be read, Refused if they make no sense."""
    try:
        data = read_bounded(path, _LARGEST)
    except OSError as problem:
        raise Unusable(f"cannot read {path}", problem.strerror or "", "check the name") from None
    if len(data) > _LARGEST:
        raise Unusable(f"cannot read {path}", "it is larger than 1 MiB", "give one table at a time")
    try:
        return read_printed_table(data.decode(), path)
    except UnicodeDecodeError:
        raise Unusable(f"cannot read {path}", "it is not UTF-8", "save it as CSV UTF-8") from None


def read_printed_table(text: str, name: str) -> PrintedTable:
    """Return standings typed as CSV: `# weeks: 5` lines, the rows, an empty line, the results.

    `played` or `lost` may be left out, where the other one gives it. Raises Refused with the line and the cell.
    """
    settings: dict[str, int] = {}
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.startswith("#"):
            settings.update(filter(None, [_setting(line, name, number)]))
        elif line.strip(" ,;\t"):
            blocks[-1].append((number, line))
        elif blocks[-1]:
            blocks.append([])
    tables = [block for block in blocks if block]
    if not tables:
        raise _fault(name, 1, "no standings", "begin with a heading: team,played,won,lost,points")
    if len(tables) > 2:
        help = "write one table of standings and one of results"
        raise _fault(name, tables[2][0][0], "a third table", help)
    standings = _parse_lines(tables[0], _ROW_KEYS, ("team", "won", "points"), name)
    rows = [_parse_row(cells, at) for at, cells in standings]
    placed = [
        (at, _parse_result(cells, at))
        for block in tables[1:]
        for at, cells in _parse_lines(block, _RESULT_KEYS, ("home", "away"), name)
    ]
    results = tuple(result for _at, result in placed)
    for team, count in Counter(row.team for row in rows).items():
        if count > 1:
            raise _fault(name, tables[0][0][0], f"{team} has {count} rows", "write each team once")
    games = settings.get("games per match", 3)
    weeks = settings.get("weeks") or max((row.played for row in rows), default=0) // games
    size, by_points = settings.get("teams", len(rows)), bool(settings.get("ranking"))
    table = PrintedTable(tuple(rows), results, weeks, games, size, by_points)
    if len(table.teams) > max(table.size, len(rows)):
        stranger = table.missing[0]
        close = get_close_matches(stranger, [row.team for row in rows], 1)
        remedy = f"did you mean {close[0]}? If its row is missing" if close else "if its row is missing"
        what = f"{stranger} is among the results and not in the standings"
        at = next(at for at, result in placed if stranger in result.teams)
        raise _fault(*at, what, f"{remedy}, write `# teams: {len(table.teams)}` at the top")
    return table


class _At(NamedTuple):
    """Line of a file, for messages."""

    file: str
    line: int


def _fault(file: str, line: int, what: str, help: str = "") -> Refused:
    return Refused([RecordError(what, help=help, place=TextPlace(line, 1))], file)


def _setting(line: str, file: str, number: int) -> tuple[str, int] | None:
    """Return a setting such as `# weeks: 5`; None for any other remark."""
    key, colon, text = line.lstrip("# ").partition(":")
    if colon and key.strip().lower() == "ranking":
        if (by := text.strip(" ,;").lower()) not in _RANKINGS:
            raise _fault(file, number, f"`ranking` is {' or '.join(_RANKINGS)}")
        return "ranking", _RANKINGS.index(by)
    if not colon or key.strip().lower() not in _SETTINGS:
        return None
    least, most = _SETTINGS[key.strip().lower()]
    value = _parse_number(text.strip(" ,;"), f"`{key.strip()}`", _At(file, number))
    if value is None or not least <= value <= most:
        raise _fault(file, number, f"`{key.strip()}` is a number from {least} to {most}")
    return key.strip().lower(), value


def _parse_lines(
    block: Sequence[tuple[int, str]], keys: Sequence[str], needed: Sequence[str], file: str
) -> Iterator[tuple[_At, Mapping[str, str]]]:
    """Yield the lines of a table with their cells by heading; headings that are not known are left out."""
    number, heading = block[0]
    delimiter = max(",;\t", key=heading.count)
    headings = [cell.strip().lower().replace(" ", "_") for cell in csv_rows(heading, delimiter)[0]]
    for key in needed:
        if key not in headings:
            close = get_close_matches(key, headings, 1)
            remedy = f"did you mean {key} by {close[0]}?" if close else f"the headings are {', '.join(keys)}"
            raise _fault(file, number, f"no column {key}", remedy)
    for at, line in block[1:]:
        cells = csv_rows(line, delimiter)[0]
        if any(cell.strip() for cell in cells[len(headings) :]):
            what = f"{len(cells)} cells under {len(headings)} headings"
            raise _fault(file, at, what, "quote a cell with a comma")
        named = zip(headings, cells, strict=False)
        yield _At(file, at), {key: cell.strip() for key, cell in named if key in keys}


def _parse_row(cells: Mapping[str, str], at: _At) -> PrintedRow:
    team = _parse_team(cells.get("team", ""), at)
    numbers = (_parse_number(cells.get(key, ""), f"{key} of {team}", at) for key in _ROW_KEYS[1:])
    played, won, lost, points = numbers
    if won is None or points is None:
        raise _fault(*at, f"{team}: no number of {'points' if won is not None else 'games won'}")
    if played is None and lost is None:
        raise _fault(*at, f"{team}: neither played nor lost", "write one of them")
    played = won + (lost or 0) if played is None else played
    return PrintedRow(team, played, won, played - won if lost is None else lost, points)


def _parse_result(cells: Mapping[str, str], at: _At) -> PrintedResult:
    home, away = _parse_team(cells.get("home", ""), at), _parse_team(cells.get("away", ""), at)
    if home == away:
        raise _fault(*at, f"{home} plays itself")
    keys = ("home_won", "away_won", "home_points", "away_points")
    home_won, away_won, *points = (_parse_number(cells.get(key, ""), key, at) for key in keys)
    games = []
    for score in cells.get("games", "").split():
        home_score, colon, away_score = score.replace("-", ":").partition(":")
        if not (colon and home_score.isdecimal() and away_score.isdecimal()):
            help = "write home:away, such as 512:380"
            raise _fault(*at, f"“{printable(score)}” is no score of a game", help)
        games.append((int(home_score), int(away_score)))
    won = (home_won, away_won)
    return PrintedResult(cells.get("week", ""), home, away, won, (points[0], points[1]), tuple(games))


def _parse_team(text: str, at: _At) -> str:
    if not text:
        raise _fault(*at, "no name of a team")
    return printable(text, 60)


def _parse_number(text: str, what: str, at: _At) -> int | None:
    """Return a whole number, also one such as 7,826; None for an empty cell."""
    digits = text.replace(",", "")
    if not digits:
        return None
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 7):
        help = "leave the cell empty if it cannot be read"
        raise _fault(*at, f"{what} is “{printable(text)}”, no whole number", help)
    return int(digits)


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
    remedy = "install it with: pip install 'clabber-audit[tables]'"
    require("ortools", "ortools", "cannot look for a season that fits", remedy)
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
        self.slots = [self._add_slot(*slot) for slot in self._meetings()]
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

    def _add_slot(self, home: str, away: str, result: PrintedResult | None) -> _Slot:
        """Add a match that may have been played; it was if there is a result."""
        played = self.cp.new_constant(1) if result else self.cp.new_bool_var("")
        slot = _Slot(home, away, result, played, [self._add_game(played) for _ in range(self.table.games)])
        if result in self.results:
            self._add_result(slot, result)
        if result is None or not result.games:
            # Games of unknown order: those that home wins come first.
            for (earlier, *_), (later, *_) in zip(slot.games, slot.games[1:], strict=False):
                self.cp.add(earlier >= later)
        return slot

    def _add_game(self, played: Any) -> tuple[Any, Any, Any]:
        """Add a game, and return if home wins it, and the points of both; all 0 if it is not played."""
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
        games = [(slot, game[0]) for slot in own for game in slot.games]
        won = sum(home if slot.home == team else slot.played - home for slot, home in games)
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

    def _add_slot(self, home: str, away: str, result: PrintedResult | None) -> _Slot:
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
        games = ((slot, self._games(slot, won, points)) for slot, won in played)
        return tuple(PrintedMatch(slot.home, slot.away, own) for slot, own in games)

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
