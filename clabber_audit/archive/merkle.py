"""Merkle tree of RFC 9162 and its proofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from hashlib import sha256
from typing import Final

# The two prefixes keep a leaf from being passed off as a node (RFC 9162, 2.1.1).
_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"
#: How long each hash is, in bytes.
HASH: Final = 32

#: The root of a log without entries.
EMPTY: Final = sha256().digest()


def leaf(entry: bytes) -> bytes:
    """The hash of one entry of the log, 32 bytes."""
    return sha256(_LEAF + entry).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The hash of two neighbors, 32 bytes."""
    return sha256(_NODE + left + right).digest()


class Tree:
    """A log that is being written: it keeps its size and one hash for each bit set in it, never the leaves."""

    def __init__(self, size: int = 0, peaks: bytes = b"") -> None:
        """A log to go on with; `peaks` are what `peaks` gave at that size. ValueError when the two do not fit."""
        if size < 0 or len(peaks) != HASH * size.bit_count():
            raise ValueError(f"a log of {size} entries has {size.bit_count()} peaks")
        self.size = size
        #: Roots of the full subtrees, the largest and oldest first: sizes are the powers of two that make up `size`.
        self._frontier = [peaks[start : start + HASH] for start in range(0, len(peaks), HASH)]

    @property
    def peaks(self) -> bytes:
        """The roots of the full subtrees in one string: all that is needed to go on later."""
        return b"".join(self._frontier)

    def append(self, leaf_hash: bytes) -> None:
        """Add one entry, given its `leaf`."""
        merging = self.size
        while merging & 1:
            leaf_hash = node(self._frontier.pop(), leaf_hash)
            merging >>= 1
        self._frontier.append(leaf_hash)
        self.size += 1

    def extend(self, leaf_hashes: Iterable[bytes]) -> None:
        """Add entries, given the `leaf` of each."""
        for leaf_hash in leaf_hashes:
            self.append(leaf_hash)

    def root(self) -> bytes:
        """The root over all entries so far, 32 bytes."""
        if not self._frontier:
            return EMPTY
        return reduce(lambda right, left: node(left, right), reversed(self._frontier))


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root over `leaves`, each made by `leaf`, in this order."""
    tree = Tree()
    tree.extend(leaves)
    return tree.root()


def inclusion(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The proof that the leaf with a number, from 0, is in the log of these leaves (2.1.3.1)."""
    if len(leaves) < 2:
        return []
    half = _split(len(leaves))
    if index < half:
        return [*inclusion(leaves[:half], index), root_of(leaves[half:])]
    return [*inclusion(leaves[half:], index - half), root_of(leaves[:half])]


def consistency(leaves: Sequence[bytes], old: int) -> list[bytes]:
    """The proof that the log of these leaves begins with its first `old` ones (2.1.4.1)."""
    return _subproof(leaves, old, True) if 0 < old < len(leaves) else []


def _subproof(leaves: Sequence[bytes], old: int, is_known: bool) -> list[bytes]:
    if old == len(leaves):
        return [] if is_known else [root_of(leaves)]
    half = _split(len(leaves))
    if old <= half:
        return [*_subproof(leaves[:half], old, is_known), root_of(leaves[half:])]
    return [*_subproof(leaves[half:], old - half, False), root_of(leaves[:half])]


def _split(size: int) -> int:
    """The largest power of two below a size of two or more."""
    return 1 << (size - 1).bit_length() - 1


def root_by_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a proof leads to from a leaf; None where it is no proof for that place (2.1.3.2)."""
    if not 0 <= index < size:
        return None
    place, last, root = index, size - 1, leaf
    for beside in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            root = node(beside, root)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            root = node(root, beside)
        place, last = place >> 1, last >> 1
    return None if last else root


def roots_by_consistency(old: int, size: int, path: Sequence[bytes], root: bytes | None) -> tuple[bytes, bytes] | None:
    """The roots of the old and of the later log that a proof leads to (2.1.4.2).

    None where it is no proof for these sizes; of no entries, and of as many as before, there is nothing to prove. Of a
    log that `is_whole_tree` a proof takes the old `root` for granted.
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
    for beside in hashes[1:]:
        if last == 0:
            return None
        if place & 1 or place == last:
            before, after = node(beside, before), node(beside, after)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            after = node(after, beside)
        place, last = place >> 1, last >> 1
    return None if last else (before, after)


def is_whole_tree(size: int) -> bool:
    """Whether a log of a size is one full tree: then a proof leaves its root out, since whoever asks has it."""
    return size > 0 and size & (size - 1) == 0
