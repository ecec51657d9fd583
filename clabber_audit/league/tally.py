"""What a team has: games won and game points (D-81), by where they come from, so that every total adds up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clabber_audit.league.played import PlayedGame, PlayedMatch
from clabber_audit.league.season import Season
from clabber_audit.league.season.model import Penalty


class Part(NamedTuple):
    """One game that counts, as one of its two teams has it; of a forfeited match, what is given for it."""

    match: str
    round: int
    #: None for a forfeit.
    game: int | None
    opponent: str
    #: How many games it stands for: one, or all of a forfeited match.
    games: int
    won: int
    lost: int
    tied: int
    #: As they count, and as they were made where a cap takes some away.
    points: int
    made: int
    #: What of the points is a handicap.
    handicap: int = 0
    #: What of the points of a forfeit was made in games that were played before it.
    stay: int = 0


class Tally(NamedTuple):
    """What a team has."""

    team: str
    #: What was played at a table, and what forfeits gave or took.
    parts: tuple[Part, ...]
    penalties: tuple[Penalty, ...]
    #: The rounds in which it had a bye.
    byes: tuple[int, ...]
    #: How many games are kept out of the table by a hand in dispute, and how many matches are postponed.
    disputed: int
    postponed: int

    @property
    def at_the_table(self) -> tuple[Part, ...]:
        """The games that were played."""
        return tuple(part for part in self.parts if part.game is not None)

    @property
    def by_forfeit(self) -> tuple[Part, ...]:
        """What was given, or lost, without play."""
        return tuple(part for part in self.parts if part.game is None)

    @property
    def fines(self) -> tuple[int, int]:
        """The games and the points that penalties took away."""
        return sum(penalty.games for penalty in self.penalties), sum(penalty.points for penalty in self.penalties)

    @property
    def played(self) -> int:
        """How many games were played and count."""
        return len(self.at_the_table)

    @property
    def forfeited(self) -> int:
        """How many games were decided by forfeit, won or lost."""
        return sum(part.games for part in self.by_forfeit)

    @property
    def won(self) -> int:
        """Games won, less those taken away by penalties."""
        return summed(self.parts)[0] - self.fines[0]

    @property
    def lost(self) -> int:
        """Games lost."""
        return sum(part.lost for part in self.parts)

    @property
    def tied(self) -> int:
        """Games tied (R-079)."""
        return sum(part.tied for part in self.parts)

    @property
    def points(self) -> int:
        """Game points, less those taken away by penalties."""
        return summed(self.parts)[1] - self.fines[1]


def summed(parts: Sequence[Part]) -> tuple[int, int]:
    """The games won and the points of some parts."""
    return sum(part.won for part in parts), sum(part.points for part in parts)


def tally(season: Season, team: str, played: Sequence[PlayedMatch]) -> Tally:
    """What a team has by the matches as they stand."""
    own = [match for match in played if team in match.match.teams]
    return Tally(
        team,
        tuple(parts(season, team, own)),
        tuple(penalty for penalty in season.penalties if penalty.team == team),
        tuple(round.number for round in season.rounds if team in round.byes),
        sum(game.state in ("disputed", "stopped", "unclear") for match in own for game in _of_match(match)),
        sum(match.status == "postponed" for match in own),
    )


def _of_match(match: PlayedMatch) -> Sequence[PlayedGame]:
    return () if match.match.forfeited else match.games


def parts(season: Season, team: str, played: Iterable[PlayedMatch]) -> Iterator[Part]:
    """What a team has from these matches, all of which it is in."""
    for match in played:
        if match.match.forfeited:
            yield _forfeit(season, team, match)
        for game in match.counted:
            made, points, handicap = _points(season, team, match, game)
            won, tied = game.winner == team, game.state == "tied"
            lost = not (won or tied)
            here = match.match.id, match.round.number, game.number, match.other(team)
            yield Part(*here, 1, int(won), int(lost), int(tied), points, made, handicap)


def _handicap(season: Season, team: str, round: int) -> int:
    """The points that a team is given for each game of a round."""
    own = (given for given in season.handicaps if given.team == team)
    return sum(given.points for given in own if (given.since or 0) <= round)


def _forfeit(season: Season, team: str, match: PlayedMatch) -> Part:
    forfeited = match.match.forfeited
    assert forfeited is not None
    games = season.games_of(match.match)
    here = match.match.id, match.round.number, None, match.other(team)
    # Games that were played stand for no result beside the forfeit; what was made in them stays (issue 25, point 9).
    stay = () if forfeited.annul else [_points(season, team, match, game) for game in match.games if game.counts]
    made, points, handicap = (sum(column) for column in zip((0, 0, 0), *stay, strict=True))
    if team in forfeited.by:
        return Part(*here, games, 0, games, 0, points, made, handicap, points)
    given = games if forfeited.games is None else forfeited.games
    return Part(*here, games, given, 0, 0, points + forfeited.points, made + forfeited.points, handicap, points)


def _points(season: Season, team: str, match: PlayedMatch, game: PlayedGame) -> tuple[int, int, int]:
    """Return what a team made in a game, the points that count for it, and how many of these are a handicap."""
    made, handicap = match.total(game, team), _handicap(season, team, match.round.number)
    return made, min(made, season.game_points_cap or made) + handicap, handicap
