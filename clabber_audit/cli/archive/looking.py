"""How the entries of an archive are looked through: by several processes where there are many, with a bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from clabber_audit.archive.opening import Archive
    from clabber_audit.archive.proving import Looking
    from clabber_audit.archive.scrutiny import Seen, Share

JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", min=1, help="Use N processes (default: all there are)."),
]

#: As many entries are looked at by one process; starting others takes longer.
_FEW: Final = 4_000


def looking(archive: Archive, jobs: int | None, doing: str) -> Looking:
    """How an archive is looked through by `jobs` processes, with a bar that says what is being done."""
    from clabber_audit.cli.screen import with_bar
    from clabber_audit.ground.jobs import shared_among

    def look_through(look: Callable[[Share], list[Seen]], shares: Iterable[Share]) -> Iterator[Seen]:
        entries: int = archive.value("SELECT count(*) FROM log")
        return with_bar(shared_among(look, shares, jobs, few=entries <= _FEW), doing, lambda: entries)

    return look_through
