"""How an evening stands: every player's tally, the high and the low score, and what is not as it should be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from clabber_audit.league.evening.movement import Amiss, amiss, resolved
from clabber_audit.league.evening.tables import Sat

#: How many games an evening has, and how many hands the head table plays in each, so that each deals twice
#: (B-047, B-051).
GAMES: Final = 10
HANDS: Final = 8

Kind = Literal["unplaced", "other_players", "many_games", "head_hands", "undecided", "two_places", "same_table"]


class Odd(NamedTuple):
    """Something odd about one game, whatever the bell has to do with it: at which table, who, how many, which hands."""

    kind: Kind
    game: int
    table: int
    players: tuple[str, ...] = ()
    number: int = 0
    hands: tuple[str, ...] = ()


class Line(NamedTuple):
    """A player's tally."""

    place: int
    #: Whether others share the place.
    shared: bool
    player: str
    #: What he wrote down in each game that he played; None where it cannot be decided.
    tally: Mapping[int, int | None]

    @property
    def total(self) -> int:
        """All that is known of it, added up."""
        return sum(points for points in self.tally.values() if points is not None)

    @property
    def open(self) -> bool:
        """Whether a game of it cannot be decided."""
        return None in self.tally.values()


class Evening(NamedTuple):
    """An evening as it stands."""

    #: The numbers of its games.
    games: tuple[int, ...]
    #: Game by game, best table first; of a tied one with what the next game tells.
    tables: tuple[Sat, ...]
    lines: tuple[Line, ...]
    #: What is odd, in the order of the games.
    odd: tuple[Odd | Amiss, ...]

    @property
    def over(self) -> bool:
        """Whether its ten games were played, and all of them are decided."""
        return len(self.games) == GAMES and not self.open

    @property
    def open(self) -> bool:
        """Whether a game of it cannot be decided."""
        return any(sat.points is None for sat in self.tables)

    def scored(self, total: int) -> list[str]:
        """The players with a total, such as the high score (B-051)."""
        return [line.player for line in self.lines if line.total == total]


def evening(sat: Iterable[Sat], unplaced: Sequence[str] = (), elsewhere: Sequence[str] = ()) -> Evening:
    """The evening of these tables, beside hands that are of no table, and hands with other players than their table."""
    by_game: dict[int, list[Sat]] = {}
    for one in sat:
        by_game.setdefault(one.game, []).append(one)
    games = sorted(by_game)
    beside: list[tuple[Kind, Sequence[str]]] = [("unplaced", unplaced), ("other_players", elsewhere)]
    odd: list[Odd | Amiss] = [Odd(kind, 0, 0, number=len(hands), hands=tuple(hands)) for kind, hands in beside if hands]
    tables: list[Sat] = []
    for game, next_game in pairwise([*games, None]):
        assert game is not None
        following = by_game.get(next_game, []) if next_game == game + 1 else []
        ordered = resolved(by_game[game], following)
        odd += _odd(ordered)
        odd += amiss(ordered, following) if following else ()
        tables += ordered
    if len(games) > GAMES:
        odd.append(Odd("many_games", games[-1], 0, number=len(games)))
    return Evening(tuple(games), tuple(tables), tuple(_lines(tables)), tuple(odd))


def _odd(ordered: Sequence[Sat]) -> Iterable[Odd]:
    """What is odd about the tables of a game by themselves."""
    head = ordered[0]
    if head.hands not in (None, HANDS):
        yield Odd("head_hands", head.game, head.table, number=head.hands or 0)
    seen: dict[str, int] = {}
    for place, sat in enumerate(ordered):
        if sat.points is None:
            yield Odd("undecided", sat.game, sat.table)
        if place and ordered[place - 1].table == sat.table:
            yield Odd("same_table", sat.game, sat.table)
        for player in sat.players:
            if player in seen:
                yield Odd("two_places", sat.game, sat.table, (player,), seen[player])
            seen[player] = sat.table


def _lines(tables: Iterable[Sat]) -> Iterable[Line]:
    """Everybody's tally, the highest first; of equals by name (B-048, B-051)."""
    tallies: dict[str, dict[int, int | None]] = {}
    for sat in tables:
        for number, pair in enumerate(sat.pairs):
            for player in pair:
                tallies.setdefault(player, {})[sat.game] = None if sat.points is None else sat.points[number]
    lines = [Line(0, False, player, tally) for player, tally in tallies.items()]
    totals = [line.total for line in lines]
    for line in sorted(lines, key=lambda line: (-line.total, line.player.casefold())):
        place = 1 + sum(total > line.total for total in totals)
        yield line._replace(place=place, shared=totals.count(line.total) > 1)
