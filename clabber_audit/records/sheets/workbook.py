"""Tables of workbooks and free-form CSV, with their columns found, as rows of a score sheet.

A table may be below title rows, next to another one, or repeated for each game. Anything ambiguous becomes a question,
never a guess, and each row that is not read is reported with its address. Every sheet comes as a grid of cells, CSV in
any encoding.
"""

from __future__ import annotations

import re
import zipfile
from calendar import month_abbr, month_name
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import get_close_matches
from functools import partial, reduce
from html import unescape
from io import BytesIO
from itertools import groupby, pairwise
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.core.errors import RecordError, Refused, TextPlace, require
from clabber_audit.core.text import inflect
from clabber_audit.records.dates import parse_date
from clabber_audit.records.formats import fold_name
from clabber_audit.records.sheets import WORKBOOKS
from clabber_audit.records.sheets.headings import FORMS, Cells, cell_address, csv_rows, csv_text

#: A cell as a spreadsheet has it; an empty one is an empty text.
Value = Any
#: Limits of rows and columns read.
_MOST_ROWS, _MOST_COLUMNS = 20_000, 200


class Grid(NamedTuple):
    """Cells of one sheet."""

    name: str
    rows: list[list[Value]]
    #: Row and column of the merged cells but for the first of each range.
    covered: frozenset[tuple[int, int]] = frozenset()

    def value(self, row: int, column: int) -> Value:
        """Return a cell; an empty text beyond the edge."""
        cells = self.rows[row] if row < len(self.rows) else []
        return cells[column] if column < len(cells) else ""

    def text(self, row: int, column: int) -> str:
        return cell_text(self.value(row, column))

    def address(self, row: int, column: int, last: int | None = None) -> str:
        """Return an address such as `Week 2!A6`, or of a row of cells `Week 2!A6:D6`; of CSV, `line 6`."""
        if not self.name:
            return f"line {row + 1}"
        cell = f"{self.name}!{cell_address(column, row + 1)}"
        return cell if last is None else f"{cell}:{cell_address(last, row + 1)}"


def cell_text(value: Value) -> str:
    """Return a cell as a person would type it: 40, not 40.0; days as 2026-01-22."""
    if isinstance(value, datetime):
        value = value.date()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())


def load_grids(data: bytes, name: str) -> tuple[list[Grid], list[str]]:
    """Return the sheets of an .xlsx, .ods or .csv file, and remarks on how they were read.

    Raises Refused for a workbook that cannot be read, Unusable without the package that reads it.
    """
    grids, remarks = list[Grid](), list[str]()
    if not name.lower().endswith(WORKBOOKS):
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", "replace")
            remarks.append("not UTF-8: read as Windows-1252")
        delimiter = max(";,\t", key=text[:10_000].count)
        return [Grid("", [[*row] for row in csv_rows(text, delimiter)][:_MOST_ROWS])], remarks
    remedy = "install it with: pip install 'clabber-audit[xlsx]', or save the sheet as CSV"
    require("python_calamine", "python-calamine", f"cannot read {name}", remedy)
    from python_calamine import CalamineError, CalamineWorkbook

    help = "save it as CSV in the spreadsheet program, or save it again"
    if not zipfile.is_zipfile(BytesIO(data)):
        why = "it is not a workbook" if data else "it is empty"
        raise Refused([RecordError(f"cannot read {name}", why, help, place=TextPlace(1, 1))])
    try:
        data, missing = _unpack_workbook(data, remarks)
        book = CalamineWorkbook.from_filelike(BytesIO(data))
        for sheet in book.sheet_names:
            found = book.get_sheet_by_name(sheet)
            values = found.to_python(skip_empty_area=False, nrows=_MOST_ROWS)
            rows = [list(row[:_MOST_COLUMNS]) for row in values]
            merged = {
                (row, column)
                for (top, left), (bottom, right) in found.merged_cell_ranges or ()
                for row in range(top, min(bottom + 1, len(rows)))
                for column in range(left, min(right + 1, len(rows[row])))
                if (row, column) != (top, left)
            }
            covered = _find_marked_cells(rows, _COVERED) | merged
            missing.setdefault(sheet, []).extend(sorted(_find_marked_cells(rows, _UNKNOWN)))
            grids.append(Grid(sheet, rows, covered))
            if found.total_height > _MOST_ROWS:
                remarks.append(f"{sheet}: not read: the rows below {_MOST_ROWS:,}")
    except (CalamineError, ValueError, OSError, KeyError, NotImplementedError, zipfile.BadZipFile) as problem:
        why = (str(problem).splitlines() or [""])[0]
        raise Refused([RecordError(f"cannot read {name}", why, help, place=TextPlace(1, 1))]) from None
    for grid in grids:
        for row, column in missing.get(grid.name, ()):
            if row < len(grid.rows) and column < len(grid.rows[row]):
                grid.rows[row][column] = "?"
                address = grid.address(row, column)
                help = "save the file in a spreadsheet program"
                remarks.append(f"{address}: a formula without its value: unknown; {help}")
    return grids, remarks


