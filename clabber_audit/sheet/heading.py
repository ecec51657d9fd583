"""The first row of a sheet: which column stands where, and what stands between the cells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from clabber_audit.ground.errors import Fault, Place, Refused, shown
from clabber_audit.sheet.columns import Column, column_of, likely
from clabber_audit.sheet.table import DELIMITERS, SheetRow, address, rows

SCORES: Final = ("ns_score", "ew_score")
CARDS: Final = ("ns_cards", "ew_cards")
CONTRACT: Final = ("maker", "trump")
#: A first line by which a sheet tells spreadsheets its delimiter; they do not count it as a row.
SEP: Final = re.compile(rf"(?i:sep)=([{''.join(DELIMITERS)}])[ \t]*(?:\r\n|\n|\r|$)")
#: A column headed in brackets is the sheet's own, as `(total)`, and is passed over.
_OWN: Final = "("
#: What a scorecard written by this program begins with; it has other columns than a sheet.
_SCORECARD: Final = "card"
_EXAMPLE: Final = "hand, dealer, maker, trump, ns_score, ew_score"


class Heading(NamedTuple):
    """The columns of a sheet: by place, by name, and what the sheet calls each."""

    columns: Mapping[int, Column]
    places: Mapping[str, int]
    titles: Mapping[int, str]

    def has(self, *names: str) -> bool:
        """Whether the sheet has all columns of these names."""
        return all(name in self.places for name in names)

    def where(self, place: int, row: int) -> str:
        """A cell of a row as messages call it: `row 7, column ns_cards (D7)`."""
        return f"row {row}, column {shown(self.titles[place], 40)} ({address(place, row)})"


def delimiter_of(line: str) -> str:
    """What stands between the cells of a line: of the known delimiters that by which most headings are understood."""

    def understood(delimiter: str) -> tuple[int, int]:
        first = next(rows(line, delimiter), None)
        cells = first.cells if first else ()
        return sum(column_of(cell.text) is not None for cell in cells), len(cells)

    return max(DELIMITERS, key=understood)


def is_sheet(line: str) -> bool:
    """Whether a line is the first of a sheet: it names the delimiter, or a column for the dealer and one for points."""
    if SEP.match(line):
        return True
    first = next(rows(line, delimiter_of(line)), None)
    if first is None or first.cells[0].text.casefold() == _SCORECARD:
        return False
    found = {column.name for cell in first.cells if (column := column_of(cell.text))}
    return "dealer" in found and not found.isdisjoint(SCORES + CARDS)


def read_heading(row: SheetRow) -> Heading:
    """The columns that the first row names; Refused with everything that is wrong with it."""
    columns: dict[int, Column] = {}
    places: dict[str, int] = {}
    titles: dict[int, str] = {}
    found = Heading(columns, places, titles)
    faults: list[Fault] = []
    for place, cell in enumerate(row.cells):
        if not (cell.text or cell.slip):
            continue
        titles[place] = cell.text
        if cell.text.startswith(_OWN) and not cell.slip:
            continue
        column = column_of(cell.text)
        where = found.where(place, row.number)
        if cell.slip:
            faults.append(Fault(f"{where} {cell.slip}", "", "close it, or take the quote out", cell.place))
        elif column is None:
            faults.append(_unknown(where, cell.text, cell.place))
        elif column.name in places:
            what = f"{where} says the same as {address(places[column.name], row.number)}"
            faults.append(Fault(what, f"both are {column.name}", "keep one of the two", cell.place))
        else:
            columns[place], places[column.name] = column, place
    if "dealer" not in places and 2 * len(columns) < len(titles):
        why = "a sheet begins with a row that names its columns"
        help = f"name them, for instance {_EXAMPLE}, with commas, semicolons or tabs between them"
        raise Refused([Fault(f"row {row.number} does not name the columns", why, help, row.cells[0].place)])
    # What is missing may be what could not be understood.
    if faults := faults or _missing(found, row.cells[0].place):
        raise Refused(faults)
    return found


def _unknown(where: str, title: str, place: Place) -> Fault:
    near = likely(title)
    help = f"did you mean {near}?" if near else "schemas/sheet.md names the columns."
    why = "this heading is not known, and what stands below it would be lost"
    return Fault(where, why, f"{help} A column of your own is headed in brackets, as (total)", place)


def _missing(heading: Heading, place: Place) -> list[Fault]:
    faults = []
    if not heading.has("dealer"):
        help = "add it, with N, E, S or W in each row"
        faults.append(Fault("the sheet has no column dealer", "a record says who dealt", help, place))
    if not (heading.has(*SCORES) or heading.has(*CONTRACT, *CARDS)):
        missing = _fewest(heading)
        what = f"the sheet has no column {' and no column '.join(missing)}"
        why = "a hand needs the scores of both sides, or maker, trump and the cards of both"
        faults.append(Fault(what, why, f"add {' and '.join(missing)}", place))
    return faults


def _fewest(heading: Heading) -> list[str]:
    """The columns that are missing, by the way that is nearer."""
    ways = ([name for name in way if not heading.has(name)] for way in (SCORES, (*CONTRACT, *CARDS)))
    return min(ways, key=len)
