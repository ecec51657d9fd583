"""Tests of invalid values and keys, which messages quote short and escaped."""

from __future__ import annotations

import json
import re

import pytest

from clabber_audit.core.errors import printable
from clabber_audit.games import parse
from tests.cli import GOOD, copy_with, encode_record, unprintable_chars
from tests.validation.refusals import (
    MARK,
    add_frame,
    assert_refused_at,
    in_different_places,
    refusal_errors,
    remove_marks,
)


@pytest.mark.parametrize(
    "value", ['"3"', "3.0", "1e2", "true", "false", '"1_000"', "-1", "[3]", "{}", "1001", "0.5"]
)
@pytest.mark.parametrize(
    "where", ['"score": {{"NS": {}}}', '"context": {{"round": {}}}', '"laydown": {{"by": "N", "at": {}}}']
)
def test_j03_invalid_whole_numbers(value: str, where: str) -> None:
    for text in in_different_places(where.format(MARK + value)):
        (fault,) = assert_refused_at(text, "whole number")
        assert value.strip('"[]{}') in fault.what or value in ("1e2", "[3]", "{}")


@pytest.mark.parametrize("value", ["0", "1", '"true"', '"yes"', "null"])
def test_j03_invalid_booleans(value: str) -> None:
    claim = f'{{"by": "N", "against": "E", "at": 0, "reviewed": {MARK}{value}}}'
    assert_refused_at(add_frame(f'"claims": [{claim}]'), "true or false")


@pytest.mark.parametrize("text", ["\\ud800", "\\udc00", "\\ud800x", "\\ud800\\ud800", "\\udfff\\ud800"])
def test_j11_lone_surrogate(text: str) -> None:
    for inside in (
        f'"remarks": ["{text}"]',
        f'"players": {{"N": "{text}"}}',
        f'"{text}": 1',
        f'"{text}": 1, "{text}": 1',
    ):
        refusal_errors(add_frame(inside))
    assert parse.parse_hand(add_frame('"remarks": ["\\ud83c\\udf89"]').encode()).record.remarks == ["🎉"]


INVISIBLE = (
    *(chr(code) for code in (0, 1, 7, 8, 9, 10, 13, 27, 0x7F, 0x80, 0x85, 0x9B)),
    "\u00ad", "\u061c", "\u180e", "\u200b", "\u200d", "\u200e", "\u202a", "\u202e", "\u2028", "\u2029", "\u2066",
    "\ufeff",
    "\ue000", "\U000e0041", "\U000f0000",
)  # fmt: skip


@pytest.mark.parametrize("char", INVISIBLE, ids=lambda char: f"U+{ord(char):04X}")
def test_j12_j13_control_and_invisible_characters(char: str) -> None:
    quoted = json.dumps(f"Bob{char}")
    for inside in (
        f'"players": {{"N": {MARK}{quoted}}}', f'"teams": {{"NS": {MARK}{quoted}}}', f'"remarks": ["", {MARK}{quoted}]',
        f'"context": {{"venue": {MARK}{quoted}}}', f'"source": {{"note": {MARK}{quoted}}}',
        f'"comments": [{{"at": 0, "text": {MARK}{quoted}}}]',
        f'"incidents": [{{"kind": "advice", "quote": {MARK}{quoted}}}]',
    ):  # fmt: skip
        assert_refused_at(add_frame(inside), f"U+{ord(char):04X}")


def test_j12_unescaped_control_characters() -> None:
    for char in "\x00\x07\n\x1b":
        refusal_errors(add_frame(f'"remarks": ["a{char}b"]'))


def test_j14_names_are_kept_as_written() -> None:
    names = {"N": "Bob", "E": "\u0412\u043eb", "S": "Bob ", "W": "Zoe\u0308"}
    assert parse.parse_hand(encode_record(copy_with(GOOD, players=names))).record.players == names


@pytest.mark.parametrize(
    ("inside", "meant"),
    [
        (f'{MARK}"rengee": true', ""),
        (f'{MARK}"claim": []', "“claims”"),
        (f'{MARK}"Score": {{}}', "“score”"),
        (f'"claims": [{{"by": "N", "against": "E", "at": 0, {MARK}"reviewd": true}}]', "“reviewed”"),
        (f'"melds": [{{"seat": "N", "kind": "dad", {MARK}"anounced": 0}}]', "“announced”"),
        (f'"source": {{{MARK}"recordedby": "x"}}', "“recorded_by”"),
        (f'"sheet": {{"NS": {{{MARK}"lasttrick": 10}}}}', "“last_trick”"),
    ],
)
def test_j16_unknown_key(inside: str, meant: str) -> None:
    for text in in_different_places(inside):
        (fault,) = assert_refused_at(text, "unknown field")
        assert meant in fault.help


