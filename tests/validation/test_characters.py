"""Tests of invisible characters, on which schema and Python agree, and of names that look alike."""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from clabber_audit.core.text import NAMED, PLAIN, escape, escape_line, find_invisible, is_name
from clabber_audit.records.formats import fold_name, look_alike_key
from tests.cli import GOOD, call, copy_with, encode_record
from tests.scale import at_scale

#: Look blank and are letters, signs or marks: Hangul fillers, a blank of Braille, a note without a head.
BLANKS = "\u115f\u1160\u3164\uffa0\u2800\U0001d159\u034f\u17b4\u180b"
NONE = "\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0010ffff"
STEERING = "\x00\x1b\x7f\x85\x9b\u00ad\u061c\u200b\u200e\u202e\u2028\u2029\u2066\u2069\ufeff\U000e0041"
PRIVATE = "\ue000\U000f0000"


def string_type(pattern: str) -> TypeAdapter[str]:
    return TypeAdapter(Annotated[str, Field(pattern=pattern)])


@pytest.mark.full
def test_the_schema_and_python_agree_on_every_character() -> None:
    plain, named = string_type(PLAIN), string_type(NAMED)
    differing = []
    # Beyond the first 65,536 nearly all are alike, so one in 17 is tried below full scale.
    for code in (
        *range(0xD800),
        *range(0xE000, 0x10000),
        *range(0x10000, sys.maxunicode + 1, at_scale(17, 1, ci=17)),
    ):
        char = chr(code)
        known = unicodedata.category(char) != "Cn"
        for schema, expected in ((plain, not find_invisible(char)), (named, is_name(char))):
            try:
                schema.validate_python(char)
                accepted = True
            except ValidationError:
                accepted = False
            # Ignore characters newer than this Python's Unicode database.
            if accepted != expected and known:
                differing.append(f"{code:x}")
    assert not differing


@pytest.mark.parametrize("char", [*BLANKS, *NONE, *STEERING, *PRIVATE], ids=lambda char: f"U+{ord(char):04X}")
def test_invisible_characters_are_escaped(char: str) -> None:
    assert find_invisible(f"Bob{char}") == char
    assert escape(f"a{char}b") == escape_line(f"a{char}b")
    assert json.loads(f'"{escape(char)}"') == char


@pytest.mark.parametrize(
    "text",
    ["Zoë", "שלום", "Łukasz", "東京 太郎", "♥\ufe0f", "🎉", "O’Hara", "a\u0301", "Ann\u00a0B", "\\u001b"],
)
def test_visible_text_is_kept(text: str) -> None:
    assert is_name(text)
    assert escape(text) == escape_line(text) == text


@pytest.mark.parametrize("text", ["", " ", "\u00a0", "\u3000\u2003", "\u0301", " \ufe0f", "\u2800", "\u3164"])
def test_blank_names_are_refused(text: str) -> None:
    assert not is_name(text)
    for part in ({"players": {"N": text}}, {"teams": {"NS": text}}):
        assert call("check", "-", stdin=encode_record(copy_with(GOOD, **part))).code == 3


def test_escape_keeps_only_line_feeds() -> None:
    assert escape("a\nb\rc\td\x1b") == "a\nb\\u000dc\\u0009d\\u001b"
    assert escape_line("a\nb") == "a\\u000ab"
    assert escape("x\udcff") == "x\\udcff"


@pytest.mark.parametrize(
    ("one", "other", "alike", "same"),
    [
        *((one, other, True, False) for one, other in (
            ("Bob", "Воb"), ("Bob", "B0b"), ("Ann", "Αnn"), ("Ian", "lan"), ("O’Hara", "O'Hara"), ("Al", "AІ"),
            ("Mia", "Міа"),
        )),
        # Unintended differences leave the same name.
        *((one, other, True, True) for one, other in (
            ("Bob", "bob "), ("Zoë", "Zoe\u0308"), ("Bob", "Ｂob"), ("A B", "A\u00a0 B"),
        )),
        *((one, other, False, False) for one, other in (
            ("Bob", "Rob"), ("Ann", "Anna"), ("Zoe", "Zoë"), ("Анна", "Anna"),
        )),
    ],
)  # fmt: skip
def test_names_that_look_alike(one: str, other: str, alike: bool, same: bool) -> None:
    assert (look_alike_key(one) == look_alike_key(other)) is alike
    assert (fold_name(one) == fold_name(other)) is same
