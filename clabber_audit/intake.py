"""Hands from files of every kind that can hold them, one at a time, good or refused, in the order of the input.

`.json` one record, or a ruling with the record in it; `.jsonl` and `.jsonl.gz` one record a line; `.clab` text; a
ruling's `.html`; folders of these; `-` for standard input, which is looked at to see what it is.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from clabber_audit.errors import Fault, Place, Refused, Unusable, UsageError
from clabber_audit.errors import Path as RecordPath
from clabber_audit.notation import Passage, locate, parse, passages
from clabber_audit.record.door import LARGEST, admit, read, too_large
from clabber_audit.record.hand import Hand
from clabber_audit.record.positions import positions

ENDINGS: Final = (".json", ".jsonl", ".jsonl.gz", ".clab", ".html")
#: The largest file that holds one ruling; far beyond any that this program writes.
_LARGEST_RULING: Final = 4 << 20
_EMBEDDED: Final = re.compile(r'<script type="application/json" id="clabber-ruling">(.*?)</script>', re.DOTALL)


class Offered(NamedTuple):
    """What one place of the input offered: a hand, or the reason why it was refused."""

    source: str
    hand: Hand | None
    refused: Refused | None
    #: Where a part of the record stands in its source.
    locate: Callable[[RecordPath], Place]
    #: The ruling that the record was found in, if it was.
    ruling: dict[str, Any] | None = None


def offered(path: str) -> Iterator[Offered]:
    """Everything that a path offers; Unusable for what cannot be opened or read, UsageError for an unknown kind."""
    if path == "-":
        yield from _stream(sys.stdin.buffer, "-")
        return
    place = Path(path)
    if place.is_dir():
        for inner in sorted(place.rglob("*")):
            if inner.is_file() and _ending(inner.name):
                yield from offered(str(inner))
        return
    kind = _ending(place.name)
    if not kind:
        raise UsageError(
            f"{path} is of no kind that holds hands", f"known are {', '.join(ENDINGS)}", "rename or convert it"
        )
    try:
        if place.exists() and not (place.is_file() or place.is_fifo()):
            raise Unusable(f"cannot read {path}", "it is neither a file nor a folder", "give a file of records")
        with place.open("rb") as file:
            yield from _of_kind(kind, file, path)
    except (OSError, EOFError, zlib.error) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {path}", reason, "check the name and the file") from None


def one(path: str, name: str | None = None) -> Offered:
    """The only record that a path offers, or the one of that id; Refused when it was refused."""
    found = [item for item in offered(path) if item.hand is None or name is None or item.hand.record.id == name]
    if len(found) > 1 and name is not None:
        found = [item for item in found if item.hand is not None]
    if not found:
        what = f"{path} holds no hand" + (f" “{name}”" if name else "")
        raise Unusable(what, "", "check the file" if name is None else "check the id")
    if len(found) > 1:
        raise UsageError(f"{path} holds {len(found)} hands or more", "this command takes one", "choose with --hand ID")
    if found[0].refused:
        raise found[0].refused
    return found[0]


def _ending(name: str) -> str:
    return next((ending for ending in ENDINGS if name.lower().endswith(ending) and ending != ".json"), "") or (
        ".json" if name.lower().endswith(".json") else ""
    )


def _of_kind(kind: str, file: IO[bytes], source: str) -> Iterator[Offered]:
    if kind == ".json":
        yield _document(file.read(_LARGEST_RULING + 1), source)
    elif kind == ".jsonl":
        yield from json_lines(file, source)
    elif kind == ".jsonl.gz":
        with gzip.open(file) as unpacked:
            yield from json_lines(unpacked, source)  # type: ignore[arg-type]
    elif kind == ".clab":
        yield from _texts(file, source)
    else:
        yield _page(file.read(_LARGEST_RULING + 1), source)


def _stream(file: IO[bytes], source: str) -> Iterator[Offered]:
    """Standard input: its beginning tells what it is."""
    if hasattr(file, "peek") and file.peek(2)[:2] == b"\x1f\x8b":
        with gzip.open(file) as unpacked:
            yield from _stream(BytesIO(unpacked.read()), source)
        return
    first = b""
    while not first.strip(b"\xef\xbb\xbf \t\r\n"):
        line = file.readline(LARGEST + 1)
        if not line:
            break
        first += line
    start = first.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        yield _page(first + file.read(_LARGEST_RULING), source)
    elif start.startswith((b"{", b"[")) or not start:
        if _is_whole(start):
            yield from json_lines(_Rejoined(first, file), source)
        else:
            yield _document(first + file.read(_LARGEST_RULING), source)
    else:
        yield from _texts(chain([first], file), source)


class _Rejoined:
    """A file of lines of which the first has been read already."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self.first, self.rest = first, rest

    def readline(self, most: int) -> bytes:
        if self.first:
            line, self.first = self.first, b""
            return line
        return self.rest.readline(most)


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def json_lines(file: Any, source: str, first_line: int = 1) -> Iterator[Offered]:
    """The records of a file of JSON Lines; blank lines are passed over."""
    number = first_line
    while line := file.readline(LARGEST + 2):
        if len(line) > LARGEST + 1:
            while line and not line.endswith(b"\n"):
                line = file.readline(LARGEST)
            yield Offered(source, None, _shifted(Refused([too_large()], source), number - 1), _nowhere)
        elif not line.isspace():
            yield _record(line, source, number - 1)
        number += 1


