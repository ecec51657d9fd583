"""Command line."""

from __future__ import annotations

from typing import Final

import typer
from typer.main import get_command

from clabber_audit.cli.commands import HELP, Commands, with_commands
from clabber_audit.cli.options import flag
from clabber_audit.cli.output import echo, say_warnings
from clabber_audit.core import __version__

say_warnings()

app = typer.Typer(
    name="clabber-audit",
    cls=Commands,
    help="Record hands of Clabber and Bid Euchre, and rule on disputes.",
    epilog="Example: clabber-audit rule hand.clab -o ruling.html",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=HELP,
)


def _version(wanted: bool) -> None:
    if wanted:
        echo(f"clabber-audit {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = flag("--version", "Print the version and exit.", callback=_version, is_eager=True),
) -> None:
    """Record hands of Clabber and Bid Euchre, and rule on disputes."""


#: The commands as help lists them, by what one wants to do.
_PANELS: Final = {
    "Judge": "rule.rule check.check rule.replay sign.appeal sign.sign sign.verify rule.demo",
    "Write down": """
        record.recorder record.site record.record convert.convert convert.fmt convert.schema convert.simulate
    """,
    "Games and leagues": "score.score score.evening league.program",
    "Rules": "rulesets.explain rulesets.legal rulesets.rulesets book.program conformance.conformance",
    "Keep": "archive.program",
}

program = with_commands(get_command(app), __name__, _PANELS)
