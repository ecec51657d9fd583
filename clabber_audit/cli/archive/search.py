"""`archive search`: hands found by their words."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, LimitOption
from clabber_audit.cli.options import ChangedOption
from clabber_audit.cli.screen import say, tell
from clabber_audit.ground.errors import Exit


def search(
    archive: ArchiveArgument,
    words: Annotated[str, typer.Argument(metavar="WORDS", help="Words to look for, in quotes if several.")],
    limit: LimitOption = 0,
    changed: ChangedOption = False,
) -> Exit:
    """Find hands by words in names, teams, sources and remarks.

    Example: clabber-audit archive search season.db "Evening Example"
    """
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import searched
    from clabber_audit.ground.errors import shown

    with open_archive(archive, changed=changed) as opened:
        found = False
        for name, text in searched(opened, words, limit or -1):
            tell(f"{name}  {shown(text, 120)}")
            found = True
    if not found:
        say("no hand has these words")
    return Exit.DONE
