"""How a season went: who stood where, and with how many points, after each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.ranking import ranked
from clabber_audit.league.season import Season
from clabber_audit.league.tally import Tally, tally

#: How many rounds to look back at most.
_ROUNDS: Final = 40


class Stood(NamedTuple):
    """Where a team stood after a round."""

    team: str
    place: int
    shared: bool
    points: int


class Course(NamedTuple):
    """The latest rounds in which anything counted, and the table after each, from first to last."""

    rounds: tuple[int, ...]
    tables: tuple[tuple[Stood, ...], ...]

    def of(self, team: str) -> list[Stood]:
        """Where a team stood, round by round."""
        return [next(stood for stood in table if stood.team == team) for table in self.tables]


def course(season: Season, played: Sequence[PlayedMatch], most: int = _ROUNDS) -> Course:
    """The course of a season. A match counts in its round, whenever it was played, and a penalty from the first on."""
    rounds = counted_rounds(played)[-most:]
    by_team = {team.id: [match for match in played if team.id in match.match.teams] for team in season.teams}
    tables = []
    for last in rounds:
        tallies = [
            tally(season, team, [match for match in own if match.round.number <= last]) for team, own in by_team.items()
        ]
        tables.append(_table(season, tallies, [match for match in played if match.round.number <= last]))
    return Course(tuple(rounds), tuple(tables))


def counted_rounds(played: Sequence[PlayedMatch]) -> list[int]:
    """The numbers of the rounds in which anything counts."""
    return sorted({match.round.number for match in played if match.counted or match.match.forfeited})


def _table(season: Season, tallies: Sequence[Tally], played: Sequence[PlayedMatch]) -> tuple[Stood, ...]:
    found: list[Stood] = []
    for group in ranked(season, tallies, played).groups:
        place = len(found) + 1
        found += [Stood(row.team, place, len(group) > 1, row.points) for row in group]
    return tuple(found)
