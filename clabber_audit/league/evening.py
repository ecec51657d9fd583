"""Evenings of Progressive Euchre: tables, movement, tallies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import TEAMS, Scores
from clabber_audit.judge.judge import Ruling
from clabber_audit.league.games import require_evening_rules
from clabber_audit.records.bid_euchre_words import COMPASS
from clabber_audit.records.formats import digest, fold_name, record_data
from clabber_audit.records.sheets.rows import TableOfGame
from clabber_audit.rules.bound_ruleset import BoundRuleset

#: Two partners.
Pair = tuple[str, str]


class EveningTable(NamedTuple):
    """One table in one game."""

    game: int
    table: int
    #: North-South and East-West, each as the evening first spelled the name.
    pairs: tuple[Pair, Pair]
    #: Points of each pair; None if a hand is undecided.
    points: Scores | None
    #: Pair that goes up, if known otherwise than by the points.
    up: int | None = None
    #: Number of hands; None if only the points are known.
    hands: int | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return self.pairs[0] + self.pairs[1]

    @property
    def is_tied(self) -> bool:
        """True if the points do not decide the winner."""
        return self.points is not None and self.points[0] == self.points[1]

    @property
    def winners(self) -> int | None:
        """Index of the winning pair; None if not known (BD-27)."""
        if self.points is None or self.is_tied:
            return self.up
        return self.points.index(max(self.points))


def tables_of_sheet(rows: Iterable[TableOfGame]) -> list[EveningTable]:
    """Return the tables of a tally sheet."""
    names, tables = dict[str, str](), []
    for row in rows:
        points = tuple(row.score[pair] for pair in TEAMS)
        up = None if row.up is None else TEAMS.index(row.up)
        tables.append(EveningTable(row.game, row.table, _pairs(row.players, names), points, up))
    return tables


def _pairs(players: Mapping[Any, str], names: dict[str, str]) -> tuple[Pair, Pair]:
    """Return the pairs of a table; `names` has each name as it was first spelled, by its folded form."""
    north, east, south, west = (names.setdefault(fold_name(players[seat]), players[seat]) for seat in COMPASS)
    return (north, south), (east, west)


def is_bell_hand(ruling: Ruling) -> bool:
    """Return True if a hand is one of those that the head table plays to the bell.

    A passed-out hand is one if the rules say so; a void deal is none (B-047, BD-28).
    """
    if ruling.remedy.outcome == "passed_out":
        return bool(ruling.law.toggles.passed_hand_counts == "yes")
    return ruling.remedy.outcome != "redeal"


def find_pair_going_up(last: Scores | None, law: BoundRuleset) -> int | None:
    """Return the pair that goes up from a tied table if the rules decide it by the last hand (BD-27)."""
    if law.toggles.table_tie != "last_hand" or last is None or last[0] == last[1]:
        return None
    return last.index(max(last))


class PlayedTables(NamedTuple):
    """Tables of an evening by its hands."""

    tables: list[EveningTable]
    #: The ids of hands that name no game, no table or not four players.
    unplaced: list[str]
    #: The ids of hands whose players are not those of the other hands of their table.
    elsewhere: list[str]


def find_played_tables(rulings: Iterable[Ruling]) -> PlayedTables:
    """Return the tables of an evening by its hands, each hand once. Raise UsageError for a hand of another game."""
    names: dict[str, str] = {}
    groups: dict[tuple[int, int], list[Ruling]] = {}
    tables = PlayedTables([], [], [])
    met: set[str] = set()
    for ruling in rulings:
        require_evening_rules(ruling.law.ruleset)
        record = ruling.replay.hand.original
        context, same = record.context, digest(record_data(record))
        if same in met:
            continue
        met.add(same)
        game, table = (context.game, context.table) if context else (None, None)
        if game is None or table is None or len(record.players) != len(COMPASS):
            tables.unplaced.append(record.id)
        else:
            groups.setdefault((game, table), []).append(ruling)
    for (game, table), hands in groups.items():
        hands.sort(key=lambda ruling: ruling.replay.hand.record.context.hand or 0)
        records = [ruling.replay.hand.record for ruling in hands]
        pairs, *others = (_pairs(record.players, names) for record in records)
        strangers = zip(records[1:], others, strict=True)
        tables.elsewhere.extend(record.id for record, other in strangers if other != pairs)
        made = [_points(ruling) for ruling in hands]
        points = None if None in made else tuple(map(sum, zip(*(one for one in made if one), strict=True)))
        up = find_pair_going_up(made[-1], hands[0].law)
        tables.tables.append(EveningTable(game, table, pairs, points, up, sum(map(is_bell_hand, hands))))
    return tables


def _points(ruling: Ruling) -> Scores | None:
    """Return the points of each pair: as ruled, else as written; None if neither is known."""
    known = ruling.remedy.certain_scores
    written = [ruling.replay.hand.record.score.get(pair) for pair in TEAMS]
    points = [own if own is not None else mark for own, mark in zip(known, written, strict=True)]
    return tuple(points) if all(isinstance(own, int) for own in points) else None


IrregularityKind = Literal[
    "tied",
    "elsewhere",
    "partners",
    "came",
    "left",
    "unplaced",
    "other_players",
    "many_games",
    "head_hands",
    "undecided",
    "two_places",
    "same_table",
    "partners_again",
]


class Irregularity(NamedTuple):
    """Deviation from the movement at the bell, or another irregularity of a game."""

    kind: IrregularityKind
    game: int
    table: int
    players: tuple[str, ...] = ()
    #: A count, or the table where the players belong.
    number: int = 0
    hands: tuple[str, ...] = ()


def resolve_ties(tables: Sequence[EveningTable], following: Sequence[EveningTable]) -> list[EveningTable]:
    """Return the tables of a game, best first; the next game shows who went up from a tied one (BD-27)."""
    ordered = sorted(tables, key=lambda sat: sat.table)
    seen = {player: sat.table for sat in following for player in sat.players}
    resolved = []
    for place, sat in enumerate(ordered):
        up, stay = _find_next_tables(place, ordered)
        if sat.winners is None:
            # The pair went up that sits where the winners belong, while the other does not.
            where = [{seen.get(player) for player in pair} for pair in sat.pairs]
            went = (pair for pair in range(2) if where[pair] == {up} and where[1 - pair] == {stay})
            sat = sat._replace(up=None if up == stay else next(went, None))
        resolved.append(sat)
    return resolved


def _find_next_tables(place: int, ordered: Sequence[EveningTable]) -> tuple[int, int]:
    """Return the tables to which winners and losers of a table go.

    Winners go up one table, and stay at the head; losers stay, and go from the head to the tail.
    """
    up = ordered[max(0, place - 1)].table
    return up, ordered[place].table if place else ordered[-1].table


def assign_next_tables(ordered: Sequence[EveningTable]) -> dict[str, int | None]:
    """Return the next table of each player of a game; None if the winner is not known."""
    places: dict[str, int | None] = {}
    for place, sat in enumerate(ordered):
        for number, pair in enumerate(sat.pairs):
            won = None if sat.winners is None else sat.winners == number
            places |= dict.fromkeys(pair, None if won is None else _find_next_tables(place, ordered)[not won])
    return places


def movement_errors(
    ordered: Sequence[EveningTable], following: Sequence[EveningTable]
) -> Iterator[Irregularity]:
    """Yield deviations of the next game from the movement at the bell; unknown winners are skipped."""
    owed = assign_next_tables(ordered)
    partners = {frozenset(pair) for sat in ordered for pair in sat.pairs}
    for place, sat in enumerate(ordered):
        up, stay = _find_next_tables(place, ordered)
        if sat.is_tied and sat.winners is None and up != stay:
            yield Irregularity("tied", sat.game, sat.table, ())
    for sat in sorted(following, key=lambda sat: sat.table):
        for player in sat.players:
            goal = owed.get(player)
            if player not in owed:
                yield Irregularity("came", sat.game, sat.table, (player,))
            elif goal not in (None, sat.table):
                yield Irregularity("elsewhere", sat.game, sat.table, (player,), goal)
        for pair in sat.pairs:
            if frozenset(pair) in partners:
                yield Irregularity("partners", sat.game, sat.table, pair)
    here = {player for sat in following for player in sat.players}
    for sat in ordered:
        for player in sat.players:
            if player not in here:
                yield Irregularity("left", sat.game, sat.table, (player,))


#: Games of an evening, and hands of the head table in each, so that each player deals twice (B-047).
GAMES: Final = 10
HANDS: Final = 8


class TallyLine(NamedTuple):
    """A player's tally."""

    place: int
    #: True if others share the place.
    shared: bool
    player: str
    #: Points in each game played; None if undecided.
    tally: Mapping[int, int | None]

    @property
    def total(self) -> int:
        return sum(points for points in self.tally.values() if points is not None)

    @property
    def open(self) -> bool:
        """True if a game of the tally is undecided."""
        return None in self.tally.values()

    @property
    def average(self) -> float:
        """Points a game."""
        known = [points for points in self.tally.values() if points is not None]
        return self.total / len(known) if known else 0.0


