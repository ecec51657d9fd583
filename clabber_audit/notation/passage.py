"""A file of hands, cut into the texts of its hands, a line at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from clabber_audit.ground.errors import Fault, Place, Refused

#: The most one hand may measure, in bytes.
MOST: Final = 1 << 20
#: The words that begin a hand, one for each language.
FRAMES: Final = ("clabber", "bid-euchre")
_BOM: Final = b"\xef\xbb\xbf"


_FRAMES: Final = frozenset(frame.encode() for frame in FRAMES)


class Passage(NamedTuple):
    """The text of one hand, and the number of the line, from 1, at which it begins in its file."""

    text: str
    line: int


def passages(lines: Iterable[bytes | str]) -> Iterator[Passage | Refused]:
    """The hands of a file, given as its lines, in order; no more than one hand is held at a time.

    A hand runs from its line `clabber 1`, or `bid-euchre 1`, to the next such line; what stands before the first one
    belongs to the first hand. A hand that is not UTF-8 or is larger than `MOST` comes as a `Refused` in its place, not
    raised, and the next ones follow. A file of blank lines holds no hand.
    """
    held: list[bytes] = []
    begun, start, size = False, 1, 0
    for number, line in enumerate(lines, 1):
        raw = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
        raw = raw.removeprefix(_BOM).rstrip(b"\r\n") if number == 1 else raw.rstrip(b"\r\n")
        if begins_hand(raw):
            if begun:
                yield _passage(held, start, size)
                held, size = [], 0
            begun = True
        if size == 0 and not raw.strip():
            continue
        if size == 0:
            start = number
        size += len(raw) + 1
        if size <= MOST:
            held.append(raw)
        else:
            held.clear()
    if size:
        yield _passage(held, start, size)


def begins_hand(line: bytes) -> bool:
    """Whether a line is the first of a hand."""
    words = line[:64].split(None, 1)
    return bool(words) and words[0].lower() in _FRAMES


def frame_of(line: str) -> str:
    """The word that begins a hand, where a line begins with it; else nothing."""
    words = line[:64].lower().split(None, 1)
    frame = words[0].rstrip(".:") if words else ""
    return frame if frame in FRAMES else ""


def _passage(held: list[bytes], start: int, size: int) -> Passage | Refused:
    if size > MOST:
        return Refused([too_large(start)])
    data = b"\n".join(held) + b"\n"
    try:
        return Passage(data.decode(), start)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        place = Place(start + before.count("\n"), len(before) - before.rfind("\n"))
        what = f"byte {data[error.start]:#04x} is not UTF-8 text"
        return Refused([Fault(what, error.reason, "save the file as UTF-8", place)])


def too_large(line: int) -> Fault:
    """The fault of a hand, beginning at `line`, that is larger than `MOST`."""
    return Fault(
        "the hand is too large (limit 1 MiB)",
        help="start each hand with `clabber 1` or `bid-euchre 1`",
        place=Place(line, 1),
    )
