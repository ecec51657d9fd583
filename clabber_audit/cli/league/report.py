"""`league report`: the audit of a season."""

from __future__ import annotations

from clabber_audit.cli.league.common import (
    Asked,
    FormOption,
    Forms,
    LawOption,
    NamelessOption,
    SeasonArgument,
    WantedHandsArgument,
    told,
)
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption, ThoroughOption
from clabber_audit.ground.errors import Exit


def report(
    season: SeasonArgument,
    hands: WantedHandsArgument = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
    changed: ChangedOption = False,
    thorough: ThoroughOption = False,
) -> Exit:
    """Audit a season: reneges called and uncalled, wrong sheets, games with a different winner.

    Example: clabber-audit league report season.json season.db
    """
    from clabber_audit.league.audit import audit
    from clabber_audit.render import league

    forms = Forms(league.report_paper, league.audit_json, league.report_csv)
    return told(audit, forms, Asked(season, hands or [], ruleset, form, output, force, anonymous, changed, thorough))