class Evening(NamedTuple):
    """An evening as it stands."""

    #: The numbers of its games.
    games: tuple[int, ...]
    #: By game, best table first; winners of tied ones as the next game shows.
    tables: tuple[EveningTable, ...]
    lines: tuple[TallyLine, ...]
    #: Irregularities, in the order of the games.
    odd: tuple[Irregularity, ...]
    #: True if players sat by a rotation, and nobody moved at the bell.
    rotation: bool = False

    @property
    def is_over(self) -> bool:
        """True if all ten games were played and are decided."""
        return len(self.games) == GAMES and not self.open

    @property
    def open(self) -> bool:
        """True if a game of the evening is undecided."""
        return any(sat.points is None for sat in self.tables)

    def players_with_total(self, total: int) -> list[str]:
        """Return the players with a total, such as the high score (B-051)."""
        return [line.player for line in self.lines if line.total == total]


def evening(
    sat: Iterable[EveningTable],
    unplaced: Sequence[str] = (),
    elsewhere: Sequence[str] = (),
    *,
    rotation: bool = False,
) -> Evening:
    """Return the evening of these tables, with hands of no table and of other players reported.

    In a `rotation` nobody moves at the bell. Who sat out has played fewer games, so points a game rank the players.
    """
    by_game: dict[int, list[EveningTable]] = {}
    for table in sat:
        by_game.setdefault(table.game, []).append(table)
    games = sorted(by_game)
    left_out: dict[IrregularityKind, Sequence[str]] = {"unplaced": unplaced, "other_players": elsewhere}
    odd = [Irregularity(kind, 0, 0, (), len(ids), tuple(ids)) for kind, ids in left_out.items() if ids]
    tables: list[EveningTable] = []
    for game, next_game in pairwise([*games, None]):
        assert game is not None
        following = by_game.get(next_game, []) if next_game == game + 1 and not rotation else []
        ordered = resolve_ties(by_game[game], following)
        odd += _find_irregularities(ordered)
        odd += movement_errors(ordered, following) if following else ()
        tables += ordered
    if len(games) > GAMES and not rotation:
        odd.append(Irregularity("many_games", games[-1], 0, number=len(games)))
    if rotation:
        first: dict[frozenset[str], int] = {}
        for table in tables:
            for pair in table.pairs:
                if (game := first.setdefault(frozenset(pair), table.game)) != table.game:
                    odd.append(Irregularity("partners_again", table.game, table.table, pair, game))
    return Evening(tuple(games), tuple(tables), tuple(_lines(tables, rotation)), tuple(odd), rotation)


