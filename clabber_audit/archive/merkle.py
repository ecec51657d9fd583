"""Merkle tree of RFC 9162, its proofs, and checkpoints: a line of text that pins the state of an archive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from hashlib import sha256
from typing import Final, NamedTuple

from clabber_audit.core.errors import Unusable, printable

# The two prefixes keep a leaf from being passed off as a node (RFC 9162, 2.1.1).
_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"
#: Bytes of a hash.
HASH: Final = 32

#: The root of a log without entries.
EMPTY: Final = sha256().digest()


def hash_leaf(entry: bytes) -> bytes:
    """Return the leaf hash of an entry, 32 bytes."""
    return sha256(_LEAF + entry).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    """Return the hash of two neighbors, 32 bytes."""
    return sha256(_NODE + left + right).digest()


class Tree:
    """Merkle tree of a growing log: its size, and a hash for each bit set in that."""

    def __init__(self, size: int = 0, peaks: bytes = b"") -> None:
        """Continue a log from its size and its `peaks`. Raise ValueError if they do not fit."""
        if size < 0 or len(peaks) != HASH * size.bit_count():
            raise ValueError(f"a log of {size} entries has {size.bit_count()} peaks")
        self.size = size
        #: Roots of the full subtrees, the largest and oldest first.
        self._frontier = [peaks[start : start + HASH] for start in range(0, len(peaks), HASH)]

    @property
    def peaks(self) -> bytes:
        """Roots of the full subtrees, joined: all that is needed to continue the log."""
        return b"".join(self._frontier)

    def append(self, leaf_hash: bytes) -> None:
        """Append the leaf hash of an entry."""
        merging = self.size
        while merging & 1:
            leaf_hash = hash_node(self._frontier.pop(), leaf_hash)
            merging >>= 1
        self._frontier.append(leaf_hash)
        self.size += 1

    def extend(self, leaf_hashes: Iterable[bytes]) -> None:
        for leaf_hash in leaf_hashes:
            self.append(leaf_hash)

    def root(self) -> bytes:
        """Return the root, 32 bytes."""
        if not self._frontier:
            return EMPTY
        return reduce(lambda right, left: hash_node(left, right), reversed(self._frontier))


def root_of(leaves: Iterable[bytes]) -> bytes:
    """Return the root over leaf hashes."""
    tree = Tree()
    tree.extend(leaves)
    return tree.root()


def prove_inclusion(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the inclusion proof of a leaf, counted from 0 (2.1.3.1)."""
    if len(leaves) < 2:
        return []
    half = _split_size(len(leaves))
    if index < half:
        return [*prove_inclusion(leaves[:half], index), root_of(leaves[half:])]
    return [*prove_inclusion(leaves[half:], index - half), root_of(leaves[:half])]


def prove_consistency(leaves: Sequence[bytes], old: int) -> list[bytes]:
    """Return the proof that the log begins with its first `old` leaves (2.1.4.1)."""
    return _subproof(leaves, old, True) if 0 < old < len(leaves) else []


def _subproof(leaves: Sequence[bytes], old: int, is_known: bool) -> list[bytes]:
    if old == len(leaves):
        return [] if is_known else [root_of(leaves)]
    half = _split_size(len(leaves))
    if old <= half:
        return [*_subproof(leaves[:half], old, is_known), root_of(leaves[half:])]
    return [*_subproof(leaves[half:], old - half, False), root_of(leaves[:half])]


