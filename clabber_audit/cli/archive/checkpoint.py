"""`archive checkpoint`: a line for paper, or a note that others can sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.keys import sign_option
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.archive.checkpoint import Checkpoint
    from clabber_audit.signing.note import Note


def checkpoint(
    archive: ArchiveArgument,
    note: Annotated[
        bool, typer.Option("--note", help="Print it in full, as transparency logs do, for proofs and witnesses.")
    ] = False,
    sign: Annotated[str | None, sign_option("the note")] = None,
    output: OutOption = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Print one line to keep on paper: it proves later that nothing in the archive was changed.

    With --note or --sign it is a note of three lines instead, signed or not.

    Example: clabber-audit archive checkpoint season.db
    """
    from clabber_audit.archive.checkpoint import text
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import checkpoint_of
    from clabber_audit.cli.archive.checkpoints import put
    from clabber_audit.cli.output import destination

    with open_archive(archive, changed=changed) as opened:
        found = checkpoint_of(opened)
    with destination(output, force) as stream:
        if note or sign is not None:
            put(stream, str(noted(found, sign)))
        else:
            stream.write(f"{text(found)}\n")
    return Exit.DONE


def noted(found: Checkpoint, sign: str | None) -> Note:
    """A checkpoint as a note, signed with the private key in a file, if there is one, by the name of the archive."""
    from clabber_audit.archive.proof_texts import checkpoint_text
    from clabber_audit.cli.keys import secret
    from clabber_audit.signing.note import Note, signature

    body = checkpoint_text(found)
    return Note(body) if sign is None else Note(body, (signature(body, found.origin, secret(sign)),))
