"""The log's tree against RFC 9162 and against pymerkle: its root, and proofs over it in both directions."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest
from pymerkle import InmemoryTree, verify_consistency  # type: ignore[import-untyped]

from clabber_audit.archive.merkle import (
    EMPTY,
    Tree,
    hash_leaf,
    is_whole_tree,
    prove_consistency,
    prove_inclusion,
    root_by_inclusion,
    root_of,
    roots_by_consistency,
)

ENTRIES = [f"hand {number}".encode() for number in range(5000)]
LEAVES = [hash_leaf(entry) for entry in ENTRIES]
#: Every small log, and some around the powers of two.
SIZES = [*range(1, 18), 31, 32, 33, 100, 127, 128, 129, 300]
ROOTS = {size: root_of(LEAVES[:size]) for size in SIZES}
THEIRS = InmemoryTree.init_from_entries(ENTRIES[:300], algorithm="sha256")


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def test_logs_of_none_and_of_one() -> None:
    """RFC 9162, 2.1.1: of an empty list the hash of an empty string; of one entry its leaf, behind a zero byte."""
    assert Tree().root() == EMPTY == root_of([])
    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
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
        assert (ours.size, ours.root()) == (size, theirs.get_root())
        # It keeps hashes, not leaves: one for each bit set in the size.
        assert len(ours.peaks) == 32 * size.bit_count()
        theirs.append_entry(ENTRIES[size])
        ours.append(LEAVES[size])


@pytest.mark.parametrize("size", [1023, 1024, 1025, 2731, 4095, 4096, 4097, 5000])
def test_thousands_as_pymerkle_has_them(size: int) -> None:
    theirs = InmemoryTree.init_from_entries(ENTRIES[:size], algorithm="sha256")
    assert root_of(LEAVES[:size]) == theirs.get_root()


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


def places(size: int) -> list[int]:
    return (
        sorted({0, 1, size // 2, size - 2, size - 1} & set(range(size))) if size > 20 else list(range(size))
    )


def pairs() -> list[tuple[int, int]]:
    return [(old, size) for size in SIZES for old in SIZES if old < size]


@pytest.mark.parametrize("size", SIZES)
def test_inclusion_as_pymerkle_has_it(size: int) -> None:
    """The path that pymerkle makes begins with the leaf itself; behind that come the hashes of RFC 9162, 2.1.3.1."""
    for seq in places(size):
        path = THEIRS.prove_inclusion(seq + 1, size).path
        assert path[0] == LEAVES[seq]
        assert root_by_inclusion(LEAVES[seq], seq, size, path[1:]) == ROOTS[size]
        assert prove_inclusion(LEAVES[:size], seq) == path[1:]


def test_growth_as_pymerkle_has_it_in_both_directions() -> None:
    """Our proof leads to pymerkle's roots, pymerkle's to ours.

    Its proofs are not laid out as the standard has them; of an odd number of entries both consist of the same hashes.
    """
    for old, size in pairs():
        ours, theirs = prove_consistency(LEAVES[:size], old), THEIRS.prove_consistency(old, size)
        before, after = THEIRS.get_root(old), THEIRS.get_root(size)
        assert roots_by_consistency(old, size, ours, before) == (before, after)
        verify_consistency(ROOTS[old], ROOTS[size], theirs)
        if old % 2:
            whole = {ROOTS[old]} if is_whole_tree(old) else set()
            assert {*ours} | whole == {*theirs.path}, (old, size)


def test_the_examples_of_the_standard() -> None:
    """RFC 9162, 2.1.5: the proofs over seven leaves, by the letters of its picture."""
    a, b, c, d, e, f, j = LEAVES[:7]
    g, h, i = (root_of(two) for two in ([a, b], [c, d], [e, f]))
    k, l = root_of([a, b, c, d]), root_of([e, f, j])  # noqa: E741
    seven = LEAVES[:7]
    assert prove_inclusion(seven, 0) == [b, h, l]
    assert prove_inclusion(seven, 3) == [c, g, l]
    assert prove_inclusion(seven, 4) == [f, j, k]
    assert prove_inclusion(seven, 6) == [i, k]
    assert prove_consistency(seven, 3) == [c, d, g, l]
    assert prove_consistency(seven, 4) == [l]
    assert prove_consistency(seven, 6) == [i, j, k]


def test_every_other_proof_is_none() -> None:
    """A hash too many, too few or changed, another place, another size, another leaf: each leads elsewhere."""
    chance = random.Random(7)
    for size in (2, 3, 7, 8, 11, 33):
        for seq in places(size):
            path = prove_inclusion(LEAVES[:size], seq)
            at = chance.randrange(len(path))
            wrong = [path[:-1], [*path, bytes(32)], [*path[:at], bytes(32), *path[at + 1 :]]]
            assert all(root_by_inclusion(LEAVES[seq], seq, size, one) != ROOTS.get(size) for one in wrong)
            assert root_by_inclusion(LEAVES[seq + 1], seq, size, path) != ROOTS[size]
            others = [place for place in range(-1, size + 1) if place != seq]
            assert all(root_by_inclusion(LEAVES[seq], place, size, path) != ROOTS[size] for place in others)
    for old, size in pairs()[:60]:
        path = prove_consistency(LEAVES[:size], old)
        whole = (ROOTS[old], ROOTS[size])
        wrong = [path[:-1], [*path, bytes(32)], [*path[:-1], bytes(32)]]
        assert all(roots_by_consistency(old, size, one, ROOTS[old]) != whole for one in wrong), (old, size)
        if not is_whole_tree(old):
            assert roots_by_consistency(old + 1, size, path, ROOTS[old]) != whole


def test_there_is_nothing_to_prove_of_none_and_of_all() -> None:
    assert prove_consistency(LEAVES[:7], 0) == prove_consistency(LEAVES[:7], 7) == []
    for old in (0, 7, 8, -1):
        assert roots_by_consistency(old, 7, [], ROOTS[7]) is None
    assert roots_by_consistency(4, 7, prove_consistency(LEAVES[:7], 4), None) is None, (
        "the old root is left out of it"
    )
    assert prove_inclusion(LEAVES[:1], 0) == []
    assert root_by_inclusion(LEAVES[0], 0, 1, []) == ROOTS[1] == LEAVES[0]


def test_proofs_stay_short() -> None:
    """At most one hash for each binary digit of the size, one more for growth (RFC 9162, 2.1.3.1 and 2.1.4.1)."""
    for size in SIZES:
        assert all(
            len(prove_inclusion(LEAVES[:size], seq)) <= (size - 1).bit_length() for seq in places(size)
        )
    assert all(
        len(prove_consistency(LEAVES[:size], old)) <= (size - 1).bit_length() + 1 for old, size in pairs()
    )
