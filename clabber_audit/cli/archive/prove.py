"""`archive prove`: that a hand is in an archive, or that the archive only grew, for whoever does not have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.archive.checkpoint import noted
from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.keys import sign_option
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.archive.proof_texts import Growth, Inclusion


def prove(
    archive: ArchiveArgument,
    hand: Annotated[str | None, typer.Argument(metavar="[ID]", help="The id of a hand.")] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="CHECKPOINT", help="Prove instead that the log has only grown since this note or line."
        ),
    ] = None,
    entry: Annotated[
        int | None, typer.Option("--entry", metavar="N", help="The version in entry N of the log.")
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option("--checkpoint", metavar="FILE", help="Prove it for this note instead of the current log."),
    ] = None,
    sign: Annotated[str | None, sign_option("the checkpoint that the proof ends in")] = None,
    output: OutOption = None,
    qr: Annotated[
        str | None, typer.Option("--qr", metavar="FILE", help="Write the proof as a QR code (.svg or .png) as well.")
    ] = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Prove in a few lines that a hand is in the archive, or that nothing in it changed since a checkpoint.

    The proof and a checkpoint can be checked without the archive: see `archive check-proof`.

    Example: clabber-audit archive prove season.db otters-2026-r3-h1 -o hand.tlog-proof
    """
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.proofs import proof_of_growth, proof_of_hand
    from clabber_audit.archive.reading import checkpoint_of
    from clabber_audit.cli.archive.checkpoints import given, note_in, put
    from clabber_audit.cli.output import destination
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.render.code import is_drawable

    if (hand is None) == (since is None):
        raise UsageError("nothing to prove", "", "give either the id of a hand, or --since and a checkpoint")
    if checkpoint is not None and sign is not None:
        raise UsageError("a note is signed when it is written", "", "give --checkpoint or --sign, not both")
    if entry is not None and hand is None:
        raise UsageError("--entry needs a hand", "", "give its id")
    if qr is not None and not is_drawable(qr):
        raise UsageError(f"{qr} has the wrong extension", "a QR code is written as .svg or .png", "give another name")
    with open_archive(archive, changed=changed) as opened:
        if checkpoint is None:
            found = checkpoint_of(opened)
            note = noted(found, sign)
        else:
            note, found = note_in(checkpoint)
        proof: Growth | Inclusion
        if since is not None:
            proof = proof_of_growth(opened, given(since), found, note)
        else:
            assert hand is not None
            proof = proof_of_hand(opened, hand, entry, found, note)
    if qr is not None:
        _draw(str(proof), qr, force)
    with destination(output, force) as stream:
        put(stream, str(proof))
    return Exit.DONE


def _draw(proof: str, path: str, force: bool) -> None:
    """Write a proof as a code; Unusable where it is too long for one that a telephone reads."""
    from clabber_audit.cli.output import destination
    from clabber_audit.ground.errors import Unusable
    from clabber_audit.render.code import drawing

    data = drawing(proof, path)
    if data is None:
        size = len(proof.encode())
        raise Unusable("the proof is too long for a QR code", f"it has {size} bytes", "print it as text")
    with destination(path, force) as stream:
        stream.write_bytes(data)
