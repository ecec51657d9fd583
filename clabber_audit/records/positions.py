"""Line and column of each part of a JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from clabber_audit.core.errors import Path, Place

_DECODE = json.JSONDecoder().raw_decode
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
#: A value that holds no others; a key up to its value; what stands between a value and what comes next.
_WORD = re.compile(rf"{_STRING}|[^\s{{}}\[\],:\"]+")
_KEY = re.compile(rf"({_STRING})\s*:\s*")
_BETWEEN = re.compile(r"\s*,?\s*")


class Positions(NamedTuple):
    """Offsets into a JSON text by path, of values and of keys."""

    text: str
    values: dict[Path, int]
    keys: dict[Path, int]

    def place(self, path: Path, key: bool = False) -> Place:
        """Return the place of the value at `path`, or of its key; of the nearest enclosing one if absent."""
        return place_in(self.text, self.offset(path, key))

    def offset(self, path: Path, key: bool) -> int:
        """Return the offset of the place, in characters."""
        found = self.keys.get(path) if key else None
        while found is None:
            found, path = self.values.get(path), path[:-1]
        return found

    def existing(self, path: Path) -> Path:
        """Return the longest beginning of `path` that stands in the text: a validator adds steps of its own."""
        while path and path not in self.values:
            path = path[:-1]
        return path


def place_in(text: str, offset: int) -> Place:
    """Return line and column, from 1 and in characters, of an offset."""
    start = text.rfind("\n", 0, offset) + 1
    return Place(text.count("\n", 0, offset) + 1, offset - start + 1)


def positions(text: str, wanted: Iterable[Path] | None = None) -> Positions:
    """Scan a text that is known to be JSON. Of a large one only `wanted` paths, and what is around them, are kept."""
    paths = None if wanted is None else set(wanted)
    around = None if paths is None else {path[:length] for path in paths for length in range(len(path))}
    scan = _Scan(text, None if paths is None or around is None else paths | around, around)
    return Positions(text, scan.values, scan.keys)


def place_of(path: Path, text: str) -> Place:
    """Return the place of a value in a valid JSON text without duplicate keys, or of its nearest enclosing one."""
    return positions(text, [path]).place(path)


def doubled(text: str) -> list[tuple[Path, int]]:
    """Return every key that an object of a JSON text holds twice, with its offset."""
    return _Scan(text, set(), None).doubled


class _Scan:
    """Scanner of a valid JSON text, in offsets from its beginning."""

    def __init__(self, text: str, noted: set[Path] | None, entered: set[Path] | None) -> None:
        self.text = text
        #: Paths to store, and paths to descend into; None for all.
        self.noted, self.entered = noted, entered
        self.values: dict[Path, int] = {}
        self.keys: dict[Path, int] = {}
        self.doubled: list[tuple[Path, int]] = []
        self.value((), _end(_BETWEEN, text, 0))

    def value(self, path: Path, at: int) -> int:
        """Scan the value that begins at an offset, and return its end."""
        if self.noted is None or path in self.noted:
            self.values[path] = at
        if self.text[at] not in "[{":
            return _end(_WORD, self.text, at)
        if self.entered is not None and path not in self.entered:
            end: int = _DECODE(self.text, at)[1]
            return end
        return (self.items if self.text[at] == "[" else self.members)(path, at)

    def items(self, path: Path, at: int) -> int:
        at, index = _end(_BETWEEN, self.text, at + 1), 0
        while self.text[at] != "]":
            at = _end(_BETWEEN, self.text, self.value((*path, index), at))
            index += 1
        return at + 1

    def members(self, path: Path, at: int) -> int:
        at, seen = _end(_BETWEEN, self.text, at + 1), set[str]()
        while self.text[at] != "}":
            match = _KEY.match(self.text, at)
            assert match
            key = json.loads(match[1]) if "\\" in match[1] else match[1][1:-1]
            inner = (*path, key)
            if key in seen:
                self.doubled.append((inner, at))
            seen.add(key)
            if self.noted is None or inner in self.noted:
                self.keys[inner] = at
            at = _end(_BETWEEN, self.text, self.value(inner, match.end()))
        return at + 1


def _end(shape: re.Pattern[str], text: str, at: int) -> int:
    """Return the end of the value of a given shape at an offset."""
    match = shape.match(text, at)
    assert match
    return match.end()
