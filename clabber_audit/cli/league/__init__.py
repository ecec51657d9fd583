"""`league`: standings, schedule and audit of a season, all recomputed from its hands; and what is decided in it."""

from __future__ import annotations

from typing import Final

import typer
from typer.main import get_group

from clabber_audit.cli.errors import Commands
from clabber_audit.cli.loading import with_commands

app = typer.Typer(
    name="league",
    cls=Commands,
    help="Run a league season: standings, decisions, approvals.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

#: The commands as help lists them.
_PANELS: Final = {
    "Look": ("standings", "schedule", "players", "report", "site", "open_", "log"),
    "Hand out": ("packet", "calendar"),
    "Begin": ("init", "keep"),
    "Decide": (
        *("approve", "lock", "correct", "penalty", "forfeit", "postpone", "substitute", "roster", "handicap", "note"),
        "undo",
    ),
}

program = with_commands(get_group(app), __name__, _PANELS)
