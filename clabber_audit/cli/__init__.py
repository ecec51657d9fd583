"""The command line: one file a command. Nothing heavy is imported before a command runs."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli import (
    check,
    convert,
    demo,
    evening,
    explain,
    fmt,
    legal,
    record,
    recorder,
    replay,
    rule,
    rulesets,
    schema,
    score,
    simulate,
    verify,
)
from clabber_audit.cli.archive import app as archive_app
from clabber_audit.cli.errors import Commands, guarded
from clabber_audit.cli.league import app as league_app
from clabber_audit.cli.screen import say_warnings, tell
from clabber_audit.ground import __version__

say_warnings()

app = typer.Typer(
    name="clabber-audit",
    cls=Commands,
    help="Record hands of Evansville Clabber and rule on disputes.",
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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Record hands of Evansville Clabber and rule on disputes."""


for _command in (
    check.check,
    rule.rule,
    verify.verify,
    score.score,
    evening.evening,
    replay.replay,
    explain.explain,
    rulesets.rulesets,
    convert.convert,
    fmt.fmt,
    record.record,
    recorder.recorder,
    legal.legal,
    schema.schema,
    simulate.simulate,
    demo.demo,
):
    app.command()(guarded(_command))
app.add_typer(archive_app)
app.add_typer(league_app)
