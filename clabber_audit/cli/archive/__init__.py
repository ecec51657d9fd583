"""Command line: archive."""

from __future__ import annotations

from typing import Final

import typer
from typer.main import get_group

from clabber_audit.cli.commands import Commands, with_commands

app = typer.Typer(
    name="archive",
    cls=Commands,
    help="Store hands in one file; search and export them, and prove that none was changed.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)

_IN_ORDER: Final = (
    *(
        "store.init",
        "store.add",
        "amend.amend",
        "read.list_",
        "read.show",
        "read.search",
        "read.dates",
        "people.people",
        "read.stats",
    ),
    *(
        "read.decisions",
        "read.would_change",
        "read.export",
        "store.backup",
        "prove.verify",
        "prove.rebuild",
        "prove.checkpoint",
    ),
    *("prove.cosign", "prove.prove", "prove.check_proof"),
)

program = with_commands(get_group(app), __name__, {"Commands": _IN_ORDER})
