"""Whether a proof holds, without the archive: what it leads to, and what vouches for the checkpoint it ends in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.archive.checkpoint import Checkpoint, Typed
from clabber_audit.archive.merkle import EMPTY
from clabber_audit.archive.merkle_proofs import is_whole_tree, root_by_inclusion, roots_by_consistency
from clabber_audit.archive.proof_texts import Growth, Inclusion, around_in, checkpoint_in
from clabber_audit.ground.errors import Exit, shown
from clabber_audit.signing.note import Note
from clabber_audit.signing.vouching import Signers, vouched

#: What is said of each thing, and the exit code that it deserves.
Told = tuple[str, Exit]

_PAPER: Final = (
    "not checked: with {} entries, a power of two, the proof relies on the whole root, and paper has only part of it; "
    "give that checkpoint as a note"
)
_BARE: Final = "not checked: which record it is for; the proof does not say"
_UNVOUCHED: Final = "not checked: whether its checkpoint is the archive’s; give the checkpoint, its root, or a key"


class Trusted(NamedTuple):
    """What one has from elsewhere, and goes by."""

    checkpoints: Sequence[Checkpoint | Typed] = ()
    roots: Sequence[bytes] = ()
    signers: Sequence[Signers] = ()


def of_inclusion(proof: Inclusion, record: dict[str, Any] | None, trusted: Trusted) -> Iterator[Told]:
    """What holds of a proof that a hand is in a log, and what does not; of a record, whether it is that hand."""
    checkpoint = checkpoint_in(proof.note)
    if not proof.extra:
        yield _BARE, Exit.UNDECIDED
        return
    try:
        around = around_in(proof.extra)
        leaf = around.leaf if record is None else around.leaf_of(record)
    except ValueError as problem:
        yield f"cannot tell which record it is for: {problem}", Exit.FINDINGS
        return
    root = root_by_inclusion(leaf, proof.seq, checkpoint.size, proof.path)
    among = f"entry {proof.seq} of the {checkpoint.size} of {checkpoint.origin}"
    as_told = record is None or (around.hand, around.leaf) == (record.get("id"), leaf)
    if root != checkpoint.root or not as_told:
        whose = "the proof does not lead to its checkpoint" if record is None else f"the record is not {among}"
        yield (
            f"{whose}: the record, the proof or the checkpoint was changed, or they do not belong together",
            Exit.FINDINGS,
        )
        return
    if record is None:
        named = f"“{shown(around.hand, 64)}”, by its own name"
        yield f"a record is {among}: {named}", Exit.DONE
        yield "not checked: which record that is; give it with --record", Exit.UNDECIDED
    else:
        named = shown(record.get("id"), 64)
        changed = f", by {shown(around.said['by'], 80)}" if "by" in around.said else ""
        yield f"“{named}” is {among}, stored on {shown(around.said['at'], 40)}{changed}", Exit.DONE
    yield from _vouched(checkpoint, proof.note, trusted)


def of_growth(proof: Growth, since: Checkpoint | Typed | None, trusted: Trusted) -> Iterator[Told]:
    """What holds of a proof that a log only grew since a checkpoint, and what does not."""
    checkpoint = checkpoint_in(proof.note)
    if since is None:
        yield f"not checked: since when; give the checkpoint of {proof.old} entries with --since", Exit.UNDECIDED
        return
    wrong = _unlike(since, checkpoint, proof.old)
    if wrong:
        yield wrong, Exit.FINDINGS
        return
    known = since.root if isinstance(since, Checkpoint) else None
    if known is None and is_whole_tree(proof.old) and proof.old < checkpoint.size:
        yield _PAPER.format(proof.old), Exit.UNDECIDED
        return
    if not _leads(proof, since, known, checkpoint):
        yield "the later log does not begin with the earlier one, or proof and checkpoints were changed", Exit.FINDINGS
        return
    yield f"the {checkpoint.size} entries of {checkpoint.origin} begin with the {proof.old} of then", Exit.DONE
    yield from _vouched(checkpoint, proof.note, trusted)


def _leads(proof: Growth, since: Checkpoint | Typed, known: bytes | None, checkpoint: Checkpoint) -> bool:
    """Whether a proof leads from one checkpoint to the other."""
    if proof.old == 0:
        # Every log is the continuation of an empty one.
        return not proof.path and since.matches(EMPTY)
    if proof.old == checkpoint.size:
        return not proof.path and since.matches(checkpoint.root)
    roots = roots_by_consistency(proof.old, checkpoint.size, proof.path, known)
    return roots is not None and since.matches(roots[0]) and checkpoint.matches(roots[1])


def _unlike(since: Checkpoint | Typed, checkpoint: Checkpoint, old: int) -> str:
    if since.origin != checkpoint.origin:
        return f"the proof is of the archive “{checkpoint.origin}”, the checkpoint of “{since.origin}”"
    if since.size != old:
        return f"the proof begins at {old} entries, the checkpoint given counts {since.size}"
    if old > checkpoint.size:
        return f"the proof begins at {old} entries and ends at {checkpoint.size}"
    return ""


def _vouched(checkpoint: Checkpoint, note: Note, trusted: Trusted) -> Iterator[Told]:
    for given in trusted.checkpoints:
        yield _like(checkpoint, given)
    for root in trusted.roots:
        same = root == checkpoint.root
        said = "its root is the one given" if same else "its root is not the one given"
        yield said, Exit.DONE if same else Exit.FINDINGS
    for signers in trusted.signers:
        for said, holds in vouched(note, signers):
            yield f"its checkpoint: {said}", Exit.DONE if holds else Exit.FINDINGS
    if not any(trusted):
        yield _UNVOUCHED, Exit.UNDECIDED


def _like(checkpoint: Checkpoint, given: Checkpoint | Typed) -> Told:
    if given.origin != checkpoint.origin:
        what = f"the checkpoint given is of the archive “{given.origin}”, the proof of “{checkpoint.origin}”"
        return what, Exit.FINDINGS
    if given.size != checkpoint.size:
        what = f"not checked: the checkpoint given counts {given.size} entries, that of the proof {checkpoint.size}"
        return f"{what}; have the proof made for it, with archive prove --checkpoint", Exit.UNDECIDED
    if not given.matches(checkpoint.root):
        return "its checkpoint is not the one given: the entries are as many, and others", Exit.FINDINGS
    return "its checkpoint is the one given", Exit.DONE
