"""`archive search`: hands found by their words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.archive.options import (
    ArchiveArgument,
    LimitOption,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.cli.screen import tell
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    pass


def search(
    archive: ArchiveArgument,
    words: Annotated[str, typer.Argument(metavar="WORDS", help="Words in names, teams, sources or remarks.")],
    limit: LimitOption = 0,
    changed: ChangedOption = False,
) -> Exit:
    """Find hands by the words in their names, teams, sources and remarks."""
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import searched
    from clabber_audit.ground.errors import shown

    with open_archive(archive, changed=changed) as opened:
        for name, text in searched(opened, words, limit or -1):
            tell(f"{name}  {shown(text, 120)}")
    return Exit.DONE
