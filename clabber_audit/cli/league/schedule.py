"""`league schedule`: who meets whom and when."""

from __future__ import annotations

from clabber_audit.cli.league.common import (
    Asked,
    FormOption,
    Forms,
    HandsArgument,
    LawOption,
    NamelessOption,
    SeasonArgument,
    told,
)
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption, ThoroughOption
from clabber_audit.ground.errors import Exit


def schedule(
    season: SeasonArgument,
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
    changed: ChangedOption = False,
    thorough: ThoroughOption = False,
) -> Exit:
    """Show who meets whom and when, and who has a bye; with hands, also the results.

    Example: clabber-audit league schedule season.json
    """
    from clabber_audit.league.standings import standings as ranked
    from clabber_audit.render import league

    forms = Forms(league.schedule_paper, league.schedule_json, league.schedule_csv)
    return told(ranked, forms, Asked(season, hands or [], ruleset, form, output, force, anonymous, changed, thorough))
