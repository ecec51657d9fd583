"""`league substitute`: who sits in for a team."""

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
    TeamOption,
    WhyOption,
    decide,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def substitute(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    team: TeamOption,
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Substitute player.")],
    instead: Annotated[str | None, typer.Option("--instead-of", metavar="NAME", help="Absent player.")] = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Let a player who is not on the roster play for a team in one match.

    Example: clabber-audit league substitute season.json 3 --team Owls --player "Ida Example" --by Agnes --why "ill"
    """
    from clabber_audit.league.season.called import match_called, team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        who = {"player": player.strip(), "instead_of": instead.strip() if instead else None}
        of_team = team_called(found, team).id
        return "substitutions", {"match": match_called(found, match).id, "team": of_team, **who}

    return decide(asked, make)
