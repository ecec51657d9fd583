"""`league`: standings, schedule and audit of a season, all recomputed from its hands; and what is decided in it."""

from __future__ import annotations

from typing import Final

import typer

from clabber_audit.cli.errors import Command, Commands, guarded
from clabber_audit.cli.league import (
    approve,
    calendar,
    correct,
    forfeit,
    handicap,
    init,
    keep,
    lock,
    log,
    note,
    open_,
    packet,
    penalty,
    players,
    postpone,
    report,
    roster,
    schedule,
    site,
    standings,
    substitute,
    undo,
)

app = typer.Typer(
    name="league",
    cls=Commands,
    help="Work out a season from its hands, and keep what is decided in it.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

#: The commands as help lists them.
_GROUPS: Final = {
    "Look": (standings.standings, schedule.schedule, players.players, report.report, site.site, open_.open_, log.log),
    "Hand out": (packet.packet, calendar.calendar),
    "Begin": (init.init, keep.keep),
    "Decide": (
        approve.approve,
        lock.lock,
        correct.correct,
        penalty.penalty,
        forfeit.forfeit,
        postpone.postpone,
        substitute.substitute,
        roster.roster,
        handicap.handicap,
        note.note,
        undo.undo,
    ),
}

for _group, _members in _GROUPS.items():
    for _command in _members:
        app.command(name=_command.__name__.rstrip("_"), cls=Command, rich_help_panel=_group)(guarded(_command))
