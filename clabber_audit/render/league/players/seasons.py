"""The players of a season in other seasons too, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from clabber_audit.league.players import Player, Players
from clabber_audit.league.players.called import label
from clabber_audit.render.league.paper import Section
from clabber_audit.render.league.players.roll import Roll
from clabber_audit.render.league.players.tables import TRUMPS, trump_cells
from clabber_audit.render.table import Column, Row, Table


class There(NamedTuple):
    """A player of the season, and whoever has that name in one of the seasons."""

    player: Player
    season: Players
    other: Player


def by_season(found: Players) -> Iterator[There]:
    """Each player whose name is in another season too, season by season; this season comes last."""
    for player in found.listed:
        there = [There(player, season, one) for season in found.others for one in season.called(player.person.name)]
        yield from [*there, There(player, found, player)] if there else ()


def seasons(found: Players, roll: Roll) -> Section:
    """The section of it; nothing where no name is in two seasons."""
    rows = tuple(Row((_called(there, found, roll), *trump_cells(there.other.sums))) for there in by_season(found))
    if not rows:
        return Section("seasons", "By season")
    text = "By name: we cannot tell if it is the same person in each season, so nothing is added up."
    return Section("seasons", "By season", text, tables=(Table("By season", (Column("Player"), *TRUMPS), rows),))


def season_called(season: Players, found: Players, roll: Roll) -> str:
    """What a season is called; a number where nobody is to be named."""
    if roll.names.anonymous:
        return f"season {[*map(id, found.others), id(found)].index(id(season)) + 1}"
    return season.standings.season.title


def _called(there: There, found: Players, roll: Roll) -> str:
    name = roll.player(there.player) if roll.names.anonymous else label(there.season.standings.season, there.other)
    return f"{name}, {season_called(there.season, found, roll)}"
