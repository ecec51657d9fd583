"""What a witness looks at before it cosigns: that the log only grew since the checkpoint it cosigned last."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.archive.checkpoint import Checkpoint
from clabber_audit.archive.merkle_proofs import roots_by_consistency


def objection(last: Checkpoint, new: Checkpoint, path: Sequence[bytes]) -> str:
    """Why a witness that cosigned `last` must not cosign `new`, given the proof between the two; nothing where it may.

    A proof is needed only where the log grew, and from anything: a log without entries leads to every other.
    """
    if new.origin != last.origin:
        return f"it is of the archive “{new.origin}”, the last one that was cosigned is of “{last.origin}”"
    if new.size < last.size:
        return f"it counts {new.size} entries, and the last one that was cosigned {last.size}: entries are missing"
    if new.size == last.size:
        return "" if new.root == last.root else "it has as many entries as the last one that was cosigned, and others"
    if last.size == 0:
        return ""
    roots = roots_by_consistency(last.size, new.size, path, last.root)
    if roots != (last.root, new.root):
        return f"its log does not begin with the {last.size} entries of the last one that was cosigned"
    return ""
