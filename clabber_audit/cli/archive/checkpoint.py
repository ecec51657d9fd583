"""`archive checkpoint`: a line for paper."""

from __future__ import annotations

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit


def checkpoint(archive: ArchiveArgument, changed: ChangedOption = False) -> Exit:
    """Print one line to keep on paper: it proves later that nothing in the archive was changed.

    Example: clabber-audit archive checkpoint season.db
    """
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import checkpoint_line
    from clabber_audit.cli.screen import tell

    with open_archive(archive, changed=changed) as opened:
        tell(checkpoint_line(opened))
    return Exit.DONE
