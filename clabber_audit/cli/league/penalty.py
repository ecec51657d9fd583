"""`league penalty`: what a team is fined."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.league.common import HandsArgument, LawOption
from clabber_audit.cli.league.deciding import (
    ByOption,
    Deciding,
    DryOption,
    Made,
    OnOption,
    SeasonFileArgument,
    TeamArgument,
    WhyOption,
    decide,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def penalty(
    season: SeasonFileArgument,
    team: TeamArgument,
    by: ByOption,
    why: WhyOption,
    points: Annotated[int, typer.Option("--points", min=0, metavar="N", help="Game points taken away.")] = 0,
    games: Annotated[int, typer.Option("--games", min=0, metavar="N", help="Games won taken away.")] = 0,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Take game points or games won from a team.

    Example: clabber-audit league penalty season.json Owls --points 50 --by Agnes --why "no shirts"
    """
    from clabber_audit.league.season.called import team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        fine = {"points": points or None, "games": games or None}
        return "penalties", {"team": team_called(found, team).id, **fine}

    return decide(asked, make)
