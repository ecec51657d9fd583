"""What happens at the bell: who goes to which table, and with whom he may not sit down again (B-049, BD-27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from clabber_audit.league.evening.tables import Sat

Kind = Literal["tied", "elsewhere", "partners", "came", "left"]


class Amiss(NamedTuple):
    """Something that is not as the bell has it: in which game, at which table, with whom, and where he belonged."""

    kind: Kind
    game: int
    table: int
    players: tuple[str, ...]
    owed: int | None = None


def resolved(tables: Sequence[Sat], following: Sequence[Sat]) -> list[Sat]:
    """The tables of a game, best first; of a tied one the next game tells who went up, where it can (BD-27)."""
    ordered = sorted(tables, key=lambda sat: sat.table)
    seen = {player: sat.table for sat in following for player in sat.players}
    return [
        sat if sat.winners is not None else sat._replace(up=_seen_going(place, ordered, seen))
        for place, sat in enumerate(ordered)
    ]


def _seen_going(place: int, ordered: Sequence[Sat], seen: dict[str, int]) -> int | None:
    """Which pair sits, in the next game, where the winners of a table belong, while the other does not."""
    up, stay = _goals(place, ordered)
    if up == stay:
        return None
    where = [{seen.get(player) for player in pair} for pair in ordered[place].pairs]
    return next((pair for pair in range(2) if where[pair] == {up} and where[1 - pair] == {stay}), None)


def _goals(place: int, ordered: Sequence[Sat]) -> tuple[int, int]:
    """Where the winners of a table go, and the losers.

    Winners go up one table, and at the head they stay; losers stay, and from the head they go to the tail.
    """
    up = ordered[max(0, place - 1)].table
    return up, ordered[place].table if place else ordered[-1].table


def goals(ordered: Sequence[Sat]) -> dict[str, int | None]:
    """The table that each player of a game goes to; None where it is not known who won."""
    found: dict[str, int | None] = {}
    for place, sat in enumerate(ordered):
        for number, pair in enumerate(sat.pairs):
            won = None if sat.winners is None else sat.winners == number
            found |= dict.fromkeys(pair, None if won is None else _goals(place, ordered)[not won])
    return found


def amiss(ordered: Sequence[Sat], following: Sequence[Sat]) -> Iterator[Amiss]:
    """What of the next game is not as the bell after this one has it; nothing is asked of what is not known."""
    owed = goals(ordered)
    partners = {frozenset(pair) for sat in ordered for pair in sat.pairs}
    for place, sat in enumerate(ordered):
        up, stay = _goals(place, ordered)
        if sat.tied and sat.winners is None and up != stay:
            yield Amiss("tied", sat.game, sat.table, ())
    for sat in sorted(following, key=lambda sat: sat.table):
        for player in sat.players:
            goal = owed.get(player)
            if player not in owed:
                yield Amiss("came", sat.game, sat.table, (player,))
            elif goal not in (None, sat.table):
                yield Amiss("elsewhere", sat.game, sat.table, (player,), goal)
        for pair in sat.pairs:
            if frozenset(pair) in partners:
                yield Amiss("partners", sat.game, sat.table, pair)
    here = {player for sat in following for player in sat.players}
    for sat in ordered:
        for player in sat.players:
            if player not in here:
                yield Amiss("left", sat.game, sat.table, (player,))
