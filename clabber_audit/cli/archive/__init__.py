"""`archive`: hands and rulings kept in one file, found again, exported, and proven to be what they were."""

from __future__ import annotations

from typing import Final

import typer
from typer.main import get_group

from clabber_audit.cli.errors import Commands
from clabber_audit.cli.loading import with_commands

app = typer.Typer(
    name="archive",
    cls=Commands,
    help="Store hands in one file; search and export them, and prove that none was changed.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_IN_ORDER: Final = (
    *("init", "add", "amend", "list_", "show", "search", "stats", "decisions", "export", "backup", "verify", "rebuild"),
    *("checkpoint", "cosign", "prove", "check_proof"),
)

program = with_commands(get_group(app), __name__, {"Commands": _IN_ORDER})
