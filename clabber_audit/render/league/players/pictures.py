"""The players in pictures: how the season went for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clabber_audit.league.players import Player, Players
from clabber_audit.league.players.sums import Sums
from clabber_audit.render.league.paper import Fold, Section
from clabber_audit.render.league.players.roll import Roll, average, by_round
from clabber_audit.render.pictures import SMALL, WIDTH, Picture, Series, lines
from clabber_audit.render.table import Column, Row, Table

#: So many players are drawn beside each other; others are asked for one by one.
_DRAWN: Final = 24


def trends(found: Players, roll: Roll) -> Section:
    """Points a hand round by round, of whoever is listed first; nothing before the second round."""
    rounds = rounds_of(found)
    shown = [player for player in found.listed if len(player.rounds) > 1][:_DRAWN]
    if not shown:
        return Section("trends", "Round by round")
    text = "Points a hand: a dot for each round, the average so far as a line. All pictures have one scale."
    if len(found.listed) > len(shown):
        text += f" Drawn are the first {len(shown)} who played in two rounds or more."
    most = max(sums.average.share or 0 for player in shown for sums in player.rounds.values())
    drawn = tuple(trend(player, roll, rounds, SMALL, most) for player in shown)
    head = f"Points a hand in rounds {', '.join(map(str, rounds))}"
    rows = tuple(Row((roll.player(player), by_round(player, rounds))) for player in shown)
    fold = Fold("Points a hand, round by round", Table(head, (Column("Player"), Column(head)), rows))
    return Section("trends", "Round by round", text, pictures=drawn, folds=(fold,), printed=False)


def trend(player: Player, roll: Roll, rounds: Sequence[int], size: int = WIDTH, most: float = 0) -> Picture:
    """A player’s points a hand: a dot for each round, and the average so far as a line."""
    dots = tuple(player.rounds[number].average.share if number in player.rounds else None for number in rounds)
    name = roll.player(player)
    words = f"Points a hand of {name}, round by round: {by_round(player, rounds)}."
    title = f"{name}, {average(player.sums)}" if size == SMALL else "Points a hand: each round, and the average so far"
    return lines(
        title,
        words,
        [Series(name, _so_far(player, rounds), dots)],
        [str(number) for number in rounds],
        size=size,
        most=most,
    )


def _so_far(player: Player, rounds: Sequence[int]) -> tuple[float | None, ...]:
    """Points a hand in all rounds up to each; None before the first."""
    total, found = Sums(), []
    for number in rounds:
        total.add(player.rounds.get(number, Sums()))
        found.append(total.average.share)
    return tuple(found)


def rounds_of(found: Players) -> list[int]:
    """The numbers of the rounds in which anybody played."""
    return sorted({number for player in found.everybody for number in player.rounds})
