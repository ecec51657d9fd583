"""What was played: a game of a match, and a match as it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from clabber_audit.league.season.model import Match, Round
from clabber_audit.scorecard.card import Game
from clabber_audit.table.seating import Scores

#: How a game stands. Only "won" and "tied" count: of the others a hand is open, stopped or missing, or there are two
#: that cannot both be it.
State = Literal["won", "tied", "unfinished", "disputed", "stopped", "incomplete", "unclear", "not_played"]
#: How a match stands as a whole. "played": all its games count, and nobody approves results in this season.
#: "approved_unwritten": both captains approved, and one of them at least wrote down no
#: result, so that nothing shows whether it still is what was approved.
Status = Literal[
    "scheduled",
    "postponed",
    "played",
    "provisional",
    "approved_unwritten",
    "approved",
    "locked",
    "corrected",
    "forfeited",
    "in_dispute",
]
#: Whether the result of a game was locked, or corrected after that.
Fixed = Literal["", "locked", "corrected"]
#: Two totals in the order of the match's teams.


class PlayedGame(NamedTuple):
    """One game of a match, by the match's teams; of its hands only what a table and its foot tell."""

    number: int
    state: State
    #: None while nothing was played.
    totals: Scores | None
    #: The id of the winner; None unless `state` is "won".
    winner: str | None
    #: How many of its hands count by their written score alone, without cards or breakdown, and how many at all.
    written_alone: tuple[int, int] = (0, 0)
    #: The hashes of the records that were added up.
    records: tuple[str, ...] = ()
    fixed: Fixed = ""

    @property
    def counts(self) -> bool:
        """Whether the game is in the table."""
        return self.state in ("won", "tied")


class AddedUp(NamedTuple):
    """A game with its scorecard, which is there only while the game is looked at."""

    round: Round
    match: Match
    game: PlayedGame
    card: Game
    #: Whether the second of the match's teams sits North and South.
    turned: bool


#: Looks at a game while its hands are at hand.
Look = Callable[[AddedUp], None]


class PlayedMatch(NamedTuple):
    """A match as it stands."""

    round: Round
    match: Match
    games: tuple[PlayedGame, ...]
    status: Status
    #: The ids of the teams whose captains approved what the hands give, and of those among them that wrote down no
    #: result.
    approved_by: tuple[str, ...]
    unwritten: tuple[str, ...]

    @property
    def counted(self) -> tuple[PlayedGame, ...]:
        """The games that are in the table: none of a forfeited match."""
        return () if self.match.forfeited else tuple(game for game in self.games if game.counts)

    @property
    def decided(self) -> bool:
        """Whether nothing of it is to come: forfeited, or all its games count."""
        return self.match.forfeited is not None or all(game.counts for game in self.games)

    def other(self, team: str) -> str:
        """The team that this one meets."""
        return self.match.teams[team == self.match.teams[0]]

    def total(self, game: PlayedGame, team: str) -> int:
        """What a team made in a game."""
        return game.totals[self.match.teams.index(team)] if game.totals else 0
