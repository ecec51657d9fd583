"""The tables of an evening: who sat where in each game, and what the two pairs made there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clabber_audit.record.names import folded
from clabber_audit.sheet.tallies import TableOfGame
from clabber_audit.table.cards import TEAMS
from clabber_audit.table.seating import Scores

#: Two partners.
Pair = tuple[str, str]


class Sat(NamedTuple):
    """One table in one game."""

    game: int
    table: int
    #: North-South and East-West, each as the evening first spelled the name.
    pairs: tuple[Pair, Pair]
    #: What each pair made; None where a hand of it cannot be decided.
    points: Scores | None
    #: Which of the two goes up, where that is known otherwise than by the points.
    up: int | None = None
    #: How many hands were played; None where only the points are known.
    hands: int | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The four of them."""
        return self.pairs[0] + self.pairs[1]

    @property
    def tied(self) -> bool:
        """Whether the points do not tell who won."""
        return self.points is not None and self.points[0] == self.points[1]

    @property
    def winners(self) -> int | None:
        """Which of the two won; None where that is not known (BD-27)."""
        if self.points is None or self.tied:
            return self.up
        return self.points.index(max(self.points))


class Names:
    """What players are called: as they were first spelled."""

    def __init__(self) -> None:
        self._called: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The name as it was first spelled."""
        return self._called.setdefault(folded(name), name)


def written_down(rows: Iterable[TableOfGame]) -> list[Sat]:
    """The tables of a tally sheet."""
    names = Names()
    found = []
    for row in rows:
        north, east, south, west = (names.of(row.players[seat]) for seat in ("N", "E", "S", "W"))
        points = tuple(row.score[pair] for pair in TEAMS)
        up = None if row.up is None else TEAMS.index(row.up)
        found.append(Sat(row.game, row.table, ((north, south), (east, west)), points, up))
    return found
