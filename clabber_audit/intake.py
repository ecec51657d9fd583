"""Hands from files of every kind that can hold them, one at a time, good or refused, in the order of the input.

`.json` one record, or a ruling with the record in it; `.jsonl` and `.jsonl.gz` one record a line; `.clab` text; `.csv`
a score sheet, a hand a row; a ruling's `.html`; folders of these; `-` for standard input, which is looked at to see
what it is.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from clabber_audit.embedded import FORMAT, embedded_text
from clabber_audit.errors import Fault, Place, Refused, Unusable, UsageError
from clabber_audit.errors import Path as RecordPath
from clabber_audit.notation import Passage, locate, parse, passages
from clabber_audit.record.door import LARGEST, admit, read, too_large
from clabber_audit.record.hand import Hand
from clabber_audit.record.positions import place_in, positions
from clabber_audit.sheet import LARGEST as LARGEST_SHEET
from clabber_audit.sheet import entries, is_sheet

ENDINGS: Final = (".json", ".jsonl", ".jsonl.gz", ".clab", ".csv", ".html")
#: The largest file that holds one ruling; far beyond any that this program writes.
_LARGEST_RULING: Final = 4 << 20
_RULING: Final = f'"{FORMAT}"'.encode()
_BOM: Final = b"\xef\xbb\xbf"
_SEASON: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"clabber-season/')
#: Of a table's first line as much is looked at.
_LARGEST_HEADING: Final = 1 << 14
_START: Final = Place(1, 1)


class Offered(NamedTuple):
    """What one place of the input offered: a hand, or the reason why it was refused."""

    source: str
    hand: Hand | None
    refused: Refused | None
    #: Where a part of the record stands in its source.
    locate: Callable[[RecordPath], Place]
    #: The ruling that the record was found in, if it was.
    ruling: dict[str, Any] | None = None


def files(path: str) -> Iterator[str]:
    """The files that a path stands for: itself, or all of a folder that may hold hands, in order.

    A season beside its hands is passed over, for it holds none; so is any table that is no score sheet.
    """
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    for inner in _within(path):
        if _ending(inner.name) and inner.is_file() and not (_is_season(inner) or _is_other_table(inner)):
            yield str(inner)


def _is_season(file: Path) -> bool:
    """Whether a file of a folder begins as a season does."""
    if _ending(file.name) != ".json":
        return False
    try:
        with file.open("rb") as opened:
            return _SEASON.match(opened.read(200)) is not None
    except OSError:
        # That it cannot be read is told where it is read.
        return False


def _is_other_table(file: Path) -> bool:
    """Whether a table of a folder begins otherwise than a score sheet does."""
    if _ending(file.name) != ".csv":
        return False
    try:
        with file.open("rb") as opened:
            return not _begins_sheet(opened.readline(_LARGEST_HEADING))
    except OSError:
        return False


def _begins_sheet(line: bytes) -> bool:
    return is_sheet(line.removeprefix(_BOM).decode(errors="replace"))


def _within(path: str) -> list[Path]:
    """All files of a folder and its folders, in order; Unusable for a folder that may not be read."""

    def refuse(problem: OSError) -> None:
        why = problem.strerror or str(problem)
        raise Unusable(f"cannot read {problem.filename}", why, "check who may read the folder") from None

    return sorted(Path(folder) / name for folder, _, names in os.walk(path, onerror=refuse) for name in names)


def offered(path: str) -> Iterator[Offered]:
    """Everything that a path offers; Unusable for what cannot be opened or read, UsageError for an unknown kind."""
    for file in files(path):
        try:
            yield from _offered(file)
        except (OSError, EOFError, zlib.error) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            raise Unusable(f"cannot read {file}", reason, "check the name and the file") from None


def _offered(path: str) -> Iterator[Offered]:
    if path == "-":
        yield from _stream(sys.stdin.buffer, "-")
        return
    place = Path(path)
    kind = _ending(place.name)
    if not kind:
        raise UsageError(
            f"{path} is of no kind that holds hands", f"known are {', '.join(ENDINGS)}", "rename or convert it"
        )
    if place.exists() and not (place.is_file() or place.is_fifo()):
        raise Unusable(f"cannot read {path}", "it is neither a file nor a folder", "give a file of records")
    with place.open("rb") as file:
        yield from _of_kind(kind, file, path)


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
        yield _document(file.read(_LARGEST_RULING + 1), source, _START)
    elif kind == ".jsonl":
        yield from json_lines(file, source)
    elif kind == ".jsonl.gz":
        with gzip.open(file) as unpacked:
            yield from json_lines(unpacked, source)
    elif kind == ".clab":
        yield from _texts(_lines(file), source)
    elif kind == ".csv":
        yield from _sheet(file.read(LARGEST_SHEET + 1), source, Path(source).name)
    else:
        yield _page(file.read(_LARGEST_RULING + 1), source, _START)


def _stream(file: Any, source: str) -> Iterator[Offered]:
    """Standard input: its first line that is not blank tells what it is."""
    if hasattr(file, "peek") and file.peek(2)[:2] == b"\x1f\x8b":
        with gzip.open(file) as unpacked:
            yield from _stream(unpacked, source)
        return
    number, first = 1, file.readline(LARGEST + 2).removeprefix(_BOM)
    while first.isspace():
        number, first = number + first.endswith(b"\n"), file.readline(LARGEST + 2)
    base, start = Place(number, 1), first.lstrip()
    if start.startswith(b"<"):
        yield _page(first + file.read(_LARGEST_RULING), source, base)
    elif start and not start.startswith((b"{", b"[")) and _begins_sheet(first):
        yield from _sheet(b"\n" * (number - 1) + first + file.read(LARGEST_SHEET), source, "sheet")
    elif start and not start.startswith((b"{", b"[")):
        yield from _texts(chain(repeat(b"\n", number - 1), [first], _lines(file)), source)
    elif _is_whole(start):
        yield from json_lines(_Rejoined(first, file), source, number)
    else:
        first += file.read(_LARGEST_RULING)
        after = first.split(b"\n", 2)[1:2]
        if after and after[0].startswith(b"{") and _is_whole(after[0]):
            # Only the first of many lines is broken.
            yield from json_lines(_Rejoined(first, file), source, number)
        else:
            yield _document(first, source, base)


class _Rejoined:
    """A file of lines of which the beginning has been read already."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self.first, self.rest = BytesIO(first), rest

    def readline(self, most: int) -> bytes:
        line = self.first.readline(most)
        if line.endswith(b"\n") or len(line) == most:
            return line
        return line + self.rest.readline(most - len(line))


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file. One that no hand can hold is cut short, so that it is never in memory whole."""
    while line := file.readline(LARGEST + 2):
        yield line
        _pass_over(line, file)


def _pass_over(line: bytes, file: Any) -> None:
    """Leave out the rest of a line that was read only in part."""
    while len(line) >= LARGEST and not line.endswith(b"\n"):
        line = file.readline(LARGEST)


def json_lines(file: Any, source: str, first_line: int = 1) -> Iterator[Offered]:
    """The records of a file of JSON Lines; blank lines are passed over."""
    number = first_line
    while line := file.readline(LARGEST + 2):
        if number == 1:
            line = line.removeprefix(_BOM)
        base = Place(number, 1)
        if len(line) > LARGEST + 1:
            _pass_over(line, file)
            yield _too_large(source, base)
        elif line and not line.isspace():
            yield _record(line.rstrip(b"\r\n"), source, base)
        number += 1


def _record(data: bytes, source: str, base: Place) -> Offered:
    """The record in a text that begins at `base` in its source."""
    try:
        return Offered(source, read(data), None, lambda path: _json_place(data, path, base))
    except Refused as refused:
        moved = [fault._replace(place=_moved(fault.place or _START, base)) for fault in refused.faults]
        return Offered(source, None, Refused(moved, source), _nowhere)


def _json_place(data: bytes, path: RecordPath, base: Place) -> Place:
    return _moved(positions(data.decode("utf-8-sig")).place(path), base)


def _moved(place: Place, base: Place) -> Place:
    """Where a place of a text is in the source, in which the text begins at `base`."""
    return Place(place.line + base.line - 1, place.column + (base.column - 1 if place.line == 1 else 0))


def _too_large(source: str, base: Place) -> Offered:
    return Offered(source, None, Refused([too_large()._replace(place=base)], source), _nowhere)


def _nowhere(_path: RecordPath) -> Place:
    return _START


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


def _sheet(data: bytes, source: str, name: str) -> Iterator[Offered]:
    """The hands of a score sheet; one that cannot be read as a whole is refused as one."""
    try:
        for entry in entries(data, name):
            if entry.refused:
                entry.refused.source = source
            hand = admit(entry.record, entry.locate) if entry.record else None
            yield Offered(source, hand, entry.refused, entry.locate)
    except Refused as refused:
        refused.source = source
        yield Offered(source, None, refused, _nowhere)


def _text_place(passage: Passage) -> Callable[[RecordPath], Place]:
    return lambda path: locate(passage, path)


def _document(data: bytes, source: str, base: Place) -> Offered:
    """A JSON document: a record, or a ruling that carries one."""
    if _RULING in data:
        try:
            text = data.decode("utf-8-sig")
            ruling = json.loads(text)
            if isinstance(ruling, dict) and ruling.get("format") == FORMAT:
                return _ruling(ruling, text, source, base)
        except (ValueError, RecursionError):
            pass
    return _too_large(source, base) if len(data) > LARGEST else _record(data, source, base)


def _page(data: bytes, source: str, base: Place) -> Offered:
    """A ruling's HTML page, with the record and the ruleset in it."""
    if _RULING not in data:
        return _refused("the page holds no ruling", "only rulings written by this program carry one", source, base)
    try:
        text = data.decode("utf-8-sig")
        block = embedded_text(text)
    except UnicodeDecodeError:
        return _record(data[: LARGEST + 1], source, base)
    except Unusable as problem:
        return _refused(problem.what, problem.why, source, base)
    return _ruling(json.loads(block), block, source, _moved(place_in(text, text.index(block)), base))


