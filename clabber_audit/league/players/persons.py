"""Who is one person: a name that sat for several teams is joined only where roster or substitution says so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from clabber_audit.league.players.seen import Key, Seen
from clabber_audit.league.season import Season
from clabber_audit.record.names import folded


class Person(NamedTuple):
    """Somebody, by all that was seen of him."""

    name: str
    keys: tuple[Key, ...]
    #: Whether others have the same name, so that the team has to be said with it.
    is_one_of_several: bool


class Apart(NamedTuple):
    """A name that sat for several teams and is counted apart, as nothing says that it is one person."""

    name: str
    teams: tuple[str, ...]


class Persons(NamedTuple):
    """Everybody, and the names that may be one person."""

    people: tuple[Person, ...]
    apart: tuple[Apart, ...]


def persons(season: Season, seen: Seen) -> Persons:
    """The people of a season."""
    keys: dict[str, list[Key]] = {}
    for key in seen.sums:
        keys.setdefault(key.name, []).append(key)
    people: list[Person] = []
    apart: list[Apart] = []
    rosters = _Rosters(season)
    for name, own in keys.items():
        homes = [key.team for key in own if key in seen.regulars]
        if len(homes) <= 1 or rosters.has_moved(name, homes):
            people.append(Person(name, tuple(own), False))
        else:
            people += [Person(name, (key,), True) for key in own]
            apart.append(Apart(seen.written[name], tuple(key.team for key in own)))
    return Persons(tuple(people), tuple(apart))


class _Rosters:
    """The rosters of the season by round, made once a team and round."""

    def __init__(self, season: Season) -> None:
        self._season = season
        self._rounds = [round.number for round in season.rounds]
        self._on: dict[str, dict[str, set[int]]] = {}

    def has_moved(self, name: str, teams: Sequence[str]) -> bool:
        """Whether a name is on the rosters of all these teams, and never on two of them in one round."""
        rounds = [self._of(team).get(name, set()) for team in teams]
        return all(rounds) and not any(one & other for one, other in combinations(rounds, 2))

    def _of(self, team: str) -> dict[str, set[int]]:
        if team not in self._on:
            found: dict[str, set[int]] = {}
            for number in self._rounds:
                for name in self._season.roster(team, number):
                    found.setdefault(folded(name), set()).add(number)
            self._on[team] = found
        return self._on[team]
