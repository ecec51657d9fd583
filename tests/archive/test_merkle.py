"""The log's root against the definition of RFC 9162 and against another implementation of it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from pymerkle import InmemoryTree  # type: ignore[import-untyped]

from clabber_audit.archive.merkle import EMPTY, Tree, hash_leaf, root_of

ENTRIES = [f"hand {number}".encode() for number in range(5000)]
LEAVES = [hash_leaf(entry) for entry in ENTRIES]


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def test_empty_log() -> None:
    """RFC 9162, 2.1.1: the hash of an empty list is the hash of an empty string; the digits are SHA-256's own."""
    assert Tree().root() == EMPTY == root_of([])
    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_log_of_one() -> None:
    """The hash of a list with one entry is its leaf: the entry behind a zero byte."""
    assert root_of([hash_leaf(b"")]) == sha256(b"\x00").digest()
    assert root_of([hash_leaf(b"a hand")]) == sha256(b"\x00a hand").digest()


def test_small_logs_by_the_definition() -> None:
    """Split at the largest power of two below n: 3 as 2 and 1, 5 as 4 and 1, 6 as 4 and 2, 7 as 4 and (2 and 1)."""
    a, b, c, d, e, f, g = LEAVES[:7]
    four = node(node(a, b), node(c, d))
    assert root_of([a, b]) == node(a, b)
    assert root_of([a, b, c]) == node(node(a, b), c)
    assert root_of([a, b, c, d]) == four
    assert root_of([a, b, c, d, e]) == node(four, e)
    assert root_of([a, b, c, d, e, f]) == node(four, node(e, f))
    assert root_of([a, b, c, d, e, f, g]) == node(four, node(node(e, f), g))


def test_every_size_to_seventy_as_pymerkle_has_it() -> None:
    theirs, ours = InmemoryTree(algorithm="sha256"), Tree()
    for size in range(71):
        assert ours.size == size
        assert ours.root() == theirs.get_root(), size
        theirs.append_entry(ENTRIES[size])
        ours.append(LEAVES[size])


@pytest.mark.parametrize("size", [1023, 1024, 1025, 2731, 4095, 4096, 4097, 5000])
def test_thousands_as_pymerkle_has_them(size: int) -> None:
    theirs = InmemoryTree.init_from_entries(ENTRIES[:size], algorithm="sha256")
    assert root_of(LEAVES[:size]) == theirs.get_root()


def test_asking_for_the_root_changes_nothing() -> None:
    asked, silent = Tree(), Tree()
    for leaf_hash in LEAVES[:13]:
        asked.root()
        asked.append(leaf_hash)
        silent.append(leaf_hash)
    assert asked.root() == asked.root() == silent.root()


def test_every_change_shows() -> None:
    """One byte, one entry less or more, two entries swapped, a node passed off as an entry: each another root."""
    true = LEAVES[:11]
    roots = {root_of(true)}
    changed = []
    for place in range(len(true)):
        changed.append([*true[:place], hash_leaf(ENTRIES[place] + b"."), *true[place + 1 :]])
        changed.append([*true[:place], *true[place + 1 :]])
        changed.append([*true[:place], true[place], *true[place:]])
        if place:
            changed.append([*true[: place - 1], true[place], true[place - 1], *true[place + 1 :]])
    changed.append([hash_leaf(true[0] + true[1]), *true[2:]])
    for leaves in changed:
        roots.add(root_of(leaves))
    assert len(roots) == 1 + len(changed)


def test_a_log_is_gone_on_with_from_its_peaks() -> None:
    """Split anywhere, the second half goes on where the first stopped; peaks of another size are refused."""
    whole = root_of(LEAVES[:37])
    for size in range(38):
        first = Tree()
        for leaf_hash in LEAVES[:size]:
            first.append(leaf_hash)
        second = Tree(size, first.peaks)
        assert (second.size, second.root()) == (size, first.root())
        for leaf_hash in LEAVES[size:37]:
            second.append(leaf_hash)
        assert second.root() == whole
    for wrong in (3, 37 ^ 1, -1):
        with pytest.raises(ValueError, match="peaks"):
            Tree(wrong, second.peaks)


def test_it_keeps_hashes_not_leaves() -> None:
    """One hash for each bit set in the size: at most thirteen for five thousand entries, one for 4096."""
    tree = Tree()
    for size, leaf_hash in enumerate(LEAVES, 1):
        tree.append(leaf_hash)
        assert len(tree.peaks) == 32 * size.bit_count()
