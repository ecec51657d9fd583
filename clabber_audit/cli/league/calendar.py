"""`league calendar`: the days of a season, for telephones."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from clabber_audit.cli.league.common import SeasonArgument
from clabber_audit.cli.options import ForceOption, OutOption, form_of
from clabber_audit.ground.errors import Exit


class CalendarForm(StrEnum):
    """How a calendar is written."""

    ics = "ics"


def calendar(
    season: SeasonArgument,
    team: Annotated[str | None, typer.Option("--team", metavar="TEAM", help="Only this team’s matches.")] = None,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Write the schedule as a calendar file. Postponed matches are on their new day.

    Example: clabber-audit league calendar season.json -o season.ics
    """
    from clabber_audit.cli.output import destination
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.league.season import load
    from clabber_audit.league.season.called import team_called
    from clabber_audit.render.league.calendar import season_calendar

    form_of(output, CalendarForm)
    found = load(season)
    written = season_calendar(found, team_called(found, team).id if team is not None else None)
    if written is None:
        help = "write “day” under each round, or draw the season with league init --start"
        raise UsageError("there is nothing to put in a calendar", "no match has a day", help)
    with destination(output, force) as stream:
        stream.write_bytes(written)
    return Exit.DONE
