"""`league lock`: the result of a match is final."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from clabber_audit.cli.league.common import HandsArgument, LawOption
from clabber_audit.cli.league.deciding import (
    ByOption,
    Deciding,
    DryOption,
    Made,
    MatchArgument,
    OnOption,
    PerhapsWhyOption,
    SeasonFileArgument,
    decide,
    whole_results,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def lock(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    hands: HandsArgument = None,
    why: PerhapsWhyOption = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Lock the result of a match as its hands give it. Later changes to the hands are compared with it.

    Example: clabber-audit league lock season.json 3 season.db --by Agnes
    """
    from clabber_audit.league.season.called import match_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match)
        results = whole_results(asked, of, table)
        return "locks", {"match": of.id, "results": results}

    return decide(asked, make)
