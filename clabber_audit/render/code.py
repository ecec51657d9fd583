"""The hand as a code that a telephone reads: its text, with the sum that tells whether all of it came through."""

from __future__ import annotations

import base64
from typing import Final, NamedTuple

from clabber_audit.notation import summed, write
from clabber_audit.record.formats import Record

#: How squares are turned over so that no patterns stand out: any will do, and to weigh all eight takes long.
_MASK: Final = 0
#: The most that a code holds which a telephone still reads from paper, three fingers wide.
_LARGEST: Final = 25


class Code(NamedTuple):
    """A code: how many squares wide it is, and its rows one after the other, a bit a square, dark ones set."""

    size: int
    bits: str


def code(record: Record) -> Code | None:
    """The code of a hand; None for one that is too long."""
    import segno

    text = summed(write(record))
    try:
        made = segno.make_qr(text, error="l", mode="byte", encoding="utf-8", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    if not isinstance(made.version, int) or made.version > _LARGEST:
        return None
    dark = "".join("1" if square & 1 else "0" for row in made.matrix for square in row)
    whole = dark.ljust(-(-len(dark) // 8) * 8, "0")
    return Code(len(made.matrix), base64.b64encode(int(whole, 2).to_bytes(len(whole) // 8)).decode())
