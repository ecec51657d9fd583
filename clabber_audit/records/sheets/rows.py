"""Rows of a score sheet as records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import permutations
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, ValidationError

from clabber_audit.cards.cards import SEATS, TEAMS
from clabber_audit.core.errors import Fault, Path, Place, Refused, shown
from clabber_audit.records.base import Identifier, Name, Part, Text
from clabber_audit.records.bid_euchre_words import COMPASS
from clabber_audit.records.notation.tokens import vocabulary
from clabber_audit.records.sheets.cells import BadCell, BidCell, CellContext, RowNames, value
from clabber_audit.records.sheets.headings import (
    FORMS,
    SEP,
    Heading,
    Named,
    SheetColumn,
    SheetForm,
    SheetTable,
    delimiter_of,
    fewest,
    has_heading,
    is_sheet,
    of_side,
    opening_columns,
    read_heading,
)
from clabber_audit.records.sheets.tables import MOST_COLUMNS, Cell, SheetRow, address, rows

_AN_ID: Final = (
    "an id starts with a lower-case letter or digit, and has only those and “.”, “_” and “-”, at most 64"
)


class Reading:
    """Reading of one row: what it says, where, and what is wrong with it."""

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
        """Return the row as a record, under `id` unless it has one of its own; Refused with all that is wrong with it.

        `rows_of` has the ids of the rows before.
        """
        self._read_cells()
        if not any(cell.slip for cell in self.row.cells):
            # After a quotation that went wrong the cells are not where they should be.
            self._look_for_gaps()
        self._keep_what_has_no_place()
        self.data.setdefault("id", id)
        if (twin := rows_of.get(self.data["id"])) is not None:
            self._fault(
                "id", f"repeats the id of row {twin}", "each hand needs its own id", "change one of them"
            )
        found = None
        try:
            found = self.heading.form.model.model_validate(self.data)
        except ValidationError as error:
            self._note(error)
        if self.faults or found is None:
            raise Refused(sorted(self.faults, key=lambda fault: fault.place or Place(0, 0)))
        return found

    def locate(self, path: Path) -> Place:
        """Return the place of a path, else of the nearest cell, else of the row."""
        while path:
            for name, cell in self.cells.items():
                if self._column(name).path[: len(path)] == path:
                    return cell.place
            path = path[:-1]
        return self.row.cells[0].place

    def _column(self, name: str) -> SheetColumn:
        return self.heading.form.columns[name]

    def _read_cells(self) -> None:
        told = CellContext(self.heading.form, self.heading.table, self._names())
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
                self.data["remarks"] = [
                    line.strip() for line in re.split("[\r\n]", cell.text) if line.strip()
                ]
            elif isinstance(found, BidCell):
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

    def _names(self) -> RowNames:
        """Return the names of the row; one that two of them share is dropped."""
        paths = [(cell.text.casefold(), self._column(name).path) for name, cell in self.cells.items()]
        called = [(text, str(path[1])) for text, path in paths if path[0] == "players"]
        teams = [(text, str(path[1])) for text, path in paths if path[0] == "teams"]
        return RowNames(_unambiguous(called), _unambiguous(called + teams))

    def _look_for_gaps(self) -> None:
        """Report each empty cell that the row needs."""
        heading, always = self.heading, self.heading.form.always
        gaps = [name for name in always if name not in self.cells]
        gaps += fewest(
            [name for name in way if name not in self.cells] for way in heading.ways if heading.has(*way)
        )
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
        """Move cells to the remarks if the column they belong with is missing."""
        kept = []
        heading = self.heading
        if not heading.has(*heading.form.contract):
            kept += [
                f"{name} {cell.text}"
                for name, cell in self.cells.items()
                if self._column(name).path[0] == "contract"
            ]
            self.data.pop("contract", None)
        for side, made in zip(heading.table.sides, heading.made, strict=True):
            if not heading.has(made) and self.data.get("sheet", {}).pop(side, None) is not None:
                kept += [
                    f"{name} {self.cells[name].text}" for name in self._parts(made) if name in self.cells
                ]
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
        """Report model errors not covered by an earlier one: texts too long, or with invalid characters."""
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


def _is_filled(column: SheetColumn, text: str) -> bool:
    """Return True if a cell has a value: `?` is unknown, as in `.clab`, except in a remark."""
    return bool(text) and (text != "?" or column.kind == "remark")


def _unambiguous(pairs: list[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in pairs]
    return {name: meant for name, meant in pairs if names.count(name) == 1}


def _odd(text: str) -> str:
    """Return the reason a text cannot stand in a record."""
    if "\n" in text or "\r" in text:
        return "only a remark may have line breaks"
    odd = next((char for char in text if not char.isprintable()), "")
    return (
        f"it contains an invisible character (U+{ord(odd):04X})"
        if odd
        else "text cannot contain such characters"
    )


#: The largest sheet, in bytes: some ten thousand hands.
LARGEST_SHEET: Final = 4 << 20
_MOST_ROWS: Final = 10_000
#: Number of title lines searched for the heading.
_MOST_TITLES: Final = 20
_BOM: Final = b"\xef\xbb\xbf"
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_ID_LENGTH: Final = 56


class RowResult(NamedTuple):
    """One row of a sheet: what it was made into, or why it was refused, and where the parts of that stand."""

    record: Any
    refused: Refused | None
    locate: Callable[[Path], Place]


def entries(data: bytes, name: str, forms: Sequence[SheetForm] = FORMS) -> Iterator[RowResult]:
    """Yield the rows of a sheet in their order; Refused when the sheet as a whole cannot be read.

    Rows in which nothing stands are passed over. A row without an id gets one of the sheet's `name` and its number. A
    row that is refused does not stop the next ones.
    """
    table = _table(_decoded(data))
    first = next((row for row in table if not row.blank), None)
    if first is None:
        raise Refused([Fault("the sheet is empty", "", "check the file", Place(1, 1))])
    if len(first.cells) > MOST_COLUMNS:
        what = f"the sheet has more than {MOST_COLUMNS} columns"
        raise Refused([Fault(what, "", "check the file", first.cells[-1].place)])
    heading, stem = _heading(first, forms, data), _stem(name)
    rows_of: dict[str, int] = {}
    for row in table:
        if row.number > _MOST_ROWS:
            what = f"the sheet has more than {_MOST_ROWS:,} rows"
            raise Refused([Fault(what, "", "split it into several files", row.cells[0].place)])
        if row.blank:
            continue
        reading = Reading(row, heading)
        try:
            made = reading.made(f"{stem}-r{row.number:02}", rows_of)
        except Refused as refused:
            yield RowResult(None, refused, reading.locate)
            continue
        rows_of[made.id] = row.number
        yield RowResult(made, None, reading.locate)


def _heading(first: SheetRow, forms: Sequence[SheetForm], data: bytes) -> Heading:
    """Return the columns; Refused with the row that has them if there is a title above it."""
    try:
        return read_heading(first, forms)
    except Refused:
        lines = enumerate(data.decode(errors="replace").splitlines()[:_MOST_TITLES], 1)
        below = next((number for number, line in lines if number > first.number and is_sheet(line)), None)
        if below is None:
            raise
        above = "row 1" if below == 2 else f"rows 1 to {below - 1}"
        what, why = f"row {first.number} is not a header row", f"the columns are named in row {below}"
        help = f"delete {above}, so that the header row comes first"
        raise Refused([Fault(what, why, help, first.cells[0].place)]) from None


def _decoded(data: bytes) -> str:
    """Decode a sheet; Refused if it is too large or not UTF-8."""
    help = "save the sheet as CSV in UTF-8"
    if len(data) > LARGEST_SHEET:
        raise Refused(
            [Fault("the sheet is too large (limit 4 MiB)", "", "split it into several files", Place(1, 1))]
        )
    if data.startswith(_UTF_16):
        raise Refused([Fault("the sheet is UTF-16", "", help, Place(1, 1))])
    data = data.removeprefix(_BOM)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        what = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise Refused([Fault(what, "", help, place)]) from None


def _table(text: str) -> Iterator[SheetRow]:
    """Split a sheet by the delimiter that it names, or by the one its first line suggests."""
    if named := SEP.match(text):
        for row in rows(text, named[1]):
            if row.number > 1:
                yield row._replace(number=row.number - 1)
        return
    line = next((line for line in text.splitlines() if line.strip(" \t,;")), "")
    yield from rows(text, delimiter_of(line))


def _stem(name: str) -> str:
    """Return the beginning of ids made of a sheet's name: `Thursday night.csv` gives `thursday-night`."""
    plain = unicodedata.normalize("NFKD", name.removesuffix(".csv").removesuffix(".CSV")).encode(
        "ascii", "ignore"
    )
    return re.sub(r"[^a-z0-9._-]+", "-", plain.decode().lower()).strip("-._")[:_ID_LENGTH] or "sheet"


