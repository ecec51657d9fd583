"""One row of a sheet as the record of a hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import permutations
from typing import Any, Final

from pydantic import ValidationError

from clabber_audit.ground.errors import Fault, Path, Place, Refused, shown
from clabber_audit.sheet.cells import BadCell, Bid, Names, Told, value
from clabber_audit.sheet.columns import Column
from clabber_audit.sheet.heading import Heading, fewest
from clabber_audit.sheet.table import Cell, SheetRow, address
from clabber_audit.table.cards import SEATS

_AN_ID: Final = "an id starts with a lower-case letter or digit, and has only those and “.”, “_” and “-”, at most 64"


class Reading:
    """The reading of one row: what it says, where, and what is wrong with it."""

    def __init__(self, row: SheetRow, heading: Heading) -> None:
        self.row, self.heading = row, heading
        self.faults: list[Fault] = []
        #: The cells in which something stands, by the name of their column.
        self.cells: dict[str, Cell] = {
            column.name: row.cells[place]
            for place, column in heading.columns.items()
            if place < len(row.cells) and (row.cells[place].slip or _is_filled(column, row.cells[place].text))
        }
        self.data: dict[str, Any] = deepcopy(dict(heading.form.begins))
        if "".join(heading.table.seats) != SEATS:
            self.data["seats"] = list(heading.table.seats)

    def made(self, id: str, rows_of: Mapping[str, int]) -> Any:
        """The row as a record, under `id` unless it has one of its own; Refused with all that is wrong with it.

        `rows_of` has the ids of the rows before.
        """
        self._read_cells()
        if not any(cell.slip for cell in self.row.cells):
            # After a quotation that went wrong the cells are not where they should be.
            self._look_for_gaps()
        self._keep_what_has_no_place()
        self.data.setdefault("id", id)
        if (twin := rows_of.get(self.data["id"])) is not None:
            self._fault("id", f"repeats the id of row {twin}", "each hand needs its own id", "change one of them")
        found = None
        try:
            found = self.heading.form.model.model_validate(self.data)
        except ValidationError as error:
            self._note(error)
        if self.faults or found is None:
            raise Refused(sorted(self.faults, key=lambda fault: fault.place or Place(0, 0)))
        return found

    def locate(self, path: Path) -> Place:
        """Where a path of the record stands, else the cell nearest to it, else the beginning of the row."""
        while path:
            for name, cell in self.cells.items():
                if self._column(name).path[: len(path)] == path:
                    return cell.place
            path = path[:-1]
        return self.row.cells[0].place

    def _column(self, name: str) -> Column:
        return self.heading.form.columns[name]

    def _read_cells(self) -> None:
        told = Told(self.heading.form, self.heading.table, self._names())
        for name, cell in self.cells.items():
            column = self._column(name)
            if cell.slip:
                self._fault(name, cell.slip, "", "close the quote, or remove it")
                continue
            try:
                found = value(column, cell.text, told)
            except BadCell as bad:
                self._fault(name, f"is “{shown(cell.text)}”", bad.expected, bad.help)
                continue
            if column.kind == "remark":
                self.data["remarks"] = [line.strip() for line in re.split("[\r\n]", cell.text) if line.strip()]
            elif isinstance(found, Bid):
                self._put(column.path, found.tricks)
                if found.kind:
                    self._put((*column.path[:-1], "kind"), found.kind)
            elif found is not False:
                self._put(column.path, found)
        for place, cell in enumerate(self.row.cells):
            if (cell.text or cell.slip) and place not in self.heading.titles:
                self._fault_without_heading(place, cell)

    def _put(self, path: Path, found: str | int) -> None:
        *parents, key = path
        owner = self.data
        for parent in parents:
            owner = owner.setdefault(str(parent), {})
        owner[str(key)] = found

    def _names(self) -> Names:
        """Whom the names of the row mean; a name that two of them have means neither."""
        paths = [(cell.text.casefold(), self._column(name).path) for name, cell in self.cells.items()]
        called = [(text, str(path[1])) for text, path in paths if path[0] == "players"]
        teams = [(text, str(path[1])) for text, path in paths if path[0] == "teams"]
        return Names(_unambiguous(called), _unambiguous(called + teams))

    def _look_for_gaps(self) -> None:
        """Note each empty cell without which the row says too little, or says something no record can."""
        heading, always = self.heading, self.heading.form.always
        gaps = [name for name in always if name not in self.cells]
        gaps += fewest([name for name in way if name not in self.cells] for way in heading.ways if heading.has(*way))
        for name in gaps:
            self._gap(name, always.get(name) or f"{heading.form.what} needs {heading.needs()}")
        for name, other in permutations(heading.form.contract, 2):
            if other in self.cells and name not in (*self.cells, *gaps) and heading.has(name):
                self._gap(name, f"{other} is filled in, and each needs the other")
        for made in heading.made:
            parts = [part for part in self._parts(made) if part in self.cells]
            if parts and made not in (*self.cells, *gaps) and heading.has(made):
                self._gap(made, f"{parts[0]} is filled in, but there are no points in {heading.form.made}")

    def _keep_what_has_no_place(self) -> None:
        """Move to the remarks what the record holds only together with a column that the sheet does not have."""
        kept = []
        heading = self.heading
        if not heading.has(*heading.form.contract):
            kept += [
                f"{name} {cell.text}" for name, cell in self.cells.items() if self._column(name).path[0] == "contract"
            ]
            self.data.pop("contract", None)
        for side, made in zip(heading.table.sides, heading.made, strict=True):
            if not heading.has(made) and self.data.get("sheet", {}).pop(side, None) is not None:
                kept += [f"{name} {self.cells[name].text}" for name in self._parts(made) if name in self.cells]
        if self.data.get("sheet") == {}:
            del self.data["sheet"]
        if kept:
            self.data.setdefault("remarks", []).append(f"on the sheet: {', '.join(kept)}")

    def _parts(self, made: str) -> Iterator[str]:
        form = self.heading.form
        return (made.replace(form.made, part) for part in form.parts)

    def _gap(self, name: str, why: str) -> None:
        self._fault(name, "is empty", why, "fill it in")

    def _fault(self, name: str, what: str, why: str, help: str) -> None:
        """Note what is wrong with the cell of a column."""
        place = self.heading.places.get(name)
        if place is None:
            self.faults.append(Fault(f"row {self.row.number} {what}", why, help, self.row.cells[0].place))
            return
        cell = self.row.cells[min(place, len(self.row.cells) - 1)]
        where = self.heading.where(place, self.row.number)
        self.faults.append(Fault(f"{where} {what}", why, help, cell.place, self._column(name).path))

    def _fault_without_heading(self, place: int, cell: Cell) -> None:
        what = f"row {self.row.number}, {address(place, self.row.number)}: “{shown(cell.text)}” has no heading above it"
        help = "add a heading, or put quotes around text with a comma in it"
        self.faults.append(Fault(what, "it would be lost", help, cell.place))

    def _note(self, error: ValidationError) -> None:
        """Note what the model refuses and no fault before told: texts too long, or with what no text may hold."""
        for found in error.errors(include_url=False):
            path = tuple(found["loc"])
            known = {name: self._column(name).path for name in self.cells}
            name = next((name for name, own in known.items() if path[: len(own)] == own), None)
            if name is None or any(fault.path == known[name] for fault in self.faults):
                continue
            text = shown(found["input"])
            if name in ("id", "ruleset"):
                self._fault(name, f"is “{text}”", _AN_ID, "choose a simpler one")
            elif found["type"] == "string_too_long":
                self._fault(name, "is too long", f"the limit is {found['ctx']['max_length']}", "shorten it")
            else:
                self._fault(name, f"is “{text}”", _odd(str(found["input"])), "remove it")


def _is_filled(column: Column, text: str) -> bool:
    """Return True if a cell says something: `?` is unknown, as in `.clab`, except in a remark."""
    return bool(text) and (text != "?" or column.kind == "remark")


def _unambiguous(pairs: list[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in pairs]
    return {name: meant for name, meant in pairs if names.count(name) == 1}


def _odd(text: str) -> str:
    """Why a text cannot stand in a record."""
    if "\n" in text or "\r" in text:
        return "only a remark may have line breaks"
    odd = next((char for char in text if not char.isprintable()), "")
    return f"it contains an invisible character (U+{ord(odd):04X})" if odd else "text cannot contain such characters"
