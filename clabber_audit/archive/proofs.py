"""Proofs: made, written and checked."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.archive.add import Complaint
from clabber_audit.archive.database import Archive, Checkpoint, Entry, Typed, damaged, is_origin, text, told, unpacked
from clabber_audit.archive.merkle import (
    EMPTY,
    HASH,
    Tree,
    consistency,
    inclusion,
    is_whole_tree,
    leaf,
    root_by_inclusion,
    root_of,
    roots_by_consistency,
)
from clabber_audit.archive.search import version_of
from clabber_audit.core.errors import Exit, Unusable, shown
from clabber_audit.records.canonical import canonical
from clabber_audit.signing.keys import strictly
from clabber_audit.signing.signatures import Note, Signers, note_of, vouched

_INCLUSION: Final = "c2sp.org/tlog-proof@v1"
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")
#: More hashes than a proof over so many entries can have.
_MOST: Final = 128
#: What an entry says around its record.
_AROUND: Final = ("at", "law", "amends", "by", "why")


class Inclusion(NamedTuple):
    """The proof that an entry is in the log."""

    #: Its number, from 0.
    seq: int
    path: tuple[bytes, ...]
    note: Note
    #: What leads from a record to its leaf. Nothing vouches for it but the proof itself.
    extra: bytes = b""

    def __str__(self) -> str:
        extra = [f"extra {_base64(self.extra)}"] if self.extra else []
        return _lines(_INCLUSION, *extra, f"index {self.seq}", *map(_base64, self.path), "") + str(self.note)


class Growth(NamedTuple):
    """The proof that a log only grew since it had `old` entries."""

    old: int
    path: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        return _lines(f"old {self.old}", *map(_base64, self.path), "") + str(self.note)


class Around(NamedTuple):
    """What leads from a record to its leaf."""

    #: The id of the hand, and its leaf as the archive has it.
    hand: str
    leaf: bytes
    #: The entry, without its record.
    said: dict[str, Any]

    def leaf_of(self, record: dict[str, Any]) -> bytes:
        """The leaf of the entry, if it holds this record."""
        return leaf(Entry(record=record, **self.said).bytes())


def checkpoint_text(checkpoint: Checkpoint) -> str:
    """A checkpoint as the text of a note."""
    return _lines(checkpoint.origin, str(checkpoint.size), _base64(checkpoint.root))


def checkpoint_in(note: Note) -> Checkpoint:
    """The checkpoint that a note is; ValueError, saying why, for another text."""
    origin, size, root, *more = (*note.text.split("\n"), "", "", "")
    if not is_origin(origin) or not _SIZE.fullmatch(size) or any(more):
        raise ValueError("a checkpoint has three lines: the name of an archive, the number of its entries, the root")
    return Checkpoint(origin, int(size), _hash(root))


def proof_of(text: str) -> Inclusion | Growth:
    """The proof that a text is; ValueError, saying why, for any other."""
    head, gap, rest = text.partition("\n\n")
    first, *lines = head.split("\n")
    if not gap or not (first == _INCLUSION or first.startswith("old ")):
        raise ValueError("it is not a proof made by archive prove")
    note = note_of(rest)
    checkpoint_in(note)
    if first != _INCLUSION:
        return Growth(_number(first, "old"), _path(lines), note)
    extra = strictly(lines.pop(0).removeprefix("extra ")) if lines and lines[0].startswith("extra ") else b""
    return Inclusion(_number(lines.pop(0) if lines else "", "index"), _path(lines), note, extra)


def extra_of(hand: str, entry: Entry) -> bytes:
    """What is put into a proof, so that whoever has the record can tell that it is the one."""
    said = {key: value for key, value in entry._asdict().items() if key in _AROUND and value is not None}
    return canonical({"hand": hand, "leaf": _base64(leaf(entry.bytes())), **said}).encode()


def around_in(extra: bytes) -> Around:
    """What was put into a proof; ValueError where it is something else."""
    try:
        said = json.loads(extra)
        hand, found = said.pop("hand"), _hash(said.pop("leaf"))
        if not isinstance(hand, str) or not {"at", "law"} <= said.keys() <= set(_AROUND):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("it does not lead from the record to its entry") from None
    return Around(hand, found, said)


def _path(lines: Sequence[str]) -> tuple[bytes, ...]:
    if len(lines) > _MOST:
        raise ValueError(f"it has more than {_MOST} hashes")
    return tuple(map(_hash, lines))


def _number(line: str, word: str) -> int:
    found, _, number = line.partition(" ")
    if found != word or not _SIZE.fullmatch(number):
        raise ValueError(f"expected a line with “{word}” and a number")
    return int(number)


def _hash(text: str) -> bytes:
    if not isinstance(text, str) or len(found := strictly(text)) != HASH:
        raise ValueError(f"a hash has {HASH} bytes, in base64")
    return found


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _lines(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


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


#: A checkpoint from elsewhere.
Paper = Typed | Checkpoint


class GrowthGrowth:
    """What was written down, here or on paper, when the log had as many entries as the tree beside it has now."""

    def __init__(self, archive: Archive, against: Sequence[Paper]) -> None:
        self.origin, self.against = archive.origin, against
        self.rows = archive.rows("SELECT size, step, root, peaks, checkpoint FROM growth ORDER BY size")
        self.next = next(self.rows, None)
        self.step, self.size = 0, -1

    def beside(self, tree: Tree) -> Iterator[Complaint]:
        """What of that does not fit."""
        while self.next is not None and self.next[0] <= tree.size:
            self.size, step, kept, peaks, line = self.next
            if step != self.step or self.size < tree.size:
                yield Complaint("growth: its steps are not in order")
            elif (kept, peaks, line) != (tree.root(), tree.peaks, _line(self.origin, tree)):
                yield Complaint(f"growth: the first {tree.size} entries are not those that were there")
            self.step += 1
            self.next = next(self.rows, None)
        for typed in self.against:
            if typed.size == tree.size and not typed.matches(tree.root()):
                yield Complaint(f"the first {tree.size} entries are not those that the checkpoint was written for")

    def after(self, tree: Tree) -> Iterator[Complaint]:
        """What does not fit where the log ends."""
        if self.next is not None or self.size != tree.size:
            yield Complaint(f"growth: it does not end at the {tree.size} entries of the log")
        for typed in self.against:
            if typed.size > tree.size:
                has = f"the archive has {tree.size}: entries are missing"
                yield Complaint(f"the checkpoint is for {typed.size} entries, {has}")


def _line(origin: str, tree: Tree) -> str:
    return text(Checkpoint(origin, tree.size, tree.root()))
