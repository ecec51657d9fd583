"""Tests of reading JSON: syntax, keys, encodings, and places of errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from clabber_audit.core.errors import Path, TextPlace
from clabber_audit.games import parse
from clabber_audit.records.formats import record_data
from clabber_audit.records.parse import LARGEST, place_of
from clabber_audit.simulate.seasons import simulate_hands
from tests.cli import GOOD, copy_with, encode_record
from tests.validation.refusals import (
    FOREIGN,
    FRAME,
    MARK,
    add_frame,
    assert_refused_at,
    in_different_places,
    record_of,
    refusal_errors,
    remove_marks,
)


def test_j01_duplicate_key() -> None:
    for text in in_different_places(f'"score": {{"NS": 1, {MARK}"NS": 2}}'):
        assert_refused_at(text, "duplicate key “NS”")


def test_j01_every_duplicate_key_is_named() -> None:
    names = f'"players": {{"N": "Ann", {MARK}"N": "Bob"}}'
    text = f'{names}, "claims": [{{"by": "N", {MARK}"by": "N", "against": "E", "at": 0}}]'
    assert_refused_at(add_frame(text), "duplicate key “N”", "duplicate key “by”")


def test_j01_duplicates_and_other_errors_at_once() -> None:
    found = {fault.place for fault in refusal_errors(add_frame('"score": {"NS": 1, "NS": 2}, "ruleset": 7'))}
    text = add_frame(f'"score": {{"NS": 1, {MARK}"NS": 2}}, "ruleset": {MARK}7')
    assert found == set(remove_marks(text)[1])


def test_j01_hostile_key_twice() -> None:
    (fault, *_) = refusal_errors(add_frame('"\\u001b[2J": 1, "\\u001b[2J": 2'))
    assert "\\u001b" in fault.what


@pytest.mark.parametrize(
    "rest",
    [
        '"id": "x", b: 3}', '"id": "x", [1]: 3}', '"id": "x"', '"id": "x", "', '"id": "x", {}',
        '"id": "x", 1: 2}',
    ],
)  # fmt: skip
def test_j01_duplicate_key_in_invalid_json(rest: str) -> None:
    assert len(refusal_errors("{" + FRAME + ", " + rest)) == 1


def test_j01_duplicate_key_before_deep_nesting() -> None:
    assert refusal_errors("{" + FRAME + ', "id": "x", "y": ' + "[" * 100_000)


def test_j02_duplicate_key_by_escape() -> None:
    for text in in_different_places(f'"score": {{"NS": 1, {MARK}"\\u004eS": 2}}'):
        assert_refused_at(text, "duplicate key “NS”")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "nan", "inf"])
def test_j04_numbers_that_json_does_not_have(value: str) -> None:
    for text in in_different_places(f'"score": {{"NS": {value}}}'):
        (fault,) = refusal_errors(text)
        line = text[: text.index(value)].count("\n") + 1
        column = text.index(value) - text.rfind("\n", 0, text.index(value))
        assert fault.place
        # Of -Infinity the minus alone would still be JSON.
        assert fault.place.line == line
        assert fault.place.column in (column, column + 1)


@pytest.mark.parametrize("digits", [4, 20, 400, 4_000, 4_299, 4_300, 4_301, 5_000, 100_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_j05_j06_integers_of_many_digits(digits: int, sign: str) -> None:
    for where in (
        '"score": {{"NS": {}}}',
        '"context": {{"game": {}}}',
        '"sheet": {{"EW": {{"cards": {}}}}}',
        '"id2": {}',
    ):
        (fault,) = refusal_errors(add_frame(where.format(sign + "9" * digits)))
        assert len(fault.what) < 200


@pytest.mark.parametrize("depth", [150, 199, 201, 1_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_j07_deep_nesting(depth: int, opening: str, closing: str) -> None:
    deep = opening * depth
    for text in (
        deep,
        deep + "1" + closing * depth,
        add_frame('"remarks": ' + deep),
        add_frame(f'"x": {deep}1{closing * depth}'),
    ):
        refusal_errors(text)


def test_j08_size_of_a_record() -> None:
    large = encode_record(copy_with(GOOD, remarks=["x" * 2000] * 256)).rstrip()
    filled = large[:-1] + b" " * (LARGEST - len(large)) + b"}"
    assert len(filled) == LARGEST
    assert parse.parse_hand(filled).record.id == "good"
    (fault,) = refusal_errors(filled + b" ")
    assert "1 MiB" in fault.what
    assert fault.place == TextPlace(1, 1)


def test_j08_size_of_a_text() -> None:
    for inside, most in (
        ('"players": {{"N": {}"{}"}}', 80),
        ('"remarks": [{}"{}"]', 2000),
        ('"context": {{"date": {}"{}"}}', 2000),
    ):
        assert parse.parse_hand(add_frame(inside.format("", "x" * most)).encode())
        assert_refused_at(add_frame(inside.format(MARK, "x" * (most + 1))), str(most))
    large = '"' + "x" * 900_000 + '"'
    for inside in (f'"players": {{"N": {large}}}', f"{large}: 1", f'"score": {{"NS": {large}}}'):
        refusal_errors(add_frame(inside))


def test_j09_byte_order_mark_is_skipped() -> None:
    assert parse.parse_hand(b"\xef\xbb\xbf" + encode_record(GOOD)).record == record_of(GOOD)
    (fault,) = refusal_errors(b"\xef\xbb\xbf" + add_frame('"score": {"NS": true}').encode())
    assert fault.place == TextPlace(1, remove_marks(add_frame(f'"score": {{"NS": {MARK}true}}'))[1][0].column)
    refusal_errors(b"\xef\xbb\xbf\xef\xbb\xbf" + encode_record(GOOD))


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp1252"])
def test_j10_other_encodings(coding: str) -> None:
    text = add_frame('"remarks": ["Müller"]')
    refusal_errors(text.encode(coding) if coding != "utf-7" else text.replace("{", "+AHs-").encode())


@pytest.mark.parametrize(
    "piece",
    [b"\xff", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xed\xa0\xbd\xed\xb8\x80", b"\xf4\x90\x80\x80", b"\xe2\x99", b"\x80",
        b"\xf8\x88\x80\x80\x80"],
)  # fmt: skip
def test_j10_bad_utf8(piece: bytes) -> None:
    for lead in ("", FOREIGN + ", ", FOREIGN + ",\n"):
        before = "{" + FRAME + ", " + lead + '"teams": {"NS": "'
        (fault,) = refusal_errors(before.encode() + piece + b'"}}')
        assert fault.place == TextPlace(before.count("\n") + 1, len(before) - before.rfind("\n"))
        assert "UTF-8" in fault.what


@pytest.mark.parametrize(
    "text",
    [
        "{" + FRAME + "} " + MARK + "x", "{" + FRAME + "}" + MARK + "{" + FRAME + "}",
        "{" + FRAME + "}\n" + MARK + "// why",
        "{" + FRAME + "," + MARK + "}", "{" + FRAME + ', "score": {"NS": 1,' + MARK + "}}",
        "{" + FRAME + ', "remarks": ["' + "東京" + '",' + MARK + "]}",
        "{" + FRAME + "}" + MARK + "}", "{" + FRAME + ', "remarks" ' + MARK + '["x"]}',
        "{" + FRAME + ', "id2": ' + MARK + "'x'}", "{" + MARK + "format: 1}",
        "{" + FRAME + ', "x": ' + MARK + "undefined}", MARK + "clabber 1",
    ],
)  # fmt: skip
def test_j15_invalid_json(text: str) -> None:
    plain, (place,) = remove_marks(text)
    (fault,) = refusal_errors(plain)
    assert fault.place
    assert fault.what.startswith("not JSON")
    if plain.strip():
        assert fault.place == place


def test_j15_truncated_json() -> None:
    whole = encode_record(GOOD).decode().rstrip()
    for end in range(0, len(whole), 7):
        (fault,) = refusal_errors(whole[:end])
        assert fault.place
        assert fault.place.line == 1
        assert fault.place.column <= end + 1


@pytest.mark.parametrize("text", ["null", "[]", "5", '"x"', "true", "[{}]", "1.5"])
def test_j15_json_that_is_not_an_object(text: str) -> None:
    assert_refused_at(MARK + text, "an object in { }")


_LAYOUTS: dict[str, dict[str, Any]] = {
    "compact": {"separators": (",", ":")},
    "blanks": {"separators": (" ,\n ", "\t: ")},
    "indented": {"indent": 2, "sort_keys": True},
}
#: Signs of JSON in names, deeper than any record, and next to nothing.
_ODD = [
    {
        "a]": '[{\\"}',
        "b": [[[["x", {"y": {"z": {"\\": []}}}]]], "]"],
        "c": {"\u00fc\n": [1, -2.5e9, None, True, "}"]},
    },
    [[], {}, [{}], ""],
    "word",
]


def paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every part of some data with its path."""
    yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in parts:
        yield from paths(inner, (*path, key))


def read_at(text: str, path: Path) -> Any:
    place = place_of(path, text)
    rows = text.split("\n")
    offset = sum(len(row) + 1 for row in rows[: place.line - 1]) + place.column - 1
    return json.JSONDecoder().raw_decode(text, offset)[0]


@pytest.mark.parametrize("layout", _LAYOUTS)
def test_place_of_every_value(layout: str) -> None:
    for data in (*map(record_data, simulate_hands(4, 6, irregular=0.5)), *_ODD):
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
def test_place_of_a_missing_value_is_that_of_its_parent(path: Path, around: Path) -> None:
    (record,) = simulate_hands(4, 1, irregular=0, claims=0)
    text = json.dumps(record_data(record))
    assert place_of(path, text) == place_of(around, text)
