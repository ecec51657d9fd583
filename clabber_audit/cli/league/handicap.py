"""`league handicap`: points that a team is given."""

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
    SinceOption,
    TeamArgument,
    WhyOption,
    decide,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def handicap(
    season: SeasonFileArgument,
    team: TeamArgument,
    by: ByOption,
    why: WhyOption,
    points: Annotated[int, typer.Option("--points", min=1, metavar="N", help="Game points for each game.")],
    since: SinceOption = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Give a team extra points for every game it plays. It does not change who won a game.

    Example: clabber-audit league handicap season.json Owls --points 20 --by Agnes --why "new this year"
    """
    from clabber_audit.league.season.called import team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of_team = team_called(found, team).id
        return "handicaps", {"team": of_team, "points": points, "since": since}

    return decide(asked, make)
