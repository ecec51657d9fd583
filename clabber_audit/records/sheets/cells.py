"""Cells of a score sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from clabber_audit.records.bid_euchre_words import PACKS, USUAL_HAND, USUAL_PACK
from clabber_audit.records.dates import impossible
from clabber_audit.records.notation.tokens import CONFIDENCE, KIND_WORDS, SOURCE_KIND, TEAM, nearest
from clabber_audit.records.sheets.headings import Heading, Kind, SheetColumn, SheetTable

#: The most points, and the highest number, that a record holds.
_MOST: Final = 1000
_MOST_TRICKS: Final = 12
#: Spreadsheets hand numbers on with a point and a zero or two (three are thousands), and turn two hyphens into a dash.
_NUMBER: Final = re.compile(r"([0-9]{1,9})(?:[.,]0{1,2})?")
#: Numbers that a spreadsheet has turned into dates: `11-Oct`, `2026-01-23`, `1/23/2026`.
_LIKE_A_DATE: Final = re.compile(
    r"[0-9]{1,4}[-/](?:[0-9]{1,2}|[^\W\d_]{3,9})(?:[-/][0-9]{1,4})?"
    r"|[^\W\d_]{3,9}-[0-9]{1,4}"
    r"|[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}"
)
#: A day as spreadsheets count it, from 1900 on: five digits, and a fraction for the time.
_DAY_COUNT: Final = re.compile(r"[0-9]{5}(?:[.,][0-9]+)?")
_DASHES: Final = {"–": "-", "−": "-", "—": "--", "––": "--", "−−": "--"}
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "source": SOURCE_KIND,
    "confidence": CONFIDENCE,
    "pack": {name: name for name in PACKS},
    "up": TEAM,
}
_YES: Final = {
    **dict.fromkeys(("yes", "y", "x", "true", "1"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}
#: A bid of tricks, perhaps without trumps; the other bids are words, and stand for all tricks of the usual hand.
_BID: Final = re.compile(r"(1[0-2]|[1-9]) ?(hc)?")


class BadCell(Exception):
    """Cell that cannot be read: what was expected, and what may help."""

    def __init__(self, expected: str, help: str = "correct the cell") -> None:
        super().__init__(expected)
        self.expected, self.help = expected, help


class BidCell(NamedTuple):
    """Bid in a cell: number of tricks, and its words if it is not only a number."""

    tricks: int
    kind: str


class CellContext(NamedTuple):
    """Context of a cell: the columns of the sheet, and the seats and sides by the names in its row, in lower case."""

    heading: Heading
    seats: Mapping[str, str]
    sides: Mapping[str, str]

    @property
    def table(self) -> SheetTable:
        """The table of the sheet."""
        return self.heading.table


def value(column: SheetColumn, text: str, row: CellContext) -> str | int | BidCell:
    """Return the value of a cell as a record has it; BadCell if the column cannot hold it."""
    if column.kind == "word":
        words = _WORDS[column.name]
        return _word(text, words, f"one of {', '.join(dict.fromkeys(words.values()))}")
    return _READERS[column.kind](text, row) if column.kind in _READERS else text


def _number(text: str, expected: str, most: int = _MOST, least: int = 0) -> int:
    sign, digits = ("-", text[1:]) if least < 0 and _DASHES.get(text[:1], text[:1]) == "-" else ("", text)
    found = _NUMBER.fullmatch(digits)
    if found is None and _LIKE_A_DATE.fullmatch(text):
        help = "a spreadsheet may have turned it into a date; type what the score sheet says"
        raise BadCell(f"expected {expected}", help)
    if found is None:
        raise BadCell(f"expected {expected}")
    number = int(sign + found[1])
    if not least <= number <= most:
        bound = f"at most {most}" if number > most else f"at least {least}"
        raise BadCell(f"expected {expected}, {bound}")
    return number


def _number_of(expected: str, most: int = _MOST, least: int = 0) -> Callable[[str, CellContext], int]:
    return lambda text, _row: _number(text, expected, most, least)


def _least(row: CellContext) -> int:
    """Return the fewest points that a cell can say."""
    return -_MOST if row.table.known.signed else 0


def _score(text: str, row: CellContext) -> str | int:
    word, least = _DASHES.get(text, text).casefold(), _least(row)
    marks = row.table.known.mark
    mark = marks.get(word) or marks.get("-".join(word.split()))
    if mark:
        return mark
    expected = "points or one of the marks XX, XXX, -, -- and R"
    if text.lstrip("-–−" if least else "")[:1].isdigit():
        return _number(text, expected, least=least)
    help = "the words set, hick, turkey tracks and renege also work"
    raise BadCell(f"expected {expected}", nearest(word, marks) or help)


def _bid(text: str, _row: CellContext) -> BidCell:
    word = " ".join(_plain(text).split())
    if found := _BID.fullmatch(word):
        return BidCell(int(found[1]), "hc" if found[2] else "")
    kind = KIND_WORDS.get(word.replace(" ", "-"))
    if kind is None or kind in ("bid", "hc"):
        help = "a bid is a number, 3HC, or a word such as pepper"
        raise BadCell("expected a bid", nearest(word, KIND_WORDS) or help)
    return BidCell(USUAL_HAND[USUAL_PACK], kind)


def _yes(text: str, _row: CellContext) -> bool:
    found = _YES.get(_plain(text))
    if found is None:
        raise BadCell("expected yes or no", "leave the cell empty if it is unknown")
    return found


def _date(text: str, _row: CellContext) -> str:
    if _DAY_COUNT.fullmatch(text):
        help = "this looks like a spreadsheet’s internal date: format the column as text and type the date as on the sheet"
        raise BadCell("expected a date as people write it, such as 1931-10-14", help)
    if why := impossible(text):
        help = f"{why}; if the sheet has it so, put it into the remark"
        raise BadCell("expected a date that there is", help)
    return text


def _seat(text: str, row: CellContext) -> str:
    known = row.table.known
    found = known.seat.get(_plain(text)) or row.seats.get(text.casefold())
    if found is None:
        raise BadCell("expected a seat", f"a seat is {known.seats_told}, or the name of a player in the row")
    return found


def _side(text: str, row: CellContext) -> str:
    word = _plain(text)
    known = {**row.table.known.side, **row.table.known.seat}
    found = known.get(word) or known.get(word.replace(" ", "")) or row.sides.get(text.casefold())
    if found is None:
        *most, last = dict.fromkeys((*row.table.seats, *row.table.sides))
        help = f"it is {', '.join(most)} or {last}, or the name of a player or team in the row"
        raise BadCell("expected the seat or the team that made trump", help)
    return found


def _suit(text: str, row: CellContext) -> str:
    form = row.heading.form
    return _word("-".join(text.replace("\ufe0f", "").split()), form.strains, "a suit", form.strains_told)


def _word(text: str, vocabulary: Mapping[str, str], expected: str, help: str = "correct the cell") -> str:
    found = vocabulary.get(_plain(text))
    if found is None:
        raise BadCell(f"expected {expected}", nearest(text, vocabulary) or help)
    return found


def _plain(text: str) -> str:
    return text.casefold().rstrip(".")


_READERS: Final[Mapping[Kind, Callable[[str, CellContext], str | int | BidCell]]] = {
    "count": _number_of("a whole number"),
    "tricks": _number_of("a number of tricks", _MOST_TRICKS),
    "dealt": _number_of("the number of cards dealt to each", _MOST_TRICKS, 1),
    "points": lambda text, row: _number(text, "points, a whole number", least=_least(row)),
    "date": _date,
    "score": _score,
    "seat": _seat,
    "side": _side,
    "suit": _suit,
    "bid": _bid,
    "yes": _yes,
}
