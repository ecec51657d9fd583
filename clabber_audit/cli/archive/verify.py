"""`archive verify`: whether an archive is what it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.archive.scrutiny import Seen, Share

#: As many entries are looked at by one process; starting others takes longer.
_FEW: Final = 4_000


def verify(
    archive: ArchiveArgument,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="CHECKPOINT", help="A line printed earlier by `archive checkpoint`; may be repeated."
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Judge in N processes; if omitted, in all there are."),
    ] = None,
    changed: ChangedOption = False,
) -> Exit:
    """Prove that an archive is whole and, with a checkpoint, that nothing before it was changed.

    Exit code 1 if something does not fit.

    Example: clabber-audit archive verify season.db --against "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C"
    """
    from clabber_audit.archive.checkpoint import parse
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.proving import complaints_of
    from clabber_audit.archive.reading import checkpoint_line
    from clabber_audit.cli.screen import say, tell, with_bar
    from clabber_audit.ground.jobs import shared_among

    typed = [parse(line) for line in against or ()]
    # Whoever writes meanwhile waits for the copy to be made, not for it to be looked through.
    with open_archive(archive, changed=changed) as opened:
        copy, found = opened.copied(), 0
    with copy:
        entries: int = copy.value("SELECT count(*) FROM log")

        def looking(look: Callable[[Share], list[Seen]], shares: Iterable[Share]) -> Iterator[Seen]:
            return with_bar(shared_among(look, shares, jobs, few=entries <= _FEW), "verifying", lambda: entries)

        for complaint in complaints_of(copy, typed, looking):
            tell(f"{archive}: {complaint}")
            found += 1
        line = "" if found else checkpoint_line(copy)
    if found:
        things = counted(found, "{count} thing did not fit", "{count} things did not fit")
        say(f"{things}; restore the archive from a backup")
        return Exit.FINDINGS
    papers = counted(len(typed), ", and fits {count} checkpoint", ", and fits {count} checkpoints") if typed else ""
    say(f"{line} fits its log{papers}")
    return Exit.DONE
