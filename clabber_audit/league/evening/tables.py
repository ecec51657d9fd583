"""The tables of an evening: who sat where in each game, and what the two pairs made there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.league.games import refuse_no_evening
from clabber_audit.record.bid_euchre.words import COMPASS
from clabber_audit.record.canonical import digest, record_data
from clabber_audit.record.names import folded
from clabber_audit.ruling.judge import Ruling
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


def counts(ruling: Ruling) -> bool:
    """Whether a hand is one of those that the head table plays to the bell: passed out or not, as the rules have it.

    A deal that was void is none (B-047, BD-28).
    """
    if ruling.remedy.outcome == "passed_out":
        return bool(ruling.law.toggles.passed_hand_counts == "yes")
    return ruling.remedy.outcome != "redeal"


def up_by_last_hand(last: Scores | None, law: BoundRuleset) -> int | None:
    """Which pair goes up from a table with equal points, where by the rules its last hand tells that (BD-27)."""
    if law.toggles.table_tie != "last_hand" or last is None or last[0] == last[1]:
        return None
    return last.index(max(last))


class Played(NamedTuple):
    """What hands tell of an evening."""

    tables: list[Sat]
    #: The ids of hands that name no game, no table or not four players.
    unplaced: list[str]
    #: The ids of hands whose players are not those of the other hands of their table.
    elsewhere: list[str]


def played(rulings: Iterable[Ruling]) -> Played:
    """The tables of an evening by its hands, each hand once; UsageError where one is of no such game."""
    names = Names()
    groups: dict[tuple[int, int], list[Ruling]] = {}
    found = Played([], [], [])
    met: set[str] = set()
    for ruling in rulings:
        refuse_no_evening(ruling.law.ruleset)
        record = ruling.walk.hand.record
        context, same = record.context, digest(record_data(record))
        if same in met:
            continue
        met.add(same)
        if context is None or context.game is None or context.table is None or len(record.players) != len(COMPASS):
            found.unplaced.append(record.id)
        else:
            groups.setdefault((context.game, context.table), []).append(ruling)
    for (game, table), hands in groups.items():
        hands.sort(key=lambda ruling: ruling.walk.hand.record.context.hand or 0)
        pairs = _pairs(hands[0], names)
        found.elsewhere.extend(one.walk.hand.record.id for one in hands if _pairs(one, names) != pairs)
        made = [_made(ruling) for ruling in hands]
        points = None if None in made else tuple(map(sum, zip(*(one for one in made if one), strict=True)))
        up = up_by_last_hand(made[-1], hands[0].law)
        found.tables.append(Sat(game, table, pairs, points, up, sum(map(counts, hands))))
    return found


def _pairs(ruling: Ruling, names: Names) -> tuple[Pair, Pair]:
    players = ruling.walk.hand.record.players
    north, east, south, west = (names.of(players[seat]) for seat in COMPASS)
    return (north, south), (east, west)


def _made(ruling: Ruling) -> Scores | None:
    """What a hand brought each pair: as ruled, else as written; None where neither tells."""
    known = ruling.remedy.known
    written = [ruling.walk.hand.record.score.get(pair) for pair in TEAMS]
    told = [own if own is not None else said for own, said in zip(known, written, strict=True)]
    return tuple(told) if all(isinstance(own, int) for own in told) else None
