"""Checkpoints on paper: what is written, what may be typed, and that mistakes show."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from clabber_audit.archive.merkle import EMPTY, Checkpoint, TypedCheckpoint, is_origin, parse, text
from clabber_audit.core.errors import Unusable
from tests.tables import tables

#: The first 100 bits are the values 0 to 19 in five bits each, so that base 32 shows its first twenty digits.
COUNTING = (int("".join(f"{value:05b}" for value in range(20)), 2) << 156).to_bytes(32)
#: Random bits, but the same in every run.
ROOTS = [random.Random(number).randbytes(32) for number in range(6)]
LINES = [
    text(Checkpoint(origin, size, root))
    for origin, size, root in zip(
        ("a", "otters-2026", "9", "west-side-thursday-night-2025-26", "0-1", "herons"),
        (0, 1284, 1, 7, 9_999_999_999_999_999, 20),
        ROOTS,
        strict=True,
    )
]
TYPED_LINES = tables(Path(__file__).with_name("checkpoints.md"))
#: What may be typed in place of a character of a line: every letter, digit and sign of one.
TYPED = "abcdefghijklmnopqrstuvwxyz0123456789*"


def check_by_hand(line: str) -> bool:
    """ISO 7064 MOD 37-2 as the standard words it: characters times 2 to the power of their place, 1 modulo 37."""
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
    origin, size, groups = line.upper().split(" ")
    characters = f"{origin.replace('-', '*')}*{size}*{groups.replace('-', '')}"
    return sum(alphabet.index(char) << place for place, char in enumerate(reversed(characters))) % 37 == 1


def test_a_line_written_out() -> None:
    """The digits are Crockford's in order; the check is worked out beside.

    `A*7*0123456789ABCDEFGHJK` has 24 characters; from the left, doubling and adding modulo 37 (start at A = 10):
    *: 20+36=56=19, 7: 38+7=45=8, *: 16+36=52=15, 0: 30, 1: 61=24, 2: 50=13, 3: 29, 4: 62=25, 5: 55=18, 6: 42=5,
    7: 17, 8: 42=5, 9: 19, A: 48=11, B: 33, C: 78=4, D: 21, E: 56=19, F: 53=16, G: 48=11, H (17): 39=2, J (19): 23,
    K (20): 66=29. Doubled once more 58=21, and 21 + 17 is 38, 1 modulo 37: the check is 17, H.
    """
    assert text(Checkpoint("a", 7, COUNTING)) == "a 7 01234-56789-ABCDE-FGHJK-H"


def test_published_check() -> None:
    """The standard's alphabet and weights, put to lines of every kind."""
    for line in LINES:
        assert check_by_hand(line), line


def test_what_is_written_is_read() -> None:
    for line, root, other in zip(LINES, ROOTS, ROOTS[::-1], strict=True):
        typed = parse(line)
        assert text(Checkpoint(typed.origin, typed.size, root)) == line
        assert typed.matches(root)
        assert not typed.matches(other)


def test_only_the_written_bits_count() -> None:
    """Bit 99 is the last on paper: the fourth of byte 12. What follows cannot be compared."""
    typed = parse(text(Checkpoint("a", 7, COUNTING)))
    assert typed == TypedCheckpoint("a", 7, int.from_bytes(COUNTING) >> 156)
    last_written, first_unwritten = bytearray(COUNTING), bytearray(COUNTING)
    last_written[12] ^= 0b0001_0000
    first_unwritten[12] ^= 0b0000_1000
    assert not typed.matches(bytes(last_written))
    assert typed.matches(bytes(first_unwritten))


def test_an_archive_without_entries() -> None:
    line = text(Checkpoint("new", 0, EMPTY))
    assert line.startswith("new 0 ")
    assert parse(line).size == 0
    assert parse(line).matches(EMPTY)


@pytest.mark.parametrize("typed", [typed for (typed,) in TYPED_LINES["Forgiven"]])
def test_forgiven(typed: str) -> None:
    assert parse(typed) == parse("a 7 01234-56789-ABCDE-FGHJK-H")


def test_look_alikes_in_the_number() -> None:
    line = text(Checkpoint("otters", 1001, ROOTS[0]))
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
def test_any_one_wrong_character_shows(line: str) -> None:
    tried = 0
    for place, right in enumerate(line):
        for wrong in TYPED + "-":
            changed = line[:place] + wrong + line[place + 1 :]
            # A hyphen between the groups may be missing, but nothing may stand in its place.
            if wrong == right.lower() or same_reading(changed, line):
                continue
            tried += 1
            assert is_mistyped(changed), changed
    assert tried > 36 * (len(line) - 10)


@pytest.mark.parametrize("line", LINES)
def test_any_two_swapped_neighbours_show(line: str) -> None:
    """Neighbours in the groups too, when a hyphen stands between them: only moving that hyphen itself is forgiven."""
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
def test_it_says_where_to_look(typed: str, where: str) -> None:
    with pytest.raises(Unusable) as refusal:
        parse(typed)
    assert "mistyped" in refusal.value.what
    assert where in refusal.value.why
    assert "paper" in refusal.value.help
    assert all(part.isprintable() for part in (refusal.value.what, refusal.value.why))


def test_names_of_archives() -> None:
    assert all(map(is_origin, ("a", "7", "otters-2026", "x" * 32)))
    assert not any(map(is_origin, ("", "x" * 33, "Otters", "two words", "a_b", "a\n", "é")))


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