#: Most bytes that a workbook may take when unpacked; far more than a season.
_LARGEST: Final = 64 << 20
#: Repetition of a row, more often than in any season.
_REPEATED: Final = re.compile(rb'(table:number-rows-repeated=")([0-9]{5,9})(")')
_SHEETS: Final = re.compile(rb'<sheet [^>]*?name="([^"]*)"[^>]*?r:id="([^"]*)"')
_RELATION: Final = re.compile(rb"<Relationship [^>]*>")
#: Marks in place of cells that would be read as empty.
_UNKNOWN: Final = "\ue000unknown"
_COVERED: Final = "\ue000covered"
_ATTRIBUTES: Final = rb"""((?:[^<>"'/]|"[^"<]*"|'[^'<]*')*+)"""
#: Cells of .ods: a formula of which neither value nor text was current, and a cell that another one covers.
_FORMULA_ALONE: Final = re.compile(
    rb"""<table:table-cell(?=[^<]*?table:formula=)(?![^<]*?office:(?:[a-z]+-)?value=)(?![^<]*?value-type="string")"""
    + _ATTRIBUTES
    + rb"(/>|>\s*(?:<text:p\s*/>|<text:p></text:p>)?\s*</table:table-cell>)"
)
_COVERED_CELL: Final = re.compile(rb"<table:covered-table-cell" + _ATTRIBUTES + rb"(/?>)")
_NO_VALUE: Final = re.compile(
    rb'<c r="([A-Z]{1,3})([0-9]{1,7})"[^>]*>\s*<f[^>]*(?:/>|>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>'
)


def _find_marked_cells(rows: Sequence[list[Value]], mark: str) -> frozenset[tuple[int, int]]:
    """Return the cells that begin with a mark, and empty them."""
    found = frozenset(
        (row, column)
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if isinstance(cell, str) and cell.startswith(mark)
    )
    for row, column in found:
        rows[row][column] = ""
    return found


def _unpack_workbook(data: bytes, remarks: list[str]) -> tuple[bytes, dict[str, list[tuple[int, int]]]]:
    """Return a workbook whose repeated rows are not expanded, and the formulas without a value by sheet.

    Such formulas, and merged cells, are marked in .ods, since its reader takes them for empty cells.
    """
    with zipfile.ZipFile(BytesIO(data)) as book:
        if sum(part.file_size for part in book.infolist()) > _LARGEST:
            raise ValueError("it is too large unpacked (limit 64 MiB)")
        parts = {part.filename: book.read(part) for part in book.infolist()}
    if content := parts.get("content.xml"):
        repeated = _REPEATED.findall(content)
        remarks += [f"a row repeated {int(count):,} times is read once" for _, count, _ in repeated]
        content = _REPEATED.sub(rb"\g<1>1\3", content)
        content = _FORMULA_ALONE.sub(partial(_build_marked_cell, _UNKNOWN), content)
        content = _COVERED_CELL.sub(partial(_build_marked_cell, _COVERED), content)
        parts["content.xml"] = content.replace(b"</table:covered-table-cell>", b"</table:table-cell>")
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as rewritten:
            for filename, part in parts.items():
                rewritten.writestr(filename, part)
        return packed.getvalue(), {}
    targets = {}
    for relation in _RELATION.findall(parts.get("xl/_rels/workbook.xml.rels", b"")):
        fields = dict(re.findall(rb'(\w+)="([^"]*)"', relation))
        targets[fields.get(b"Id")] = fields.get(b"Target", b"").decode().removeprefix("/xl/")
    missing = {}
    for name, id in _SHEETS.findall(parts.get("xl/workbook.xml", b"")):
        cells = _NO_VALUE.findall(parts.get(f"xl/{targets.get(id, '')}", b""))
        columns = [
            reduce(lambda number, letter: 26 * number + letter - ord("A") + 1, letters, 0)
            for letters, _ in cells
        ]
        places = zip((int(row) for _, row in cells), columns, strict=True)
        missing[unescape(name.decode())] = [(row - 1, column - 1) for row, column in places]
    return data, missing


def _build_marked_cell(mark: str, cell: re.Match[bytes]) -> bytes:
    """Return a text cell of .ods that has a mark, for as many columns as another one."""
    columns = re.search(rb'table:number-columns-repeated="\d{1,6}"', cell[1])
    text = f' office:value-type="string"><text:p>{mark}</text:p>'.encode()
    end = b"</table:table-cell>" if cell[2] != b">" else b""
    return b"<table:table-cell " + (columns[0] if columns else b"") + text + end


#: Fewest cells of a row of headings.
_FEWEST_HEADINGS: Final = 3


Kind = Literal["hands", "results", "standings"]