def _split_size(size: int) -> int:
    """Return the largest power of two below a size of two or more."""
    return 1 << (size - 1).bit_length() - 1


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root that an inclusion proof gives for a leaf, None if it is invalid (2.1.3.2)."""
    if not 0 <= index < size:
        return None
    place, last, root = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            root = hash_node(sibling, root)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            root = hash_node(root, sibling)
        place, last = place >> 1, last >> 1
    return None if last else root


def roots_by_consistency(
    old: int, size: int, path: Sequence[bytes], root: bytes | None
) -> tuple[bytes, bytes] | None:
    """Return the old and the new root that a consistency proof gives (2.1.4.2).

    None if it is invalid, or if there is nothing to prove: the old log is empty, or as long. The old `root` is needed
    if the old log `is_whole_tree`.
    """
    if not 0 < old < size or (is_whole_tree(old) and root is None):
        return None
    hashes = [*([root] if root is not None and is_whole_tree(old) else []), *path]
    if not hashes:
        return None
    place, last = old - 1, size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return None
        if place & 1 or place == last:
            before, after = hash_node(sibling, before), hash_node(sibling, after)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            after = hash_node(after, sibling)
        place, last = place >> 1, last >> 1
    return None if last else (before, after)


def is_whole_tree(size: int) -> bool:
    """Return True if a log of a size is one full tree, whose root a proof leaves out."""
    return size > 0 and size & (size - 1) == 0


#: Bits of the root on paper. Finding another log with the bits of this one takes 2**100 attempts, finding any two that
#: agree 2**50: out of reach for a card game.
BITS: Final = 100
_CHARACTERS: Final = BITS // 5
_GROUP: Final = 5
_ROOT_BITS: Final = 256
#: Crockford's digits: none of I, L, O, U.
_BASE_32: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: ISO 7064's characters by their values, 0 to 36.
_CHECKED: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
_ORIGIN: Final = re.compile(r"[a-z0-9-]{1,32}")
# Sixteen digits are more hands than anybody will play.
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")
# Hyphens as word processors write them.
_HYPHENS: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_LOOK_ALIKES: Final = str.maketrans("OIL", "011")


class Checkpoint(NamedTuple):
    """State of a log: archive name, number of entries, and the Merkle root, 32 bytes."""

    origin: str
    size: int
    root: bytes

    def matches(self, root: bytes) -> bool:
        return self.root == root


class TypedCheckpoint(NamedTuple):
    """Checkpoint as typed from paper, with the first hundred bits of the root."""

    origin: str
    size: int
    bits: int

    def matches(self, root: bytes) -> bool:
        """Return True if a root of 32 bytes begins with the bits."""
        return _read_first_bits(root) == self.bits


def is_origin(name: str) -> bool:
    """Return True for a valid archive name: 1 to 32 of the letters a to z, digits and hyphens."""
    return _ORIGIN.fullmatch(name) is not None


def text(checkpoint: Checkpoint) -> str:
    """Return the line for paper. Raise ValueError for an origin, size or root that no archive can have."""
    origin, size, root = checkpoint
    if not is_origin(origin) or not _SIZE.fullmatch(str(size)) or len(root) * 8 != _ROOT_BITS:
        raise ValueError(f"not a checkpoint: {checkpoint}")
    bits = _read_first_bits(root)
    digits = "".join(_BASE_32[bits >> shift & 31] for shift in range(BITS - 5, -1, -5))
    groups = [digits[start : start + _GROUP] for start in range(0, _CHARACTERS, _GROUP)]
    return f"{origin} {size} {'-'.join(groups)}-{_check(origin, str(size), digits)}"


def parse(line: str) -> TypedCheckpoint:
    """Parse a checkpoint typed in any case, its groups separated by hyphens, spaces or nothing.

    O is read as 0, I and L as 1, except in the name and in the last character. Unusable if it was mistyped.
    """
    parts = line.translate(_HYPHENS).split(maxsplit=2)
    if len(parts) < 3:
        why = "it has three parts, with spaces between: the name, the number of entries, the groups of five"
        raise _typo_error(line, why)
    origin, size = parts[0].lower(), parts[1].upper().translate(_LOOK_ALIKES)
    groups = re.sub(r"[\s-]+", "", parts[2]).upper()
    digits, check = groups[:_CHARACTERS].translate(_LOOK_ALIKES), groups[_CHARACTERS:]
    strange = next((char for char in digits if char not in _BASE_32), None)
    if not is_origin(origin):
        why = "check the name: it has only the letters a to z, digits and hyphens, at most 32"
        raise _typo_error(line, why)
    if not _SIZE.fullmatch(size):
        raise _typo_error(line, f"check the number of entries: “{printable(parts[1], 40)}” is not a number")
    if len(groups) != _CHARACTERS + 1:
        why = f"there are {len(groups)} characters, and it takes {_CHARACTERS + 1}"
        raise _typo_error(line, f"check the groups of five: {why}")
    if strange is not None:
        raise _typo_error(line, f"check the groups of five: “{printable(strange)}” is not used in them")
    if check != _check(origin, size, digits):
        why = "the last character does not match the others, so at least one is wrong"
        raise _typo_error(line, f"check all of it: {why}")
    bits = sum(_BASE_32.index(char) << 5 * place for place, char in enumerate(digits[::-1]))
    return TypedCheckpoint(origin, int(size), bits)


def is_checkpoint(line: str) -> bool:
    """Return True if a line is a checkpoint exactly as archives print it."""
    try:
        typed = parse(line)
    except Unusable:
        return False
    return text(Checkpoint(typed.origin, typed.size, (typed.bits << _ROOT_BITS - BITS).to_bytes(32))) == line


def _read_first_bits(root: bytes) -> int:
    return int.from_bytes(root) >> _ROOT_BITS - BITS


def _check(origin: str, size: str, digits: str) -> str:
    """Return the check character (ISO 7064, pure system, modulus 37, radix 2)."""
    total = 0
    for char in f"{origin.upper().replace('-', '*')}*{size}*{digits}":
        total = (total + _CHECKED.index(char)) * 2 % 37
    return _CHECKED[(1 - total) % 37]


def _typo_error(line: str, why: str) -> Unusable:
    what = f"the checkpoint “{printable(line.strip(), 100)}” is mistyped"
    last = "the last one may also be a letter O, I or L, or *"
    return Unusable(what, why, f"compare it with the paper, character by character; {last}")
