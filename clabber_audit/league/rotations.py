"""Rotations: evenings of single players in which nobody has the same partner twice.

A chart turns one first round: every number goes up by one (a whist tournament in Z-cyclic form). With 4m or 4m + 1
players every two are partners once; with 4m + 2 or 4m + 3 some pairs never are.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Final, NamedTuple

from clabber_audit.core.errors import Unusable, UsageError
from clabber_audit.core.files import read_bounded
from clabber_audit.league.schedule import shuffled
from clabber_audit.records.formats import fold_name

#: Fewest and most players.
FEWEST, MOST = 4, 41
_LARGEST: Final = 1 << 16
_TABLE: Final = re.compile(r"(\w+)-(\w+) v (\w+)-(\w+)")

#: North, south, east and west by their numbers; north and south are partners.
Table = tuple[int, int, int, int]
Chart = tuple[tuple[Table, ...], ...]


class SeatedTable(NamedTuple):
    """Table of a round with its players."""

    north: str
    south: str
    east: str
    west: str


class RotationRound(NamedTuple):
    """Round of an evening."""

    number: int
    tables: tuple[SeatedTable, ...]
    #: Players who sit out.
    out: tuple[str, ...]


def named_players(names: Sequence[str]) -> list[str]:
    """Return the players: the names given, or those in the one file given, a line each.

    Raises UsageError for a name that stands twice, Unusable for a file that cannot be read.
    """
    players = [*names]
    if len(names) == 1:
        try:
            players = read_bounded(names[0], _LARGEST).decode().split("\n")
        except (OSError, UnicodeDecodeError) as problem:
            why = getattr(problem, "strerror", None) or "it is not UTF-8"
            raise Unusable(f"cannot read {names[0]}", why, "give a file with a name on each line") from None
    players = [" ".join(name.split()) for name in players if name.strip()]
    known: set[str] = set()
    for name in players:
        if fold_name(name) in known:
            raise UsageError(
                f"two players are named {name}", "", "tell them apart, such as Ann B. and Ann K."
            )
        known.add(fold_name(name))
    return players


def rotation(players: Sequence[str], rounds: int | None = None, seed: int = 1) -> list[RotationRound]:
    """Return the rounds of an evening, all of the chart by default; numbers and tables are drawn with a seed.

    Raises UsageError for fewer or more players or rounds than a chart has.
    """
    if not FEWEST <= len(players) <= MOST:
        raise UsageError(
            f"{len(players)} players",
            f"a rotation has {FEWEST} to {MOST}",
            "leave somebody out or ask more to play" if len(players) < FEWEST else "split the room",
        )
    numbered = chart(len(players))
    if rounds is not None and rounds > len(numbered):
        why = f"{len(players)} players have {len(numbered)} rounds without the same partner twice"
        raise UsageError(f"{rounds} rounds", why, "play fewer rounds")
    drawn = shuffled(players, seed)
    return [_seated(number, tables, drawn, seed) for number, tables in enumerate(numbered[:rounds], 1)]


def _seated(number: int, tables: Sequence[Table], players: Sequence[str], seed: int) -> RotationRound:
    """Return a round with names. Its tables are shuffled, or one player would keep the same one all evening."""
    order = shuffled([f"{place:02}" for place in range(len(tables))], seed * 1_000 + number)
    seated = tuple(SeatedTable(*(players[player] for player in tables[int(place)])) for place in order)
    playing = set(chain.from_iterable(seated))
    return RotationRound(number, seated, tuple(sorted(set(players) - playing)))


@cache
def chart(count: int) -> Chart:
    """Return the rounds for 4 to 41 players, who are numbered from 0."""
    if count % 4 == 3:
        # One more player's chart without the tables of that one.
        return tuple(tuple(table for table in tables if count not in table) for tables in chart(count + 1))
    text = (files("clabber_audit.league") / "rotations.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)[str(count)]
    first, turning = tuple(_tables(listed[0], count)), count - (count % 4 == 0)
    if len(listed) > 1:
        rounds: Chart = tuple(tuple(_tables(line, count)) for line in listed)
    else:
        rounds = tuple(tuple(_turned(table, by, turning) for table in first) for by in range(turning))
    _check(count, rounds)
    return rounds


def _tables(line: str, count: int) -> Iterator[Table]:
    for match in _TABLE.finditer(line):
        north, south, east, west = (count - 1 if seat == "s" else int(seat) for seat in match.groups())
        yield north, south, east, west


def _turned(table: Table, by: int, turning: int) -> Table:
    """Return a table some rounds later; the player above the turning numbers stays."""
    north, south, east, west = (player if player >= turning else (player + by) % turning for player in table)
    return north, south, east, west


def _check(count: int, rounds: Chart) -> None:
    """Raise ValueError if a chart seats a player twice in a round, or has the same partners twice."""
    partners: Counter[frozenset[int]] = Counter()
    for tables in rounds:
        seated = list(chain.from_iterable(tables))
        if len(seated) != len(set(seated)) or not set(seated) <= set(range(count)):
            raise ValueError(f"the chart of {count} players seats a player twice")
        for north, south, east, west in tables:
            partners.update((frozenset((north, south)), frozenset((east, west))))
    if max(partners.values()) > 1:
        raise ValueError(f"the chart of {count} players repeats a pair of partners")
