"""What people ask about a team beside its place: matches, points for and against, streak, sets, reneges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final, Literal, NamedTuple

from clabber_audit.league.course import course
from clabber_audit.league.played import AddedUp, Look, PlayedMatch
from clabber_audit.league.season import Season
from clabber_audit.league.tally import Part, Tally

#: On what a line of a scorecard rests where nobody can see who was set or reneged.
_UNSEEN: Final = ("written", "sheet")


class Figures(NamedTuple):
    """The figures of a team."""

    team: str
    matches_won: int
    matches_lost: int
    matches_tied: int
    #: What was made at the table, by the team and against it, before caps and handicaps.
    made: int
    against: int
    games: int
    #: Half games behind the first.
    behind: int
    #: What came last, and how often in a row; empty before the first game.
    streak: tuple[Literal["won", "lost", "tied"], int] | None
    #: How often it was set as makers, how many reneges are proven, called or not, and in how many of its hands nobody
    #: can tell.
    sets: int
    reneges: int
    unseen: int
    #: The place before the latest round; None before the second.
    before: int | None

    @property
    def average(self) -> float | None:
        """Points made a game."""
        return self.made / self.games if self.games else None


class Seen:
    """What the hands show of each team, game by game."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self.sets, self.reneges, self.unseen = Counter[str](), Counter[str](), Counter[str]()

    def look(self, added: AddedUp) -> None:
        """Look at a game; hands of a forfeited match are no part of it."""
        self._look(added)
        if added.match.forfeited:
            return
        teams = added.match.teams[::-1] if added.turned else added.match.teams
        for line in added.card.lines:
            hand = line.hand
            self.unseen.update(teams if line.basis in _UNSEEN else ())
            if hand.remedy.outcome == "scored" and hand.makers_set and hand.makers is not None:
                self.sets[teams[hand.makers]] += 1
            self.reneges.update(teams[found.team] for found in hand.reneges if found.team is not None)


def figures(season: Season, tallies: Sequence[Tally], played: Sequence[PlayedMatch], seen: Seen) -> dict[str, Figures]:
    """The figures of every team, by its id; `tallies` from the first place down."""
    before = _places_before(season, played)
    return {row.team: _of(row, tallies[0], played, seen, before) for row in tallies}


def _of(row: Tally, first: Tally, played: Sequence[PlayedMatch], seen: Seen, before: Mapping[str, int]) -> Figures:
    own = [match for match in played if row.team in match.match.teams]
    came = Counter(result for match in own if (result := _result(match, row.team)))
    games = [
        (match.total(game, row.team), match.total(game, match.other(row.team)))
        for match in own
        for game in match.counted
    ]
    return Figures(
        row.team,
        came["won"],
        came["lost"],
        came["tied"],
        sum(made for made, _against in games),
        sum(against for _made, against in games),
        len(games),
        (first.won - row.won) + (row.lost - first.lost),
        _streak(row.parts),
        seen.sets[row.team],
        seen.reneges[row.team],
        seen.unseen[row.team],
        before.get(row.team),
    )


def _result(match: PlayedMatch, team: str) -> Literal["won", "lost", "tied"] | None:
    """How a match ended for a team: whoever won more of its games won it; None while games are to come."""
    if not match.decided:
        return None
    if match.match.forfeited:
        return "lost" if team in match.match.forfeited.by else "won"
    winners = Counter(game.winner for game in match.counted)
    own, other = winners[team], winners[match.other(team)]
    return "tied" if own == other else "won" if own > other else "lost"


def _streak(parts: Sequence[Part]) -> tuple[Literal["won", "lost", "tied"], int] | None:
    came: list[Literal["won", "lost", "tied"]] = [
        "won" if part.won else "tied" if part.tied else "lost" for part in reversed(parts)
    ]
    return (came[0], len(list(takewhile(lambda one: one == came[0], came)))) if came else None


def _places_before(season: Season, played: Sequence[PlayedMatch]) -> dict[str, int]:
    """The places as they would be without the latest round in which anything counts; none where that is the first."""
    went = course(season, played, 2)
    return {stood.team: stood.place for stood in went.tables[0]} if len(went.rounds) > 1 else {}
