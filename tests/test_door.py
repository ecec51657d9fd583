"""The door: what is malformed or impossible is refused with its place, what is irregular never is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from clabber_audit.cards import CODES, SEATS
from clabber_audit.errors import Fault, Place, Refused, shown
from clabber_audit.record import door
from clabber_audit.record.hand import hold
from clabber_audit.record.model import HandRecord
from clabber_audit.record.possible import card_contradictions, contradictions, contradictions_beside_cards
from tests import mischief, records
from tests.cli import GOOD, Json, changed, encoded, odd

#: Stands in a text before the character at which a fault is expected; no JSON of ours holds it otherwise.
MARK = "¦"
FRAME = '"format": "clabber-hand/1", "id": "h", "deal": {"dealer": "N"}, "plays": []'
#: A text before the fault in which characters, bytes and UTF-16 units all count differently.
FOREIGN = '"remarks": ["Łukasz ♥ 東京 🎉"]'


def faults(data: bytes | str) -> tuple[Fault, ...]:
    """The faults for which a text is refused."""
    with pytest.raises(Refused) as refused:
        door.read(data.encode() if isinstance(data, str) else data)
    assert refused.value.faults
    for fault in refused.value.faults:
        assert fault.place
        assert not odd(fault.what + fault.why + fault.help)
    return refused.value.faults


def framed(inside: str) -> str:
    return "{" + FRAME + ", " + inside + "}"


def unmarked(text: str) -> tuple[str, list[Place]]:
    """A text without its marks, and the places at which they stood, counted by hand."""
    places, line, column = [], 1, 1
    for char in text:
        if char == MARK:
            places.append(Place(line, column))
        elif char == "\n":
            line, column = line + 1, 1
        else:
            column += 1
    return text.replace(MARK, ""), places


def refused_at(text: str, *said: str) -> tuple[Fault, ...]:
    """Asserts that a text is refused at each of its marks and nowhere else, saying these words in this order."""
    plain, places = unmarked(text)
    found = faults(plain)
    assert [fault.place for fault in found] == places, (text, found)
    for fault, words in zip(found, said, strict=True):
        assert words in fault.what + " " + fault.why + " " + fault.help, fault
    return found


def everywhere(inside: str) -> Iterator[str]:
    """A marked piece of a record on one line, after foreign characters, and on a line of its own."""
    yield framed(inside)
    yield framed(FOREIGN + ", " + inside)
    yield framed(FOREIGN + ",\n\t" + inside + "\n").replace(", ", ",\r\n   ", 2)


def record_of(data: Json) -> HandRecord:
    return HandRecord.model_validate(data)


# J: what a parser alone would let through, or stumble over.


def test_j01_duplicate_key() -> None:
    for text in everywhere(f'"score": {{"NS": 1, {MARK}"NS": 2}}'):
        refused_at(text, "“NS” stands twice")


def test_j01_every_duplicate_key_is_named() -> None:
    names = f'"players": {{"N": "Ann", {MARK}"N": "Bob"}}'
    text = f'{names}, "claims": [{{"by": "N", {MARK}"by": "N", "against": "E", "at": 0}}]'
    refused_at(framed(text), "“N” stands twice", "“by” stands twice")


def test_j01_duplicates_and_other_faults_at_once() -> None:
    found = {fault.place for fault in faults(framed('"score": {"NS": 1, "NS": 2}, "ruleset": 7'))}
    text = framed(f'"score": {{"NS": 1, {MARK}"NS": 2}}, "ruleset": {MARK}7')
    assert found == set(unmarked(text)[1])


def test_j01_hostile_key_twice() -> None:
    (fault, *_) = faults(framed('"\\u001b[2J": 1, "\\u001b[2J": 2'))
    assert "\\x1b" in fault.what


@pytest.mark.parametrize(
    "rest", ['"id": "x", b: 3}', '"id": "x", [1]: 3}', '"id": "x"', '"id": "x", "', '"id": "x", {}', '"id": "x", 1: 2}']
)
def test_j01_duplicate_key_in_what_is_no_json(rest: str) -> None:
    assert len(faults("{" + FRAME + ", " + rest)) == 1


def test_j01_duplicate_key_before_deep_nesting() -> None:
    assert faults("{" + FRAME + ', "id": "x", "y": ' + "[" * 100_000)


def test_j02_duplicate_key_by_escape() -> None:
    for text in everywhere(f'"score": {{"NS": 1, {MARK}"\\u004eS": 2}}'):
        refused_at(text, "“NS” stands twice")


@pytest.mark.parametrize("value", ['"3"', "3.0", "1e2", "true", "false", '"1_000"', "-1", "[3]", "{}", "1001", "0.5"])
@pytest.mark.parametrize(
    "where", ['"score": {{"NS": {}}}', '"context": {{"round": {}}}', '"laydown": {{"by": "N", "at": {}}}']
)
def test_j03_no_whole_number(value: str, where: str) -> None:
    for text in everywhere(where.format(MARK + value)):
        (fault,) = refused_at(text, "whole number")
        assert value.strip('"[]{}') in fault.what or value in ("1e2", "[3]", "{}")


@pytest.mark.parametrize("value", ["0", "1", '"true"', '"yes"', "null"])
def test_j03_no_truth(value: str) -> None:
    refused_at(
        framed(f'"claims": [{{"by": "N", "against": "E", "at": 0, "reviewed": {MARK}{value}}}]'), "true or false"
    )


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "nan", "inf"])
def test_j04_no_number(value: str) -> None:
    for text in everywhere(f'"score": {{"NS": {value}}}'):
        (fault,) = faults(text)
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
        (fault,) = faults(framed(where.format(sign + "9" * digits)))
        assert len(fault.what) < 200


@pytest.mark.parametrize("depth", [150, 199, 201, 1_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_j07_deep_nesting(depth: int, opening: str, closing: str) -> None:
    deep = opening * depth
    for text in (
        deep,
        deep + "1" + closing * depth,
        framed('"remarks": ' + deep),
        framed(f'"x": {deep}1{closing * depth}'),
    ):
        faults(text)


def test_j08_size_of_a_record() -> None:
    large = encoded(changed(GOOD, remarks=["x" * 2000] * 256)).rstrip()
    filled = large[:-1] + b" " * (door.LARGEST - len(large)) + b"}"
    assert len(filled) == door.LARGEST
    assert door.read(filled).record.id == "good"
    (fault,) = faults(filled + b" ")
    assert "1 MiB" in fault.what
    assert fault.place == Place(1, 1)


def test_j08_size_of_a_text() -> None:
    for inside, most in (
        ('"players": {{"N": {}"{}"}}', 80),
        ('"remarks": [{}"{}"]', 2000),
        ('"context": {{"date": {}"{}"}}', 2000),
    ):
        assert door.read(framed(inside.format("", "x" * most)).encode())
        refused_at(framed(inside.format(MARK, "x" * (most + 1))), str(most))
    large = '"' + "x" * 900_000 + '"'
    for inside in (f'"players": {{"N": {large}}}', f"{large}: 1", f'"score": {{"NS": {large}}}'):
        faults(framed(inside))


def test_j09_byte_order_mark_is_skipped() -> None:
    assert door.read(b"\xef\xbb\xbf" + encoded(GOOD)).record == record_of(GOOD)
    (fault,) = faults(b"\xef\xbb\xbf" + framed('"score": {"NS": true}').encode())
    assert fault.place == Place(1, unmarked(framed(f'"score": {{"NS": {MARK}true}}'))[1][0].column)
    faults(b"\xef\xbb\xbf\xef\xbb\xbf" + encoded(GOOD))


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-7", "cp1252"])
def test_j10_other_codings(coding: str) -> None:
    text = framed('"remarks": ["Müller"]')
    faults(text.encode(coding) if coding != "utf-7" else text.replace("{", "+AHs-").encode())


@pytest.mark.parametrize(
    "piece",
    [b"\xff", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xed\xa0\xbd\xed\xb8\x80", b"\xf4\x90\x80\x80", b"\xe2\x99", b"\x80",
        b"\xf8\x88\x80\x80\x80"],
)  # fmt: skip
def test_j10_bad_utf8(piece: bytes) -> None:
    for lead in ("", FOREIGN + ", ", FOREIGN + ",\n"):
        before = "{" + FRAME + ", " + lead + '"teams": {"NS": "'
        (fault,) = faults(before.encode() + piece + b'"}}')
        assert fault.place == Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        assert "UTF-8" in fault.what


@pytest.mark.parametrize("text", ["\\ud800", "\\udc00", "\\ud800x", "\\ud800\\ud800", "\\udfff\\ud800"])
def test_j11_lone_surrogate(text: str) -> None:
    for inside in (
        f'"remarks": ["{text}"]',
        f'"players": {{"N": "{text}"}}',
        f'"{text}": 1',
        f'"{text}": 1, "{text}": 1',
    ):
        faults(framed(inside))
    assert door.read(framed('"remarks": ["\\ud83c\\udf89"]').encode()).record.remarks == ["🎉"]


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
        refused_at(framed(inside), f"U+{ord(char):04X}")


def test_j12_control_characters_as_they_are() -> None:
    for char in "\x00\x07\n\x1b":
        faults(framed(f'"remarks": ["a{char}b"]'))


def test_j14_names_are_kept_as_they_are_written() -> None:
    names = {"N": "Bob", "E": "\u0412\u043eb", "S": "Bob ", "W": "Zoe\u0308"}
    assert door.read(encoded(changed(GOOD, players=names))).record.players == names


@pytest.mark.parametrize(
    "text",
    [
        MARK, f" \n {MARK}", "{" + FRAME + "} " + MARK + "x", "{" + FRAME + "}" + MARK + "{" + FRAME + "}",
        "{" + FRAME + "}\n" + MARK + "// why",
        "{" + FRAME + "," + MARK + "}", "{" + FRAME + ', "score": {"NS": 1,' + MARK + "}}",
        "{" + FRAME + ', "remarks": ["' + "東京" + '",' + MARK + "]}",
        "{" + FRAME + "}" + MARK + "}", "{" + FRAME + ', "remarks" ' + MARK + '["x"]}',
        "{" + FRAME + ', "id2": ' + MARK + "'x'}", "{" + MARK + "format: 1}",
        "{" + FRAME + ', "x": ' + MARK + "undefined}", MARK + "clabber 1",
    ],
)  # fmt: skip
def test_j15_no_json(text: str) -> None:
    plain, (place,) = unmarked(text)
    (fault,) = faults(plain)
    assert fault.place
    assert fault.what.startswith("not JSON")
    if plain.strip():
        assert fault.place == place


def test_j15_text_that_ends_too_early() -> None:
    whole = encoded(GOOD).decode().rstrip()
    for end in range(0, len(whole), 7):
        (fault,) = faults(whole[:end])
        assert fault.place
        assert fault.place.line == 1
        assert fault.place.column <= end + 1


@pytest.mark.parametrize("text", ["null", "[]", "5", '"x"', "true", "[{}]", "1.5"])
def test_j15_json_that_is_no_record(text: str) -> None:
    refused_at(MARK + text, "an object in { }")


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
    for text in everywhere(inside):
        (fault,) = refused_at(text, "unknown key")
        assert meant in fault.help


@pytest.mark.parametrize("key", ["X", "n", "NS", "", " N", "north"])
def test_j16_unknown_seat(key: str) -> None:
    for text in everywhere(f'"players": {{{MARK}"{key}": "Ann"}}'):
        refused_at(text, f"“{key}”")


def test_j16_unknown_word_is_guessed() -> None:
    (fault,) = refused_at(framed(f'"incidents": [{{"kind": {MARK}"exposd_card"}}]'), "exposd_card")
    assert "“exposed_card”" in fault.help


HOSTILE = (
    "\x1b[31mred",
    "a\nb",
    "\x07",
    "\u202eabc",
    "x" * 5_000,
    "\x1b" * 5_000,
    "'\"\\",
    "{{7*7}}",
    "é" * 5_000,
    "\x9b0m",
    "%s%d",
    "♥" * 900,
)


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_j17_messages_quote_little_and_escaped(value: str) -> None:
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
        for fault in faults(framed(inside)):
            assert len(fault.what) < 250, inside[:80]
            assert not re.search(r"(x|é|♥){82}|(\\x1b){21}", fault.what + fault.why + fault.help)
    for fault in faults(json.dumps(changed(GOOD, id=value, format=value))) + faults(quoted):
        assert len(fault.what) < 250


def test_j17_values_of_any_kind_shown() -> None:
    for value in (*HOSTILE, 10**4_000, [HOSTILE] * 100, 1.5, None):
        assert len(shown(value)) <= 81
        assert not odd(shown(value))


def test_malformed_in_many_places_all_at_once() -> None:
    refused_at(
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


def test_missing_keys_are_placed_at_their_object() -> None:
    for text in everywhere(f'"claims": [{{"by": "N", "against": "E", "at": 0}}, {MARK}{{"by": "N", "against": "E"}}]'):
        refused_at(text, "“at”")
    plain, (place,) = unmarked(f" {MARK}{{}}")
    found = faults(plain)
    assert {fault.place for fault in found} == {place}
    assert [fault.what.split()[-1] for fault in found] == ["“format”", "“id”", "“deal”", "“plays”"]


@pytest.mark.parametrize(
    "id", ["", ".", "..", "../x", "/etc/passwd", "A", "-x", "_x", "a/b", "a\\b", "é", "x" * 65, "a b", "a\n", "CON"]
)
def test_p01_ids_that_are_no_plain_names(id: str) -> None:
    for key in ("id", "ruleset"):
        (fault,) = faults(encoded(changed(GOOD, **{key: id})))
        assert fault.path == (key,)


# R: what cannot have happened, and what merely should not have.


def dealt(hands: str, rest: str = "") -> str:
    """A record with hands, as JSON that may hold marks."""
    return (
        '{"format": "clabber-hand/1", "id": "h", "deal": {"dealer": "N", "hands": {'
        + hands
        + '}}, "plays": []'
        + rest
        + "}"
    )


def test_r01_card_in_two_hands() -> None:
    refused_at(dealt(f'"N": ["AS", "KS"], "E": ["QS", {MARK}"AS"]'), "ace of spades")


def test_r01_card_twice_in_one_hand() -> None:
    refused_at(dealt(f'"N": ["AS",\n"KS",\n {MARK}"AS"]'), "ace of spades")


def test_r01_seven_cards() -> None:
    refused_at(dealt(f'"W": {MARK}["AS", "KS", "QS", "JS", "TS", "9S", "9D"]'), "7 cards")


def test_r01_card_played_twice() -> None:
    plays = (
        f'"plays": [{{"seat": "N", "card": "AS"}}, {{"seat": "E", "card": "KS"}}, {MARK}{{"seat": "N", "card": "AS"}}]'
    )
    refused_at("{" + FRAME.replace('"plays": []', plays) + "}", "ace of spades")


def test_r01_card_played_by_two() -> None:
    plays = f'"plays": [{{"seat": "N", "card": "AS"}},\n{MARK}{{"seat": "E", "card": "AS"}}]'
    refused_at("{" + FRAME.replace('"plays": []', plays) + "}", "ace of spades")


def test_r01_card_that_a_known_hand_did_not_hold() -> None:
    data = json.dumps(changed(GOOD, plays=[{"seat": "W", "card": "KS"}])).replace(
        '[{"seat": "W", "card": "KS"', f'[{MARK}{{"seat": "N", "card": "9D"'
    )
    refused_at(data, "nine of diamonds")
    record = changed(GOOD)
    del record["deal"]["hands"]["S"]
    record["plays"][0] = {"seat": "W", "card": "9D"}
    (fault,) = faults(encoded(record))
    assert "did not hold" in fault.what


def test_r01_upcard_held_by_another() -> None:
    deal = f'"deal": {{"dealer": "N", "hands": {{"E": ["AS"]}}, "upcard": {MARK}"AS"}}'
    refused_at(f'{{"format": "clabber-hand/1", "id": "h", {deal}, "plays": []}}', "turned up")


def test_r01_more_cards_than_there_are() -> None:
    plays = [{"seat": SEATS[place % 4], "card": None} for place in range(28)]
    found = faults(encoded(changed(GOOD, deal={"dealer": "S"}, plays=plays)))
    assert len(found) == 4
    assert {fault.path for fault in found} == {("plays", place) for place in range(24, 28)}


def test_r01_more_cards_played_than_held() -> None:
    blanks = [{"seat": "N", "card": None} for _ in range(7)]
    (fault,) = faults(encoded(changed(GOOD, plays=blanks)))
    assert fault.path == ("plays", 6)
    found = faults(
        encoded(changed(GOOD, plays=[{"seat": "N", "card": card} for card in GOOD["deal"]["hands"]["N"]] + blanks))
    )
    assert ("plays", 6) in [fault.path for fault in found]


def test_r01_more_cards_played_than_a_pack_has() -> None:
    plays = [{"seat": SEATS[place % 4], "card": None} for place in range(25)]
    record = changed(GOOD, deal={"dealer": "N"}, plays=plays, incidents=[{"kind": "wrong_card_count"}])
    (fault,) = faults(encoded(record))
    assert fault.path == ("plays", 24)


def test_r01_card_in_three_hands_and_another_in_none() -> None:
    """As sums of bits, three of one card are as much as that card and the next."""
    for there, gone in pairwise(CODES):
        rest = iter([code for code in CODES if code not in (there, gone)])
        hands = {
            seat: [there] * (seat != "N") + [next(rest) for _ in range(6 if seat in "NW" else 5)] for seat in SEATS
        }
        found = faults(encoded(changed(GOOD, deal={"dealer": "N", "hands": hands}, plays=[])))
        assert len(found) >= 3


def test_r01_melds_and_exposed_cards_count() -> None:
    mine = '{"seat": "N", "kind": "dad", "cards": ["AS", "KS", "QS"]}'
    theirs = f'{{"seat": "E", "kind": "dad", "cards": [{MARK}"QS", "JS", "TS"]}}'
    refused_at(framed(f'"melds": [{mine}, {theirs}]'), "queen of spades")
    exposed = f'"incidents": [{{"kind": "exposed_card", "seat": "E", "card": {MARK}"AS"}}]'
    refused_at(framed(f'"melds": [{mine}], {exposed}'), "ace of spades")


@pytest.mark.parametrize(
    "inside",
    [
        f'"claims": [{{"by": "N", "against": "E", "at": {MARK}1}}]', f'"comments": [{{"at": {MARK}24, "text": "x"}}]',
        f'"laydown": {{"by": "N", "at": {MARK}3}}',
        f'"incidents": [{{"kind": "question", "at": {MARK}2}}]',
        f'"incidents": [{{"kind": "dealt_out_of_turn", "at": "deal", "called": {MARK}2}}]',
        f'"melds": [{{"seat": "N", "kind": "dad", "announced": {MARK}5}}]',
        f'"melds": [{{"seat": "N", "kind": "dad", "shown": {MARK}5}}]',
    ],
)  # fmt: skip
def test_r01_clock_beyond_the_cards(inside: str) -> None:
    for text in everywhere(inside):
        refused_at(text, "beyond the cards played")


@pytest.mark.parametrize("word", ["deal", "declaring", "turned", "scored", 0])
def test_words_and_the_last_card_are_within(word: str | int) -> None:
    claim = {"by": "N", "against": "E", "at": word}
    assert door.read(encoded(changed(GOOD, plays=[], claims=[claim])))


def test_r01_contract_against_the_calls() -> None:
    calls = '"declarations": [{"seat": "E", "call": "S"}]'
    frame = framed(calls).replace('"dealer": "N"', '"dealer": "N", "upcard": "9S"')[:-1]
    refused_at(frame + f', "contract": {{"maker": {MARK}"S", "trump": {MARK}"H"}}}}', "maker", "trumps")
    assert door.read((frame + ', "contract": {"maker": "EW", "trump": "S"}}').encode())


def test_r01_cards_that_cannot_be_laid_down() -> None:
    laydown = f'"laydown": {{"by": "W", "at": 1, "order": [{MARK}"KS", "JS", {MARK}"JS", {MARK}"AS"]}}'
    data = json.dumps(changed(GOOD, plays=[{"seat": "W", "card": "KS"}]))[:-1] + ", " + laydown + "}"
    refused_at(data, "already played", "twice", "not held by West")


PILE = (
    '{"seat": "W", "card": "AH"}, {"seat": "N", "card": "9C"}, {"seat": "E", "card": "QH"}, {"seat": "S", "card": "KH"}'
)


def piled(disordered: str, hands: str = "", more: str = "") -> str:
    """A trick of West, North, East and South, with numbers of tricks whose order is lost."""
    return (
        f'{{"format": "clabber-hand/1", "id": "h", "deal": {{"dealer": "S", "hands": {{{hands}}}}}, '
        f'"plays": [{PILE}{more}], "disordered": {disordered}}}'
    )


def test_r01_tricks_that_cannot_have_lost_their_order() -> None:
    """A trick is named twice, or has no four plays: three where the fourth would do it with a null."""
    refused_at(piled(f"[1, {MARK}1]"), "trick 1 is named twice")
    refused_at(piled(f"[1, {MARK}2]", more=', {"seat": "W", "card": "9H"}'), "the record has 1 of its 4 plays")
    refused_at(piled(f"[{MARK}7]"), "7")


def test_r01_cards_of_a_trick_that_lie_elsewhere() -> None:
    """The queen of hearts lies in trick 1, so she is not played again, and somebody who played to it was dealt her."""
    again = piled("[1]", more=', {"seat": "W", "card": "QH"}')
    refused_at(again.replace('{"seat": "E"', MARK + '{"seat": "E"'), "queen of hearts is in two places")
    other = (
        PILE.replace("AH", "AS").replace("9C", "9S").replace("KH", "KS").replace('{"seat": "E"', MARK + '{"seat": "E"')
    )
    refused_at(piled("[1, 2]", more=", " + other), "lies in trick 1 and again in trick 2")
    # North played twice to the trick and South not at all.
    data = piled("[1]", '"S": ["QH"]').replace('{"seat": "S", "card": "KH"}', '{"seat": "N", "card": "KH"}')
    refused_at(data.replace('{"seat": "E"', f'{MARK}{{"seat": "E"'), "South did not play to that trick")


def test_r01_cards_of_a_trick_that_cannot_be_shared_out() -> None:
    """Two of the four cards are known to have been dealt to one player; or all that somebody held lies elsewhere."""
    refused_at(piled(f"[{MARK}1]", '"N": ["AH", "9C"]'), "cannot be shared out")
    refused_at(piled(f"[{MARK}1]", '"E": ["9S", "TS", "JS", "QS", "KS", "AS"]'), "East can have played none")
    # Either of two tricks can be, and not both: of all eight cards only one can have been North's sixth.
    more = PILE.replace("AH", "AS").replace("9C", "TH").replace("QH", "QS").replace("KH", "KS")
    hands = '"N": ["9S", "TC", "JC", "QC", "KC"]'
    refused_at(piled(f"{MARK}[1, 2]", hands, ", " + more), "tricks 1, 2 cannot be shared out")


def test_a_trick_whose_order_is_lost_is_admitted() -> None:
    """Whoever played what: cards beside anybody, a card not known, and a player who was dealt one of them."""
    assert not looked_at(piled("[1]"))
    assert not looked_at(piled("[]"))
    assert not looked_at(piled("[1]", '"N": ["KH"], "S": ["AH"]'))
    assert not looked_at(piled("[1]", '"N": ["KH"]').replace('"9C"', "null"))


def test_r01_all_contradictions_at_once() -> None:
    text = f"""{{"format": "clabber-hand/1", "id": "h",
  "deal": {{"dealer": "N", "hands": {{
      "N": ["AS", "KS", "QS", "JS", "TS", "9S"],
      "E": ["AH", {MARK}"AS"], "W": {MARK}["9C", "TC", "JC", "QC", "KC", "AC", "9D"]}}}},
  "plays": [{{"seat": "E", "card": "KH"}}, {MARK}{{"seat": "S", "card": "KH"}}, {MARK}{{"seat": "N", "card": "9H"}}],
  "comments": [{{"at": 0, "text": "♥♥♥"}}, {{"at": {MARK}4, "text": "x"}}],
  "claims": [{{"by": "N", "against": "E", "at": {MARK}9}}]}}"""
    refused_at(text, "ace of spades", "7 cards", "king of hearts", "nine of hearts", "clock 4", "clock 9")


@pytest.mark.parametrize("count", range(10))
def test_r01_miscounted_hands_hold_up_to_eight(count: int) -> None:
    miscount = [{"kind": "wrong_card_count", "at": "deal"}]
    cards = [code for code in CODES if code not in GOOD["deal"]["hands"]["E"]][:count]
    listed = changed(GOOD, deal={"dealer": "N", "hands": {"N": cards}}, plays=[], incidents=miscount)
    played = changed(
        GOOD, deal={"dealer": "N"}, plays=[{"seat": "N", "card": card} for card in cards], incidents=miscount
    )
    blank = changed(played, plays=[{"seat": "N", "card": None} for _ in cards])
    for record in (listed, played, blank):
        if count <= 8:
            assert door.read(encoded(record)).record.id == "good"
        else:
            faults(encoded(record))
        if count > 6:
            faults(encoded(changed(record, incidents=[])))


def test_r02_irregular_is_never_refused() -> None:
    for record in (*mischief.records(11, 400), *records.many(600, 12)):
        hand = door.read(encoded(record))
        assert hand.record == record_of(record)


@pytest.mark.parametrize(
    "marks", [{"NS": "XXX", "EW": 0}, {"NS": 1000, "EW": 1000}, {"EW": "R"}, {"NS": "--", "EW": "--"}]
)
def test_r03_any_score_is_admitted(marks: Json) -> None:
    assert door.read(encoded(changed(GOOD, score=marks))).record.score == marks


def test_r04_what_is_not_known_is_admitted() -> None:
    for plays in (
        [],
        GOOD["plays"][:3],
        [{"seat": "N", "card": None}] * 6,
        [{"seat": seat, "card": None} for seat in "NESW"] * 6,
    ):
        for deal in (
            {"dealer": "S"},
            {"dealer": "S", "hands": {}},
            {"dealer": "S", "hands": {"W": []}},
            {"dealer": "S", "hands": {"W": ["KS"]}},
        ):
            assert door.read(encoded(changed(GOOD, deal=deal, plays=plays)))


def test_r05_any_claim_is_admitted() -> None:
    claims = [{"by": by, "against": against, "at": 8} for by in (*SEATS, None) for against in (*SEATS, "NS", "EW")]
    assert len(door.read(encoded(changed(GOOD, claims=claims))).record.claims) == len(claims)


@pytest.mark.parametrize(
    "date", ["0000-00-00", "9999-12-31", "2026-02-30", "Tuesday", "", "2026-01-22T23:59:60", "last spring"]
)
def test_r07_dates_are_kept_as_written(date: str) -> None:
    record = door.read(encoded(changed(GOOD, context={"date": date}, source={"date_as_written": date}))).record
    assert record.context
    assert record.source
    assert (record.context.date, record.source.date_as_written) == (date, date)


# Laws that hold for every record.


def disturbed(data: Json, random: Random, changes: int) -> Json:
    """A record in which a few cards were overwritten by others, added or counted wrong."""
    data = deepcopy(data)
    for _ in range(changes):
        places: list[tuple[Any, Any]] = [(play, "card") for play in data["plays"]]
        lists: list[Any] = [
            *data["deal"].get("hands", {}).values(),
            *(meld.get("cards", []) for meld in data.get("melds") or ()),
        ]
        places += [(cards, place) for cards in lists for place in range(len(cards))]
        places += [(incident, "card") for incident in data.get("incidents", ()) if incident.get("card")]
        places += [(data["deal"], "upcard")]
        where, key = random.choice(places)
        where[key] = random.choice(CODES)
        if random.random() < 0.3 and lists:
            random.choice(lists).append(random.choice(CODES))
        if random.random() < 0.15:
            data["plays"].append({"seat": random.choice(SEATS), "card": random.choice((None, *CODES))})
        if random.random() < 0.15:
            data.setdefault("incidents", []).append({"kind": "wrong_card_count"})
    return data


def many_disturbed() -> Iterator[HandRecord]:
    random = Random(5)
    for data in (*mischief.records(5, 500), *records.many(700, 5)):
        for changes in (0, 1, 2):
            yield record_of(disturbed(data, random, changes))


def test_no_hand_exactly_when_cards_contradict() -> None:
    outcomes = set()
    for record in many_disturbed():
        contradict = bool(card_contradictions(record))
        assert (hold(record) is None) == contradict, record.model_dump_json(exclude_unset=True)
        assert bool(contradict or contradictions_beside_cards(record)) == bool(contradictions(record))
        outcomes.add(contradict)
    assert outcomes == {True, False}


def spoiled(text: str, random: Random) -> str:
    """A text in which a few pieces were left out, doubled, moved or replaced."""
    pieces = re.findall(r'"[^"]*"|[^"\w]|\w+', text)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        place = random.randrange(len(pieces))
        kind = random.randrange(4)
        if kind == 0:
            del pieces[place]
        elif kind == 1:
            pieces.insert(place, random.choice(pieces))
        elif kind == 2:
            pieces[place] = random.choice(pieces)
        else:
            pieces[place] = random.choice(
                (
                    '"\\u001b"',
                    "NaN",
                    "1e999",
                    "9" * 30,
                    "null",
                    "[[]]",
                    '{"a":1,"a":2}',
                    '"' + "x" * 90 + '"',
                    "-0",
                    "true",
                    "\ufeff",
                    "}",
                    "'",
                    '"',
                    "7",
                )
            )
    return "".join(pieces)


def looked_at(text: str) -> tuple[Fault, ...]:
    """The faults of a text that may be a good record; a refusal always has some."""
    try:
        door.read(text.encode())
    except Refused as refused:
        return refused.faults or (Fault("refused for nothing"),)
    return ()


def test_whatever_is_offered_is_a_hand_or_a_refusal() -> None:
    random = Random(6)
    refused = 0
    for data in (*mischief.records(6, 300), *records.many(300, 6)):
        for _ in range(4):
            text = spoiled(json.dumps(data, ensure_ascii=False, indent=random.choice((None, 1))), random)
            found = looked_at(text)
            refused += bool(found)
            rows = text.split("\n")
            for fault in found:
                assert fault.place
                assert not odd(fault.what + fault.why + fault.help)
                assert 1 <= fault.place.line <= len(rows)
                assert 1 <= fault.place.column <= len(rows[fault.place.line - 1]) + 1
    assert refused > 1_000


def test_every_part_is_found_at_its_own_place() -> None:
    """A wrong value put anywhere into a record is reported exactly there."""
    random = Random(7)
    for data in records.many(150, 7):
        text = json.dumps(data, ensure_ascii=False, indent=random.choice((None, 2)))
        places = [found.end() for found in re.finditer(r'"(seat|kind|dealer|by|against|call|card|upcard)": ', text)]
        if not places:
            continue
        start = random.choice(places)
        end = start + len(re.match(r'"\w*"|null', text[start:])[0])  # type: ignore[index]
        refused_at(text[:start] + MARK + '"東 wrong"' + text[end:], "東 wrong")