Pair = Literal["NS", "EW"]


class TableOfGame(Part):
    """One table in one game."""

    id: Identifier
    game: Annotated[int, Field(ge=1, le=1000)]
    table: Annotated[int, Field(ge=1, le=1000)]
    players: dict[Literal["N", "E", "S", "W"], Name]
    score: dict[Pair, int]
    up: Pair | None = Field(None, description="who moved up, if the points do not show it")
    remarks: list[Text] = Field(default=[])


def _columns() -> Iterator[Named]:
    for column, others in opening_columns():
        if column.name in ("id", "north", "east", "south", "west"):
            yield column, others
        elif column.name in ("game", "table"):
            yield SheetColumn(column.name, column.kind, (column.name,)), others
    for pair in TEAMS:
        yield of_side(pair, "score", "points", ("score", pair), "", "points", "scored", "tally")
    yield SheetColumn("up", "word", ("up",)), ("goes up", "went up", "moved up", "winners")
    yield SheetColumn("remark", "remark", ("remarks",)), ("remarks", "note", "notes", "comment", "comments")


_WHO: Final = "every player keeps a tally"
TALLIES: Final = SheetForm(
    TableOfGame,
    {},
    tuple(_columns()),
    always={
        "game": "each row needs its game",
        "table": "each row needs its table; 1 is the head table",
        **dict.fromkeys(("north", "east", "south", "west"), _WHO),
    },
    table=lambda _columns: SheetTable(COMPASS, TEAMS, vocabulary(COMPASS)),
    what="a table",
    example="game, table, north, east, south, west, ns, ew",
)


def tallies(data: bytes, name: str) -> Iterator[RowResult]:
    """Return the rows of a tally sheet."""
    return entries(data, name, (TALLIES,))


def is_tallies(line: str) -> bool:
    """Return True if a line is the heading of a tally sheet."""
    return has_heading(line, TALLIES) and not is_sheet(line)
