"""Tests of the log's Merkle tree against RFC 9162 and pymerkle, and of checkpoints on paper."""

from __future__ import annotations

import random
from hashlib import sha256
from pathlib import Path

import pytest
from pymerkle import InmemoryTree, verify_consistency  # type: ignore[import-untyped]

from clabber_audit.archive.merkle import (
    EMPTY,
    Checkpoint,
    Tree,
    TypedCheckpoint,
    hash_leaf,
    is_origin,
    is_whole_tree,
    parse,
    prove_consistency,
    prove_inclusion,
    root_by_inclusion,
    root_of,
    roots_by_consistency,
    text,
)
from clabber_audit.core.errors import Unusable
from tests.tables import tables

ENTRIES = [f"hand {number}".encode() for number in range(5000)]
LEAVES = [hash_leaf(entry) for entry in ENTRIES]
#: Every small log, and some around the powers of two.
SIZES = [*range(1, 18), 31, 32, 33, 100, 127, 128, 129, 300]
ROOTS = {size: root_of(LEAVES[:size]) for size in SIZES}
THEIRS = InmemoryTree.init_from_entries(ENTRIES[:300], algorithm="sha256")


def test_roots_of_empty_and_single_entry_logs() -> None:
    """RFC 9162, 2.1.1: the hash of an empty string for an empty log; for one entry its leaf hash, after a zero byte."""
    assert Tree().root() == EMPTY == root_of([])
    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert root_of([hash_leaf(b"")]) == sha256(b"\x00").digest()
    assert root_of([hash_leaf(b"a hand")]) == sha256(b"\x00a hand").digest()


def test_roots_to_size_seventy_agree_with_pymerkle() -> None:
    theirs, ours = InmemoryTree(algorithm="sha256"), Tree()
    for size in range(71):
        assert (ours.size, ours.root()) == (size, theirs.get_root())
        # It stores hashes, not leaves: one for each bit set in the size.
        assert len(ours.peaks) == 32 * size.bit_count()
        theirs.append_entry(ENTRIES[size])
        ours.append(LEAVES[size])


@pytest.mark.parametrize("size", [1023, 1024, 1025, 2731, 4095, 4096, 4097, 5000])
def test_roots_of_large_logs_agree_with_pymerkle(size: int) -> None:
    theirs = InmemoryTree.init_from_entries(ENTRIES[:size], algorithm="sha256")
    assert root_of(LEAVES[:size]) == theirs.get_root()


def test_every_change_changes_the_root() -> None:
    """One byte, one entry less or more, two entries swapped, a node passed off as an entry."""
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


def test_log_is_continued_from_its_peaks() -> None:
    """Split anywhere, the second part continues the first; peaks of another size are refused."""
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


