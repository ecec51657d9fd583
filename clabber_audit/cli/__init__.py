"""The command line: one file a command. None is loaded before it is asked for, and nothing heavy before it runs."""

from __future__ import annotations

from typing import Annotated, Final

import typer
from typer.main import get_command

from clabber_audit.cli.errors import Commands
from clabber_audit.cli.loading import with_commands
from clabber_audit.cli.screen import say_warnings, tell
from clabber_audit.ground import __version__

say_warnings()

app = typer.Typer(
    name="clabber-audit",
    cls=Commands,
    help="Record hands of Clabber and Bid Euchre, and rule on disputes.",
    epilog="Example: clabber-audit rule hand.clab -o ruling.html",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        tell(f"clabber-audit {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Record hands of Clabber and Bid Euchre, and rule on disputes."""


#: The commands as help lists them, by what one wants to do.
_PANELS: Final = {
    "Judge": ("rule", "check", "replay", "sign", "verify", "demo"),
    "Write down": ("recorder", "site", "record", "convert", "fmt", "schema", "simulate"),
    "Games and leagues": ("score", "evening", "league"),
    "Rules": ("explain", "legal", "rulesets", "conformance"),
    "Keep": ("archive",),
}

program = with_commands(get_command(app), __name__, _PANELS)
