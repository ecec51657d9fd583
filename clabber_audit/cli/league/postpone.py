"""`league postpone`: a match that is not played in its round."""

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
    refuse_played,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def postpone(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="New date, such as 2026-02-02, if known.")
    ] = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Postpone a match. If there are several new days, the last one counts.

    Example: clabber-audit league postpone season.json 3 --until 2026-02-02 --by Agnes --why "the bar was closed"
    """
    from clabber_audit.league.season.called import match_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match)
        if asked.hands:
            refuse_played(of, table())
        return "postponements", {"match": of.id, "until": until}

    return decide(asked, make)
