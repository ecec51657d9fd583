"""Command line: league."""

from __future__ import annotations

from typing import Final

import typer
from typer.main import get_group

from clabber_audit.cli.commands import Commands, with_commands

app = typer.Typer(
    name="league",
    cls=Commands,
    help="Run a league season: standings, decisions, approvals.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

#: The commands as help lists them.
_PANELS: Final = {
    "Look": (
        *(
            "report.standings",
            "report.schedule",
            "report.players",
            "report.report",
            "report.site",
            "report.open_",
        ),
        "decide.log",
        "check_table.check_table",
    ),
    "Hand out": ("report.packet", "report.calendar"),
    "Begin": ("report.init", "decide.keep", "rotation.rotation"),
    "Decide": (
        *(
            "decide.approve",
            "decide.lock",
            "decide.correct",
            "decide.penalty",
            "decide.forfeit",
            "decide.postpone",
        ),
        *(
            "decide.substitute",
            "decide.roster",
            "decide.handicap",
            "decide.note",
            "decide.appeal",
            "decide.playoffs",
            "decide.undo",
        ),
    ),
}

program = with_commands(get_group(app), __name__, _PANELS)
