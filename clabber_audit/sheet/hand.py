"""One row of a sheet as the record of a hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import ValidationError

from clabber_audit.ground.errors import Fault, Path, Place, Refused, shown
from clabber_audit.record.model import HandRecord
from clabber_audit.record.words import FORMAT
from clabber_audit.sheet.cells import BadCell, Names, value
from clabber_audit.sheet.columns import COLUMNS
from clabber_audit.sheet.heading import CARDS, CONTRACT, SCORES, Heading
from clabber_audit.sheet.table import Cell, SheetRow, address
from clabber_audit.table.cards import SEATS, TEAMS

_PLAYERS: Final = dict(zip(("north", "east", "south", "west"), SEATS, strict=True))
_PARTS: Final = ("last", "melds", "belle")
_AN_ID: Final = "an id starts with a lower-case letter or digit and goes on with those, “.”, “_” and “-”, 64 at most"


class Reading:
    """The reading of one row: what it says, where, and what is wrong with it."""

    def __init__(self, row: SheetRow, heading: Heading) -> None:
        self.row, self.heading = row, heading
        self.faults: list[Fault] = []
        #: The cells in which something stands, by the name of their column.
        self.cells: dict[str, Cell] = {
            column.name: row.cells[place]
            for place, column in heading.columns.items()
            if place < len(row.cells) and (row.cells[place].text or row.cells[place].slip)
        }
        self.data: dict[str, Any] = {"format": FORMAT, "source": {"kind": "scoresheet"}, "deal": {}, "plays": []}

    def record(self, id: str, rows_of: Mapping[str, int]) -> HandRecord:
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
            self._fault("id", f"says the id of row {twin} again", "an id belongs to one hand", "give each its own")
        found = None
        try:
            found = HandRecord.model_validate(self.data)
        except ValidationError as error:
            self._note(error)
        if self.faults or found is None:
            raise Refused(sorted(self.faults, key=lambda fault: fault.place or Place(0, 0)))
        return found

    def locate(self, path: Path) -> Place:
        """Where a path of the record stands, else the cell nearest to it, else the beginning of the row."""
        while path:
            for name, cell in self.cells.items():
                if COLUMNS[name].path[: len(path)] == path:
                    return cell.place
            path = path[:-1]
        return self.row.cells[0].place

    def _read_cells(self) -> None:
        names = self._names()
        for name, cell in self.cells.items():
            column = COLUMNS[name]
            if cell.slip:
                self._fault(name, cell.slip, "", "close it, or take the quote out")
                continue
            try:
                found = value(column.kind, cell.text, name, names)
            except BadCell as bad:
                self._fault(name, f"is “{shown(cell.text)}”", bad.expected, bad.help)
                continue
            if column.kind == "remark":
                self.data["remarks"] = [line.strip() for line in re.split("[\r\n]", cell.text) if line.strip()]
            else:
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
        called = [(self.cells[name].text.casefold(), seat) for name, seat in _PLAYERS.items() if name in self.cells]
        teams = [(f"{team.lower()}_team", team) for team in TEAMS]
        sides = called + [(self.cells[name].text.casefold(), team) for name, team in teams if name in self.cells]
        return Names(_unambiguous(called), _unambiguous(sides))

    def _look_for_gaps(self) -> None:
        """Note each empty cell without which the row says too little, or says something no record can."""
        gaps = ["dealer"] if "dealer" not in self.cells else []
        ways: tuple[tuple[str, ...], ...] = (SCORES, (*CONTRACT, *CARDS))
        missing = [[name for name in way if name not in self.cells] for way in ways if self.heading.has(*way)]
        fewest: list[str] = min(missing, key=len)
        gaps += fewest
        for name in gaps:
            why = "a record says who dealt" if name == "dealer" else "a hand needs the scores of both sides"
            if name in (*CONTRACT, *CARDS):
                why += ", or maker, trump and the cards of both"
            self._gap(name, why)
        for name, other in (CONTRACT, CONTRACT[::-1]):
            if other in self.cells and name not in (*self.cells, *gaps) and self.heading.has(name):
                self._gap(name, f"{other} is filled, and one says little without the other")
        for cards in CARDS:
            parts = [part for part in self._parts(cards) if part in self.cells]
            if parts and cards not in (*self.cells, *gaps) and self.heading.has(cards):
                self._gap(cards, f"{parts[0]} is filled, and a breakdown begins with the points in cards")

    def _keep_what_has_no_place(self) -> None:
        """Move to the remarks what the record holds only together with a column that the sheet does not have."""
        kept = []
        if not self.heading.has(*CONTRACT):
            kept += [f"{name} {self.cells[name].text}" for name in CONTRACT if name in self.cells]
            self.data.pop("contract", None)
        for team, cards in zip(TEAMS, CARDS, strict=True):
            if not self.heading.has(cards) and self.data.get("sheet", {}).pop(team, None) is not None:
                kept += [f"{name} {self.cells[name].text}" for name in self._parts(cards) if name in self.cells]
        if self.data.get("sheet") == {}:
            del self.data["sheet"]
        if kept:
            self.data.setdefault("remarks", []).append(f"on the sheet: {', '.join(kept)}")

    @staticmethod
    def _parts(cards: str) -> Iterator[str]:
        return (cards.replace("cards", part) for part in _PARTS)

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
        self.faults.append(Fault(f"{where} {what}", why, help, cell.place, COLUMNS[name].path))

    def _fault_without_heading(self, place: int, cell: Cell) -> None:
        what = f"row {self.row.number}, {address(place, self.row.number)}: “{shown(cell.text)}” stands under no heading"
        help = "head the column, or put quotes around a text with a comma in it"
        self.faults.append(Fault(what, "it would be lost", help, cell.place))

    def _note(self, error: ValidationError) -> None:
        """Note what the model refuses and no fault before told: texts too long, or with what no text may hold."""
        for found in error.errors(include_url=False):
            path = tuple(found["loc"])
            name = next((name for name in self.cells if path[: len(COLUMNS[name].path)] == COLUMNS[name].path), None)
            if name is None or any(fault.path == COLUMNS[name].path for fault in self.faults):
                continue
            text = shown(found["input"])
            if name in ("id", "ruleset"):
                self._fault(name, f"is “{text}”", _AN_ID, "choose a plain one")
            elif found["type"] == "string_too_long":
                self._fault(name, "is too long", f"the limit is {found['ctx']['max_length']}", "shorten it")
            else:
                self._fault(name, f"is “{text}”", _odd(str(found["input"])), "take it out")


def _unambiguous(pairs: list[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in pairs]
    return {name: meant for name, meant in pairs if names.count(name) == 1}


def _odd(text: str) -> str:
    """Why a text cannot stand in a record."""
    if "\n" in text or "\r" in text:
        return "only a remark may have line breaks"
    odd = next((char for char in text if not char.isprintable()), "")
    return f"it holds the character U+{ord(odd):04X}, which cannot be seen" if odd else "a text cannot hold this"
