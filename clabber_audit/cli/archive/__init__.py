"""`archive`: hands and rulings kept in one file, found again, exported, and proven to be what they were."""

from __future__ import annotations

import typer

from clabber_audit.cli.archive import (
    add,
    amend,
    backup,
    checkpoint,
    decisions,
    export,
    init,
    list_,
    search,
    show,
    stats,
    verify,
)
from clabber_audit.cli.errors import Command, Commands, guarded

app = typer.Typer(
    name="archive",
    cls=Commands,
    help="Keep hands for good in one file: search them, export them, prove that nothing was changed.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _command in (
    init.init,
    add.add,
    amend.amend,
    list_.list_,
    show.show,
    search.search,
    stats.stats,
    decisions.decisions,
    export.export,
    backup.backup,
    verify.verify,
    checkpoint.checkpoint,
):
    app.command(name=_command.__name__.rstrip("_"), cls=Command)(guarded(_command))