class FoundTable(NamedTuple):
    """Table of a sheet: the row of its headings, its columns, and the rows below."""

    grid: Grid
    top: int
    left: int
    right: int
    #: First row that is not of the table.
    end: int
    kind: Kind

    @property
    def headings(self) -> list[str]:
        return [self.grid.text(self.top, column) for column in range(self.left, self.right + 1)]

    @property
    def rows(self) -> range:
        return range(self.top + 1, self.end)

    @property
    def address(self) -> str:
        """Address of the table with its headings."""
        if not self.grid.name:
            return f"lines {self.top + 1}-{self.end}"
        first, last = cell_address(self.left, self.top + 1), cell_address(self.right, self.end)
        return f"{self.grid.name}!{first}:{last}"


#: Columns that no table of results has.
_OF_HANDS: Final = {"hand", "dealer", "maker"}
#: Headings of results and of standings -> the field of each.
_OF_RESULTS: Final = {
    "team": "team", "home": "team", "away": "team", "visitors": "team", "visitor": "team", "home team": "team",
    "away team": "team", "match": "match", "teams": "match", "score": "points", "points": "points", "pts": "points",
    "result": "points", "home score": "points", "away score": "points", "home points": "points",
    "away points": "points", "visitors score": "points", "week": "round", "round": "round", "date": "date",
    "day": "date",
}  # fmt: skip
_OF_STANDINGS: Final = {
    "team": "team", "club": "team", "wins": "won", "won": "won", "losses": "lost", "lost": "lost",
}  # fmt: skip
#: Headings in other words -> the column of the score sheet that is proposed.
_PROPOSED: Final = {
    "us": "ns_score", "we": "ns_score", "them": "ew_score", "they": "ew_score", "geber": "dealer", "spieler": "maker",
    "trumpf": "trump", "bemerkung": "remark", "bemerkungen": "remark", "hand nr": "hand", "who made it": "maker",
    "called by": "maker", "spiel": "hand",
}  # fmt: skip
_TOTAL: Final = re.compile(r"(?:grand |sub)?totals?|sum|summe|final|check", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"\b(game|table|week|round)\s*#?\s*(\d{1,3})\b", re.IGNORECASE)
_SIDES: Final = re.compile(
    r"(?:.*?:\s*)?(?P<ns>[^:,()]+?)\s*(?:\((?:NS|N/S|N-S)\))?\s+(?:v|vs|versus|against)\.?\s+"
    r"(?P<ew>[^:,()]+?)\s*(?:\((?:EW|E/W|E-W)\))?(?:,.*)?",
    re.IGNORECASE,
)
_ALIAS: Final = re.compile(r"(?P<word>us|we|them|they)\s*=\s*(?P<team>[^()=]+)", re.IGNORECASE)
#: Scores of both teams in one cell, such as 512-430.
_BOTH_SCORES: Final = re.compile(r"(\d{1,4})\s*[-–:]\s*(\d{1,4})")
_MARKS: Final = ("xxx", "xx", "x", "-", "--", "r")
_SEATS: Final = ("n", "e", "s", "w", "north", "east", "south", "west")


def find_tables(grid: Grid) -> list[FoundTable]:
    """Return the tables of a sheet, from the top and from the left."""
    heads = []
    for row in range(len(grid.rows)):
        filled = [column for column, _ in enumerate(grid.rows[row]) if grid.text(row, column)]
        # A run of filled cells has the same distance from its places in the list.
        for _, run in groupby(enumerate(filled), key=lambda one: one[1] - one[0]):
            columns = [column for _, column in run]
            if _is_heading([grid.value(row, column) for column in columns]):
                heads.append((row, columns[0], columns[-1]))
    tables = []
    for row, first, last in heads:
        below = [other for other, left, right in heads if other > row and left <= last and first <= right]
        end = _end(grid, row, first, last, min(below, default=len(grid.rows)))
        tables.append(FoundTable(grid, row, first, last, end, _kind(grid, row, first, last)))
    return tables


def _is_heading(cells: Sequence[Value]) -> bool:
    """Return True if cells head a table: three texts or more without numbers, two of them known headings.

    A seat in words is no such heading, since rows of hands have it too, as dealer and maker.
    """
    if len(cells) < _FEWEST_HEADINGS or not all(isinstance(cell, str) for cell in cells):
        return False
    texts = [cell_text(cell) for cell in cells]
    if any(_number(text) is not None or text.lower() in _MARKS for text in texts):
        return False
    others = [text for text in texts if text.lower() not in _SEATS[4:]]
    known = sum(_column(text) is not None or text.lower() in (_OF_RESULTS | _OF_STANDINGS) for text in others)
    return known >= 2


def _kind(grid: Grid, row: int, first: int, last: int) -> Kind:
    headings = [grid.text(row, column).lower() for column in range(first, last + 1)]
    stands_for = [_OF_RESULTS.get(heading) for heading in headings]
    names_both = stands_for.count("team") == 2 or "match" in stands_for
    if names_both and "points" in stands_for and not _OF_HANDS.intersection(map(_column, headings)):
        return "results"
    if {_OF_STANDINGS.get(heading) for heading in headings} >= {"team", "won"}:
        return "standings"
    return "hands"


