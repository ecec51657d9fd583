"""A table as spreadsheets save it, cell by cell, each with its place: CSV with commas, semicolons or tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from clabber_audit.ground.errors import Place
from clabber_audit.sheet.spreadsheet import unguarded

#: The delimiters that spreadsheets write, the first one preferred.
DELIMITERS: Final = (",", ";", "\t")
_QUOTED: Final = re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)(")?')
_PLAIN: Final = {delimiter: re.compile(f"[^{delimiter}\r\n]*") for delimiter in DELIMITERS}
#: The most cells of a row; all that follows them is one more.
MOST_COLUMNS: Final = 200
_ROW: Final = re.compile("[^\r\n]*+")
_BLANKS: Final = {delimiter: re.compile(f"{delimiter}*+(?=[\r\n]|\\Z)") for delimiter in DELIMITERS}
_LINE_FEEDS: Final = re.compile(r"(?:\r?\n)++")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


class Cell(NamedTuple):
    """One cell: its text, where it begins, and what is wrong with its quotation, if something is."""

    text: str
    place: Place
    slip: str = ""


class SheetRow(NamedTuple):
    """One row, numbered from 1 as spreadsheets do it; never without a cell."""

    number: int
    cells: tuple[Cell, ...]

    @property
    def blank(self) -> bool:
        """Whether nothing stands in it."""
        return not any(cell.text or cell.slip for cell in self.cells)


def rows(text: str, delimiter: str) -> Iterator[SheetRow]:
    """The rows of a table, with what stands in the cells without the blanks around it.

    An apostrophe that keeps a risky text from being a formula is taken off.
    """
    at, number, place = 0, 1, Place(1, 1)
    while at < len(text):
        if passed := _LINE_FEEDS.match(text, at):
            # Nothing stands in them, and there may be millions.
            count = passed[0].count("\n")
            at, number, place = passed.end(), number + count, Place(place.line + count, 1)
            continue
        cells = []
        more = True
        while more:
            begin = place
            found, slip, end = _cell(text, at, delimiter)
            place = _after(place, text[at:end])
            cells.append(Cell(unguarded(found.strip()), begin, slip))
            more = text.startswith(delimiter, end)
            at = end + more
            place = Place(place.line, place.column + more)
            if more and (blanks := _BLANKS[delimiter].match(text, at)):
                # Spreadsheets may write thousands of empty cells after the last one.
                at, more = blanks.end(), False
            elif more and len(cells) == MOST_COLUMNS and (rest := _ROW.match(text, at)):
                cells.append(Cell(rest[0], place))
                at, more = rest.end(), False
        yield SheetRow(number, tuple(cells))
        if line_end := _LINE_END.match(text, at):
            at, place = line_end.end(), Place(place.line + 1, 1)
        number += 1


def _cell(text: str, at: int, delimiter: str) -> tuple[str, str, int]:
    """The cell that begins at a character: its text, what is wrong with it, and where it ends."""
    quoted = _QUOTED.match(text, at)
    # With tabs between the cells, a tab before a quote is no blank of that cell.
    if quoted is None or delimiter in text[at : quoted.start(1) - 1]:
        plain = _PLAIN[delimiter].match(text, at)
        assert plain is not None
        return plain[0], "", plain.end()
    rest = _PLAIN[delimiter].match(text, quoted.end())
    assert rest is not None
    found = quoted[1].replace('""', '"')
    if not quoted[2]:
        return found, "has a quote that is not closed", rest.end()
    if rest[0].strip():
        return found, "continues after its closing quote", rest.end()
    return found, "", rest.end()


def _after(place: Place, passed: str) -> Place:
    """The place after a text that begins at `place`."""
    ends = [match.end() for match in _LINE_END.finditer(passed)]
    if not ends:
        return Place(place.line, place.column + len(passed))
    return Place(place.line + len(ends), len(passed) - ends[-1] + 1)


def address(column: int, row: int) -> str:
    """A cell as spreadsheets call it: column 0 of row 7 is A7, column 26 is AA7."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"
