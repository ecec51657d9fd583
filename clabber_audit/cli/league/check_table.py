"""Command line: check printed standings."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from clabber_audit.cli.options import ForceOption, OutOption, form_of, form_option
from clabber_audit.cli.output import destination
from clabber_audit.core.errors import Exit


class TableForm(StrEnum):
    """Output format of a checked table."""

    text = "text"
    json = "json"


def check_table(
    clipping: Annotated[str, typer.Argument(metavar="FILE", help="The standings, typed as CSV.")],
    *,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="N", min=1, max=3600, help="Search for at most N seconds."),
    ] = 10,
    season: Annotated[
        bool, typer.Option("--show-season", help="Show every game of the season that fits.")
    ] = False,
    form: Annotated[TableForm | None, form_option(TableForm)] = None,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Check printed standings without a hand: can any season give this table?

    Example: clabber-audit league check-table examples/league/clipping.csv
    """
    from clabber_audit.league.printed_table import load_printed_table
    from clabber_audit.league.table_check import check_table
    from clabber_audit.report.league.printed_table import table_check_json, table_check_text

    checked = check_table(load_printed_table(clipping), seconds=seconds)
    wanted = form_of(output, TableForm, form) or TableForm.text
    with destination(output, force) as stream:
        if wanted is TableForm.json:
            stream.write(table_check_json(checked, clipping))
        else:
            stream.write(table_check_text(checked, clipping, season=season))
    if checked.verdict == "not settled":
        return Exit.UNDECIDED
    return Exit.DONE if checked.verdict == "a season fits" else Exit.FINDINGS