def _end(grid: Grid, top: int, first: int, last: int, limit: int) -> int:
    """Return the row after the last one with numbers or marks in two columns of the table."""
    end = top + 1
    for row in range(top + 1, limit):
        texts = [grid.text(row, column) for column in range(first, last + 1)]
        if _TOTAL.fullmatch(next(filter(None, texts), "")):
            break
        marked = sum(_number(text) is not None or text.lower() in _MARKS for text in texts)
        if marked >= 2 or any(map(_BOTH_SCORES.fullmatch, texts)):
            end = row + 1
    return end


def _is_total(table: FoundTable, row: int) -> bool:
    """Return True for the row below a table if it begins with a word for a total."""
    texts = (table.grid.text(row, column) for column in range(table.left, table.right + 1))
    return row == table.end and _TOTAL.fullmatch(next(filter(None, texts), "")) is not None


def _number(text: str) -> int | None:
    """Return a whole number, also one such as 5,0; None for other text."""
    plain = re.sub(r"[.,]0+$", "", text)
    return int(plain) if plain.isascii() and plain.isdecimal() else None


def _column(heading: str) -> str | None:
    """Return the column of a score sheet that a heading names for certain."""
    column = FORMS[0].column_of(heading)
    if column is None and (side := re.search(r"\((N.?S|E.?W)\)", heading, re.IGNORECASE)):
        return f"{side[1][0]}{side[1][-1]}_score".lower()
    return column.name if column else None


class Question(NamedTuple):
    """Question about an ambiguity: its place, its text, and the proposed answer."""

    where: str
    what: str
    #: Key of the answer: a heading, the address of a cell, a name, `date`, `scores` or `first dealer`.
    key: str
    proposed: str
    #: True if only the spelling differs, so that the proposal is applied.
    sure: bool = False
    #: True if no hand can be read without the answer; else the value stays unknown.
    needed: bool = True

    @property
    def answer(self) -> str:
        """The proposal as it is typed: `Us=ns_score`."""
        return f"{self.key}={self.proposed}"


@dataclass
class WorkbookReading:
    """Rows of a workbook as rows of a score sheet, with questions and remarks."""

    tables: list[FoundTable] = field(default_factory=list)
    #: Cells of each hand by column, in order; and the address of each.
    hands: list[dict[str, str]] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    #: Row and column of the cells of each hand, from 1, by column of the score sheet; the first cell under "".
    places: list[dict[str, TextPlace]] = field(default_factory=list)
    #: Matches of tables of results: date, round, home, away and their points, by name.
    results: list[dict[str, str]] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    #: Answers by folded key, with the keys as given; and the keys of those that were used.
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def answer(self, key: str, is_valid: Callable[[str], object] = bool) -> str | None:
        """Return the answer for a key; None if there is none, or none that is valid."""
        key, answer = self.answers.get(fold_name(key), ("", ""))
        if not answer or not is_valid(answer):
            return None
        self.used.add(key)
        return answer

    @property
    def mandatory_questions(self) -> list[Question]:
        """Questions without whose answer no hand is read."""
        return [question for question in self.questions if question.needed and not question.sure]

    @property
    def name_questions(self) -> list[Question]:
        """Questions about team names, which a league table needs answered."""
        names = {result[side] for result in self.results for side in ("home", "away")}
        return [question for question in self.questions if not question.sure and question.key in names]

    @property
    def columns(self) -> list[str]:
        return list(dict.fromkeys(column for hand in self.hands for column in hand))

    def sheet(self) -> bytes:
        """Return the hands as CSV, a row each, in the order of their addresses."""
        columns = self.columns
        rows: list[Cells] = [columns, *([hand.get(column) for column in columns] for hand in self.hands)]
        return csv_text(rows).encode()


def read_workbook(data: bytes, name: str, mapping: Mapping[str, str] | None = None) -> WorkbookReading:
    """Return the hands and results of a workbook.

    `mapping` gives answers by key: the column for a heading (`-` leaves it out), the value of a cell, a `date`.

    Raises Refused if no table is found, Unusable if the file cannot be read.
    """
    grids, remarks = load_grids(data, name)
    answers = {fold_name(key): (key, value) for key, value in (mapping or {}).items()}
    reading = WorkbookReading(remarks=remarks, answers=answers)
    for grid in grids:
        tables = find_tables(grid)
        reading.tables += tables
        for table in tables:
            if table.end == table.top + 1:
                reading.remarks.append(f"{table.address}: headings without rows")
            elif table.kind == "results":
                _read_results(table, reading)
            elif table.kind == "standings":
                reading.remarks.append(f"{table.address}: standings: not read")
            elif table.kind == "hands":
                _HandTable(table, tables, reading).read()
        reading.remarks += _find_left_over_rows(grid, tables)
    if not reading.tables:
        what = f"no table of hands in {name}"
        help = "name the columns hand, dealer, maker, trump, N-S and E-W, or give --map HEADING=COLUMN"
        raise Refused([RecordError(what, help=help, place=TextPlace(1, 1))])
    _ask_about_names(reading)
    # One answer is for all tables: keep the first question.
    by_answer = {question.answer: question for question in reversed(reading.questions)}
    reading.questions = [*by_answer.values()][::-1]
    return reading


