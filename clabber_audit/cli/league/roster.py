"""`league roster`: who plays for a team."""

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


def roster(
    season: SeasonFileArgument,
    team: TeamArgument,
    by: ByOption,
    why: WhyOption,
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="NAME", help="Player who joins (repeatable).")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="NAME", help="Player who leaves (repeatable).")
    ] = None,
    captain: Annotated[str | None, typer.Option("--captain", metavar="NAME", help="New captain.")] = None,
    since: SinceOption = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Change who plays for a team, or who is its captain.

    Example: clabber-audit league roster season.json Owls --add "Ida Example" --by Agnes --why "joined"
    """
    from clabber_audit.league.season.called import team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        change = {"add": _names(add), "remove": _names(remove), "captain": captain.strip() if captain else None}
        of_team = team_called(found, team).id
        return "roster_changes", {"team": of_team, **change, "since": since}

    return decide(asked, make)


def _names(given: list[str] | None) -> list[str] | None:
    return [name.strip() for name in given] if given else None