@pytest.mark.parametrize("key", ["X", "n", "NS", "", " N", "north"])
def test_j16_unknown_seat(key: str) -> None:
    for text in in_different_places(f'"players": {{{MARK}"{key}": "Ann"}}'):
        assert_refused_at(text, f"“{key}”")


def test_j16_unknown_word_gets_a_suggestion() -> None:
    (fault,) = assert_refused_at(add_frame(f'"incidents": [{{"kind": {MARK}"exposd_card"}}]'), "exposd_card")
    assert "“exposed_card”" in fault.help


HOSTILE = (
    "\x1b[31mred", "a\nb", "\x07", "\u202eabc", "x" * 5_000, "\x1b" * 5_000, "'\"\\", "{{7*7}}", "é" * 5_000,
    "\x9b0m", "%s%d", "♥" * 900,
)  # fmt: skip


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_j17_messages_quote_values_short_and_escaped(value: str) -> None:
    quoted = json.dumps(value)
    for inside in (
        f'"id2": {quoted}', f'{quoted}: 1', f'"ruleset": {quoted}', f'"score": {{"NS": {quoted}}}',
        f'"players": {{{quoted}: {quoted}}}',
        f'"players": {{{quoted}: 5}}', f'"sheet": {{{quoted}: {{"cards": {quoted}}}}}',
        f'"sheet": {{{quoted}: {{{quoted}: 1}}}}',
        f'{quoted}: 1, {quoted}: 2', f'"score": {{{quoted}: 1, {quoted}: {quoted}}}',
        f'"claims": [{{{quoted}: {quoted}}}]', f'"deal": {quoted}',
        f'"incidents": [{{"kind": {quoted}}}]', f'"laydown": {{"by": "N", "at": {quoted}}}',
        f'"melds": [{{"seat": {quoted}}}]', f'"remarks": {quoted}',
        f'"contract": {{"maker": {quoted}, "trump": {quoted}}}', f'"context": {quoted}', f'"remarks": [[{quoted}]]',
        f'"remarks": [{{{quoted}: 1}}]',
    ):  # fmt: skip
        for fault in refusal_errors(add_frame(inside)):
            assert len(fault.what) < 250, inside[:80]
            assert not re.search(r"(x|é|♥){82}|(\\u001b){14}", fault.what + fault.why + fault.help)
    for fault in refusal_errors(json.dumps(copy_with(GOOD, id=value, format=value))) + refusal_errors(quoted):
        assert len(fault.what) < 250


def test_j17_values_of_any_type_are_printable() -> None:
    for value in (*HOSTILE, 10**4_000, [HOSTILE] * 100, 1.5, None):
        assert len(printable(value)) <= 81
        assert not unprintable_chars(printable(value))


def test_all_malformed_places_are_reported_at_once() -> None:
    assert_refused_at(
        f"""{MARK}{{
  "format": {MARK}"clabber-hand/2",
  "id": {MARK}"../x",
  "players": {{"N": {MARK}"", {MARK}"Q": "東京"}}, "teams": {{"NS": "♥♥", "EW": {MARK}5}},
  "deal": {{"dealer": {MARK}"X", "upcard": {MARK}"10H", "hands": {{"N": ["AS", {MARK}"1S"]}}}},
  "melds": [{{"seat": "N", "kind": "dad", "announced": {MARK}"later"}}, {MARK}{{"seat": "N"}}],
  "claims": [{{"by": "N", "against": "E", "at": {MARK}25, "trick": {MARK}7}}],
  "remarks": {MARK}"none"
}}""",
        "“plays”", "clabber-hand/1", "lower-case", "too short", "“Q”", "text in quotes", "expected N, E, S or W",
        "a card is a rank", "a card is a rank",
        "in_turn", "“kind”", "at most 24", "at most 6", "list in [ ]",
    )  # fmt: skip


def test_missing_keys_are_reported_at_their_object() -> None:
    claims = f'{{"by": "N", "against": "E", "at": 0}}, {MARK}{{"by": "N", "against": "E"}}'
    for text in in_different_places(f'"claims": [{claims}]'):
        assert_refused_at(text, "“at”")
    plain, (place,) = remove_marks(f" {MARK}{{}}")
    errors = refusal_errors(plain)
    assert {fault.place for fault in errors} == {place}
    assert [fault.what.split()[-1] for fault in errors] == ["“format”", "“id”", "“deal”", "“plays”"]


_NO_IDS = (
    "",
    ".",
    "..",
    "../x",
    "/etc/passwd",
    "A",
    "-x",
    "_x",
    "a/b",
    "a\\b",
    "é",
    "x" * 65,
    "a b",
    "a\n",
    "CON",
)


@pytest.mark.parametrize("id", _NO_IDS)
def test_p01_invalid_ids(id: str) -> None:
    for key in ("id", "ruleset"):
        (fault,) = refusal_errors(encode_record(copy_with(GOOD, **{key: id})))
        assert fault.path == (key,)
