"""The first row of a sheet: which column stands where, and what stands between the cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from clabber_audit.ground.errors import Fault, Place, Refused, shown
from clabber_audit.sheet.columns import Column, Form, Table
from clabber_audit.sheet.forms import FORMS
from clabber_audit.sheet.table import DELIMITERS, SheetRow, address, rows

#: A first line by which a sheet tells spreadsheets its delimiter; they do not count it as a row.
SEP: Final = re.compile(rf"(?i:sep)=([{''.join(DELIMITERS)}])[ \t]*(?:\r\n|\n|\r|$)")
#: A column headed in brackets is the sheet's own, as `(total)`, and is passed over.
_OWN: Final = "("
#: What a scorecard written by this program begins with; it has other columns than a sheet.
_SCORECARD: Final = "card"


@dataclass(frozen=True)
class Heading:
    """The columns of a sheet: by place, by name, and what the sheet calls each."""

    form: Form
    columns: Mapping[int, Column]
    places: Mapping[str, int]
    titles: Mapping[int, str]

    @cached_property
    def table(self) -> Table:
        """Who sits at the table that the columns speak of."""
        return self.form.table(list(self.columns.values()))

    @cached_property
    def scores(self) -> tuple[str, ...]:
        """The columns of what the hand was scored."""
        return self._of_sides("score")

    @cached_property
    def made(self) -> tuple[str, ...]:
        """The columns of what each side made in play."""
        return self._of_sides(self.form.made)

    @property
    def ways(self) -> tuple[Sequence[str], ...]:
        """The columns of which a row needs the one group or the other."""
        return self.scores, (*self.form.contract, *self.made)

    def _of_sides(self, part: str) -> tuple[str, ...]:
        """The columns of all sides for one part."""
        return tuple(f"{side.lower()}_{part}" for side in self.table.sides)

    def needs(self) -> str:
        """What a row needs, in words."""
        all_sides = "both" if len(self.scores) == 2 else "all"
        scores, contract = f"the scores of {all_sides} sides", ", ".join(self.form.contract)
        return f"{scores}, or {contract} and the {self.form.made} of {all_sides}" if contract else scores

    def has(self, *names: str) -> bool:
        """Whether the sheet has all columns of these names."""
        return all(name in self.places for name in names)

    def where(self, place: int, row: int) -> str:
        """A cell of a row as messages call it: `row 7, column ns_cards (D7)`."""
        return f"row {row}, column {shown(self.titles[place], 40)} ({address(place, row)})"


def delimiter_of(line: str) -> str:
    """What stands between the cells of a line: of the known delimiters that by which most headings are understood."""

    def understood(delimiter: str) -> tuple[int, int]:
        cells = _titles(line, delimiter)
        return max(sum(form.column_of(cell) is not None for cell in cells) for form in FORMS), len(cells)

    return max(DELIMITERS, key=understood)


def _titles(line: str, delimiter: str) -> list[str]:
    """What the cells of a first line say."""
    first = next(rows(line, delimiter), None)
    return [cell.text for cell in first.cells] if first else []


def _form_of(titles: Sequence[str], forms: Sequence[Form] = FORMS) -> Form:
    """The form by which most headings are understood, each as a column of its own; of equals the first."""
    return max(forms, key=lambda form: form.understood(titles))


def has_heading(line: str, form: Form) -> bool:
    """Return True if a line names every column that a form cannot do without."""
    columns = map(form.column_of, _titles(line, delimiter_of(line)))
    return set(form.always) <= {column.name for column in columns if column}


def is_sheet(line: str) -> bool:
    """Return True if a line begins a sheet: it names the delimiter, or a column for the dealer and one for points."""
    if SEP.match(line):
        return True
    titles = _titles(line, delimiter_of(line))
    if not titles or titles[0].casefold() == _SCORECARD:
        return False
    form = _form_of(titles)
    columns = dict(enumerate(filter(None, map(form.column_of, titles))))
    found = Heading(form, columns, {column.name: place for place, column in columns.items()}, {})
    return found.has("dealer") and any(found.has(name) for name in found.scores + found.made)


def read_heading(row: SheetRow, forms: Sequence[Form] = FORMS) -> Heading:
    """The columns that the first row names; Refused with everything that is wrong with it."""
    columns: dict[int, Column] = {}
    places: dict[str, int] = {}
    titles: dict[int, str] = {}
    form = _form_of([cell.text for cell in row.cells], forms)
    found = Heading(form, columns, places, titles)
    faults: list[Fault] = []
    for place, cell in enumerate(row.cells):
        if not (cell.text or cell.slip):
            continue
        titles[place] = cell.text
        if cell.text.startswith(_OWN) and not cell.slip:
            continue
        column = form.column_of(cell.text)
        where = found.where(place, row.number)
        if cell.slip:
            faults.append(Fault(f"{where} {cell.slip}", "", "close the quote, or remove it", cell.place))
        elif column is None:
            faults.append(_unknown(form, where, cell.text, cell.place))
        elif column.name in places:
            what = f"{where} has the same heading as {address(places[column.name], row.number)}"
            faults.append(Fault(what, f"both are {column.name}", "keep one of the two", cell.place))
        else:
            columns[place], places[column.name] = column, place
    if not found.has(*form.always) and 2 * len(columns) < len(titles):
        why = "a sheet starts with a header row that names its columns"
        help = f"add a header row, for example {form.example} (commas, semicolons or tabs between the names)"
        raise Refused([Fault(f"row {row.number} is not a header row", why, help, row.cells[0].place)])
    # What is missing may be what could not be understood.
    if faults := faults or list(_missing(found, row.cells[0].place)):
        raise Refused(faults)
    return found


def _unknown(form: Form, where: str, title: str, place: Place) -> Fault:
    near = form.likely(title)
    help = f"did you mean {near}?" if near else "`clabber-audit schema sheet` lists the columns."
    why = "unknown heading; what is below it would be lost"
    return Fault(
        where, why, f"{help} If the column is your own, put its heading in parentheses, such as (total)", place
    )


def _missing(heading: Heading, place: Place) -> Iterator[Fault]:
    for name, why in heading.form.always.items():
        if not heading.has(name):
            help = f"add it, with {heading.table.known.seats_told} in each row" if name == "dealer" else "add it"
            yield Fault(f"the sheet has no column {name}", why, help, place)
    if missing := fewest([name for name in way if not heading.has(name)] for way in heading.ways):
        what = f"the sheet has no column {' and no column '.join(missing)}"
        yield Fault(what, f"{heading.form.what} needs {heading.needs()}", f"add {' and '.join(missing)}", place)


def fewest(ways: Iterable[Sequence[str]]) -> Sequence[str]:
    """What is missing, by the way that is nearer."""
    return min(ways, key=len)
