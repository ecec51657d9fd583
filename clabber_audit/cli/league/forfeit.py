"""`league forfeit`: a match that was given up."""

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
    MatchArgument,
    OnOption,
    SeasonFileArgument,
    WhyOption,
    decide,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def forfeit(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    team: Annotated[list[str], typer.Option("--team", metavar="TEAM", help="Team that forfeits (repeatable).")],
    games: Annotated[
        int | None, typer.Option("--games", min=0, metavar="N", help="Games won for the other team (default: all).")
    ] = None,
    points: Annotated[int, typer.Option("--points", min=0, metavar="N", help="Game points for the other team.")] = 0,
    annul: Annotated[bool, typer.Option("--annul", help="Take away the points made in games already played.")] = False,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Record that one team or both forfeit a match. Points made in games already played stay, unless you --annul them.

    Example: clabber-audit league forfeit season.json 3 --team Owls --by Agnes --why "nobody came"
    """
    from clabber_audit.league.season.called import match_called, team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        gave_up = [team_called(found, name).id for name in team]
        given = {"games": games, "points": points or None, "annul": annul or None}
        return "forfeits", {"match": match_called(found, match).id, "by": gave_up, **given}

    return decide(asked, make, announce=True)
