"""Where the parts of a JSON text stand. Used only once something is wrong, so plainness goes before speed."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from clabber_audit.errors import Path, Place

_TOKEN = re.compile(r'[\s]*([{}\[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}\[\],:"]+)')


class Positions(NamedTuple):
    """Offsets into a JSON text by path, of values and of keys, and every key that an object holds twice."""

    text: str
    values: dict[Path, int]
    keys: dict[Path, int]
    doubled: list[tuple[Path, int]]

    def place(self, path: Path, key: bool = False) -> Place:
        """The place of the value at `path`, or of its key; of the nearest thing around it when it is not there."""
        if key and path in self.keys:
            return place_in(self.text, self.keys[path])
        while path not in self.values and path:
            path = path[:-1]
        return place_in(self.text, self.values.get(path, 0))

    def existing(self, path: Path) -> Path:
        """The longest beginning of `path` that stands in the text: a validator adds steps of its own."""
        while path and path not in self.values:
            path = path[:-1]
        return path


def place_in(text: str, offset: int) -> Place:
    """Line and column, from 1 and in characters, of an offset."""
    start = text.rfind("\n", 0, offset) + 1
    return Place(text.count("\n", 0, offset) + 1, offset - start + 1)


def positions(text: str) -> Positions:
    """Scan a text that is known to be JSON."""
    scan = _Scan(text)
    scan.value(())
    return Positions(text, scan.values, scan.keys, scan.doubled)


class _Scan:
    def __init__(self, text: str) -> None:
        self.tokens = [(match[1], match.start(1)) for match in _TOKEN.finditer(text)]
        self.next = 0
        self.values: dict[Path, int] = {}
        self.keys: dict[Path, int] = {}
        self.doubled: list[tuple[Path, int]] = []

    def take(self) -> tuple[str, int]:
        self.next += 1
        return self.tokens[self.next - 1]

    def at(self, closing: str) -> bool:
        if self.tokens[self.next][0] == ",":
            self.next += 1
        found = self.tokens[self.next][0] == closing
        self.next += found
        return found

    def value(self, path: Path) -> None:
        token, offset = self.take()
        self.values[path] = offset
        if token == "[":
            index = 0
            while not self.at("]"):
                self.value((*path, index))
                index += 1
        elif token == "{":
            while not self.at("}"):
                key, where = self.take()
                inner = (*path, json.loads(key))
                if inner in self.keys:
                    self.doubled.append((inner, where))
                self.keys[inner] = where
                self.take()
                self.value(inner)