def _find_left_over_rows(grid: Grid, tables: Sequence[FoundTable]) -> Iterator[str]:
    """Yield a remark for each row outside the tables, and for cells next to them."""
    for row in range(len(grid.rows)):
        inside = [table for table in tables if table.top <= row < table.end or _is_total(table, row)]
        cells = [
            column
            for column in range(len(grid.rows[row]))
            if grid.text(row, column) and not any(table.left <= column <= table.right for table in inside)
        ]
        if cells:
            is_title = any(row < table.top for table in tables) and not inside
            text = ", ".join(grid.text(row, column) for column in cells)
            yield f"{grid.address(row, cells[0])}: {'a title' if is_title else 'not read'}: {text[:60]}"


#: Days as titles have them, and those that can be read in two ways.
_DAYS: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}|[^\W\d_]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
    r"|\d{1,2}(?:st|nd|rd|th|\.)? [^\W\d_]{3,9}\.?,? \d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{4}"
)
_SHORT_YEAR: Final = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})\b(?![./-])")
_NO_YEAR: Final = re.compile(
    rf"(?:{'|'.join((*month_name[1:], *month_abbr[1:]))})\.? \d{{1,2}}(?:st|nd|rd|th)?", re.IGNORECASE
)
_CLOCKWISE: Final = "NESW"
#: Columns whose value carries down until another cell is filled.
_HOLD_ON: Final = ("date", "round", "ns_team", "ew_team", "game", "table")


def _day_in(value: Value) -> str:
    """Return the first whole day in a cell, such as 2026-01-22; nothing where only a month or a year is certain."""
    text = cell_text(value)
    if isinstance(value, date):
        return text
    plain = (re.sub(r"(\d)(?:st|nd|rd|th)\b", r"\1", day) for day in _DAYS.findall(text))
    days = (parse_date(day) or "" for day in plain)
    return next((day for day in days if len(day) == len("2026-01-22")), "")


def _first_seat(text: str) -> str:
    """Return the letter of a seat; nothing for any other text."""
    return text[0].upper() if text.lower() in _SEATS else ""


#: Possible answers for a heading; `match` has both teams, `-` leaves the column out.
COLUMNS: Final = (*FORMS[0].columns, "match", "-")


