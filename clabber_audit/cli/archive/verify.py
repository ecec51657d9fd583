"""`archive verify`: whether an archive is what it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Final

import typer

from clabber_audit.cli.archive.checkpoints import NotesOption
from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.keys import SignedByOption
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit, UsageError, shown

if TYPE_CHECKING:
    from clabber_audit.archive.checkpoint import Checkpoint, Typed
    from clabber_audit.archive.scrutiny import Seen, Share
    from clabber_audit.signing.note import Note
    from clabber_audit.signing.vouching import Signers

#: The file of a note, what stands in it, and the checkpoint that this is.
Noted = tuple[str, "Note", "Checkpoint"]
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
    checkpoint: NotesOption = None,
    signed: SignedByOption = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Judge in N processes; if omitted, in all there are."),
    ] = None,
    changed: ChangedOption = False,
) -> Exit:
    """Prove that an archive is whole and, with a checkpoint, that nothing before it was changed.

    A checkpoint kept as a note is looked at for signatures. Exit code 1 if something does not fit.

    Example: clabber-audit archive verify season.db --against "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C"
    """
    from clabber_audit.archive.checkpoint import parse
    from clabber_audit.archive.clock import Clock
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.proving import complaints_of
    from clabber_audit.archive.reading import checkpoint_line
    from clabber_audit.cli.archive.checkpoints import note_in
    from clabber_audit.cli.keys import signers
    from clabber_audit.cli.screen import say, tell, with_bar
    from clabber_audit.ground.jobs import shared_among

    known = signers(signed)
    if known and not checkpoint:
        raise UsageError("no signature to look for", "notes of checkpoints are signed", "give one with --checkpoint")
    notes: list[Noted] = [(path, *note_in(path)) for path in checkpoint or ()]
    papers: list[Typed | Checkpoint] = [*map(parse, against or ()), *(noted for _, _, noted in notes)]
    # Whoever writes meanwhile waits for the copy to be made, not for it to be looked through.
    with open_archive(archive, changed=changed) as opened:
        copy, found, clock = opened.copied(), 0, Clock()
    with copy:
        entries: int = copy.value("SELECT count(*) FROM log")

        def looking(look: Callable[[Share], list[Seen]], shares: Iterable[Share]) -> Iterator[Seen]:
            return with_bar(shared_among(look, shares, jobs, few=entries <= _FEW), "verifying", lambda: entries)

        for complaint in chain(_unsigned(notes, known), complaints_of(copy, papers, looking, clock)):
            tell(f"{archive}: {complaint}")
            found += 1
        line = "" if found else checkpoint_line(copy)
    for told in clock.told():
        say(f"look: {archive}: {told}")
    if found:
        things = counted(found, "{count} thing did not fit", "{count} things did not fit")
        say(f"{things}; restore the archive from a backup")
        return Exit.FINDINGS
    fits = counted(len(papers), ", and fits {count} checkpoint", ", and fits {count} checkpoints") if papers else ""
    say(f"{line} fits its log{fits}")
    return Exit.DONE


def _unsigned(notes: Sequence[Noted], known: Sequence[Signers]) -> Iterator[str]:
    """What is wrong with the signatures of notes; who signed them is said."""
    from clabber_audit.cli.screen import say
    from clabber_audit.signing.vouching import vouched

    for path, note, _ in notes:
        for signers in known:
            for said, holds in vouched(note, signers):
                if holds:
                    say(f"{shown(path, 200)}: {said}")
                else:
                    yield f"{shown(path, 200)}: {said}"
        if note.lines and not known:
            say(f"{shown(path, 200)}: not checked: who signed it; --signed-by does that")
