"""Rows of a score sheet: cells, errors and records."""

from __future__ import annotations

import re
import unicodedata
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import permutations
from typing import Annotated, Any, Final, Literal, NamedTuple

from pydantic import Field, ValidationError

from clabber_audit.cards import SEATS, TEAMS
from clabber_audit.core.errors import Path, RecordError, Refused, TextPlace, not_utf8_fault, printable
from clabber_audit.records.base import IDENTIFIER_RULE, Identifier, Name, Part, Text
from clabber_audit.records.bid_euchre_words import COMPASS, PACKS, USUAL_HAND, USUAL_PACK
from clabber_audit.records.dates import date_problem
from clabber_audit.records.notation import tokens
from clabber_audit.records.sheets import headings

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
    "source": tokens.SOURCE_KIND,
    "confidence": tokens.CONFIDENCE,
    "pack": {name: name for name in PACKS},
    "up": tokens.TEAM,
}
_YES: Final = {
    **dict.fromkeys(("yes", "y", "x", "true", "1"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}
#: A bid of tricks, perhaps without trumps; the other bids are words, for all tricks of the usual hand.
_BID: Final = re.compile(r"(1[0-2]|[1-9]) ?(hc)?")


class BadCell(Exception):
    """Unreadable cell, with the expected value and advice."""

    def __init__(self, expected: str, help: str = "correct the cell") -> None:
        super().__init__(expected)
        self.expected, self.help = expected, help


def _number(text: str, expected: str, most: int = _MOST, least: int = 0) -> int:
    sign, digits = ("-", text[1:]) if least < 0 and _DASHES.get(text[:1], text[:1]) == "-" else ("", text)
    match = _NUMBER.fullmatch(digits)
    if match is None and _LIKE_A_DATE.fullmatch(text):
        help = "a spreadsheet may have turned it into a date; type what the score sheet says"
        raise BadCell(f"expected {expected}", help)
    if match is None:
        raise BadCell(f"expected {expected}")
    number = int(sign + match[1])
    if not least <= number <= most:
        bound = f"at most {most}" if number > most else f"at least {least}"
        raise BadCell(f"expected {expected}, {bound}")
    return number


def _number_of(expected: str, most: int = _MOST, least: int = 0) -> Callable[[str, RowReading], int]:
    return lambda text, _row: _number(text, expected, most, least)


def _find_lowest_score(row: RowReading) -> int:
    return -_MOST if row.table.known.signed else 0


def _score(text: str, row: RowReading) -> str | int:
    word, least = _DASHES.get(text, text).casefold(), _find_lowest_score(row)
    marks = row.table.known.mark
    mark = marks.get(word) or marks.get("-".join(word.split()))
    if mark:
        return mark
    expected = "points or one of the marks XX, XXX, -, -- and R"
    if text.lstrip("-–−" if least else "")[:1].isdigit():
        return _number(text, expected, least=least)
    help = "the words set, hick, turkey tracks and renege also work"
    raise BadCell(f"expected {expected}", tokens.suggest(word, marks) or help)


def _bid(text: str, _row: RowReading) -> dict[str, str | int]:
    """Return a bid as the keys of a contract."""
    word = " ".join(_normalize(text).split())
    if match := _BID.fullmatch(word):
        return {"tricks": int(match[1]), **({"kind": "hc"} if match[2] else {})}
    kind = tokens.KIND_WORDS.get(word.replace(" ", "-"))
    if kind is None or kind in ("bid", "hc"):
        help = "a bid is a number, 3HC, or a word such as pepper"
        raise BadCell("expected a bid", tokens.suggest(word, tokens.KIND_WORDS) or help)
    return {"tricks": USUAL_HAND[USUAL_PACK], "kind": kind}


def _parse_yes(text: str, _row: RowReading) -> bool:
    answer = _YES.get(_normalize(text))
    if answer is None:
        raise BadCell("expected yes or no", "leave the cell empty if it is unknown")
    return answer


def _date(text: str, _row: RowReading) -> str:
    if _DAY_COUNT.fullmatch(text):
        help = "this looks like a spreadsheet’s internal date: format the column as text and type the date as on the sheet"
        raise BadCell("expected a date as people write it, such as 1931-10-14", help)
    if why := date_problem(text):
        help = f"{why}; if the sheet has it so, put it into the remark"
        raise BadCell("expected a date that there is", help)
    return text


def _seat(text: str, row: RowReading) -> str:
    known = row.table.known
    seat = known.seat.get(_normalize(text)) or row.seats.get(text.casefold())
    if seat is None:
        raise BadCell("expected a seat", f"a seat is {known.seats_text}, or the name of a player in the row")
    return seat


def _side(text: str, row: RowReading) -> str:
    word = _normalize(text)
    known = {**row.table.known.side, **row.table.known.seat}
    side = known.get(word) or known.get(word.replace(" ", "")) or row.sides.get(text.casefold())
    if side is None:
        *most, last = dict.fromkeys((*row.table.seats, *row.table.sides))
        help = f"it is {', '.join(most)} or {last}, or the name of a player or team in the row"
        raise BadCell("expected the seat or the team that made trump", help)
    return side


def _suit(text: str, row: RowReading) -> str:
    form = row.heading.form
    return _word("-".join(text.replace("\ufe0f", "").split()), form.strains, "a suit", form.strains_text)


def _word(text: str, words: Mapping[str, str], expected: str, help: str = "correct the cell") -> str:
    value = words.get(_normalize(text))
    if value is None:
        raise BadCell(f"expected {expected}", tokens.suggest(text, words) or help)
    return value


def _normalize(text: str) -> str:
    return text.casefold().rstrip(".")


_READERS: Final[Mapping[headings.Kind, Callable[[str, RowReading], Any]]] = {
    "count": _number_of("a whole number"),
    "tricks": _number_of("a number of tricks", _MOST_TRICKS),
    "dealt": _number_of("the number of cards dealt to each", _MOST_TRICKS, 1),
    "points": lambda text, row: _number(text, "points, a whole number", least=_find_lowest_score(row)),
    "date": _date,
    "score": _score,
    "seat": _seat,
    "side": _side,
    "suit": _suit,
    "bid": _bid,
    "yes": _parse_yes,
}


class RowReading:
    """Reader of one row: its cells, errors and record."""

    def __init__(self, row: headings.SheetRow, heading: headings.Heading) -> None:
        self.row, self.heading, self.table = row, heading, heading.table
        self.faults: list[RecordError] = []
        #: Filled cells by column; `?` means unknown, except in a remark.
        self.cells: dict[str, headings.Cell] = {}
        for place, column in heading.columns.items():
            cell = row.cells[place] if place < len(row.cells) else None
            if cell and (cell.error or (cell.text and (cell.text != "?" or column.kind == "remark"))):
                self.cells[column.name] = cell
        named = [(cell.text.casefold(), self._path(name)) for name, cell in self.cells.items()]
        seats = [(text, str(path[1])) for text, path in named if path[0] == "players"]
        sides = seats + [(text, str(path[1])) for text, path in named if path[0] == "teams"]
        #: Seats and sides by the names in the row; a name that two share means neither.
        self.seats, self.sides = (
            {name: meant for name, meant in pairs if sum(name == other for other, _ in pairs) == 1}
            for pairs in (seats, sides)
        )
        self.data: dict[str, Any] = deepcopy(dict(heading.form.begins))
        if "".join(self.table.seats) != SEATS:
            self.data["seats"] = list(self.table.seats)

    def record(self, id: str, rows_of: Mapping[str, int]) -> Any:
        """Return the row as a record, under `id` unless it has one of its own. Raise Refused with all errors.

        `rows_of` has the ids of the rows before.
        """
        self._read_cells()
        if not any(cell.error for cell in self.row.cells):
            # After a broken quotation the cells are misplaced.
            self._look_for_gaps()
        self._move_homeless_to_remarks()
        self.data.setdefault("id", id)
        if (twin := rows_of.get(self.data["id"])) is not None:
            what = f"repeats the id of row {twin}"
            self._add_fault("id", what, "each hand needs its own id", "change one of them")
        record = None
        try:
            record = self.heading.form.model.model_validate(self.data)
        except ValidationError as error:
            self._note(error)
        if self.faults or record is None:
            raise Refused(sorted(self.faults, key=lambda fault: fault.place or TextPlace(0, 0)))
        return record

    def locate(self, path: Path) -> TextPlace:
        """Return the place of a path, else of the nearest cell, else of the row."""
        while path:
            for name, cell in self.cells.items():
                if self._path(name)[: len(path)] == path:
                    return cell.place
            path = path[:-1]
        return self.row.cells[0].place

    def _path(self, name: str) -> Path:
        return self.heading.form.columns[name].path

    def _read_cells(self) -> None:
        result: Any
        for name, cell in self.cells.items():
            column = self.heading.form.columns[name]
            if cell.error:
                self._add_fault(name, cell.error, "", "close the quote, or remove it")
                continue
            try:
                if column.kind == "word":
                    words = _WORDS[name]
                    result = _word(cell.text, words, f"one of {', '.join(dict.fromkeys(words.values()))}")
                else:
                    read = _READERS.get(column.kind)
                    result = read(cell.text, self) if read else cell.text
            except BadCell as bad:
                self._add_fault(name, f"is “{printable(cell.text)}”", bad.expected, bad.help)
                continue
            if column.kind == "remark":
                lines = map(str.strip, re.split("[\r\n]", cell.text))
                self.data["remarks"] = [line for line in lines if line]
            elif result is not False:
                # A bid is several keys of the contract.
                values = result if isinstance(result, dict) else {str(column.path[-1]): result}
                owner = self.data
                for parent in column.path[:-1]:
                    owner = owner.setdefault(str(parent), {})
                owner |= values
        for place, cell in enumerate(self.row.cells):
            if (cell.text or cell.error) and place not in self.heading.titles:
                where = f"row {self.row.number}, {headings.cell_address(place, self.row.number)}"
                help = "add a heading, or put quotes around text with a comma in it"
                what = f"{where}: “{printable(cell.text)}” has no heading above it"
                self.faults.append(RecordError(what, "it would be lost", help, place=cell.place))

    def _look_for_gaps(self) -> None:
        """Report each empty cell that the row needs."""
        heading, form, always = self.heading, self.heading.form, self.heading.form.always
        ways = (way for way in heading.ways if heading.has(*way))
        lacking = [[name for name in way if name not in self.cells] for way in ways]
        gaps = [*(name for name in always if name not in self.cells), *min(lacking, key=len)]
        reasons = {name: always.get(name) or f"{form.what} needs {heading.needs()}" for name in gaps}
        for name, other in permutations(form.contract, 2):
            if other in self.cells and heading.has(name):
                reasons.setdefault(name, f"{other} is filled in, and each needs the other")
        for result in heading.results:
            parts = [part for part in self._parts(result) if part in self.cells]
            if parts and heading.has(result):
                why = f"{parts[0]} is filled in, but there are no points in {form.result}"
                reasons.setdefault(result, why)
        for name, why in reasons.items():
            if name not in self.cells:
                self._add_fault(name, "is empty", why, "fill it in")

    def _move_homeless_to_remarks(self) -> None:
        """Move cells to the remarks if the column they belong with is missing."""
        heading = self.heading
        homeless: list[str] = []
        if not heading.has(*heading.form.contract):
            homeless += [name for name in self.cells if self._path(name)[0] == "contract"]
            self.data.pop("contract", None)
        for side, result in zip(heading.table.sides, heading.results, strict=True):
            if not heading.has(result) and self.data.get("sheet", {}).pop(side, None) is not None:
                homeless += [name for name in self._parts(result) if name in self.cells]
        if self.data.get("sheet") == {}:
            del self.data["sheet"]
        if homeless:
            kept = ", ".join(f"{name} {self.cells[name].text}" for name in homeless)
            self.data.setdefault("remarks", []).append(f"on the sheet: {kept}")

    def _parts(self, result: str) -> list[str]:
        form = self.heading.form
        return [result.replace(form.result, part) for part in form.parts]

    def _add_fault(self, name: str, what: str, why: str, help: str) -> None:
        place = self.heading.places.get(name)
        if place is None:
            what = f"row {self.row.number} {what}"
            self.faults.append(RecordError(what, why, help, place=self.row.cells[0].place))
            return
        cell = self.row.cells[min(place, len(self.row.cells) - 1)]
        where = self.heading.describe_cell(place, self.row.number)
        self.faults.append(RecordError(f"{where} {what}", why, help, self._path(name), cell.place))

    def _note(self, error: ValidationError) -> None:
        """Report model errors not covered by an earlier one: texts too long, or with invalid characters."""
        for found in error.errors(include_url=False):
            path = tuple(found["loc"])
            own = ((name, self._path(name)) for name in self.cells)
            name, column = next((note for note in own if path[: len(note[1])] == note[1]), ("", ()))
            if not name or any(fault.path == column for fault in self.faults):
                continue
            text = str(found["input"])
            if name in ("id", "ruleset"):
                self._add_fault(name, f"is “{printable(text)}”", IDENTIFIER_RULE, "choose a simpler one")
            elif found["type"] == "string_too_long":
                why = f"the limit is {found['ctx']['max_length']}"
                self._add_fault(name, "is too long", why, "shorten it")
            else:
                self._add_fault(name, f"is “{printable(text)}”", _explain_invalid_text(text), "remove it")


def _explain_invalid_text(text: str) -> str:
    """Return the reason a text cannot stand in a record."""
    if "\n" in text or "\r" in text:
        return "only a remark may have line breaks"
    odd = next((char for char in text if not char.isprintable()), "")
    what = f"it contains an invisible character (U+{ord(odd):04X})" if odd else ""
    return what or "text cannot contain such characters"


#: The largest sheet, in bytes: some ten thousand hands.
LARGEST_SHEET: Final = 4 << 20
_MOST_ROWS: Final = 10_000
#: Number of title lines searched for the heading.
_MOST_TITLES: Final = 20
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_ID_LENGTH: Final = 56


class RowResult(NamedTuple):
    """Row of a sheet: its record or the reasons for its refusal, and the places of the parts."""

    record: Any
    refused: Refused | None
    locate: Callable[[Path], TextPlace]

    def result(self) -> Any:
        """Return the record; raise the refusal if there is none."""
        if self.refused:
            raise self.refused
        return self.record


def entries(
    data: bytes, name: str, forms: Sequence[headings.SheetForm] = headings.FORMS
) -> Iterator[RowResult]:
    """Yield the rows of a sheet in their order. Raise Refused when the sheet as a whole cannot be read.

    Blank rows are passed over. A row without an id gets one from the sheet's `name` and its number. A
    row that is refused does not stop the next ones.
    """
    table = _table(_decode(data))
    first = next((row for row in table if not row.is_blank), None)
    if first is None:
        raise Refused([RecordError("the sheet is empty", "", "check the file", place=TextPlace(1, 1))])
    if len(first.cells) > headings.MOST_COLUMNS:
        what = f"the sheet has more than {headings.MOST_COLUMNS} columns"
        raise Refused([RecordError(what, "", "check the file", place=first.cells[-1].place)])
    heading = _heading(first, forms, data)
    # `Thursday night.csv` gives ids such as `thursday-night-r02`.
    plain = unicodedata.normalize("NFKD", name.removesuffix(".csv").removesuffix(".CSV"))
    letters = plain.encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9._-]+", "-", letters).strip("-._")[:_ID_LENGTH] or "sheet"
    rows_of: dict[str, int] = {}
    for row in table:
        if row.number > _MOST_ROWS:
            what = f"the sheet has more than {_MOST_ROWS:,} rows"
            raise Refused([RecordError(what, "", "split it into several files", place=row.cells[0].place)])
        if row.is_blank:
            continue
        reading = RowReading(row, heading)
        try:
            record = reading.record(f"{stem}-r{row.number:02}", rows_of)
        except Refused as refused:
            yield RowResult(None, refused, reading.locate)
            continue
        rows_of[record.id] = row.number
        yield RowResult(record, None, reading.locate)


def find_first_row(data: bytes) -> headings.SheetRow | None:
    """Return the first row that is not blank. Raise Refused as `entries` does."""
    return next((row for row in _table(_decode(data)) if not row.is_blank), None)


def _heading(first: headings.SheetRow, forms: Sequence[headings.SheetForm], data: bytes) -> headings.Heading:
    """Return the columns. Raise Refused if titles stand above them, with the row that names them."""
    try:
        return headings.read_heading(first, forms)
    except Refused:
        lines = enumerate(data.decode(errors="replace").splitlines()[:_MOST_TITLES], 1)
        sheets = (number for number, line in lines if number > first.number and headings.is_sheet(line))
        below = next(sheets, None)
        if below is None:
            raise
        above = "row 1" if below == 2 else f"rows 1 to {below - 1}"
        what, why = f"row {first.number} is not a header row", f"the columns are named in row {below}"
        help = f"delete {above}, so that the header row comes first"
        raise Refused([RecordError(what, why, help, place=first.cells[0].place)]) from None


def _decode(data: bytes) -> str:
    """Decode a sheet. Raise Refused if it is too large or not UTF-8."""
    help = "save the sheet as CSV in UTF-8"
    if len(data) > LARGEST_SHEET:
        what, split = "the sheet is too large (limit 4 MiB)", "split it into several files"
        raise Refused([RecordError(what, "", split, place=TextPlace(1, 1))])
    if data.startswith(_UTF_16):
        raise Refused([RecordError("the sheet is UTF-16", "", help, place=TextPlace(1, 1))])
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Refused([not_utf8_fault(error, help)]) from None


def _table(text: str) -> Iterator[headings.SheetRow]:
    """Split a sheet by the delimiter that it names, or by the one its first line suggests."""
    if named := headings.SEP.match(text):
        for row in headings.parse_rows(text, named[1]):
            if row.number > 1:
                yield row._replace(number=row.number - 1)
        return
    line = next((line for line in text.splitlines() if line.strip(" \t,;")), "")
    yield from headings.parse_rows(text, headings.delimiter_of(line))


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


def _columns() -> dict[str, headings.SheetColumn]:
    """Return the columns of a tally sheet."""
    wanted = ("id", "table", "game", "north", "east", "south", "west")
    kept = {name: headings.OPENING[name] for name in wanted}
    kept |= {name: kept[name]._replace(path=(name,)) for name in ("game", "table")}
    for pair in TEAMS:
        kept |= headings.columns_of_side(pair, "score points score.* -, points, scored, tally")
    moved_up = headings.columns_in("up word up goes up, went up, moved up, winners")
    return {**kept, **moved_up, **headings.REMARK}


_WHO: Final = "every player keeps a tally"
TALLIES: Final = headings.SheetForm(
    TableOfGame,
    {},
    _columns(),
    always={
        "game": "each row needs its game",
        "table": "each row needs its table; 1 is the head table",
        **dict.fromkeys(("north", "east", "south", "west"), _WHO),
    },
    table=lambda _columns: headings.SheetTable(COMPASS, TEAMS, tokens.vocabulary(COMPASS)),
    what="a table",
    example="game, table, north, east, south, west, ns, ew",
)


def is_tallies(line: str) -> bool:
    return headings.has_heading(line, TALLIES) and not headings.is_sheet(line)
