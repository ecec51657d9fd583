"""`league standings`, `schedule`, `report`: what the hands of a season come to."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.league.telling import Asked, Form, Forms, told
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption
from clabber_audit.ground.errors import Exit

SeasonArgument = Annotated[
    str, typer.Argument(metavar="SEASON", help="The season file, clabber-season/1; - is standard input.")
]
HandsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH...", help="Files or folders of records, or an archive; - is standard input."),
]
FormOption = Annotated[Form | None, typer.Option("--format", "-f", help="By default what FILE ends in, else text.")]
LawOption = Annotated[
    str | None,
    typer.Option("--ruleset", "-r", metavar="ID|FILE", help="Judge by this ruleset instead of the season’s own."),
]
NamelessOption = Annotated[
    bool, typer.Option("--anonymous", help="Numbers for teams, no names of people, nothing written freely.")
]


def standings(
    season: SeasonArgument,
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """The table, with how every tie was broken and every match as it stands."""
    from clabber_audit.league.standings import standings as ranked
    from clabber_audit.render import league

    forms = Forms(league.standings_paper, league.standings_json, league.standings_csv)
    return told(ranked, forms, Asked(season, hands or [], ruleset, form, output, force, anonymous, changed))


def schedule(
    season: SeasonArgument,
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Who meets whom and when, who has a bye; with hands also how each match stands."""
    from clabber_audit.league.standings import standings as ranked
    from clabber_audit.render import league

    forms = Forms(league.schedule_paper, league.schedule_json, league.schedule_csv)
    return told(ranked, forms, Asked(season, hands or [], ruleset, form, output, force, anonymous, changed))


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
