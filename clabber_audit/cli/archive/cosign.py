"""`archive cosign`: a witness signs what it saw of an archive that only grew."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.keys import SignedByOption
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.archive.proof_texts import Growth
    from clabber_audit.signing.note import Note
    from clabber_audit.signing.secret import Secret


def cosign(
    checkpoint: Annotated[
        str,
        typer.Argument(metavar="CHECKPOINT", help="The note, or the proof of `archive prove --since` that ends in it."),
    ],
    key: Annotated[str, typer.Option("--key", metavar="KEY", help="The private key of the witness.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Name of the witness, such as witness.example.")],
    last: Annotated[
        str, typer.Option("--last", metavar="FILE", help="File with the last checkpoint that was cosigned.")
    ],
    archive: Annotated[
        str | None, typer.Option("--archive", metavar="ARCHIVE", help="The archive, if there is no proof.")
    ] = None,
    signed: SignedByOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Cosign a checkpoint as a witness, if the log has only grown since the last one cosigned.

    Exit code 1, and nothing is signed, if it did not.

    Example: clabber-audit archive cosign grown.proof --key witness --name witness.example --last otters.note
    """
    from clabber_audit.archive.proof_texts import Growth, checkpoint_in, proof_of
    from clabber_audit.archive.witness import objection
    from clabber_audit.cli.archive.checkpoints import put
    from clabber_audit.cli.keys import secret, signers
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.screen import say
    from clabber_audit.cli.texts import text_in
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.signing.note import cosignature, is_name, note_of, with_lines
    from clabber_audit.signing.vouching import vouched

    if not is_name(name):
        raise UsageError(
            f"“{shown(name, 80)}” is not a valid name for a witness", "a name has no spaces and no plus", "give another"
        )

    def either(text: str) -> Growth | Note:
        if not text.startswith("old "):
            note = note_of(text)
            checkpoint_in(note)
            return note
        proof = proof_of(text)
        assert isinstance(proof, Growth)
        return proof

    asked, ours = text_in(checkpoint, either, "a checkpoint"), secret(key)
    note = asked.note if isinstance(asked, Growth) else asked
    new, shown_as = checkpoint_in(note), shown(checkpoint, 200)
    for file in signers(signed):
        for said, holds in vouched(note, file):
            say(f"{shown_as}: {said}")
            if not holds:
                return Exit.FINDINGS
    if not signed:
        say("not checked: who signed the checkpoint; --signed-by does that")
    before = _last(last, name, ours)
    if before is None:
        say(f"look: {shown(last, 200)} is not there yet: this is the first checkpoint of {new.origin} that is cosigned")
    else:
        old = checkpoint_in(before)
        path = _path(asked, archive, before, note, changed) if old.size and old.size < new.size else ()
        wrong = objection(old, new, path)
        if wrong:
            say(f"{shown_as}: not cosigned: {wrong}")
            return Exit.FINDINGS
    made = with_lines(note, [cosignature(note.text, name, ours, int(time.time()))])
    # Whoever cosigns remembers it first.
    with destination(last, force=True) as stream:
        put(stream, str(made))
    with destination(output, force) as stream:
        put(stream, str(made))
    return Exit.DONE


def _last(path: str, name: str, ours: Secret) -> Note | None:
    """The note that was cosigned last; Unusable where the file says otherwise than the witness signed."""
    from clabber_audit.cli.archive.checkpoints import note_in
    from clabber_audit.ground.errors import Unusable, shown
    from clabber_audit.signing.note import TIMED, Signed, Verifier, signatures_by

    if not os.path.lexists(path):
        return None
    note, _ = note_in(path)
    own = list(signatures_by(note, ours.public.raw, Verifier(name, TIMED, ours.public.raw)))
    if not own or not all(isinstance(one, Signed) for one in own):
        why = f"{name} did not cosign what stands in it with this key"
        raise Unusable(
            f"{shown(path, 200)} is not the last checkpoint cosigned", why, "use the file, key and name of that time"
        )
    return note


def _path(asked: Growth | Note, archive: str | None, before: Note, note: Note, changed: bool) -> tuple[bytes, ...]:
    """The proof that the log only grew: the one that was given, or made from the archive."""
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.proof_texts import Growth, checkpoint_in
    from clabber_audit.archive.proofs import proof_of_growth
    from clabber_audit.ground.errors import UsageError

    old = checkpoint_in(before)
    if isinstance(asked, Growth) and asked.old == old.size:
        return asked.path
    if archive is None:
        why = f"the last one cosigned has {old.size} entries"
        what = "a proof is needed that the log has only grown since"
        raise UsageError(what, why, "run archive prove ARCHIVE --since CHECKPOINT, or add --archive")
    with open_archive(archive, changed=changed) as opened:
        return proof_of_growth(opened, old, checkpoint_in(note), note).path
