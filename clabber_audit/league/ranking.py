"""The order of a table: games won, then game points (R-111), or game points alone (R-112), then head to head (D-82).

Whoever is still level shares a place. Every comparison beyond the first is kept with its sum, so that anybody can add
it up again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, groupby
from typing import Literal, NamedTuple

from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.season import Season
from clabber_audit.league.tally import Part, Tally, parts, summed

Key = tuple[int, ...]


class Compared(NamedTuple):
    """One team in a comparison: the games that were looked at, and what they come to."""

    team: str
    parts: tuple[Part, ...]
    won: int
    points: int


class TieBreak(NamedTuple):
    """A comparison of teams that are level in what was compared before."""

    by: Literal["game_points", "head_to_head"]
    compared: tuple[Compared, ...]
    #: What came of it. "not_met" and "unevenly_met": the teams have not all met, or not equally often, so that the
    #: games between them say nothing yet.
    result: Literal["decided", "partly", "level", "not_met", "unevenly_met"]


class Order(NamedTuple):
    """Teams from first to last, those who share a place together, and how they were told apart."""

    groups: tuple[tuple[Tally, ...], ...]
    tie_breaks: tuple[TieBreak, ...]


def ranked(season: Season, tallies: Sequence[Tally], played: Sequence[PlayedMatch]) -> Order:
    """The order of the teams."""
    ranking = _Ranking(season, played)
    groups = tuple(tuple(group) for group in ranking.order(tallies))
    return Order(groups, tuple(ranking.tie_breaks))


class _Ranking:
    def __init__(self, season: Season, played: Sequence[PlayedMatch]) -> None:
        self.season, self.played = season, played
        self.names = {team.id: team.name for team in season.teams}
        self.by_games = season.ranking == "games_won"
        self.tie_breaks: list[TieBreak] = []

    def order(self, tallies: Sequence[Tally]) -> Iterator[list[Tally]]:
        by: Callable[[Tally], Key] = (lambda row: (row.won,)) if self.by_games else (lambda row: (row.points,))
        for level in _split(tallies, by):
            yield from self.by_points(level) if self.by_games and len(level) > 1 else self.head_to_head(level)

    def by_points(self, level: list[Tally]) -> Iterator[list[Tally]]:
        if all(not row.parts and not row.penalties for row in level):
            # Nobody has played: there is nothing to compare.
            yield self.named(level)
            return
        groups = _split(level, lambda row: (row.points,))
        ordered = [row for group in groups for row in self.named(group)]
        compared = tuple(Compared(row.team, row.parts, row.won, row.points) for row in ordered)
        self.tie_breaks.append(TieBreak("game_points", compared, _result(groups)))
        for group in groups:
            yield from self.head_to_head(group)

    def head_to_head(self, level: list[Tally]) -> Iterator[list[Tally]]:
        if len(level) < 2 or all(not row.parts for row in level):
            yield self.named(level)
            return
        teams = {row.team for row in level}
        between = [match for match in self.played if set(match.match.teams) <= teams]
        found = {row.team: self._among(row.team, between) for row in level}
        groups = _split(level, lambda row: self.key(found[row.team]))
        compared = tuple(found[row.team] for group in groups for row in self.named(group))
        fair = _fairness(found)
        self.tie_breaks.append(TieBreak("head_to_head", compared, fair or _result(groups)))
        if fair or len(groups) == 1:
            yield self.named(level)
            return
        for group in groups:
            # Fewer teams have fewer games between them: those count anew.
            yield from self.head_to_head(group)

    def key(self, compared: Compared) -> Key:
        return (compared.won, compared.points) if self.by_games else (compared.points,)

    def named(self, group: Sequence[Tally]) -> list[Tally]:
        return sorted(group, key=lambda row: self.names[row.team])

    def _among(self, team: str, between: Sequence[PlayedMatch]) -> Compared:
        own = tuple(parts(self.season, team, [match for match in between if team in match.match.teams]))
        return Compared(team, own, *summed(own))


def _split(rows: Sequence[Tally], key: Callable[[Tally], Key]) -> list[list[Tally]]:
    """Rows in groups that are level, the best first."""
    ordered = sorted(rows, key=key, reverse=True)
    return [list(group) for _key, group in groupby(ordered, key=key)]


def _result(groups: Sequence[Sequence[Tally]]) -> Literal["decided", "partly", "level"]:
    if len(groups) == 1:
        return "level"
    return "decided" if all(len(group) == 1 for group in groups) else "partly"


def _fairness(found: dict[str, Compared]) -> Literal["not_met", "unevenly_met"] | None:
    """Whether the games between teams can be compared: each must have met each, all equally often."""
    counts = {
        sum(part.games for part in found[one].parts if part.opponent == other)
        for one, other in combinations(sorted(found), 2)
    }
    if 0 in counts:
        return "not_met"
    return "unevenly_met" if len(counts) > 1 else None
