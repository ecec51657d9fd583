"""`archive verify`: whether an archive is what it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

from clabber_audit.cli.archive.checkpoints import NotesOption
from clabber_audit.cli.archive.looking import JobsOption
from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.keys import SignedByOption
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit, UsageError, shown

if TYPE_CHECKING:
    from clabber_audit.archive.checkpoint import Checkpoint, Typed
    from clabber_audit.signing.note import Note
    from clabber_audit.signing.vouching import Signers

#: The file of a note, what stands in it, and the checkpoint that this is.
Noted = tuple[str, "Note", "Checkpoint"]
#: What to do about what does not fit. A signature is none of the archive's.
_NOTHING: Final = ""
_REBUILD: Final = "; the log is intact, and archive rebuild restores the rest from it"
_BACKUP: Final = "; restore the archive from a backup"


def verify(
    archive: ArchiveArgument,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="CHECKPOINT", help="A line printed earlier by `archive checkpoint` (repeatable)."
        ),
    ] = None,
    checkpoint: NotesOption = None,
    signed: SignedByOption = None,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Prove that an archive is whole and, with a checkpoint, that nothing before it was changed.

    A checkpoint stored as a note is checked for signatures too. Exit code 1 if something does not match.

    Example: clabber-audit archive verify season.db --against "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C"
    """
    from clabber_audit.archive.checkpoint import parse
    from clabber_audit.archive.clock import Clock
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.proving import complaints_of
    from clabber_audit.archive.reading import checkpoint_line
    from clabber_audit.cli.archive.checkpoints import note_in
    from clabber_audit.cli.archive.looking import looking
    from clabber_audit.cli.keys import signers
    from clabber_audit.cli.screen import say, tell

    known = signers(signed)
    if known and not checkpoint:
        raise UsageError(
            "there is no signature to check", "only notes of checkpoints are signed", "give one with --checkpoint"
        )
    notes: list[Noted] = [(path, *note_in(path)) for path in checkpoint or ()]
    papers: list[Typed | Checkpoint] = [*map(parse, against or ()), *(noted for _, _, noted in notes)]
    # Whoever writes meanwhile waits for the copy to be made, not for it to be looked through.
    with open_archive(archive, changed=changed) as opened:
        copy, found, clock = opened.copied(), Counter[str](), Clock()
    with copy:
        for unsigned in _unsigned(notes, known):
            tell(f"{shown(archive, 200)}: {unsigned}")
            found[_NOTHING] += 1
        for told, due in complaints_of(copy, papers, looking(copy, jobs, "verifying"), clock):
            tell(f"{shown(archive, 200)}: {told}")
            found[_BACKUP if due is None else _REBUILD] += 1
        line = "" if found else checkpoint_line(copy)
    for told in clock.told():
        say(f"look: {archive}: {told}")
    if found:
        things = counted(found.total(), "{count} problem found", "{count} problems found")
        say(things + next((remedy for remedy in (_BACKUP, _REBUILD) if found[remedy]), ""))
        return Exit.FINDINGS
    fits = (
        counted(len(papers), ", and matches {count} checkpoint", ", and matches {count} checkpoints") if papers else ""
    )
    say(f"{line} matches its log{fits}")
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