def _record(data: bytes, source: str, lines_before: int = 0) -> Offered:
    try:
        return Offered(source, read(data), None, lambda path: _json_place(data, path, lines_before))
    except Refused as refused:
        refused.source = source
        return Offered(source, None, _shifted(refused, lines_before), _nowhere)


def _json_place(data: bytes, path: RecordPath, lines_before: int) -> Place:
    place = positions(data.decode("utf-8-sig")).place(path)
    return place._replace(line=place.line + lines_before)


def _nowhere(_path: RecordPath) -> Place:
    return Place(1, 1)


def _shifted(refused: Refused, lines: int) -> Refused:
    if lines:
        refused.faults = tuple(
            fault._replace(place=fault.place._replace(line=fault.place.line + lines)) if fault.place else fault
            for fault in refused.faults
        )
    return refused


def _texts(lines: Iterable[bytes], source: str) -> Iterator[Offered]:
    """The hands of a file in the text notation."""
    for passage in passages(lines):
        if isinstance(passage, Refused):
            passage.source = source
            yield Offered(source, None, passage, _nowhere)
            continue
        try:
            where = _text_place(passage)
            yield Offered(source, admit(parse(passage), where), None, where)
        except Refused as refused:
            refused.source = source
            yield Offered(source, None, refused, _nowhere)


def _text_place(passage: Passage) -> Callable[[RecordPath], Place]:
    return lambda path: locate(passage, path)


def _document(data: bytes, source: str) -> Offered:
    """A JSON document: a record, or a ruling that carries one."""
    if len(data) > LARGEST and b'"clabber-ruling/1"' not in data[:4096]:
        return Offered(source, None, Refused([too_large()], source), _nowhere)
    if b'"clabber-ruling/1"' in data[:4096]:
        try:
            return _ruling(json.loads(data), source)
        except (ValueError, RecursionError):
            pass
    return _record(data, source)


def _page(data: bytes, source: str) -> Offered:
    """A ruling's HTML page, with the record and the ruleset in it."""
    text = data.decode(errors="replace")
    found = _EMBEDDED.search(text)
    if not found:
        fault = Fault("the page holds no ruling", "only rulings written by this program carry one", "give the record")
        return Offered(source, None, Refused([fault], source), _nowhere)
    try:
        return _ruling(json.loads(unescape(found[1]) if "&quot;" in found[1] else found[1]), source)
    except (ValueError, RecursionError):
        fault = Fault("the ruling in the page is damaged", "", "ask for the page again", Place(1, 1))
        return Offered(source, None, Refused([fault], source), _nowhere)


def _ruling(data: Any, source: str) -> Offered:
    if not isinstance(data, dict) or "record" not in data:
        fault = Fault("the ruling carries no record", "it cannot be audited again", "give the record", Place(1, 1))
        return Offered(source, None, Refused([fault], source), _nowhere)
    item = _record(json.dumps(data["record"], ensure_ascii=False).encode("utf-8", "surrogatepass"), source)
    return item._replace(ruling=data)
