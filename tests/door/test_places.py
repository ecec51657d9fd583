"""Where the parts of a record stand in its text: what is read there is what the record holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from clabber_audit.core.errors import Path
from clabber_audit.records.canonical import record_data
from clabber_audit.records.positions import place_of
from clabber_audit.simulate.seasons import simulated

_LAYOUTS: dict[str, dict[str, Any]] = {
    "compact": {"separators": (",", ":")},
    "blanks": {"separators": (" ,\n ", "\t: ")},
    "indented": {"indent": 2, "sort_keys": True},
}
#: Signs of JSON in names, deeper than any record, and next to nothing.
_ODD = [
    {"a]": '[{\\"}', "b": [[[["x", {"y": {"z": {"\\": []}}}]]], "]"], "c": {"\u00fc\n": [1, -2.5e9, None, True, "}"]}},
    [[], {}, [{}], ""],
    "word",
]


def paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every part of some data by its path."""
    yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in parts:
        yield from paths(inner, (*path, key))


def read_at(text: str, path: Path) -> Any:
    """What stands where a path is said to stand."""
    place = place_of(path, text)
    rows = text.split("\n")
    offset = sum(len(row) + 1 for row in rows[: place.line - 1]) + place.column - 1
    return json.JSONDecoder().raw_decode(text, offset)[0]


@pytest.mark.parametrize("layout", _LAYOUTS)
def test_every_part_stands_where_it_is_said_to(layout: str) -> None:
    for data in (*map(record_data, simulated(4, 6, irregular=0.5)), *_ODD):
        for ensure_ascii in (True, False):
            text = " " + json.dumps(data, ensure_ascii=ensure_ascii, **_LAYOUTS[layout])
            for path, value in paths(data):
                assert read_at(text, path) == value


@pytest.mark.parametrize(
    ("path", "around"),
    [
        (("claims",), ()),
        (("claims", 0, "at"), ()),
        (("plays", 99), ("plays",)),
        (("plays", 3, "named"), ("plays", 3)),
        (("id", "x"), ("id",)),
        (("id", 0), ("id",)),
        (("melds", "N"), ("melds",)),
        (("deal", 0), ("deal",)),
    ],
)
def test_of_what_is_not_there_the_nearest_thing_around_it_is_said(path: Path, around: Path) -> None:
    (made,) = simulated(4, 1, irregular=0, claims=0)
    text = json.dumps(record_data(made))
    assert place_of(path, text) == place_of(around, text)
