"""`league standings`: the table of a season."""

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


def standings(
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
    """Show the standings, how ties were broken, and every match.

    Example: clabber-audit league standings season.json season.db -o table.html
    """
    from clabber_audit.league.standings import standings as ranked
    from clabber_audit.render import league

    forms = Forms(league.standings_paper, league.standings_json, league.standings_csv)
    return told(ranked, forms, Asked(season, hands or [], ruleset, form, output, force, anonymous, changed, thorough))
