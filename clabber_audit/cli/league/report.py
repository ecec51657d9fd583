"""`league report`: the audit of a season."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.league.common import (
    Asked,
    FormOption,
    Forms,
    LawOption,
    NamelessOption,
    SeasonArgument,
    told,
)
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption
from clabber_audit.ground.errors import Exit


def report(
    season: SeasonArgument,
    hands: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files or folders of records, or an archive; - is standard input."),
    ],
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """The audit: reneges called and uncalled, wrong sheets, games that would have ended otherwise."""
    from clabber_audit.league.audit import audit
    from clabber_audit.render import league

    forms = Forms(league.report_paper, league.audit_json, league.report_csv)
    return told(audit, forms, Asked(season, hands, ruleset, form, output, force, anonymous, changed))
