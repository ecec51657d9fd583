"""Command line: draw an evening of single players."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from clabber_audit.cli.options import ForceOption, OutOption, form_of, form_option
from clabber_audit.cli.output import destination
from clabber_audit.core.errors import Exit


class RotationForm(StrEnum):
    """Output format of a rotation."""

    text = "text"
    csv = "csv"
    html = "html"


def rotation(
    players: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="4 to 41 players, or one file of names.")
    ],
    *,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", metavar="N", min=1, help="Play N rounds (default: all of the chart)."),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", min=0, help="Draw numbers and tables by N; the same N, the same draw."
        ),
    ] = 1,
    form: Annotated[RotationForm | None, form_option(RotationForm)] = None,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Draw an evening of single players: nobody has the same partner twice. No chart can promise that if winners move up.

    As CSV it is the tally sheet that `evening --rotation` adds up; as HTML a page for phones, on which each table types
    its points. What they hand on is merged with `evening tallies.csv --rotation --code CODE`.

    Example: clabber-audit league rotation players.txt --rounds 8 -o tallies.csv
    """
    from clabber_audit.league.rotations import named_players
    from clabber_audit.league.rotations import rotation as drawn
    from clabber_audit.report.league.rotation import rotation_csv, rotation_page, rotation_text

    evening = drawn(named_players(players), rounds, seed)
    wanted = form_of(output, RotationForm, form) or RotationForm.text
    write = {
        RotationForm.csv: rotation_csv,
        RotationForm.html: rotation_page,
        RotationForm.text: rotation_text,
    }
    with destination(output, force) as stream:
        stream.write(write[wanted](evening))
    return Exit.DONE