class _HandTable:
    """Reader of one table of hands."""

    def __init__(self, table: FoundTable, tables: Sequence[FoundTable], reading: WorkbookReading) -> None:
        self.table, self.grid, self.reading = table, table.grid, reading
        others = [other for other in tables if other is not table]
        is_beside = any(other.top < table.end and table.top < other.end for other in others)
        #: Texts above the table, those above the whole sheet first.
        self.titles = [
            self.grid.value(row, column)
            for row in range(table.top)
            if not any(other.top <= row < other.end for other in others)
            for column in range(table.left if is_beside else 0, table.right + 1)
            if self.grid.text(row, column)
        ]
        first = min([table.top, *(other.top for other in others)])
        #: Texts above all tables of the sheet, which give day and round to each table.
        self.shared = [
            grid_text
            for row in range(first)
            for column in range(len(self.grid.rows[row]))
            if (grid_text := self.grid.value(row, column)) != ""
        ]
        self.context = self._context()
        self.columns = self._columns()

    def read(self) -> None:
        """Add the hands of the table to the reading."""
        text = self.grid.text
        filled = {row: [at for at in self.columns if text(row, at)] for row in self.table.rows}
        rows = [row for row, places in filled.items() if len(places) >= 2]
        places = {column: place for place, column in self.columns.items()}
        sides = [side for side in ("ns_score", "ew_score") if side in places]
        scores: dict[str, list[str]] = {side: [text(row, places[side]) for row in rows] for side in sides}
        running = len(sides) == 2 and self._has_running_totals(scores, rows)
        game, before, current = int(self.context.get("game", "1")), 0, dict[str, str]()
        hands = []
        for row in rows:
            cells = self._cells(row)
            # Merged cells and lists name a match once: its cells are valid for the rows below.
            current |= {name: cells[name] for name in _HOLD_ON if name in cells}
            number = _number(cells.get("hand", "")) or 0
            if "game" not in self.columns.values() and number and number <= before:
                game += 1
            before = number
            own_game = {"game": str(game)}
            hands.append(own_game | self.context | current | cells | (own_game if game > 1 else {}))
        if running:
            self._split_running_totals(scores, rows, hands)
        self._deal(hands)
        self.reading.hands += hands
        self.reading.addresses += [self.grid.address(row, self.table.left, self.table.right) for row in rows]
        self.reading.places += [
            {"": TextPlace(row + 1, self.table.left + 1)}
            | {column: TextPlace(row + 1, place + 1) for place, column in self.columns.items()}
            for row in rows
        ]
        self._check_total(hands)

    def _context(self) -> dict[str, str]:
        """Return date, teams, game and table from the texts above."""
        context: dict[str, str] = {}
        for value in (self.grid.name, *self.shared):
            text = cell_text(value)
            if whole_day := _day_in(value):
                context.setdefault("date", whole_day)
            for what, number in _NUMBERED.findall(text):
                if what.lower() in ("week", "round"):
                    context.setdefault("round", number)
        for value in self.titles:
            text = cell_text(value)
            if whole_day := _day_in(value):
                context["date"] = whole_day
            for what, number in _NUMBERED.findall(text):
                context[{"week": "round"}.get(what.lower(), what.lower())] = number
            if sides := _SIDES.fullmatch(text):
                context |= {"ns_team": sides["ns"], "ew_team": sides["ew"]}
            for alias in _ALIAS.finditer(text):
                usual = "ns_score" if alias["word"].lower() in ("us", "we") else "ew_score"
                is_ns = (self.reading.answer(alias["word"], COLUMNS.__contains__) or usual) == "ns_score"
                context["ns_team" if is_ns else "ew_team"] = alias["team"].strip()
        sheet = self.grid.name
        short = next(filter(None, (_SHORT_YEAR.search(cell_text(value)) for value in self.titles)), None)
        unclear = short or _NO_YEAR.fullmatch(sheet)
        if "date" not in context and unclear and not self._has_dates():
            if day := self.reading.answer(unclear[0], parse_date) or self.reading.answer("date", parse_date):
                context["date"] = day
            else:
                what = f"which day is {unclear[0]}? It can be read in more than one way, so it is left out"
                if not short:
                    what = f"which year is {unclear[0]} in? It is not written, so the date is left out"
                where = sheet or self.table.address
                self.reading.questions.append(Question(where, what, unclear[0], "YYYY-MM-DD", needed=False))
        elif "date" not in context and (day := self.reading.answer("date", parse_date)):
            context["date"] = day
        return context

    def _has_dates(self) -> bool:
        """Return True if a column of dates has one in the first row that is not blank, from where it holds on."""
        text, columns = self.grid.text, range(self.table.left, self.table.right + 1)
        first = next((row for row in self.table.rows if any(text(row, column) for column in columns)), None)
        return first is not None and any(
            (self.reading.answer(heading, COLUMNS.__contains__) or _column(heading)) == "date"
            and text(first, column)
            for column, heading in zip(columns, self.table.headings, strict=True)
        )

    def _deal(self, hands: Sequence[dict[str, str]]) -> None:
        """Fill in the dealers of a table that does not name them, from the first one on, to the left."""
        if "dealer" in self.columns.values() or not hands:
            return
        key = f"first dealer {self.table.address}"
        answer = self.reading.answer(key, _first_seat) or self.reading.answer("first dealer", _first_seat)
        if answer:
            start = _CLOCKWISE.index(_first_seat(answer))
            for index, hand in enumerate(hands):
                hand["dealer"] = _CLOCKWISE[(start + index) % 4]
            return
        what = "no column says who dealt: who dealt the first hand?"
        self.reading.questions.append(Question(self.table.address, what, key, "N|E|S|W"))

    def _columns(self) -> dict[int, str]:
        """Return the column of the score sheet for each place that has one, and ask about the others."""
        columns: dict[int, str] = {}
        open_places = []
        for place, heading in zip(
            range(self.table.left, self.table.right + 1), self.table.headings, strict=True
        ):
            column = self.reading.answer(heading, COLUMNS.__contains__) or _column(heading)
            if column:
                columns[place] = column
            else:
                open_places.append((place, heading))
        for place, heading in open_places:
            where = self.grid.address(self.table.top, place)
            rows = [
                [_number(self.grid.text(row, column)) for column in (place - 2, place - 1, place)]
                for row in self.table.rows
            ]
            sums = [row for row in rows if row[2] is not None]
            if sums and all((row[0] or 0) + (row[1] or 0) == row[2] for row in sums):
                self.reading.remarks.append(f"{where}: column {heading}: the sum of both scores; not read")
                continue
            proposed, why = self._propose_column(place, heading, {*columns.values()})
            if proposed is None:
                self.reading.remarks.append(f"{where}: column {heading}: not read")
                continue
            columns[place] = proposed
            what = f"is {heading} the column {proposed}? {why}".rstrip()
            self.reading.questions.append(Question(where, what, heading, proposed))
        return {place: column for place, column in columns.items() if column != "-"}

    def _propose_column(self, place: int, heading: str, taken: set[str]) -> tuple[str | None, str]:
        """Return the column that a heading or the cells below it suggest, and why; None if nothing does."""
        values = [text for row in self.table.rows if (text := self.grid.text(row, place))]
        key = fold_name(heading)
        teams = {fold_name(self.context.get(team, "")): team for team in ("ns_team", "ew_team")}
        if team := teams.get(key):
            return f"{team[:2]}_score", f"(the title has {heading} as {team[:2].upper()})"
        if (proposed := _PROPOSED.get(key)) and proposed not in taken:
            alias = next(filter(None, (re.search(rf"\b{re.escape(heading)}\s*=\s*[^,;]+", cell_text(title), re.IGNORECASE)
                                       for title in self.titles)), None)  # fmt: skip
            return proposed, f"(the title says {alias[0].strip()})" if alias else ""
        if (likely := FORMS[0].suggest_column(heading)) and likely not in taken:
            return likely, ""
        if values and all(_two_teams(value) for value in values):
            return "match", "(North-South first)"
        is_score = values and all(_number(value) is not None or value.lower() in _MARKS for value in values)
        for column, fits in (
            ("dealer", all(value.lower() in _SEATS for value in values)),
            ("maker", all(value.lower() in _SEATS for value in values)),
            ("trump", all(value.lower() in FORMS[0].strains for value in values)),
            ("ns_score", is_score),
            ("ew_score", is_score),
        ):
            if values and fits and column not in taken:
                return column, "(by its values)"
        return None, ""

    def _cells(self, row: int) -> dict[str, str]:
        """Return the cells of a row by column; a match gives both teams."""
        cells: dict[str, str] = {}
        for place, column in self.columns.items():
            text = self.grid.text(row, place)
            if (row, place) in self.grid.covered and column not in (*_HOLD_ON, "match", "remark"):
                address = self.grid.address(row, place)
                self.reading.remarks.append(f"{address}: merged with the cell above or beside it: unknown")
                text = "?"
            if column == "match":
                if teams := _two_teams(text):
                    cells |= {"ns_team": teams[0], "ew_team": teams[1]}
            elif text:
                number = _number(text)
                cells[column] = str(number) if number is not None else text
        return cells

    def _has_running_totals(self, scores: Mapping[str, list[str]], rows: Sequence[int]) -> bool:
        """Return True if the scores are running totals: they hardly ever fall, and go beyond any hand."""
        falls = most = 0
        for texts in scores.values():
            numbers = [number for text in texts if (number := _number(text)) is not None]
            falls += sum(later < earlier for earlier, later in pairwise(numbers))
            most = max([most, *numbers])
        if len(rows) < _FEWEST_HEADINGS or falls > 1 or most <= _MOST_OF_HAND:
            return False
        answer = self.reading.answer("scores", ("running", "hands").__contains__)
        if not answer:
            what = "are these running totals, and not the scores of each hand?"
            self.reading.questions.append(Question(self.table.address, what, "scores", "running"))
        return answer != "hands"

    def _split_running_totals(
        self, scores: dict[str, list[str]], rows: Sequence[int], hands: Sequence[dict[str, str]]
    ) -> None:
        """Replace running totals by scores; a falling total is asked about, and makes two scores unknown."""
        for (side, texts), other in zip(scores.items(), reversed(scores.values()), strict=True):
            place = next(place for place, column in self.columns.items() if column == side)
            before: int | None = 0
            for index, (text, hand) in enumerate(zip(texts, hands, strict=True)):
                address = self.grid.address(rows[index], place)
                total = _number(self.reading.answer(address, _number) or text)
                if total is None:
                    # A mark in place of the total: the total has not changed.
                    continue
                if before is not None and total < before:
                    after = (_number(text) for text in texts[index + 1 :])
                    later = next((number for number in after if number is not None), None)
                    what = f"{total} is less than {before} before it, so this hand and the next are unknown"
                    others = [number for text in other[: index + 2] if (number := _number(text)) is not None]
                    gain = others[-1] - others[-2] if len(others) > 1 else 0
                    proposed = _correct_total(total, before, later, gain)
                    self.reading.questions.append(Question(address, what, address, proposed, needed=False))
                    hand[side], before = "?", None
                    continue
                hand[side], before = (str(total - before) if before is not None else "?"), total

    def _check_total(self, hands: Sequence[Mapping[str, str]]) -> None:
        """Compare a row of totals below the table with the sums of the hands."""
        row = self.table.end
        if not _is_total(self.table, row):
            return
        wrong = []
        for place, column in self.columns.items():
            written = _number(self.grid.text(row, place))
            if column.endswith("_score") and written is not None:
                total = sum(_number(hand.get(column, "")) or 0 for hand in hands)
                if written != total:
                    wrong.append(f"{self.grid.address(row, place)} has {written}, the hands make {total}")
        agrees = f"{self.grid.address(row, self.table.left)}: a total; it agrees with the hands"
        self.reading.remarks += wrong or [agrees]


