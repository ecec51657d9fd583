"""What one cell says: points, a mark, a seat, a suit, a number, a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from clabber_audit.notation.words import CONFIDENCE, MARK, SEAT, SIDE, SOURCE_KIND, SUIT, nearest
from clabber_audit.sheet.columns import Kind

#: The most points, and the highest number, that a record holds.
MOST: Final = 1000
#: Spreadsheets hand numbers on with a point and a zero or two (three are thousands), and turn two hyphens into a dash.
_NUMBER: Final = re.compile(r"([0-9]{1,9})(?:[.,]0{1,2})?")
#: What spreadsheets make of a number that looks to them like a day: `11-Oct`, `2026-01-23`, `1/23/2026`.
_LIKE_A_DATE: Final = re.compile(
    r"[0-9]{1,4}[-/](?:[0-9]{1,2}|[^\W\d_]{3,9})(?:[-/][0-9]{1,4})?"
    r"|[^\W\d_]{3,9}-[0-9]{1,4}"
    r"|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}"
)
#: A day as spreadsheets count it, from 1900 on: five digits, and a fraction for the time.
_DAY_COUNT: Final = re.compile(r"[0-9]{5}(?:[.,][0-9]+)?")
_DASHES: Final = {"–": "-", "−": "-", "—": "--", "––": "--", "−−": "--"}
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {"source": SOURCE_KIND, "confidence": CONFIDENCE}


class Names(NamedTuple):
    """Who is meant by a name in a row: the seats of its players and its teams, by small letters."""

    seats: Mapping[str, str]
    sides: Mapping[str, str]


class BadCell(Exception):
    """A cell that cannot be read: what was expected, and what may help."""

    def __init__(self, expected: str, help: str = "correct the cell") -> None:
        super().__init__(expected)
        self.expected, self.help = expected, help


def value(kind: Kind, text: str, column: str, names: Names) -> str | int:
    """What a cell says, as a record has it; BadCell for what the column cannot hold."""
    if kind == "count":
        return _number(text, "a whole number")
    if kind == "word":
        return _word(text, _WORDS[column], f"one of {', '.join(_WORDS[column])}")
    return _READERS[kind](text, names) if kind in _READERS else text


def _number(text: str, expected: str) -> int:
    found = _NUMBER.fullmatch(text)
    if found is None and _LIKE_A_DATE.fullmatch(text):
        raise BadCell(f"expected {expected}", "a spreadsheet may have made a date of it: write what the sheet has")
    if found is None:
        raise BadCell(f"expected {expected}")
    if int(found[1]) > MOST:
        raise BadCell(f"expected {expected}, {MOST} at most")
    return int(found[1])


def _points(text: str, _names: Names) -> int:
    return _number(text, "points, which are a whole number")


def _score(text: str, _names: Names) -> str | int:
    word = _DASHES.get(text, text).casefold()
    mark = MARK.get(word) or MARK.get("-".join(word.split()))
    if mark:
        return mark
    expected = "points or one of the marks XX, XXX, -, -- and R"
    if text[:1].isdigit():
        return _number(text, expected)
    raise BadCell(f"expected {expected}", nearest(word, MARK) or "the words set, hick, turkey tracks and renege do too")


def _date(text: str, _names: Names) -> str:
    if _DAY_COUNT.fullmatch(text):
        help = "a spreadsheet counts days so: make the column text, and write the day as the sheet has it"
        raise BadCell("expected a date as people write it", help)
    return text


def _seat(text: str, names: Names) -> str:
    found = SEAT.get(_plain(text)) or names.seats.get(text.casefold())
    if found is None:
        raise BadCell("expected a seat", "a seat is N, E, S or W, or the name of a player in the row")
    return found


def _side(text: str, names: Names) -> str:
    word = _plain(text)
    found = SIDE.get(word) or SIDE.get(word.replace(" ", "")) or names.sides.get(text.casefold())
    if found is None:
        help = "it is N, E, S, W, NS or EW, or the name of a player or team in the row"
        raise BadCell("expected the seat or the team that made trumps", help)
    return found


def _suit(text: str, _names: Names) -> str:
    return _word(text.replace("\ufe0f", ""), SUIT, "a suit", "a suit is C, D, H or S, its name or its symbol")


def _word(text: str, vocabulary: Mapping[str, str], expected: str, help: str = "correct the cell") -> str:
    found = vocabulary.get(_plain(text))
    if found is None:
        raise BadCell(f"expected {expected}", nearest(text, vocabulary) or help)
    return found


def _plain(text: str) -> str:
    return text.casefold().rstrip(".")


_READERS: Final[Mapping[str, Callable[[str, Names], str | int]]] = {
    "points": _points,
    "date": _date,
    "score": _score,
    "seat": _seat,
    "side": _side,
    "suit": _suit,
}
