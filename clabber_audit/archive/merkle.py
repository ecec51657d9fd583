"""An append-only log that cannot be changed unseen: the Merkle tree of RFC 9162, section 2.1, with SHA-256.

The root of the first n entries stands for all of them, in their order: change, drop, add or swap one and the root is
another.
"""

from __future__ import annotations

from collections.abc import Iterable
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