#: Points for cards and last trick of a hand, and the most points of a hand: a higher number is a running total.
_WHOLE: Final = 162
_MOST_OF_HAND: Final = 482


def _two_teams(text: str) -> tuple[str, str] | None:
    split = re.sub(r"\s+(?:v|vs)\.?\s+|\s+[-–]\s+", "\0", text)
    first, dash, second = (part.strip() for part in split.partition("\0"))
    return (first, second) if dash and first and second else None


def _correct_total(total: int, before: int, later: int | None, other: int) -> str:
    """Return a total with one digit inserted that fits between its neighbors, a question mark if there is none.

    Of several, return the one for which the next hand, in which the other side made `other`, is nearest to 162.
    """
    text = str(total)
    gaps = range(len(text) + 1)
    candidates = {int(text[:at] + figure + text[at:]) for at in gaps for figure in "0123456789"}
    most = before + _MOST_OF_HAND if later is None else later
    fitting = [candidate for candidate in candidates if before <= candidate <= most]
    likely = min(fitting, key=lambda score: abs((later or score) - score + other - _WHOLE), default="?")
    return str(likely)


def _read_results(table: FoundTable, reading: WorkbookReading) -> None:
    """Add the matches of a table of results: home first, then away; week and day are valid until others are given."""
    grid = table.grid
    titles = [grid.value(row, column) for row in range(table.top) for column in range(table.right + 1)]
    titles += [grid.name]
    places: dict[str, list[int]] = {}
    for index, heading in enumerate(table.headings):
        places.setdefault(_OF_RESULTS.get(heading.lower(), ""), []).append(table.left + index)
    current = {
        "date": next(filter(None, map(_day_in, titles)), ""),
        "round": next((match[2] for value in titles if (match := _NUMBERED.search(cell_text(value)))), ""),
    }
    for row in table.rows:
        for name in current:
            values = [grid.value(row, at) for at in places.get(name, ())]
            given = (_day_in(value) or cell_text(value) for value in values if value != "")
            current[name] = next(given, current[name])
        at = places["match"] * 2 if "match" in places else places["team"]
        names = [grid.text(row, place) for place in at]
        teams = _two_teams(names[0]) if "match" in places else names
        if not (teams and all(teams)):
            continue
        written = [text for place in places["points"] if (text := grid.text(row, place))]
        both = _BOTH_SCORES.fullmatch(written[0]) if len(written) == 1 else None
        points = both.groups() if both else written
        address = grid.address(row, table.left, table.right)
        if len(points) != 2 or None in map(_number, points):
            reading.remarks.append(f"{address}: no score for both teams: not read")
            continue
        where = {"where": address, "home_at": grid.address(row, at[0]), "away_at": grid.address(row, at[1])}
        sides = {"home": teams[0], "away": teams[1]}
        scores = {f"{side}_points": str(_number(text)) for side, text in zip(sides, points, strict=True)}
        week = re.sub(r"\D", "", current["round"])
        reading.results.append({**where, "round": week, "date": current["date"], **sides, **scores})


