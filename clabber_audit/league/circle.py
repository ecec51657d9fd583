"""A single round robin by the circle method (R-110): everybody meets everybody once, in as few rounds as that takes.

Teams sit in a circle around a fixed one; each round pairs those opposite each other, then all but the fixed one move
on by a place. Of an odd number, one has a bye in each round, and nobody a second one: every team has a round's bye.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeVar

Team = TypeVar("Team")


class Pairings(NamedTuple):
    """One round: who meets whom, the first at home, and who has a bye."""

    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]


def round_robin(teams: Sequence[str], seed: int) -> list[Pairings]:
    """The rounds for these ids; the same seed gives the same schedule, on every machine."""
    seats: list[str | None] = list(_shuffled(sorted(teams), seed))
    if len(seats) % 2:
        seats.append(None)
    rounds = []
    for number in range(len(seats) - 1):
        rounds.append(_round(seats, number))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return rounds


def _round(seats: Sequence[str | None], number: int) -> Pairings:
    half = len(seats) // 2
    pairs: list[tuple[str, str]] = []
    byes: list[str] = []
    for place in range(half):
        one, other = seats[place], seats[-1 - place]
        if one is None or other is None:
            byes += [team for team in (one, other) if team is not None]
        else:
            # The fixed seat is at home every other round; the others by where they sit, which alternates as they move.
            at_home = number % 2 == 0 if place == 0 else place % 2 == 0
            pairs.append((one, other) if at_home else (other, one))
    return Pairings(tuple(pairs), tuple(byes))


def _shuffled(items: Sequence[Team], seed: int) -> list[Team]:
    """The items in another order, by nothing but `random()`, the only method that keeps its promise for ever."""
    random = Random(seed)
    left, found = list(items), []
    while left:
        found.append(left.pop(int(random.random() * len(left))))
    return found
