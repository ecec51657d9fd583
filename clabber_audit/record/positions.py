"""Where the parts of a JSON text stand. Used only once something is wrong, so plainness goes before speed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import NamedTuple

from clabber_audit.ground.errors import Path, Place

_DECODE = json.JSONDecoder().raw_decode
_TOKEN = re.compile(r'[\s]*([{}\[\],:]|"(?:[^"\\]++|\\.)*+"|[^\s{}\[\],:"]+)')


class Positions(NamedTuple):
    """Offsets into a JSON text by path, of values and of keys."""

    text: str
    values: dict[Path, int]
    keys: dict[Path, int]

    def place(self, path: Path, key: bool = False) -> Place:
        """The place of the value at `path`, or of its key; of the nearest thing around it when it is not there."""
        return place_in(self.text, self.offset(path, key))

    def offset(self, path: Path, key: bool) -> int:
        """Where that is, counted in characters from the beginning of the text."""
        found = self.keys.get(path) if key else None
        while found is None:
            found, path = self.values.get(path), path[:-1]
        return found

    def existing(self, path: Path) -> Path:
        """The longest beginning of `path` that stands in the text: a validator adds steps of its own."""
        while path and path not in self.values:
            path = path[:-1]
        return path


def place_in(text: str, offset: int) -> Place:
    """Line and column, from 1 and in characters, of an offset."""
    start = text.rfind("\n", 0, offset) + 1
    return Place(text.count("\n", 0, offset) + 1, offset - start + 1)


def positions(text: str, wanted: Iterable[Path] | None = None) -> Positions:
    """Scan a text that is known to be JSON. Of a large one only `wanted` paths, and what is around them, are kept."""
    paths = None if wanted is None else set(wanted)
    around = None if paths is None else {path[:length] for path in paths for length in range(len(path))}
    scan = _Scan(text, None if paths is None or around is None else paths | around, around)
    scan.value(())
    return Positions(text, scan.values, scan.keys)


def place_of(path: Path, text: str) -> Place:
    """The place of one value of a text that is known to be JSON, or of the nearest thing around it.

    All else is passed over.
    """
    return positions(text, [path]).place(path)


def doubled(text: str) -> list[tuple[Path, int]]:
    """Every key that an object of a JSON text holds twice, with its offset."""
    scan = _Scan(text, set(), None)
    scan.value(())
    return scan.doubled


class _Scan:
    """A walk through a text, of whose tokens only the present one is held."""

    def __init__(self, text: str, noted: set[Path] | None, entered: set[Path] | None) -> None:
        self.text = text
        #: What is noted, and what is looked into; None is everything.
        self.noted, self.entered = noted, entered
        self.values: dict[Path, int] = {}
        self.keys: dict[Path, int] = {}
        self.doubled: list[tuple[Path, int]] = []
        self.go_to(0)

    def go_to(self, offset: int) -> None:
        self.tokens = _TOKEN.finditer(self.text, offset)
        self.pass_on()

    def pass_on(self) -> None:
        match = next(self.tokens, None)
        self.token, self.offset = (match[1], match.start(1)) if match else ("", 0)

    def at(self, closing: str) -> bool:
        if self.token == ",":
            self.pass_on()
        found = self.token == closing
        if found:
            self.pass_on()
        return found

    def value(self, path: Path) -> None:
        if self.noted is None or path in self.noted:
            self.values[path] = self.offset
        token = self.token
        if token in ("[", "{") and self.entered is not None and path not in self.entered:
            self.go_to(_DECODE(self.text, self.offset)[1])
            return
        self.pass_on()
        if token == "[":
            index = 0
            while not self.at("]"):
                self.value((*path, index))
                index += 1
        elif token == "{":
            self.members(path)

    def members(self, path: Path) -> None:
        seen: set[str] = set()
        while not self.at("}"):
            key = json.loads(self.token) if "\\" in self.token else self.token[1:-1]
            inner = (*path, key)
            if key in seen:
                self.doubled.append((inner, self.offset))
            seen.add(key)
            if self.noted is None or inner in self.noted:
                self.keys[inner] = self.offset
            self.pass_on()
            self.pass_on()
            self.value(inner)
