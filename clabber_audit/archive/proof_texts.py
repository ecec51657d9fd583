"""Proofs and checkpoints as texts that other programs read: C2SP tlog-checkpoint, tlog-proof and tlog-witness.

A checkpoint as a note has three lines: the name of the archive, how many entries its log has, the root in base64. The
proof that an entry is in the log is a `c2sp.org/tlog-proof@v1`; the proof that the log only grew begins with `old`, as
what a log sends to a witness does. Behind an empty line stands the checkpoint that the proof is for.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.archive.checkpoint import Checkpoint, is_origin
from clabber_audit.archive.entries import Entry
from clabber_audit.archive.merkle import HASH, leaf
from clabber_audit.record.canonical import canonical
from clabber_audit.signing.keys import strictly
from clabber_audit.signing.note import Note, note_of

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
