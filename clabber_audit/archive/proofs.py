"""Proofs made from an archive: that a hand is in its log, that its log only grew."""

from __future__ import annotations

from clabber_audit.archive.checkpoint import Checkpoint, Typed
from clabber_audit.archive.damage import damaged, told
from clabber_audit.archive.merkle import leaf, root_of
from clabber_audit.archive.merkle_proofs import consistency, inclusion
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.proof_texts import Growth, Inclusion, extra_of
from clabber_audit.archive.reading import version_of
from clabber_audit.archive.unpacking import unpacked
from clabber_audit.ground.errors import Unusable
from clabber_audit.signing.note import Note


def proof_of_hand(archive: Archive, hand: str, entry: int | None, checkpoint: Checkpoint, note: Note) -> Inclusion:
    """The proof that a hand, or an earlier version of it, was in the log when the checkpoint was written.

    Unusable where it was not, or where the checkpoint is not of this log.
    """
    seq = version_of(archive, hand, entry).entry
    if seq >= checkpoint.size:
        why = f"it is entry {seq}, counted from 0, and the checkpoint has {checkpoint.size} entries"
        raise Unusable(f"“{hand}” was added after this checkpoint", why, "give a newer checkpoint, or none")
    leaves = _leaves(archive, checkpoint)
    kept = unpacked(archive, seq, archive.value("SELECT entry FROM log WHERE seq = ?", seq))
    return Inclusion(seq, tuple(inclusion(leaves, seq)), note, extra_of(hand, kept))


def proof_of_growth(archive: Archive, since: Checkpoint | Typed, checkpoint: Checkpoint, note: Note) -> Growth:
    """The proof that the log, as it was at a checkpoint, begins with what it was at an earlier one.

    Unusable where one of the two is not of this log.
    """
    if since.size > checkpoint.size:
        why = f"it has {since.size} entries, the other one {checkpoint.size}"
        raise Unusable("the checkpoint to start from is the later one", why, "give an earlier one")
    leaves = _leaves(archive, checkpoint)
    _look_at(archive, since, leaves[: since.size])
    return Growth(since.size, tuple(consistency(leaves, since.size)), note)


@told
def _leaves(archive: Archive, checkpoint: Checkpoint) -> list[bytes]:
    """The leaves of the log as far as the checkpoint goes."""
    query = "SELECT entry FROM log WHERE seq < ? ORDER BY seq"
    leaves = [leaf(archive.packer.unpack(packed)) for (packed,) in archive.rows(query, checkpoint.size)]
    _look_at(archive, checkpoint, leaves)
    return leaves


def _look_at(archive: Archive, checkpoint: Checkpoint | Typed, leaves: list[bytes]) -> None:
    """Unusable where a checkpoint is not of a log with these leaves."""
    if checkpoint.origin != archive.origin:
        why = f"it is for “{checkpoint.origin}”; this archive is “{archive.origin}”"
        raise Unusable("the checkpoint is for another archive", why, "give one of this archive")
    if len(leaves) != checkpoint.size or not checkpoint.matches(root_of(leaves)):
        raise damaged(archive.path, "its log is not the one that the checkpoint was written for")
