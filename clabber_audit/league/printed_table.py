"""Printed standings: reading them as CSV, and the faults that arithmetic alone proves.

A clipping has rows (team, games played, won, lost, points) and perhaps results. Every bound used for "impossible" is
sound under R-008, R-045 to R-063 and R-076 to R-079; ordinary scores serve only to call a row unlikely. The search for
a season is in `table_check`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import Final, NamedTuple

from clabber_audit.core.errors import RecordError, Refused, TextPlace, Unusable, printable
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
USUAL_WINNER: Final = (500, 674)
USUAL_LOSER: Final = (88, 584)


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


class MatchResult(NamedTuple):
    """Match as printed, or of a season found; a number that is not known is None."""

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

    def won_by(self, side: int) -> int | None:
        """Return the number of games that a side won, by their scores if they are listed."""
        return sum(game[side] == max(game) for game in self.games) if self.games else self.won[side]

    def points_of(self, side: int) -> int | None:
        """Return the points of a side, by the scores of its games if they are listed."""
        return sum(game[side] for game in self.games) if self.games else self.points[side]

    def __str__(self) -> str:
        return f"week {self.week}, {self.home} and {self.away}"


@dataclass(frozen=True)
class PrintedTable:
    """Standings as printed, with the results printed beside them."""

    rows: tuple[PrintedRow, ...]
    results: tuple[MatchResult, ...]
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
    results: tuple[MatchResult, ...] = ()


def find_arithmetic_faults(table: PrintedTable) -> Iterator[Contradiction]:
    """Yield the contradictions that follow without a search."""
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


def _result_fault(table: PrintedTable, result: MatchResult) -> str:
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
        if won not in (None, result.won_by(side)):
            return f"the games listed give {team} another number than {won}"
        if points not in (None, result.points_of(side)):
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
        low, high = (row.won * USUAL_WINNER[end] + row.lost * USUAL_LOSER[end] for end in (0, 1))
        if row.played and not low <= row.points <= high and row.range[0] <= row.points <= row.range[1]:
            usual = f"ordinary games, {row.won} won and {row.lost} lost, bring {low} to {high}"
            sentences.append(f"{row.team}: {row.points} points; {usual}")
    return tuple(sentences)


def verify_season(table: PrintedTable, season: Sequence[MatchResult]) -> list[str]:
    """List the faults of a season that is said to give a table; empty if it does.

    Counts again from the scores and shares nothing with the search.
    """
    faults = []
    for match in season:
        pair = f"{match.home} and {match.away}"
        faults += [
            f"{pair}: no game ends {home} to {away}" for home, away in match.games if not _is_game(home, away)
        ]
        if len(match.games) != table.games:
            faults.append(f"{pair}: {len(match.games)} games")
    met = Counter(team for match in season for team in match.teams)
    faults += [f"{team} plays {count} matches" for team, count in met.items() if count > table.weeks]
    for row in table.rows:
        own = [(match, match.teams.index(row.team)) for match in season if row.team in match.teams]
        won = sum(match.won_by(side) or 0 for match, side in own)
        points = sum(match.points_of(side) or 0 for match, side in own)
        if (len(own) * table.games, won, points) != (row.played, row.won, row.points):
            faults.append(f"{row.team}: {len(own)} matches, {won} won, {points} points")
    left = list(season)
    for result in table.results:
        fitting = [match for match in left if _is_match_of(match, result)]
        if fitting:
            left.remove(fitting[0])
        else:
            faults.append(f"{result}: no match gives it")
    return faults


def _is_match_of(match: MatchResult, result: MatchResult) -> bool:
    """Return True if a match of a season has everything that is printed of it."""
    return (
        match.teams == result.teams
        and all(result.won[side] in (None, match.won_by(side)) for side in (0, 1))
        and all(result.points[side] in (None, match.points_of(side)) for side in (0, 1))
        and result.games in ((), match.games)
    )


# Reading a clipping as typed.

_LARGEST: Final = 1 << 20
_ROW_KEYS: Final = ("team", "played", "won", "lost", "points")
_RESULT_KEYS: Final = ("week", "home", "away", "home_won", "away_won", "home_points", "away_points", "games")
_RANKINGS: Final = ("games won", "points")
#: Settings at the top of a clipping, each with its least and its most.
_SETTINGS: Final = {"weeks": (1, 200), "games per match": (1, 25), "teams": (2, 60)}


class _Place(NamedTuple):
    """Line of a file, for messages."""

    file: str
    line: int

    def fault(self, what: str, help: str = "") -> Refused:
        return Refused([RecordError(what, help=help, place=TextPlace(self.line, 1))], self.file)


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
    blocks: list[list[tuple[_Place, str]]] = [[]]
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.startswith("#"):
            settings.update(_parse_setting(line, _Place(name, number)))
        elif line.strip(" ,;\t"):
            blocks[-1].append((_Place(name, number), line))
        elif blocks[-1]:
            blocks.append([])
    tables = [block for block in blocks if block]
    if not tables:
        raise _Place(name, 1).fault("no standings", "begin with a heading: team,played,won,lost,points")
    if len(tables) > 2:
        raise tables[2][0][0].fault("a third table", "write one table of standings and one of results")
    standings = _parse_lines(tables[0], _ROW_KEYS, ("team", "won", "points"))
    rows = [_parse_row(cells, at) for at, cells in standings]
    results = [
        (at, _parse_result(cells, at))
        for block in tables[1:]
        for at, cells in _parse_lines(block, _RESULT_KEYS, ("home", "away"))
    ]
    for team, count in Counter(row.team for row in rows).items():
        if count > 1:
            raise tables[0][0][0].fault(f"{team} has {count} rows", "write each team once")
    games = settings.get("games per match", 3)
    table = PrintedTable(
        rows=tuple(rows),
        results=tuple(result for _at, result in results),
        weeks=settings.get("weeks") or max((row.played for row in rows), default=0) // games,
        games=games,
        size=settings.get("teams", len(rows)),
        by_points=settings.get("ranking") == _RANKINGS.index("points"),
    )
    if len(table.teams) > max(table.size, len(rows)):
        stranger = table.missing[0]
        close = get_close_matches(stranger, [row.team for row in rows], 1)
        remedy = f"did you mean {close[0]}? If its row is missing" if close else "if its row is missing"
        at = next(at for at, result in results if stranger in result.teams)
        what = f"{stranger} is among the results and not in the standings"
        raise at.fault(what, f"{remedy}, write `# teams: {len(table.teams)}` at the top")
    return table


def _parse_setting(line: str, at: _Place) -> dict[str, int]:
    """Return a setting such as `# weeks: 5`; empty for any other remark."""
    key, colon, text = line.lstrip("# ").partition(":")
    name, text = key.strip().lower(), text.strip(" ,;")
    if colon and name == "ranking":
        if text.lower() not in _RANKINGS:
            raise at.fault(f"`ranking` is {' or '.join(_RANKINGS)}")
        return {name: _RANKINGS.index(text.lower())}
    if not colon or name not in _SETTINGS:
        return {}
    least, most = _SETTINGS[name]
    value = _parse_number(text, f"`{key.strip()}`", at)
    if value is None or not least <= value <= most:
        raise at.fault(f"`{key.strip()}` is a number from {least} to {most}")
    return {name: value}


def _parse_lines(
    block: Sequence[tuple[_Place, str]], keys: Sequence[str], needed: Sequence[str]
) -> Iterator[tuple[_Place, Mapping[str, str]]]:
    """Yield the lines of a table with their cells by heading; headings that are not known are left out."""
    (first, heading), *lines = block
    delimiter = max(",;\t", key=heading.count)
    headings = [cell.strip().lower().replace(" ", "_") for cell in csv_rows(heading, delimiter)[0]]
    for key in needed:
        if key not in headings:
            close = get_close_matches(key, headings, 1)
            remedy = f"did you mean {key} by {close[0]}?" if close else f"the headings are {', '.join(keys)}"
            raise first.fault(f"no column {key}", remedy)
    for at, line in lines:
        cells = csv_rows(line, delimiter)[0]
        if any(cell.strip() for cell in cells[len(headings) :]):
            what = f"{len(cells)} cells under {len(headings)} headings"
            raise at.fault(what, "quote a cell with a comma")
        named = zip(headings, cells, strict=False)
        yield at, {key: cell.strip() for key, cell in named if key in keys}


def _parse_row(cells: Mapping[str, str], at: _Place) -> PrintedRow:
    team = _parse_team(cells.get("team", ""), at)
    numbers = (_parse_number(cells.get(key, ""), f"{key} of {team}", at) for key in _ROW_KEYS[1:])
    played, won, lost, points = numbers
    if won is None or points is None:
        raise at.fault(f"{team}: no number of {'points' if won is not None else 'games won'}")
    if played is None and lost is None:
        raise at.fault(f"{team}: neither played nor lost", "write one of them")
    played = won + (lost or 0) if played is None else played
    return PrintedRow(team, played, won, played - won if lost is None else lost, points)


def _parse_result(cells: Mapping[str, str], at: _Place) -> MatchResult:
    home, away = _parse_team(cells.get("home", ""), at), _parse_team(cells.get("away", ""), at)
    if home == away:
        raise at.fault(f"{home} plays itself")
    keys = ("home_won", "away_won", "home_points", "away_points")
    home_won, away_won, *points = (_parse_number(cells.get(key, ""), key, at) for key in keys)
    games = []
    for score in cells.get("games", "").split():
        home_score, colon, away_score = score.replace("-", ":").partition(":")
        if not (colon and home_score.isdecimal() and away_score.isdecimal()):
            help = "write home:away, such as 512:380"
            raise at.fault(f"“{printable(score)}” is no score of a game", help)
        games.append((int(home_score), int(away_score)))
    won = (home_won, away_won)
    return MatchResult(cells.get("week", ""), home, away, won, (points[0], points[1]), tuple(games))


def _parse_team(text: str, at: _Place) -> str:
    if not text:
        raise at.fault("no name of a team")
    return printable(text, 60)


def _parse_number(text: str, what: str, at: _Place) -> int | None:
    """Return a whole number, also one such as 7,826; None for an empty cell."""
    digits = text.replace(",", "")
    if not digits:
        return None
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 7):
        help = "leave the cell empty if it cannot be read"
        raise at.fault(f"{what} is “{printable(text)}”, no whole number", help)
    return int(digits)
