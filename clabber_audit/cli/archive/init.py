"""`archive init`: an empty archive."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.ground.errors import Exit


def init(
    archive: ArchiveArgument,
    origin: Annotated[
        str | None,
        typer.Option("--origin", metavar="NAME", help="Name on checkpoints (default: the file’s name)."),
    ] = None,
) -> Exit:
    """Make an empty archive. A file that already exists is never touched.

    Example: clabber-audit archive init season.db
    """
    from clabber_audit.archive.opening import create
    from clabber_audit.cli.screen import say

    with create(archive, origin) as made:
        say(f"{archive} is a new archive called {made.origin}")
    return Exit.DONE
