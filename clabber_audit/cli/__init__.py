"""The command line: one file a command. Nothing heavy is imported before a command runs."""

from __future__ import annotations

from typing import Annotated, Final

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
    site,
    verify,
)
from clabber_audit.cli.archive import app as archive_app
from clabber_audit.cli.errors import Command, Commands, guarded
from clabber_audit.cli.league import app as league_app
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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Record hands of Clabber and Bid Euchre, and rule on disputes."""


#: The commands as help lists them, by what one wants to do.
_GROUPS: Final = {
    "Judge": (rule.rule, check.check, replay.replay, verify.verify, demo.demo),
    "Write down": (
        recorder.recorder,
        site.site,
        record.record,
        convert.convert,
        fmt.fmt,
        schema.schema,
        simulate.simulate,
    ),
    "Keep": (archive_app,),
    "Games and leagues": (score.score, evening.evening, league_app),
    "Rules": (explain.explain, legal.legal, rulesets.rulesets),
}

for _group, _members in _GROUPS.items():
    for _member in _members:
        if isinstance(_member, typer.Typer):
            app.add_typer(_member, rich_help_panel=_group)
        else:
            app.command(cls=Command, rich_help_panel=_group)(guarded(_member))