def _ruling(ruling: dict[str, Any], text: str, source: str, base: Place) -> Offered:
    """The record of a ruling, read from the very text that stands in it, so that all its faults have their places."""
    extents = [extent for key, *extent in _members(text) if key == "record"]
    if not extents:
        return _refused("the ruling carries no record", "it cannot be audited again", source, base)
    start, end = extents[0]
    here = _moved(place_in(text, start), base)
    if len(extents) > 1:
        return _refused("the ruling carries two records", "they may say different things", source, here)
    return _record(text[start:end].encode(), source, here)._replace(ruling=ruling)


def _members(text: str) -> Iterator[tuple[str, int, int]]:
    """Each key of an object in JSON, and where its value begins and ends."""
    decode = json.JSONDecoder().raw_decode
    end = _end_of_blanks(text, 0)
    while text[end] != "}":
        key, end = decode(text, _end_of_blanks(text, end + 1))
        start = _end_of_blanks(text, _end_of_blanks(text, end) + 1)
        _value, end = decode(text, start)
        yield key, start, end
        end = _end_of_blanks(text, end)


def _end_of_blanks(text: str, start: int) -> int:
    while text[start] in " \t\r\n":
        start += 1
    return start


def _refused(what: str, why: str, source: str, base: Place) -> Offered:
    fault = Fault(what, why, "give the ruling as it was written, or the record", base)
    return Offered(source, None, Refused([fault], source), _nowhere)
