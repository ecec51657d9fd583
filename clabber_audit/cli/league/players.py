"""`league players`: the figures of the players of a season."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.league.common import (
    Asked,
    FormOption,
    Forms,
    LawOption,
    NamelessOption,
    SeasonArgument,
    WantedHandsArgument,
    again,
    season_of,
    told,
)
from clabber_audit.cli.league.season_folder import season_files
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption, ThoroughOption
from clabber_audit.ground.errors import Exit, UsageError

if TYPE_CHECKING:
    from clabber_audit.law.bound_ruleset import BoundRuleset
    from clabber_audit.league.hand_matching import Given
    from clabber_audit.league.players import Players
    from clabber_audit.league.season import Season

LeastOption = Annotated[
    int, typer.Option("--least", metavar="N", min=1, help="List only players with at least N hands.")
]
PlayerOption = Annotated[
    str | None, typer.Option("--player", metavar="NAME", help="Show only this player, with partners and rounds.")
]
AlsoOption = Annotated[
    list[str] | None,
    typer.Option(
        "--also",
        metavar="SEASON",
        help="Another season of these hands, for comparison (repeatable).",
        callback=season_files,
    ),
]


def players(
    season: SeasonArgument,
    hands: WantedHandsArgument = None,
    least: LeastOption = 1,
    player: PlayerOption = None,
    also: AlsoOption = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
    changed: ChangedOption = False,
    thorough: ThoroughOption = False,
) -> Exit:
    """Count hands, sets, melds and reneges of the players of a season.

    Example: clabber-audit league players season.json season.db --least 20
    """
    from clabber_audit.league.players import only
    from clabber_audit.league.players import players as counted
    from clabber_audit.render import league

    asked = Asked(season, hands or [], ruleset, form, output, force, anonymous, changed, thorough)
    beside = _seasons(asked, also or [])

    def find(season: Season, given: Given) -> Players:
        found = counted(season, given, least)
        others = tuple(counted(other, again(asked, law)) for other, law in beside)
        found = found._replace(others=others)
        return found if player is None else only(found, player)

    return told(find, Forms(league.players_paper, league.players_json, league.players_csv), asked)


def _seasons(asked: Asked, also: list[str]) -> list[tuple[Season, BoundRuleset]]:
    """The other seasons; UsageError where the hands can be read only once, and for a season that is given twice."""
    if also and "-" in asked.hands:
        what = "the hands of several seasons cannot come from standard input"
        raise UsageError(what, "they have to be read once for each season", "give a file")
    twice = next((path for path in also if [asked.season, *also].count(path) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice} is given twice", "", "give each season once")
    return [season_of(asked._replace(season=path)) for path in also]
