"""Standings: totals, ranking and history; play-offs, whose bracket is drawn from the table stage by stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import combinations, groupby
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.core.errors import Undecided, UsageError
from clabber_audit.core.text import inflect
from clabber_audit.league.decisions import apply_decisions
from clabber_audit.league.games import (
    CountedGame,
    GivenHands,
    HandStore,
    Notice,
    Notices,
    OnGame,
    PlayedGame,
    PlayedMatch,
    store_hands,
)
from clabber_audit.league.matches import matches
from clabber_audit.league.season import Penalty, Round, Season, SeasonNote, TieBreaker
from clabber_audit.rules.bound_ruleset import BoundRuleset


class TeamGame(NamedTuple):
    """One game that counts, from the side of one team; for a forfeited match, what the team is given."""

    match: str
    round: int
    #: None for a forfeit.
    game: int | None
    opponent: str
    #: Number of games: one, or all of a forfeited match.
    games: int
    won: int
    lost: int
    tied: int
    #: Points that count, and points made before a cap.
    points: int
    made: int
    #: Handicap among the points.
    handicap: int = 0
    #: Points made in play before a forfeit, which stay.
    stay: int = 0


class TeamTally(NamedTuple):
    """Account of a team."""

    team: str
    #: Games at the table and by forfeit.
    parts: tuple[TeamGame, ...]
    penalties: tuple[Penalty, ...]
    #: The rounds in which it had a bye.
    byes: tuple[int, ...]
    #: Number of games in dispute, and of matches postponed.
    disputed: int
    postponed: int

    @property
    def games_at_table(self) -> tuple[TeamGame, ...]:
        """The games that were played."""
        return tuple(part for part in self.parts if part.game is not None)

    @property
    def games_by_forfeit(self) -> tuple[TeamGame, ...]:
        """Games given or lost by forfeit."""
        return tuple(part for part in self.parts if part.game is None)

    @property
    def fines(self) -> tuple[int, int]:
        """The games and the points that penalties took away."""
        games = sum(penalty.games for penalty in self.penalties)
        return games, sum(penalty.points for penalty in self.penalties)

    @property
    def played(self) -> int:
        """Number of games that were played and count."""
        return len(self.games_at_table)

    @property
    def forfeited(self) -> int:
        """Number of games decided by forfeit, won or lost."""
        return sum(part.games for part in self.games_by_forfeit)

    @property
    def won(self) -> int:
        """Games won, less those taken away by penalties."""
        return add_up_games(self.parts)[0] - self.fines[0]

    @property
    def lost(self) -> int:
        return sum(part.lost for part in self.parts)

    @property
    def tied(self) -> int:
        """Games tied (R-079)."""
        return sum(part.tied for part in self.parts)

    @property
    def points(self) -> int:
        """Game points, less those taken away by penalties."""
        return add_up_games(self.parts)[1] - self.fines[1]


def add_up_games(parts: Sequence[TeamGame]) -> tuple[int, int]:
    """Return the games won and the points."""
    return sum(part.won for part in parts), sum(part.points for part in parts)


def tally(season: Season, team: str, played: Sequence[PlayedMatch]) -> TeamTally:
    """Return the account of a team by its matches."""
    own = [match for match in played if team in match.match.teams]
    penalties = tuple(penalty for penalty in season.penalties if penalty.team == team)
    byes = tuple(round.number for round in season.all_rounds if round.stage is None and team in round.byes)
    games = (game for match in own if not match.match.forfeited for game in match.games)
    undecided = sum(game.state in ("disputed", "stopped", "unclear") for game in games)
    postponed = sum(match.status == "postponed" for match in own)
    return TeamTally(team, tuple(parts(season, team, own)), penalties, byes, undecided, postponed)


def parts(season: Season, team: str, played: Iterable[PlayedMatch]) -> Iterator[TeamGame]:
    """Yield the games of a team in its matches."""
    for match in played:
        if match.match.forfeited:
            yield _forfeit(season, team, match)
        for game in match.games_that_count:
            made, points, handicap = _points(season, team, match, game)
            won, tied = game.winner == team, game.state == "tied"
            lost = not (won or tied)
            here = match.match.id, match.round.number, game.number, match.other_team(team)
            yield TeamGame(*here, 1, int(won), int(lost), int(tied), points, made, handicap)


def _forfeit(season: Season, team: str, match: PlayedMatch) -> TeamGame:
    forfeited = match.match.forfeited
    assert forfeited is not None
    games = season.games_of(match.match)
    here = match.match.id, match.round.number, None, match.other_team(team)
    # Games already played do not count beside the forfeit; the points made in them stay (issue 25, point 9).
    counted = () if forfeited.annul else [game for game in match.games if game.is_in_table]
    stay = [_points(season, team, match, game) for game in counted]
    made, points, handicap = (sum(column) for column in zip((0, 0, 0), *stay, strict=True))
    if team in forfeited.by:
        return TeamGame(*here, games, 0, games, 0, points, made, handicap, points)
    given, extra = games if forfeited.games is None else forfeited.games, forfeited.points
    return TeamGame(*here, games, given, 0, 0, points + extra, made + extra, handicap, points)


def _points(season: Season, team: str, match: PlayedMatch, game: PlayedGame) -> tuple[int, int, int]:
    """Return what a team made in a game, the points that count for it, and how many of these are a handicap."""
    made, round = match.total(game, team), match.round.number
    own = (handicap for handicap in season.handicaps if handicap.team == team)
    handicap = sum(given.points for given in own if (given.since or 0) <= round)
    return made, min(made, season.game_points_cap or made) + handicap, handicap


Key = tuple[int, ...]


class ComparedTeam(NamedTuple):
    """Team in a comparison: its games and their sums."""

    team: str
    parts: tuple[TeamGame, ...]
    won: int
    points: int


class TieBreak(NamedTuple):
    """One tie-break criterion, applied to teams still level."""

    by: TieBreaker
    compared: tuple[ComparedTeam, ...]
    #: "not_met" and "unevenly_met": the teams have not all met, or not equally often, so that their games cannot
    #: be compared.
    result: Literal["decided", "partly", "level", "not_met", "unevenly_met"]


class TableRow(NamedTuple):
    """A line of the table."""

    #: The place, and whether others share it.
    place: int
    shared: bool
    tally: TeamTally


#: The table from first to last, and the tie-breaks.
RankedTeams = tuple[tuple[TableRow, ...], tuple[TieBreak, ...]]
_TOTALS: Final[Mapping[str, Callable[[TeamTally], Key]]] = {
    "games_won": lambda row: (row.won,),
    "game_points": lambda row: (row.points,),
}


def rank_teams(season: Season, tallies: Sequence[TeamTally], played: Sequence[PlayedMatch]) -> RankedTeams:
    """Rank the teams: by games won (R-111) or by points (R-112), then by the tie-breaks of the season."""
    names = {team.id: team.name for team in season.teams}
    by_games, tie_breaks = season.ranking == "games_won", list[TieBreak]()
    rows: list[TableRow] = []
    #: Teams that are level, from the first place down, with the tie-breaks that are left to them.
    left = [(level, season.ties_broken_by) for level in _group_equals(tallies, _TOTALS[season.ranking])]
    while left:
        level, by = left.pop(0)
        is_played = any(row.parts for row in level)
        if len(level) < 2 or not by or not (is_played or any(row.penalties for row in level)):
            place, shared = len(rows) + 1, len(level) > 1
            rows += [TableRow(place, shared, row) for row in sorted(level, key=lambda row: names[row.team])]
            continue
        first, rest = by[0], by[1:]
        fair: Literal["not_met", "unevenly_met"] | None = None
        if first != "head_to_head":
            sums = {row.team: ComparedTeam(row.team, row.parts, row.won, row.points) for row in level}
            split = _group_equals(level, _TOTALS[first])
        elif is_played:
            sums = _compare_among(season, [row.team for row in level], played)
            keys = {
                compared.team: (compared.won, compared.points) if by_games else (compared.points,)
                for compared in sums.values()
            }
            split = _group_equals(level, lambda row: keys[row.team])  # noqa: B023
            fair = _fairness(sums)
        else:
            left.insert(0, (level, rest))
            continue
        ordered = [row.team for group in split for row in sorted(group, key=lambda row: names[row.team])]
        compared = tuple(sums[team] for team in ordered)
        tie_breaks.append(TieBreak(first, compared, fair or _result(split)))
        if first != "head_to_head":
            left[:0] = [(group, rest) for group in split]
        elif fair or len(split) == 1:
            left.insert(0, (level, rest))
        else:
            # Fewer teams have fewer games between them: those count anew.
            left[:0] = [(group, by) for group in split]
    return tuple(rows), tuple(tie_breaks)


def _compare_among(
    season: Season, teams: Sequence[str], played: Sequence[PlayedMatch]
) -> dict[str, ComparedTeam]:
    """Return the games that teams played among themselves, with their sums."""
    between = [match for match in played if set(match.match.teams) <= set(teams)]
    found = {}
    for team in teams:
        own = tuple(parts(season, team, [match for match in between if team in match.match.teams]))
        found[team] = ComparedTeam(team, own, *add_up_games(own))
    return found


def _group_equals(rows: Sequence[TeamTally], key: Callable[[TeamTally], Key]) -> list[list[TeamTally]]:
    """Return rows in groups of equals, the best first."""
    return [list(group) for _key, group in groupby(sorted(rows, key=key, reverse=True), key=key)]


def _result(groups: Sequence[Sequence[TeamTally]]) -> Literal["decided", "partly", "level"]:
    if len(groups) == 1:
        return "level"
    return "decided" if all(len(group) == 1 for group in groups) else "partly"


def _fairness(found: dict[str, ComparedTeam]) -> Literal["not_met", "unevenly_met"] | None:
    """Return why games between teams cannot be compared, if so: each must have met each, all equally often."""
    counts = {
        sum(part.games for part in found[one].parts if part.opponent == other)
        for one, other in combinations(sorted(found), 2)
    }
    if 0 in counts:
        return "not_met"
    return "unevenly_met" if len(counts) > 1 else None


#: Number of rounds of history.
_ROUNDS: Final = 40


class History(NamedTuple):
    """Latest rounds with games that count, and the table after each, from first to last."""

    rounds: tuple[int, ...]
    tables: tuple[tuple[TableRow, ...], ...]

    def places_of(self, team: str) -> list[TableRow]:
        """Return the places of a team, round by round."""
        return [next(row for row in table if row.tally.team == team) for table in self.tables]


def history(season: Season, played: Sequence[PlayedMatch], most: int = _ROUNDS) -> History:
    """Return the history of a season. A match counts in its round, a penalty from the first on."""
    played = select_regular(played)
    begun = {match.round.number for match in played if match.games_that_count or match.match.forfeited}
    rounds = sorted(begun)[-most:]
    so_far = ([match for match in played if match.round.number <= last] for last in rounds)
    tables = (place_teams(season, matches)[0] for matches in so_far)
    return History(tuple(rounds), tuple(tables))


def select_regular(played: Sequence[PlayedMatch]) -> list[PlayedMatch]:
    """Return the matches that count for the table: those of the play-offs do not."""
    return [match for match in played if match.round.stage is None]


#: Sources of points that show neither sets nor reneges.
_UNSEEN: Final = ("written", "sheet")


MatchResult = Literal["won", "lost", "tied"]


class Figures(NamedTuple):
    """The figures of a team."""

    team: str
    matches_won: int
    matches_lost: int
    matches_tied: int
    #: Points for and against at the table, before caps and handicaps.
    made: int
    against: int
    games: int
    #: Half games behind the first.
    behind: int
    #: Latest result and how often in a row; None before the first game.
    streak: tuple[MatchResult, int] | None
    #: Sets as makers, proven reneges, called or not, and hands that cannot show either.
    sets: int
    reneges: int
    unseen: int
    #: Games that count by a written result, without hands.
    unseen_games: int
    #: The place before the latest round; None before the second.
    before: int | None

    @property
    def average(self) -> float | None:
        """Points made a game."""
        return self.made / self.games if self.games else None


class TeamCounts:
    """Sets and reneges of each team, game by game."""

    def __init__(self) -> None:
        self.sets, self.reneges, self.unseen = Counter[str](), Counter[str](), Counter[str]()

    def add_game(self, added: CountedGame) -> None:
        """Count sets and reneges of a game, unless the match is forfeited or of the play-offs."""
        if added.match.forfeited or added.round.stage is not None:
            return
        teams = added.teams
        for line in added.card.lines:
            hand = line.hand
            self.unseen.update(teams if line.basis in _UNSEEN else ())
            if hand.remedy.outcome == "scored" and hand.makers_set and hand.makers is not None:
                self.sets[teams[hand.makers]] += 1
            self.reneges.update(teams[finding.team] for finding in hand.reneges if finding.team is not None)


def figures(
    season: Season, tallies: Sequence[TeamTally], played: Sequence[PlayedMatch], seen: TeamCounts
) -> dict[str, Figures]:
    """Return the figures of every team, by its id; `tallies` from the first place down."""
    played = select_regular(played)
    went = history(season, played, 2)
    before = {row.tally.team: row.place for row in went.tables[0]} if len(went.rounds) > 1 else {}
    found = {}
    for row in tallies:
        team, first, came = row.team, tallies[0], Counter[MatchResult]()
        own = [match for match in played if team in match.match.teams]
        for match in own:
            if match.match.forfeited:
                came["lost" if team in match.match.forfeited.by else "won"] += 1
            elif match.is_decided:
                came["tied" if match.winner is None else "won" if match.winner == team else "lost"] += 1
        games = [
            (match.total(game, team), match.total(game, match.other_team(team)))
            for match in own
            for game in match.games_that_count
        ]
        results: list[MatchResult] = [
            "won" if part.won else "tied" if part.tied else "lost" for part in reversed(row.parts)
        ]
        runs = [[*run] for _result, run in groupby(results)]
        found[team] = Figures(
            team,
            matches_won=came["won"],
            matches_lost=came["lost"],
            matches_tied=came["tied"],
            made=sum(made for made, _against in games),
            against=sum(against for _made, against in games),
            games=len(games),
            behind=(first.won - row.won) + (row.lost - first.lost),
            streak=(runs[0][0], len(runs[0])) if runs else None,
            sets=seen.sets[team],
            reneges=seen.reneges[team],
            unseen=seen.unseen[team],
            unseen_games=sum(not game.records for match in own for game in match.games_that_count),
            before=before.get(team),
        )
    return found


#: Statuses in which a result can still change.
_PROVISIONAL: Final = ("provisional", "in_dispute")


class Standings(NamedTuple):
    """A season as it stands."""

    #: Season with the entries in force, and as its file has it.
    season: Season
    written: Season
    #: Ruleset for the hands.
    law: BoundRuleset
    rows: tuple[TableRow, ...]
    tie_breaks: tuple[TieBreak, ...]
    matches: tuple[PlayedMatch, ...]
    notices: tuple[Notice, ...]
    #: The figures of the teams, by their ids.
    figures: dict[str, Figures]

    @property
    def games_by_written_score(self) -> list[tuple[PlayedMatch, PlayedGame]]:
        """The games that count and rest, in part or in whole, on scores that nothing but the writing bears out."""
        return [
            (match, game)
            for match in self.matches
            for game in match.games_that_count
            if game.written_alone[0]
        ]

    @property
    def provisional_matches(self) -> list[PlayedMatch]:
        """The matches in the table whose result can still change: not approved by both captains, or in dispute."""
        return [match for match in self.matches if match.games_that_count and match.status in _PROVISIONAL]

    @property
    def protests(self) -> list[SeasonNote]:
        """Unanswered protests."""
        answered = {note.answers for note in self.season.notes}
        answered |= {appeal.protest for appeal in self.season.appeals}
        return [note for note in self.season.notes if note.protest and note.number not in answered]

    @property
    def champion(self) -> PlayedMatch | None:
        """The final of the play-offs, once it has a winner."""
        stages = [round for round in self.season.all_rounds if round.stage is not None]
        last = self.matches_of(stages[-1]) if stages else []
        is_final = len(last) == 1 and not stages[-1].byes
        return last[0] if is_final and last[0].winner else None

    def matches_of(self, round: Round) -> list[PlayedMatch]:
        return [match for match in self.matches if match.round is round]


def standings(season: Season, given: GivenHands, *on_game: OnGame) -> Standings:
    """Return the standings of a season by its hands; each of `on_game` is called with every game."""
    written, season = season, apply_decisions(season)
    notices, seen = Notices(), TeamCounts()

    def add_game(added: CountedGame) -> None:
        for each in (*on_game, seen.add_game):
            each(added)

    with closing(HandStore(given.law, season.appeals)) as store:
        store_hands(season, given.hands, store, notices)
        if len(given.refused):
            notices.add("refused", count=len(given.refused))
        played = matches(season, store, notices, add_game)
    rows, tie_breaks = place_teams(season, played)
    check_byes(season, notices)
    # Byes and postponed matches leave teams with different numbers of games, which no ranking makes up for.
    games = [row.tally.played + row.tally.forfeited for row in rows]
    if len(set(games)) > 1:
        notices.add("uneven", fewest=min(games), most=max(games))
    by_team = figures(season, [row.tally for row in rows], played, seen)
    told = tuple(notices.list_all())
    return Standings(season, written, given.law, rows, tie_breaks, tuple(played), told, by_team)


def place_teams(season: Season, played: Sequence[PlayedMatch]) -> RankedTeams:
    """Return the lines of the table, and the tie-breaks."""
    played = select_regular(played)
    return rank_teams(season, [tally(season, team.id, played) for team in season.teams], played)


def check_byes(season: Season, notices: Notices) -> None:
    """Note every second bye before all teams had a first, and teams that are idle without a bye."""
    had = dict.fromkeys((team.id for team in season.teams), 0)
    scheduled = [round for round in season.all_rounds if round.stage is None]
    for round in sorted(scheduled, key=attrgetter("number")):
        for team in round.byes:
            had[team] += 1
        fewest = min(had.values())
        for team in round.byes:
            if had[team] > fewest + 1:
                without = next(other for other, count in had.items() if count == fewest)
                byes = had[team]
                notices.add(
                    "second_bye", round=round.number, team=team, byes=byes, other=without, others=fewest
                )
        named = {team for match in round.matches for team in match.teams} | set(round.byes)
        for idle in (team.id for team in season.teams if team.id not in named):
            notices.add("idle", round=round.number, team=idle)


#: Names of stages by the number of places in the bracket.
_STAGES: Final = {2: "Final", 4: "Semifinal", 8: "Quarterfinal"}


def bracket(places: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom: the best two can meet in the final alone.

    >>> bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < places:
        below = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, below - best)]
    return order


def is_due(standings: Standings) -> bool:
    """Return True if the next stage can be drawn."""
    draws, playoffs = standings.season.draws, standings.season.playoffs
    if standings.champion or (playoffs is None and not draws):
        return False
    before = _find_matches_before(standings)
    return bool(before) and not _find_open_matches(before, is_stage=bool(draws))


def draw_next_stage(
    standings: Standings, *, seeds: Sequence[str] = (), day: str | None = None
) -> dict[str, Any]:
    """Return the draw of the next stage as an entry. `seeds` are team ids, the best first, instead of the table.

    Raises Undecided while a match before it is open, UsageError if there is nothing to draw, or the table does not
    give an order.
    """
    season = standings.season
    playoffs, draws = season.playoffs, season.draws
    if playoffs is None:
        help = "write playoffs into the season file, or start it with league init --playoff"
        raise UsageError("this season has no play-offs", "", help)
    if final := standings.champion:
        raise UsageError(f"the play-offs are over: {season.name_of(final.winner or '')} won them", "", "")
    before = _find_matches_before(standings)
    if left := _find_open_matches(before, is_stage=bool(draws)):
        numbers = season.numbers()
        why = "open: match " + ", ".join(str(numbers[match.match.id]) for match in left[:20])
        what = inflect(len(left), "1 match has no result", "{count} matches have no result")
        raise Undecided(f"{what} yet, so the next stage cannot be drawn", why, "league open lists them")
    if draws:
        if seeds:
            raise UsageError("the seeds were drawn with the first stage", "", "leave out --seeds")
        seeds = draws[0].seeds
        alive = {*(match.winner for match in before), *draws[-1].round.byes}
    else:
        seeds = seeds or _seeds(standings, playoffs.teams)
        alive = set(seeds)
    # The places of the bracket are 2, 4, 8, ...
    places = 1 << (len(seeds) - 1).bit_length()
    order = [seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket(places)]
    slots = [team for team in order if team in alive] if draws else order
    pairs = list(zip(slots[::2], slots[1::2], strict=True))
    stage = _STAGES.get(len(slots), f"Round of {len(slots)}")
    games = playoffs.final_best_of if len(slots) == 2 and playoffs.final_best_of else playoffs.best_of
    matches: list[dict[str, Any]] = []
    for pair in pairs:
        teams = sorted((team for team in pair if team), key=seeds.index)
        if len(teams) == 2:
            id = f"{stage.lower().replace(' ', '-')}-{len(matches) + 1}"
            more = {"home": teams[0], "table": len(matches) + 1, "games": games}
            matches.append({"id": id, "teams": teams, **more})
    round = {
        "number": max((round.number for round in season.all_rounds), default=0) + 1,
        "stage": stage,
        **({"day": day} if day else {}),
        "matches": matches,
        "byes": [one or other for one, other in pairs if None in (one, other)],
    }
    return {"seeds": list(seeds), "round": round}


def _find_matches_before(standings: Standings) -> list[PlayedMatch]:
    """Return the matches of the stage before the next one; before the first, those of the schedule."""
    if not standings.season.draws:
        return select_regular(standings.matches)
    number = standings.season.draws[-1].round.number
    return [match for match in standings.matches if match.round.number == number]


def _seeds(standings: Standings, teams: int) -> list[str]:
    """Return the first teams of the table. Raise UsageError if places among them are shared."""
    shared = [row for row in standings.rows if row.shared and row.place <= teams]
    if shared:
        names = ", ".join(standings.season.name_of(row.tally.team) for row in shared)
        help = "say the order with --seeds, best first"
        raise UsageError(f"{names} share a place", "the table gives no order of them", help)
    return [row.tally.team for row in standings.rows[:teams]]


def _find_open_matches(matches: Sequence[PlayedMatch], *, is_stage: bool) -> list[PlayedMatch]:
    """Return the matches without a result; in the play-offs also those without a winner."""
    return [
        match
        for match in matches
        if not match.is_decided or match.status == "in_dispute" or (is_stage and match.winner is None)
    ]
