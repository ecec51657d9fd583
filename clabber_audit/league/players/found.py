"""The players of a season, one line each, and what their figures do not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clabber_audit.league.hand_matching import Given
from clabber_audit.league.players.persons import Apart, Person, persons
from clabber_audit.league.players.seen import Key, Seen
from clabber_audit.league.players.sums import Sums
from clabber_audit.league.season import Season
from clabber_audit.league.standings import Standings, standings
from clabber_audit.record.names import LookAlikes


class Share(NamedTuple):
    """For which team somebody played how many hands, and how many of them as a substitute."""

    team: str
    hands: int
    as_substitute: int


class Count(NamedTuple):
    """How often somebody committed a renege of a kind."""

    infraction: str
    caught: int
    uncalled: int


class Player(NamedTuple):
    """A player."""

    person: Person
    name: str
    #: Most hands first.
    teams: tuple[Share, ...]
    sums: Sums
    #: What the hands of each round come to that was played, by its number.
    rounds: dict[int, Sums]
    kinds: tuple[Count, ...]


class Partners(NamedTuple):
    """Two players at one side of a table."""

    players: tuple[Player, Player]
    team: str
    sums: Sums


class Unknown(NamedTuple):
    """How many hands leave something out."""

    #: Hands that count, and those among them of which only the score, or the sheet, was kept.
    hands: int
    written: int
    sheets: int
    #: Hands that count and do not name all four players, or the one who made trumps.
    nameless: int
    makerless: int
    #: Hands with cards of which it is not known which melds counted.
    meldless: int
    #: Hands that cannot be decided, and those in which the record leaves a renege open.
    undecided: int
    doubtful: int
    #: Proven reneges that belong to no player.
    nobodys: int


class Players(NamedTuple):
    """The players of a season."""

    standings: Standings
    #: Everybody, by points a hand.
    everybody: tuple[Player, ...]
    pairs: tuple[Partners, ...]
    unknown: Unknown
    #: Names that stand for several people, and names of hands and season that only look alike.
    apart: tuple[Apart, ...]
    look_alike: tuple[tuple[str, str], ...]
    #: How many hands somebody, or a pair, needs to be listed.
    least: int
    #: The one player who was asked for; None for all of them.
    chosen: Player | None = None
    #: Other seasons to look beside.
    others: tuple[Players, ...] = ()

    def called(self, name: str) -> list[Player]:
        """Everybody with a name, as names are compared."""
        return [player for player in self.everybody if player.person.name == name]

    @property
    def listed(self) -> list[Player]:
        """The players with as many hands; or the one who was asked for, however few."""
        if self.chosen is not None:
            return [self.chosen]
        return [player for player in self.everybody if player.sums.hands >= self.least]

    @property
    def partners(self) -> list[Partners]:
        """The pairs with as many hands; or those of the one player, most hands first."""
        if self.chosen is not None:
            own = [pair for pair in self.pairs if any(one is self.chosen for one in pair.players)]
            return sorted(own, key=lambda pair: -pair.sums.hands)
        return [pair for pair in self.pairs if pair.sums.hands >= self.least]

    @property
    def kinds(self) -> tuple[Count, ...]:
        """The reneges of everybody, listed or not; or those of the one player."""
        if self.chosen is not None:
            return self.chosen.kinds
        return _counts(count for player in self.everybody for count in player.kinds)


def players(season: Season, given: Given, least: int = 1) -> Players:
    """The players of a season by its hands; who has fewer hands than `least` is not listed."""
    seen = Seen(season)
    return of_seen(seen, standings(season, given, seen.look), least)


def of_seen(seen: Seen, table: Standings, least: int = 1) -> Players:
    """The players of a season whose games were seen."""
    found = persons(table.season, seen)
    everybody = sorted((_player(person, seen) for person in found.people), key=_order)
    alike = tuple(LookAlikes().among(sorted({*seen.written.values(), *table.season.names()})))
    unknown = Unknown(**{name: seen.unknown[name] for name in Unknown._fields})
    pairs = tuple(sorted(_pairs(everybody, seen), key=lambda pair: _by_points(pair.sums)))
    return Players(table, tuple(everybody), pairs, unknown, found.apart, alike, least)


def _order(player: Player) -> tuple[float, int, str, str]:
    return *_by_points(player.sums), player.name, player.teams[0].team


def _by_points(sums: Sums) -> tuple[float, int]:
    return -(sums.average.share or 0), -sums.hands


def _player(person: Person, seen: Seen) -> Player:
    total, rounds = Sums(), dict[int, Sums]()
    for key in person.keys:
        total.add(seen.sums[key])
        for number, sums in seen.rounds.get(key, {}).items():
            rounds.setdefault(number, Sums()).add(sums)
    shares = [Share(key.team, seen.sums[key].hands, seen.as_substitute[key]) for key in person.keys]
    kinds = _counts(
        Count(kind.infraction, number * kind.called, number * (not kind.called))
        for key in person.keys
        for kind, number in seen.kinds.get(key, {}).items()
    )
    teams = tuple(sorted(shares, key=lambda share: (-share.hands, share.team)))
    return Player(person, seen.written[person.name], teams, total, dict(sorted(rounds.items())), kinds)


def _counts(counts: Iterable[Count]) -> tuple[Count, ...]:
    """Counts of a kind added up, by the name of the kind."""
    caught, uncalled = Counter[str](), Counter[str]()
    for count in counts:
        caught[count.infraction] += count.caught
        uncalled[count.infraction] += count.uncalled
    return tuple(Count(kind, caught[kind], uncalled[kind]) for kind in sorted({*caught, *uncalled}))


def _pairs(everybody: Sequence[Player], seen: Seen) -> Iterator[Partners]:
    by_key = {key: player for player in everybody for key in player.person.keys}
    for pair, sums in seen.pairs.items():
        one, other = (by_key[Key(name, pair.team)] for name in pair.names)
        yield Partners((one, other), pair.team, sums)
