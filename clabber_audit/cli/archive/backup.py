"""`archive backup`: a copy made while the archive may be in use."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit


def backup(
    archive: ArchiveArgument,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="New file for the copy.")],
    changed: ChangedOption = False,
) -> Exit:
    """Copy an archive, even while it is in use. The copy proves whatever the archive proves.

    Example: clabber-audit archive backup season.db season-copy.db
    """
    from clabber_audit.archive.backup import copy
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.cli.screen import say

    with open_archive(archive, changed=changed) as opened:
        line = copy(opened, target)
    say(f"{target} holds {line}")
    return Exit.DONE
