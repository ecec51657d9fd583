"""Reader of printed QR codes, independent of those in phones: `zxing-cpp`, of the extra `full`."""

from __future__ import annotations

import re


def read(dots: bytes, width: int) -> str:
    """Return the text of the only code in a square picture of gray dots."""
    import zxingcpp

    (found,) = zxingcpp.read_barcodes(memoryview(dots).cast("B", shape=[width, width]))
    return str(found.text)


def decode_svg(width: int, path: str) -> str:
    """Decode the text of a code drawn as an SVG path, with squares of three dots."""
    wide = 3 * width
    dots = bytearray(b"\xff" * wide * wide)
    x = y = 0.0
    for move, first, second, run in re.findall(r"([Mm])(-?[\d.]+)[ ,]?(-?[\d.]+)h(\d+)", path):
        x, y = (float(first), float(second)) if move == "M" else (x + float(first), y + float(second))
        for row in range(3):
            start = (3 * int(y) + row) * wide + 3 * int(x)
            dots[start : start + 3 * int(run)] = bytes(3 * int(run))
        x += int(run)
    return read(bytes(dots), wide)
