"""`league note`: something to be kept on file, such as a protest."""

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
    decide,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


def note(
    season: SeasonFileArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text of the note.")],
    by: ByOption,
    match: Annotated[
        str | None, typer.Option("--match", metavar="MATCH", help="The match it is about, by number or teams.")
    ] = None,
    protest: Annotated[
        bool, typer.Option("--protest", help="Mark it as a protest, which waits for an answer.")
    ] = False,
    answers: Annotated[
        int | None, typer.Option("--answers", min=1, metavar="N", help="Number of the protest that this answers.")
    ] = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Put a note on file. A protest stays in `league open` until it is answered.

    Example: clabber-audit league note season.json "Owls protest game 1: dad shown late" --match 3 --protest --by Ruth
    """
    from clabber_audit.league.season.called import match_called

    asked = Deciding(season, hands, by, on, text, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match).id if match is not None else None
        return "notes", {"match": of, "protest": protest or None, "answers": answers}

    return decide(asked, make)
