"""`league undo`: a decision taken back by another entry."""

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
    WhyOption,
    decide,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def undo(
    season: SeasonFileArgument,
    number: Annotated[int, typer.Argument(min=1, metavar="N", help="Number of the entry (see `league log`).")],
    by: ByOption,
    why: WhyOption,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Undo a decision. Both stay on file.

    Example: clabber-audit league undo season.json 7 --by Agnes --why "wrong team"
    """

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        return "withdrawals", {"of": number}

    return decide(asked, make)
