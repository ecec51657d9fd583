"""`league`: standings, schedule and audit of a season, all recomputed from its hands each time."""

from __future__ import annotations

import typer

from clabber_audit.cli.errors import Command, Commands, guarded
from clabber_audit.cli.league import init, report, schedule, standings

app = typer.Typer(
    name="league",
    cls=Commands,
    help="Work out a season from its hands: standings, schedule, audit.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _command in (standings.standings, schedule.schedule, report.report, init.init):
    app.command(cls=Command)(guarded(_command))
