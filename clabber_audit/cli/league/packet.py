"""`league packet`: what a secretary hands out after a week."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.league.common import (
    Asked,
    HandsArgument,
    LawOption,
    NamelessOption,
    SeasonArgument,
    ended,
    given,
    say_without_hands,
    season_of,
)
from clabber_audit.cli.options import ChangedOption, ForceOption
from clabber_audit.ground.errors import ClabberError, Exit


def packet(
    season: SeasonArgument,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FOLDER", help="The folder to write to.")],
    hands: HandsArgument = None,
    week: Annotated[
        int | None,
        typer.Option(
            "--week",
            min=0,
            max=1000,
            metavar="N",
            help="The round (default: the last one with hands; 0: before the first).",
        ),
    ] = None,
    ruleset: LawOption = None,
    anonymous: NamelessOption = False,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Write the packet of a week: results, table, uncalled reneges, next pairings, blank score sheets, a text to mail.

    Example: clabber-audit league packet season.json season.db --week 7 -o week7/
    """
    from clabber_audit.cli.output import fill_folder
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.league.audit import audit
    from clabber_audit.league.weeks import latest_round, weekly
    from clabber_audit.render.league.packet import packet as files_of

    if output == "-":
        raise UsageError("a packet is a folder", "it consists of several files", "give a folder with -o")
    asked = Asked(season, hands or [], ruleset, None, output, force, anonymous, changed)
    played, law = season_of(asked)
    say_without_hands(asked)
    problems: list[ClabberError] = []
    found = audit(played, given(asked, law, problems))
    told = weekly(found, latest_round(found.standings) if week is None else week)
    files = files_of(told, anonymous=anonymous)
    fill_folder(output, files, force)
    say(f"{', '.join(files)} in {shown(output, 200)}")
    return ended(told.after, bool(problems), anonymous)
