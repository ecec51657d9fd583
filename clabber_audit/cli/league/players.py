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
    told,
)
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption, RecordsArgument
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.hand_matching import Given
    from clabber_audit.league.players import Players
    from clabber_audit.league.season import Season

LeastOption = Annotated[
    int, typer.Option("--least", metavar="N", min=1, help="List only who has as many hands, or more.")
]
PlayerOption = Annotated[
    str | None, typer.Option("--player", metavar="NAME", help="Only this player, with partners and rounds.")
]


def players(
    season: SeasonArgument,
    hands: RecordsArgument,
    least: LeastOption = 1,
    player: PlayerOption = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Count hands, sets, melds and reneges of the players of a season.

    Example: clabber-audit league players season.json season.db --least 20
    """
    from clabber_audit.league.players import only
    from clabber_audit.league.players import players as counted
    from clabber_audit.render import league

    def find(season: Season, given: Given) -> Players:
        found = counted(season, given, least)
        return found if player is None else only(found, player)

    forms = Forms(league.players_paper, league.players_json, league.players_csv)
    return told(find, forms, Asked(season, hands, ruleset, form, output, force, anonymous, changed))
