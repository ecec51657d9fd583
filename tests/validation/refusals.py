"""Helpers for refused texts: texts with the place of every error marked, and the errors of a text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clabber_audit.core.errors import RecordError, Refused, TextPlace
from clabber_audit.games import parse
from clabber_audit.records.clabber import HandRecord
from tests.cli import Json, unprintable_chars

#: Mark before the character at which an error is expected; it occurs nowhere else in our JSON.
MARK = "¦"
FRAME = '"format": "clabber-hand/1", "id": "h", "deal": {"dealer": "N"}, "plays": []'
#: Text before an error in which characters, bytes and UTF-16 units have different counts.
FOREIGN = '"remarks": ["Łukasz ♥ 東京 🎉"]'


def refusal_errors(data: bytes | str) -> tuple[RecordError, ...]:
    """Return the errors for which a text is refused, asserting that each has a place and printable words."""
    with pytest.raises(Refused) as refused:
        parse.parse_hand(data.encode() if isinstance(data, str) else data)
    assert refused.value.faults
    for fault in refused.value.faults:
        assert fault.place
        assert not unprintable_chars(fault.what + fault.why + fault.help)
    return refused.value.faults


def add_frame(inside: str) -> str:
    return "{" + FRAME + ", " + inside + "}"


def remove_marks(text: str) -> tuple[str, list[TextPlace]]:
    """Return a text without its marks, and the places of the marks."""
    places, line, column = [], 1, 1
    for char in text:
        if char == MARK:
            places.append(TextPlace(line, column))
        elif char == "\n":
            line, column = line + 1, 1
        else:
            column += 1
    return text.replace(MARK, ""), places


def assert_refused_at(text: str, *messages: str) -> tuple[RecordError, ...]:
    """Assert that a text is refused at each of its marks and nowhere else, with these words in this order."""
    plain, places = remove_marks(text)
    errors = refusal_errors(plain)
    assert [fault.place for fault in errors] == places, (text, errors)
    for fault, words in zip(errors, messages, strict=True):
        assert words in fault.what + " " + fault.why + " " + fault.help, fault
    return errors


def in_different_places(inside: str) -> Iterator[str]:
    """Yield a marked piece of a record on one line, after foreign characters, and on a line of its own."""
    yield add_frame(inside)
    yield add_frame(FOREIGN + ", " + inside)
    yield add_frame(FOREIGN + ",\n\t" + inside + "\n").replace(", ", ",\r\n   ", 2)


def record_of(data: Json) -> HandRecord:
    return HandRecord.model_validate(data)


def find_errors(text: str) -> tuple[RecordError, ...]:
    """Return the errors of a text, none if it is a valid record."""
    try:
        parse.parse_hand(text.encode())
    except Refused as refused:
        return refused.faults or (RecordError("refused for nothing"),)
    return ()