def _find_irregularities(ordered: Sequence[EveningTable]) -> Iterable[Irregularity]:
    """Yield the irregularities of a game by itself."""
    head = ordered[0]
    if head.hands not in (None, HANDS):
        yield Irregularity("head_hands", head.game, head.table, number=head.hands or 0)
    seen: dict[str, int] = {}
    for place, sat in enumerate(ordered):
        if sat.points is None:
            yield Irregularity("undecided", sat.game, sat.table)
        if place and ordered[place - 1].table == sat.table:
            yield Irregularity("same_table", sat.game, sat.table)
        for player in sat.players:
            if player in seen:
                yield Irregularity("two_places", sat.game, sat.table, (player,), seen[player])
            seen[player] = sat.table


def _lines(tables: Iterable[EveningTable], by_average: bool) -> Iterable[TallyLine]:
    """Yield the tally of every player, the highest first, equal ones by name (B-048, B-051)."""

    def worth(line: TallyLine) -> float:
        return round(line.average, 9) if by_average else line.total

    tallies: dict[str, dict[int, int | None]] = {}
    for sat in tables:
        for number, pair in enumerate(sat.pairs):
            for player in pair:
                tallies.setdefault(player, {})[sat.game] = None if sat.points is None else sat.points[number]
    lines = [TallyLine(0, False, player, tally) for player, tally in tallies.items()]
    totals = [worth(line) for line in lines]
    for line in sorted(lines, key=lambda line: (-worth(line), line.player.casefold())):
        place = 1 + sum(total > worth(line) for total in totals)
        yield line._replace(place=place, shared=totals.count(worth(line)) > 1)
