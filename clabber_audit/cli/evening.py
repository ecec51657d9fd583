"""`evening`: the tallies of an evening of Progressive Euchre."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.options import ForceOption, OutOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.league.evening import Evening, Sat


class EveningForm(StrEnum):
    """How an evening is written out."""

    html = "html"
    text = "text"
    csv = "csv"


def evening(
    tallies: Annotated[
        str, typer.Argument(metavar="TALLIES", help="The tally sheet, a .csv; schema tallies says how.")
    ],
    form: Annotated[
        EveningForm | None, typer.Option("--format", "-f", help="By default what FILE ends in, else text.")
    ] = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: Annotated[bool, typer.Option("--anonymous", help="Numbers instead of names.")] = False,
) -> Exit:
    """Add up an evening of Progressive Euchre: everybody's tally, high and low score, who sat where and belonged."""
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.lookalikes import look
    from clabber_audit.cli.options import form_of
    from clabber_audit.cli.output import destination
    from clabber_audit.ground.errors import Unusable
    from clabber_audit.league.evening import evening as added_up

    form = form_of(output, EveningForm, form) or EveningForm.text
    codes: set[Exit] = set()
    found = added_up(_tables(tallies, codes))
    if not found.tables:
        if codes:
            return worst(codes)
        raise Unusable("there is no table to add up", f"{tallies} holds none", "check the name")
    look(line.player for line in found.lines)
    with destination(output, force) as stream:
        stream.write(_written(found, form, anonymous))
    return worst(codes | ({Exit.UNDECIDED} if found.open else set()))


def _tables(path: str, codes: set[Exit]) -> list[Sat]:
    """The tables on a tally sheet; a row that is refused is told, and its exit code noted in `codes`."""
    from clabber_audit.cli.errors import report
    from clabber_audit.intake.tallies import tallies_in
    from clabber_audit.league.evening import written_down

    rows = []
    for entry in tallies_in(path):
        if entry.refused is None:
            rows.append(entry.record)
        else:
            report(entry.refused)
            codes.add(entry.refused.exit_code)
    return written_down(rows)


def _written(found: Evening, form: EveningForm, anonymous: bool) -> str:
    from clabber_audit.render import league

    if form is EveningForm.csv:
        return league.evening_csv(found, anonymous=anonymous)
    paper = league.evening_paper(found, anonymous=anonymous)
    return league.paper_page(paper) if form is EveningForm.html else league.paper_text(paper)
