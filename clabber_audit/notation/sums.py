"""The sum under a hand that is handed over: it tells whether all of it came through as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from clabber_audit.notation.draft import Draft
from clabber_audit.notation.header import only
from clabber_audit.notation.passage import frame_of
from clabber_audit.notation.slip import Slip, quote


def summed(text: str) -> str:
    """The text of a hand with its sum as the last line."""
    return f"{text}sum {_sum(text.splitlines())}\n"


def read_sum(draft: Draft, tokens: list[str]) -> None:
    """`sum d9f870c7`, a checksum under a hand sent as a message: shows that no line is missing"""
    above = draft.lines[: draft.number]
    start = next((at for at, line in enumerate(above) if frame_of(line)), 0)
    if len(tokens) < 2:
        raise Slip(1, "expected the checksum of the lines above")
    if tokens[1].lower() != _sum(above[start:]):
        what = f"{quote(tokens[1])} does not match the lines above: a line is missing, cut off or changed"
        raise Slip(1, what, "copy the hand again; if you changed it yourself, delete this line")
    only(tokens, 2)


def _sum(lines: Iterable[str]) -> str:
    """CRC-32 of what the lines say, however many blanks stand between its words."""
    said = (" ".join(line.split()) for line in lines)
    whole = "\n".join(filter(None, said))
    return f"{crc32(whole.encode()):08x}"
