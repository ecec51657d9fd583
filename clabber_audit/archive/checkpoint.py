"""Checkpoints: a line of text that pins the state of an archive."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from clabber_audit.core.errors import Unusable, printable

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
    """Return the line for paper; ValueError for an origin, size or root that no archive can have."""
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
        raise _typo_error(
            line, "check the name: it has only the letters a to z, digits and hyphens, at most 32"
        )
    if not _SIZE.fullmatch(size):
        raise _typo_error(line, f"check the number of entries: “{printable(parts[1], 40)}” is not a number")
    if len(groups) != _CHARACTERS + 1:
        expected = f"it takes {_CHARACTERS + 1}"
        raise _typo_error(
            line, f"check the groups of five: there are {len(groups)} characters, and {expected}"
        )
    if strange is not None:
        raise _typo_error(line, f"check the groups of five: “{printable(strange)}” is not used in them")
    if check != _check(origin, size, digits):
        raise _typo_error(
            line, "check all of it: the last character does not match the others, so at least one is wrong"
        )
    return TypedCheckpoint(
        origin, int(size), sum(_BASE_32.index(char) << 5 * place for place, char in enumerate(digits[::-1]))
    )


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
    help = (
        "compare it with the paper, character by character; the last one may also be a letter O, I or L, or *"
    )
    return Unusable(what, why, help)
