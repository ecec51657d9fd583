"""Progressive Euchre after the bell: who goes to which table (B-048, B-049, BD-27)."""

from __future__ import annotations

from typing import NamedTuple

Pair = tuple[str, str]


class Played(NamedTuple):
    """Two pairs at one table and their points when the bell rang; the first table is the head table."""

    pairs: tuple[Pair, Pair]
    points: tuple[int, int]


def undecided(tables: list[Played]) -> list[int]:
    """The tables, counted from one, whose tie the record would have to settle."""
    return [number for number, table in enumerate(tables, start=1) if table.points[0] == table.points[1]]


def winners_and_losers(table: Played) -> tuple[Pair, Pair]:
    """Who won at a table and who lost."""
    one, other = table.pairs
    return (one, other) if table.points[0] > table.points[1] else (other, one)


def after_the_bell(tables: list[Played]) -> list[list[Pair]]:
    """The pairs that come together at each table; one player of each pair then changes seats.

    Winners go up one table, those of the head table stay; losers stay, those of the head table go to the tail.
    """
    if undecided(tables):
        raise ValueError(f"who won at tables {undecided(tables)} is not decided")
    meeting: list[list[Pair]] = [[] for _ in tables]
    for number, table in enumerate(tables):
        winners, losers = winners_and_losers(table)
        meeting[max(0, number - 1)].append(winners)
        meeting[number if number else len(tables) - 1].append(losers)
    return meeting


def tallies(tables: list[Played]) -> dict[str, int]:
    """Each player enters the points of his team (B-048)."""
    found: dict[str, int] = {}
    for table in tables:
        for pair, points in zip(table.pairs, table.points, strict=True):
            found |= dict.fromkeys(pair, points)
    return found
