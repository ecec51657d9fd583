"""`evening`: the tallies of an evening of Progressive Euchre."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.options import ForceOption, OutOption, RulesetOption, form_option
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.law.bound_ruleset import BoundRuleset
    from clabber_audit.league.evening import Evening


class EveningForm(StrEnum):
    """How an evening is written out."""

    html = "html"
    text = "text"
    json = "json"
    csv = "csv"


def evening(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="A tally sheet (.csv, columns: see `schema tallies`; - is standard input), or files of hands.",
        ),
    ],
    ruleset: RulesetOption = None,
    form: Annotated[EveningForm | None, form_option(EveningForm)] = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Show numbers instead of names.")] = False,
) -> Exit:
    """Add up an evening of Progressive Euchre: each player’s tally, high and low score, who sat where.

    Example: clabber-audit evening tallies.csv
    """
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.lookalikes import look
    from clabber_audit.cli.options import asked_law, form_of
    from clabber_audit.cli.output import destination
    from clabber_audit.ground.errors import Unusable, UsageError
    from clabber_audit.intake.kinds import holds_tallies

    form = form_of(output, EveningForm, form) or EveningForm.text
    codes: set[Exit] = set()
    sheets = [path for path in paths if holds_tallies(path)]
    if sheets and len(paths) > 1:
        why = "one tally sheet covers a whole evening"
        raise UsageError(f"{sheets[0]} is a tally sheet, and other files were given too", why, "give it alone")
    law = asked_law(ruleset)
    found = _of_tallies(sheets[0], codes) if sheets else _of_hands(paths, law, codes)
    if not found.tables:
        if codes:
            return worst(codes)
        raise Unusable("no tables to add up", f"found none in {', '.join(paths)}", "check the name")
    look(line.player for line in found.lines)
    with destination(output, force) as stream:
        stream.write(_written(found, form, anonymous))
    return worst(codes | ({Exit.UNDECIDED} if found.open else set()))


def _of_tallies(path: str, codes: set[Exit]) -> Evening:
    """The evening on a tally sheet; a row that is refused is told, and its exit code noted in `codes`."""
    from clabber_audit.cli.errors import report
    from clabber_audit.intake.tallies import tallies_in
    from clabber_audit.league.evening import evening as added_up
    from clabber_audit.league.evening import written_down

    rows = []
    for entry in tallies_in(path):
        if entry.refused is None:
            rows.append(entry.record)
        else:
            report(entry.refused)
            codes.add(entry.refused.exit_code)
    return added_up(written_down(rows))


def _of_hands(paths: list[str], law: BoundRuleset | None, codes: set[Exit]) -> Evening:
    """The evening of some hands."""
    from clabber_audit.cli.rulings import ruled
    from clabber_audit.league.evening import evening as added_up
    from clabber_audit.league.evening import played

    return added_up(*played(ruled(paths, law, codes)))


def _written(found: Evening, form: EveningForm, anonymous: bool) -> str:
    from clabber_audit.render import league

    if form in (EveningForm.json, EveningForm.csv):
        write = league.evening_json if form is EveningForm.json else league.evening_csv
        return write(found, anonymous=anonymous)
    paper = league.evening_paper(found, anonymous=anonymous)
    return league.paper_page(paper) if form is EveningForm.html else league.paper_text(paper)
