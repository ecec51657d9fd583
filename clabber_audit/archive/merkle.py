"""Merkle tree of RFC 9162 and its proofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from hashlib import sha256
from typing import Final

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
        """Continue a log from its size and its `peaks`; ValueError if they do not fit."""
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
