"""Inclusion and consistency proofs: written, read and checked."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.archive import database, merkle
from clabber_audit.archive.merkle import Checkpoint, TypedCheckpoint
from clabber_audit.archive.search import version_of
from clabber_audit.core.errors import Exit, Unusable, printable
from clabber_audit.core.text import inflect
from clabber_audit.records.formats import canonical
from clabber_audit.signing import SignedNote, Signers, check_signers, decode_base64, parse_note

_INCLUSION: Final = "c2sp.org/tlog-proof@v1"
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")
#: More hashes than a proof can have.
_MOST_HASHES: Final = 128
#: The fields of an entry other than its record.
_FRAME: Final = ("at", "law", "amends", "by", "why")


class Inclusion(NamedTuple):
    """Proof that an entry is in the log."""

    #: The number of the entry, from 0.
    seq: int
    path: tuple[bytes, ...]
    note: SignedNote
    #: The encoded `RecordFrame` of the record, confirmed by nothing but the proof itself.
    extra: bytes = b""

    def __str__(self) -> str:
        extra = [f"extra {_base64(self.extra)}"] if self.extra else []
        return _lines(_INCLUSION, *extra, f"index {self.seq}", *map(_base64, self.path), "") + str(self.note)


class Growth(NamedTuple):
    """Proof that a log has only grown since it had `old` entries."""

    old: int
    path: tuple[bytes, ...]
    note: SignedNote

    def __str__(self) -> str:
        return _lines(f"old {self.old}", *map(_base64, self.path), "") + str(self.note)


class RecordFrame(NamedTuple):
    """Id of a hand, its leaf in the archive, and the fields of its entry other than the record."""

    hand: str
    leaf: bytes
    fields: dict[str, Any]


def checkpoint_text(checkpoint: Checkpoint) -> str:
    """Return a checkpoint as the text of a note."""
    return _lines(checkpoint.origin, str(checkpoint.size), _base64(checkpoint.root))


def checkpoint_in(note: SignedNote) -> Checkpoint:
    """Parse the checkpoint of a note. Raise ValueError for another text."""
    origin, size, root, *more = (*note.text.split("\n"), "", "", "")
    if not merkle.is_origin(origin) or not _SIZE.fullmatch(size) or any(more):
        lines = "the name of an archive, the number of its entries, the root"
        raise ValueError(f"a checkpoint has three lines: {lines}")
    return Checkpoint(origin, int(size), _hash(root))


def proof_of(text: str) -> Inclusion | Growth:
    """Parse a proof. Raise ValueError for any other text."""
    head, gap, rest = text.partition("\n\n")
    first, *lines = head.split("\n")
    if not gap or not (first == _INCLUSION or first.startswith("old ")):
        raise ValueError("it is not a proof made by archive prove")
    note = parse_note(rest)
    checkpoint_in(note)
    if first != _INCLUSION:
        return Growth(_number(first, "old"), _path(lines), note)
    has_extra = bool(lines) and lines[0].startswith("extra ")
    extra = decode_base64(lines.pop(0).removeprefix("extra ")) if has_extra else b""
    return Inclusion(_number(lines.pop(0) if lines else "", "index"), _path(lines), note, extra)


def frame_in(extra: bytes) -> RecordFrame:
    """Decode the frame of an entry. Raise ValueError if it is invalid."""
    try:
        fields = json.loads(extra)
        hand, hand_leaf = fields.pop("hand"), _hash(fields.pop("leaf"))
        if not isinstance(hand, str) or not {"at", "law"} <= fields.keys() <= set(_FRAME):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("it does not lead from the record to its entry") from None
    return RecordFrame(hand, hand_leaf, fields)


def _path(lines: Sequence[str]) -> tuple[bytes, ...]:
    if len(lines) > _MOST_HASHES:
        raise ValueError(f"it has more than {_MOST_HASHES} hashes")
    return tuple(map(_hash, lines))


def _number(line: str, word: str) -> int:
    first, _, number = line.partition(" ")
    if first != word or not _SIZE.fullmatch(number):
        raise ValueError(f"expected a line with “{word}” and a number")
    return int(number)


def _hash(text: str) -> bytes:
    if not isinstance(text, str) or len(data := decode_base64(text)) != merkle.HASH:
        raise ValueError(f"a hash has {merkle.HASH} bytes, in base64")
    return data


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def proof_of_hand(
    archive: database.Archive, hand: str, entry: int | None, checkpoint: Checkpoint, note: SignedNote
) -> Inclusion:
    """Prove that a hand, or an earlier version of it, was in the log when a checkpoint was written.

    Unusable if it was not, or if the checkpoint is not of this log.
    """
    seq = version_of(archive, hand, entry).entry
    if seq >= checkpoint.size:
        why = f"it is entry {seq}, counted from 0, and the checkpoint has {checkpoint.size} entries"
        raise Unusable(f"“{hand}” was added after this checkpoint", why, "give a newer checkpoint, or none")
    leaves = _leaves(archive, checkpoint)
    logged = database.unpack_entry(archive, seq, archive.value("SELECT entry FROM log WHERE seq = ?", seq))
    fields = {key: value for key, value in logged._asdict().items() if key in _FRAME and value is not None}
    hand_leaf = _base64(merkle.hash_leaf(database.encode_entry(logged).data))
    extra = canonical({"hand": hand, "leaf": hand_leaf, **fields}).encode()
    return Inclusion(seq, tuple(merkle.prove_inclusion(leaves, seq)), note, extra)


def proof_of_growth(
    archive: database.Archive, since: Checkpoint | TypedCheckpoint, checkpoint: Checkpoint, note: SignedNote
) -> Growth:
    """Prove that the log has only grown since a checkpoint. Raise Unusable if either checkpoint is not of this log."""
    if since.size > checkpoint.size:
        why = f"it has {since.size} entries, the other one {checkpoint.size}"
        raise Unusable("the checkpoint to start from is the later one", why, "give an earlier one")
    leaves = _leaves(archive, checkpoint)
    _check_leaves(archive, since, leaves[: since.size])
    return Growth(since.size, tuple(merkle.prove_consistency(leaves, since.size)), note)


@database.with_archive_errors
def _leaves(archive: database.Archive, checkpoint: Checkpoint) -> list[bytes]:
    query = "SELECT entry FROM log WHERE seq < ? ORDER BY seq"
    entries = (archive.packer.unpack(packed) for (packed,) in archive.rows(query, checkpoint.size))
    leaves = [*map(merkle.hash_leaf, entries)]
    _check_leaves(archive, checkpoint, leaves)
    return leaves


def _check_leaves(
    archive: database.Archive, checkpoint: Checkpoint | TypedCheckpoint, leaves: list[bytes]
) -> None:
    """Raise Unusable if a checkpoint is not of a log with these leaves."""
    if checkpoint.origin != archive.origin:
        why = f"it is for “{checkpoint.origin}”; this archive is “{archive.origin}”"
        raise Unusable("the checkpoint is for another archive", why, "give one of this archive")
    if len(leaves) != checkpoint.size or not checkpoint.matches(merkle.root_of(leaves)):
        why = "its log is not the one that the checkpoint was written for"
        raise database.damage_error(archive.path, why)


#: A sentence about a proof, with its exit code.
Remark = tuple[str, Exit]

_PAPER: Final = (
    "not checked: with {} entries, a power of two, the proof relies on the whole root, and paper has only part of it; "
    "give that checkpoint as a note"
)


class Trusted(NamedTuple):
    """Checkpoints, roots and signers trusted by the checker of a proof."""

    checkpoints: Sequence[Checkpoint | TypedCheckpoint] = ()
    roots: Sequence[bytes] = ()
    signers: Sequence[Signers] = ()


def check_inclusion(proof: Inclusion, record: dict[str, Any] | None, trusted: Trusted) -> Iterator[Remark]:
    """Check a proof that a hand is in a log, and that the hand is this record."""
    checkpoint = checkpoint_in(proof.note)
    if not proof.extra:
        yield "not checked: which record it is for; the proof does not say", Exit.UNDECIDED
        return
    try:
        frame = frame_in(proof.extra)
        entry = None if record is None else database.LogEntry(record=record, **frame.fields)
        hand_leaf = frame.leaf if entry is None else merkle.hash_leaf(database.encode_entry(entry).data)
    except ValueError as problem:
        yield f"cannot tell which record it is for: {problem}", Exit.FINDINGS
        return
    root = merkle.root_by_inclusion(hand_leaf, proof.seq, checkpoint.size, proof.path)
    place = f"entry {proof.seq} in archive “{checkpoint.origin}” ({inflect(checkpoint.size, '1 entry', '{count} entries')})"
    is_named = record is None or (frame.hand, frame.leaf) == (record.get("id"), hand_leaf)
    if root != checkpoint.root or not is_named:
        what = "the proof does not lead to its checkpoint" if record is None else f"the record is not {place}"
        changed = "the record, the proof or the checkpoint was changed, or they do not belong together"
        yield f"{what}: {changed}", Exit.FINDINGS
        return
    if record is None:
        yield f"a record is {place}: “{printable(frame.hand, 64)}”, by its own name", Exit.DONE
        yield "not checked: which record that is; give it with --record", Exit.UNDECIDED
    else:
        changed = f", by {printable(frame.fields['by'], 80)}" if "by" in frame.fields else ""
        at = printable(frame.fields["at"], 40)
        yield f"“{printable(record.get('id'), 64)}” is {place}, stored on {at}{changed}", Exit.DONE
    yield from _check_trust(checkpoint, proof.note, trusted)


def check_growth(
    proof: Growth, since: Checkpoint | TypedCheckpoint | None, trusted: Trusted
) -> Iterator[Remark]:
    """Check a proof that a log has only grown since a checkpoint."""
    checkpoint = checkpoint_in(proof.note)
    if since is None:
        help = f"give the checkpoint of {proof.old} entries with --grown-from"
        yield f"not checked: since when; {help}", Exit.UNDECIDED
        return
    wrong = ""
    if since.origin != checkpoint.origin:
        wrong = f"the proof is of the archive “{checkpoint.origin}”, the checkpoint of “{since.origin}”"
    elif since.size != proof.old:
        wrong = f"the proof begins at {proof.old} entries, the checkpoint given counts {since.size}"
    elif proof.old > checkpoint.size:
        wrong = f"the proof begins at {proof.old} entries and ends at {checkpoint.size}"
    if wrong:
        yield wrong, Exit.FINDINGS
        return
    known = since.root if isinstance(since, Checkpoint) else None
    if known is None and merkle.is_whole_tree(proof.old) and proof.old < checkpoint.size:
        yield _PAPER.format(proof.old), Exit.UNDECIDED
        return
    if not _is_grown(proof, since, known, checkpoint):
        wrong = "the later log does not begin with the earlier one, or proof and checkpoints were changed"
        yield wrong, Exit.FINDINGS
        return
    entries = f"the {checkpoint.size} entries of {checkpoint.origin}"
    yield f"{entries} begin with the {proof.old} of then", Exit.DONE
    yield from _check_trust(checkpoint, proof.note, trusted)


def _is_grown(
    proof: Growth, since: Checkpoint | TypedCheckpoint, known: bytes | None, checkpoint: Checkpoint
) -> bool:
    if proof.old == 0:
        # Every log continues an empty one.
        return not proof.path and since.matches(merkle.EMPTY)
    if proof.old == checkpoint.size:
        return not proof.path and since.matches(checkpoint.root)
    roots = merkle.roots_by_consistency(proof.old, checkpoint.size, proof.path, known)
    return roots is not None and since.matches(roots[0]) and checkpoint.matches(roots[1])


def _check_trust(checkpoint: Checkpoint, note: SignedNote, trusted: Trusted) -> Iterator[Remark]:
    """Compare the checkpoint of a proof with what is trusted."""
    for other in trusted.checkpoints:
        if other.origin != checkpoint.origin:
            what = f"the checkpoint given is of the archive “{other.origin}”"
            yield f"{what}, the proof of “{checkpoint.origin}”", Exit.FINDINGS
        elif other.size != checkpoint.size:
            what = f"not checked: the checkpoint given counts {other.size} entries, that of the proof {checkpoint.size}"
            yield f"{what}; have the proof made for it, with archive prove --checkpoint", Exit.UNDECIDED
        elif not other.matches(checkpoint.root):
            yield "its checkpoint is not the one given: the entries are as many, and others", Exit.FINDINGS
        else:
            yield "its checkpoint is the one given", Exit.DONE
    for root in trusted.roots:
        same = root == checkpoint.root
        yield f"its root is {'' if same else 'not '}the one given", Exit.DONE if same else Exit.FINDINGS
    for signers in trusted.signers:
        for sentence, holds in check_signers(note, signers):
            yield f"its checkpoint: {sentence}", Exit.DONE if holds else Exit.FINDINGS
    if not any(trusted):
        what = "not checked: whether its checkpoint is the archive’s; give the checkpoint, its root, or a key"
        yield what, Exit.UNDECIDED


def objection(last: Checkpoint, new: Checkpoint, path: Sequence[bytes]) -> str:
    """Return the reason why a witness that cosigned `last` must not cosign `new`, or nothing.

    The proof between the two is needed only if the log grew, and not from an empty one.
    """
    if new.origin != last.origin:
        return f"it is of the archive “{new.origin}”, the last one that was cosigned is of “{last.origin}”"
    if new.size < last.size:
        return f"it counts {new.size} entries, and the last one that was cosigned {last.size}: entries are missing"
    if new.size == last.size and new.root != last.root:
        return "it has as many entries as the last one that was cosigned, and others"
    if last.size in (0, new.size):
        return ""
    roots = merkle.roots_by_consistency(last.size, new.size, path, last.root)
    if roots != (last.root, new.root):
        return f"its log does not begin with the {last.size} entries of the last one that was cosigned"
    return ""
