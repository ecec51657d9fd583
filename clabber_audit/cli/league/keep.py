"""`league keep`: an archive that keeps the decisions of a season too."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.league.deciding import SeasonFileArgument
from clabber_audit.cli.screen import say
from clabber_audit.ground.errors import Exit, UsageError


def keep(
    season: SeasonFileArgument,
    archive: Annotated[
        str | None,
        typer.Argument(metavar="ARCHIVE", help="The archive (default: the one named in the season)."),
    ] = None,
) -> Exit:
    """Store every decision in the log of an archive too, earlier ones included.

    Whatever is missing or different in the season file is put back from the archive.

    Example: clabber-audit league keep season.json season.db
    """
    from clabber_audit.archive.decisions import compared, highest
    from clabber_audit.cli.league.ledger import entered, held_open, named
    from clabber_audit.cli.league.season_file import held, replacing
    from clabber_audit.ground.files import whole
    from clabber_audit.league.season import load
    from clabber_audit.league.season.door import LARGEST
    from clabber_audit.league.season.entering import brought_back

    with held(season) as path:
        before = load(path)
        wanted = named(path, archive) if archive else before.archive
        if wanted is None:
            raise UsageError("the season names no archive", "", "give the archive after the season")
        with replacing(path) as put, held_open(path, wanted) as opened:
            differing = compared(opened, before)
            back = (*differing.gone, *differing.otherwise)
            text, found = brought_back(whole(path, LARGEST), back, above=highest(opened, before), archive=wanted)
            new = entered(opened, found).missing
            if back or new or wanted != before.archive:
                put(text)
    since = "" if wanted == before.archive else " from now on"
    said = f"{len(new)} added, {len(back)} put back into {season}" if new or back else "nothing was missing"
    say(f"{wanted} keeps the decisions of {season}{since}: {said}")
    return Exit.DONE