def _ask_about_names(reading: WorkbookReading) -> None:
    """Ask about team names similar to a commoner one; merge those that differ only in case or blanks."""
    names = [result[side] for result in reading.results for side in ("home", "away")]
    plain = [fold_name(re.sub(r"^the\s+", "", name, flags=re.IGNORECASE)) for name in names]
    spelled: dict[str, str] = {}
    for name, key in zip(names, plain, strict=True):
        spelled.setdefault(key, name)
    rare = {key for key in plain if plain.count(key) == 1}
    # In a short season every name may be rare: then only one that is nearly another, and comes later, is in doubt.
    is_long = len(plain) > 2 * len(spelled)
    for result in reading.results:
        for side in ("home", "away"):
            name = result[side]
            ask = partial(Question, result[f"{side}_at"], f"who is {name}?", needed=False)
            if answer := reading.answer(name):
                result[side] = answer
                continue
            key = fold_name(re.sub(r"^the\s+", "", name, flags=re.IGNORECASE))
            before = [*spelled][: [*spelled].index(key)]
            others = [other for other in spelled if other not in rare or (other in before and not is_long)]
            others = [other for other in others if re.sub(r"\d", "", other) != re.sub(r"\d", "", key)]
            if key in rare and (close := get_close_matches(key, others, 1, 0.6 if is_long else 0.8)):
                reading.questions.append(ask(name, spelled[close[0]], False))
            elif name != spelled[key]:
                sure = fold_name(name) == fold_name(spelled[key])
                reading.questions.append(ask(name, spelled[key], sure))
                result[side] = spelled[key] if sure else name
    if reading.results:
        matches = inflect(len(reading.results), "1 match", "{count} matches")
        reading.remarks.append(f"{matches} with results and without hands: no hand comes of them")