def sample_places(size: int) -> list[int]:
    return (
        sorted({0, 1, size // 2, size - 2, size - 1} & set(range(size))) if size > 20 else list(range(size))
    )


def size_pairs() -> list[tuple[int, int]]:
    return [(old, size) for size in SIZES for old in SIZES if old < size]


@pytest.mark.parametrize("size", SIZES)
def test_inclusion_proofs_agree_with_pymerkle(size: int) -> None:
    """Its path begins with the leaf itself, followed by the hashes of RFC 9162, 2.1.3.1."""
    for seq in sample_places(size):
        path = THEIRS.prove_inclusion(seq + 1, size).path
        assert path[0] == LEAVES[seq]
        assert root_by_inclusion(LEAVES[seq], seq, size, path[1:]) == ROOTS[size]
        assert prove_inclusion(LEAVES[:size], seq) == path[1:]


def test_growth_proofs_agree_with_pymerkle() -> None:
    """Our proof leads to pymerkle's roots, and pymerkle's proof to ours.

    Its proofs are not laid out as in the standard; for an odd number of entries both have the same hashes.
    """
    for old, size in size_pairs():
        ours, theirs = prove_consistency(LEAVES[:size], old), THEIRS.prove_consistency(old, size)
        before, after = THEIRS.get_root(old), THEIRS.get_root(size)
        assert roots_by_consistency(old, size, ours, before) == (before, after)
        verify_consistency(ROOTS[old], ROOTS[size], theirs)
        if old % 2:
            whole = {ROOTS[old]} if is_whole_tree(old) else set()
            assert {*ours} | whole == {*theirs.path}, (old, size)


def test_examples_of_the_standard() -> None:
    """RFC 9162, 2.1.5: the proofs over seven leaves, with the letters of its figure."""
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


def test_changed_proofs_do_not_verify() -> None:
    """A hash too many, too few or changed, another place, size or leaf: each leads to another root."""
    chance = random.Random(7)
    for size in (2, 3, 7, 8, 11, 33):
        for seq in sample_places(size):
            path = prove_inclusion(LEAVES[:size], seq)
            at = chance.randrange(len(path))
            wrong = [path[:-1], [*path, bytes(32)], [*path[:at], bytes(32), *path[at + 1 :]]]
            assert all(root_by_inclusion(LEAVES[seq], seq, size, one) != ROOTS.get(size) for one in wrong)
            assert root_by_inclusion(LEAVES[seq + 1], seq, size, path) != ROOTS[size]
            others = [place for place in range(-1, size + 1) if place != seq]
            assert all(root_by_inclusion(LEAVES[seq], place, size, path) != ROOTS[size] for place in others)
    for old, size in size_pairs()[:60]:
        path = prove_consistency(LEAVES[:size], old)
        whole = (ROOTS[old], ROOTS[size])
        wrong = [path[:-1], [*path, bytes(32)], [*path[:-1], bytes(32)]]
        assert all(roots_by_consistency(old, size, one, ROOTS[old]) != whole for one in wrong), (old, size)
        if not is_whole_tree(old):
            assert roots_by_consistency(old + 1, size, path, ROOTS[old]) != whole


def test_empty_growth_proofs() -> None:
    assert prove_consistency(LEAVES[:7], 0) == prove_consistency(LEAVES[:7], 7) == []
    for old in (0, 7, 8, -1):
        assert roots_by_consistency(old, 7, [], ROOTS[7]) is None
    assert roots_by_consistency(4, 7, prove_consistency(LEAVES[:7], 4), None) is None, (
        "the old root is left out of it"
    )
    assert prove_inclusion(LEAVES[:1], 0) == []
    assert root_by_inclusion(LEAVES[0], 0, 1, []) == ROOTS[1] == LEAVES[0]


def test_length_of_proofs() -> None:
    """At most one hash for each binary digit of the size, plus one for growth (RFC 9162, 2.1.3.1 and 2.1.4.1)."""
    for size in SIZES:
        assert all(
            len(prove_inclusion(LEAVES[:size], seq)) <= (size - 1).bit_length() for seq in sample_places(size)
        )
    assert all(
        len(prove_consistency(LEAVES[:size], old)) <= (size - 1).bit_length() + 1
        for old, size in size_pairs()
    )


#: The first 100 bits are the values 0 to 19 in five bits each, so that base 32 shows its first twenty digits.
COUNTING = (int("".join(f"{value:05b}" for value in range(20)), 2) << 156).to_bytes(32)
#: The root of an empty archive, and random bits that are the same in every run.
PAPER_ROOTS = [EMPTY, *(random.Random(number).randbytes(32) for number in range(5))]
LINES = [
    text(Checkpoint(origin, size, root))
    for origin, size, root in zip(
        ("a", "otters-2026", "9", "west-side-thursday-night-2025-26", "0-1", "herons"),
        (0, 1284, 1, 7, 9_999_999_999_999_999, 20),
        PAPER_ROOTS,
        strict=True,
    )
]
TYPED_LINES = tables(Path(__file__).with_name("checkpoints.md"))
#: Characters that may be mistyped for another: every letter, digit and sign of a line.
TYPED = "abcdefghijklmnopqrstuvwxyz0123456789*"


def check_by_hand(line: str) -> bool:
    """Check a line by ISO 7064 MOD 37-2: the sum of characters times powers of two is 1 modulo 37."""
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
    origin, size, groups = line.upper().split(" ")
    characters = f"{origin.replace('-', '*')}*{size}*{groups.replace('-', '')}"
    return sum(alphabet.index(char) << place for place, char in enumerate(reversed(characters))) % 37 == 1


def test_check_digit_by_hand() -> None:
    """The digits are Crockford's in order; the check is worked out below.

    `A*7*0123456789ABCDEFGHJK` has 24 characters; from the left, doubling and adding modulo 37 (start at A = 10):
    *: 20+36=56=19, 7: 38+7=45=8, *: 16+36=52=15, 0: 30, 1: 61=24, 2: 50=13, 3: 29, 4: 62=25, 5: 55=18, 6: 42=5,
    7: 17, 8: 42=5, 9: 19, A: 48=11, B: 33, C: 78=4, D: 21, E: 56=19, F: 53=16, G: 48=11, H (17): 39=2, J (19): 23,
    K (20): 66=29. Doubled once more 58=21, and 21 + 17 is 38, 1 modulo 37: the check is 17, H.
    """
    assert text(Checkpoint("a", 7, COUNTING)) == "a 7 01234-56789-ABCDE-FGHJK-H"


def test_check_digits_follow_the_standard() -> None:
    """Alphabet and weights of the standard, for lines of every kind."""
    for line in LINES:
        assert check_by_hand(line), line


def test_lines_round_trip() -> None:
    for line, root, other in zip(LINES, PAPER_ROOTS, PAPER_ROOTS[::-1], strict=True):
        typed = parse(line)
        assert text(Checkpoint(typed.origin, typed.size, root)) == line
        assert typed.matches(root)
        assert not typed.matches(other)


def test_only_the_printed_bits_are_compared() -> None:
    """Bit 99 is the last on paper, the fourth of byte 12."""
    typed = parse(text(Checkpoint("a", 7, COUNTING)))
    assert typed == TypedCheckpoint("a", 7, int.from_bytes(COUNTING) >> 156)
    last_written, first_unwritten = bytearray(COUNTING), bytearray(COUNTING)
    last_written[12] ^= 0b0001_0000
    first_unwritten[12] ^= 0b0000_1000
    assert not typed.matches(bytes(last_written))
    assert typed.matches(bytes(first_unwritten))


@pytest.mark.parametrize("typed", [typed for (typed,) in TYPED_LINES["Forgiven"]])
def test_forgiven(typed: str) -> None:
    assert parse(typed) == parse("a 7 01234-56789-ABCDE-FGHJK-H")


def test_look_alikes_in_the_number() -> None:
    line = text(Checkpoint("otters", 1001, PAPER_ROOTS[0]))
    assert parse(line.replace("1001", "lOoI")).size == 1001


def is_mistyped(line: str) -> bool:
    try:
        parse(line)
    except Unusable:
        return True
    return False


def same_reading(line: str, other: str) -> bool:

    def reading(whole: str) -> tuple[str, str, str]:
        name, rest = whole.upper().split(" ", 1)
        return name, rest[:-1].translate(str.maketrans("OIL", "011")), rest[-1]

    return reading(line) == reading(other)


@pytest.mark.parametrize("line", LINES)
def test_any_wrong_character_is_detected(line: str) -> None:
    tried = 0
    for place, right in enumerate(line):
        for wrong in TYPED + "-":
            changed = line[:place] + wrong + line[place + 1 :]
            # A hyphen between groups may be missing, but not replaced.
            if wrong == right.lower() or same_reading(changed, line):
                continue
            tried += 1
            assert is_mistyped(changed), changed
    assert tried > 36 * (len(line) - 10)


@pytest.mark.parametrize("line", LINES)
def test_any_swapped_neighbors_are_detected(line: str) -> None:
    """Also neighbors with a hyphen between them; only moving the hyphen itself is accepted."""
    start = line.index(" ", line.index(" ") + 1) + 1
    for whole, first in ((line, 0), (line[:start] + line[start:].replace("-", ""), start)):
        for place in range(first, len(whole) - 1):
            a, b = whole[place], whole[place + 1]
            if a == b or (place >= start and "-" in (a, b)):
                continue
            changed = whole[:place] + b + a + whole[place + 2 :]
            assert is_mistyped(changed), changed


@pytest.mark.parametrize(
    ("typed", "where"),
    [
        *TYPED_LINES["Mistyped"],
        (f"a {'9' * 5000} 01234-56789-ABCDE-FGHJK-H", "number of entries"),
        ("a 7 01234-56789-ABCDE-FGHJ\x1b-H", r"\u001b"),
    ],
)
def test_mistyped_checkpoints_say_where_to_look(typed: str, where: str) -> None:
    with pytest.raises(Unusable) as refusal:
        parse(typed)
    assert "mistyped" in refusal.value.what
    assert where in refusal.value.why
    assert "paper" in refusal.value.help
    assert all(part.isprintable() for part in (refusal.value.what, refusal.value.why))


def test_names_of_archives() -> None:
    assert all(map(is_origin, ("a", "7", "otters-2026", "x" * 32)))
    assert not any(map(is_origin, ("", "x" * 33, "Otters", "two words", "a_b", "a\n", "é", "../x")))


@pytest.mark.parametrize(
    "impossible",
    [
        Checkpoint("Otters", 1, EMPTY),
        Checkpoint("a", -1, EMPTY),
        Checkpoint("a", 10**16, EMPTY),
        Checkpoint("a", 1, b""),
    ],
)
def test_what_no_archive_has_is_not_written(impossible: Checkpoint) -> None:
    with pytest.raises(ValueError, match="not a checkpoint"):
        text(impossible)
