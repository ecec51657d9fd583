"""Codes that a telephone reads: of a hand, its text with the sum that tells whether all of it came through."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

from markupsafe import Markup

from clabber_audit.notation import summed, write
from clabber_audit.record.formats import Record

if TYPE_CHECKING:
    from segno import QRCode

#: How squares are turned over so that no patterns stand out: any will do, and to weigh all eight takes long.
_MASK: Final = 0
#: The most that a code holds which a telephone still reads from paper, three fingers wide.
_LARGEST: Final = 25
#: The endings of drawings, and how many pixels wide a square is.
_DRAWN: Final = (".svg", ".png")
_SCALE: Final = 4


class Code(NamedTuple):
    """A code: how many squares wide it is, and its rows one after the other, a bit a square, dark ones set."""

    size: int
    bits: str


def handed_over(record: Record) -> str:
    """The text of a hand, with its sum."""
    return summed(write(record))


def code(text: str) -> Code | None:
    """The code of a text; None for one that is too long."""
    made = _made(text, "l")
    if made is None:
        return None
    dark = "".join("1" if square & 1 else "0" for row in made.matrix for square in row)
    whole = dark.ljust(-(-len(dark) // 8) * 8, "0")
    return Code(len(made.matrix), base64.b64encode(int(whole, 2).to_bytes(len(whole) // 8)).decode())


def drawn(text: str) -> Markup | None:
    """The code of a text as a drawing, for paper that may get a stain; None for one that is too long."""
    made = _made(text, "m")
    return None if made is None else Markup(made.svg_inline(omitsize=True, svgclass=None, lineclass=None))


def is_drawable(path: str) -> bool:
    """Whether a file's name asks for a drawing that can be made."""
    return path.lower().endswith(_DRAWN)


def drawing(text: str, path: str) -> bytes | None:
    """The code of a text as the bytes of a drawing, of the kind that a file's name asks for; None where too long."""
    made, file = _made(text, "l"), BytesIO()
    if made is None:
        return None
    made.save(file, kind=path.lower().rpartition(".")[2], scale=_SCALE)
    return file.getvalue()


def _made(text: str, error: str) -> QRCode | None:
    import segno

    try:
        made = segno.make_qr(text, error=error, mode="byte", encoding="utf-8", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    return made if isinstance(made.version, int) and made.version <= _LARGEST else None
