"""CSV read and written; the columns that the first row of a score sheet names, of each game."""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from io import BytesIO, StringIO
from typing import Any, Final, Literal, NamedTuple, cast, get_args

from clabber_audit.cards import SEATS, TEAMS
from clabber_audit.core.errors import Path, RecordError, Refused, TextPlace, printable, require
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records import vocabulary as clabber
from clabber_audit.records.base import Part
from clabber_audit.records.formats import model_of
from clabber_audit.records.notation.tokens import CLABBER, STRAIN, SUIT, Vocabulary, vocabulary

CellSpreadsheet = str | int | float | None
#: A row of a spreadsheet; the first of a sheet is its heading.
Cells = Sequence[CellSpreadsheet]

#: Characters that may begin a formula, also full-width; tab and carriage return may precede one.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
#: Prefix by which spreadsheets mark plain text.
_TEXT_SIGN: Final = "'"

#: Written into every workbook, so that the same table gives the same bytes on every day.
_CREATED: Final = datetime(2000, 1, 1)
#: Limits of the width of a column, in characters.
_NARROWEST, _WIDEST = 6, 40


def _is_risky(text: str) -> bool:
    """Return True if a spreadsheet might take this text for a formula."""
    return text.lstrip(" \n\u00a0\u3000").startswith(_FORMULA)


def guard_formula(cell: CellSpreadsheet) -> CellSpreadsheet:
    """Return a cell safe for CSV: an apostrophe before text that looks like a formula.

    Risky text that has apostrophes before it already gets one more, so that taking one away gives back every text.
    """
    if isinstance(cell, str) and _is_risky(cell.lstrip(_TEXT_SIGN)):
        return _TEXT_SIGN + cell
    return cell


def unguard_formula(text: str) -> str:
    """Return a text without the apostrophe of `guard_formula`."""
    return text[1:] if text.startswith(_TEXT_SIGN) and _is_risky(text.lstrip(_TEXT_SIGN)) else text


def csv_rows(text: str, delimiter: str) -> list[list[str]]:
    """Return the rows of a table of any size of cell; its lines may end as on any system."""
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    return list(csv.reader(StringIO(text, newline=None), delimiter=delimiter))


def csv_text(rows: Iterable[Cells]) -> str:
    """Return rows as CSV (RFC 4180), a line feed after each; None is an empty cell."""
    lines = []
    for row in rows:
        # Only a line end of both characters makes the writer quote either of them inside a cell.
        line = StringIO(newline="")
        csv.writer(line, lineterminator="\r\n").writerow([guard_formula(cell) for cell in row])
        lines.append(line.getvalue().removesuffix("\r\n") + "\n")
    return "".join(lines)


def require_workbooks() -> None:
    remedy = "install it with: pip install 'clabber-audit[xlsx]', or write CSV"
    require("xlsxwriter", "XlsxWriter", "cannot write xlsx", remedy)


def xlsx_bytes(sheets: Mapping[str, Sequence[Cells]]) -> bytes:
    """Return rows as a workbook, a sheet for each name, its first row as heading; always the same bytes."""
    require_workbooks()
    import xlsxwriter

    written = BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True}) as book:
        book.set_properties({"created": _CREATED})
        heading = book.add_format({"bold": True, "bottom": 1})
        as_text = book.add_format({"quote_prefix": True})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            sheet.freeze_panes(1, 0)
            for down, row in enumerate(rows):
                for across, cell in enumerate(row):
                    if isinstance(cell, str):
                        kind = heading if down == 0 else as_text if _is_risky(cell) else None
                        sheet.write_string(down, across, cell, kind)
                    elif cell is not None:
                        sheet.write_number(down, across, cell)
            for across in range(max(map(len, rows), default=0)):
                lengths = [len(str(row[across])) + 2 for row in rows if across < len(row)]
                sheet.set_column(across, across, min(_WIDEST, max(_NARROWEST, *lengths)))
            sheet.set_landscape()
            sheet.fit_to_pages(1, 0)
    return written.getvalue()


#: The delimiters that spreadsheets write, the first one preferred.
DELIMITERS: Final = (",", ";", "\t")
_QUOTED: Final = re.compile(r'[ \t]*"([^"]*(?:""[^"]*)*)(")?')
_PLAIN: Final = {delimiter: re.compile(f"[^{delimiter}\r\n]*") for delimiter in DELIMITERS}
#: Limit of cells in a row; the rest of the row is one more cell.
MOST_COLUMNS: Final = 200
_ROW: Final = re.compile("[^\r\n]*+")
_BLANKS: Final = {delimiter: re.compile(f"{delimiter}*+(?=[\r\n]|\\Z)") for delimiter in DELIMITERS}
_LINE_FEEDS: Final = re.compile(r"(?:\r?\n)++")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


class Cell(NamedTuple):
    """Cell: its text, its place, and the error of its quotation, if any."""

    text: str
    place: TextPlace
    error: str = ""


class SheetRow(NamedTuple):
    """One row, numbered from 1 as spreadsheets do it; never without a cell."""

    number: int
    cells: tuple[Cell, ...]

    @property
    def is_blank(self) -> bool:
        return not any(cell.text or cell.error for cell in self.cells)


def parse_rows(text: str, delimiter: str) -> Iterator[SheetRow]:
    """Yield the rows of a table, the cells without surrounding blanks.

    An apostrophe that keeps a risky text from being a formula is taken off.
    """
    at, number, place = 0, 1, TextPlace(1, 1)
    while at < len(text):
        if passed := _LINE_FEEDS.match(text, at):
            # There may be millions of empty lines.
            count = passed[0].count("\n")
            at, number, place = passed.end(), number + count, TextPlace(place.line + count, 1)
            continue
        cells = []
        more = True
        while more:
            begin = place
            found, error, end = _cell(text, at, delimiter)
            place = _advance(place, text[at:end])
            cells.append(Cell(unguard_formula(found.strip()), begin, error))
            more = text.startswith(delimiter, end)
            at = end + more
            place = TextPlace(place.line, place.column + more)
            if more and (blanks := _BLANKS[delimiter].match(text, at)):
                # Spreadsheets may write thousands of empty cells after the last one.
                at, more = blanks.end(), False
            elif more and len(cells) == MOST_COLUMNS and (rest := _ROW.match(text, at)):
                cells.append(Cell(rest[0], place))
                at, more = rest.end(), False
        yield SheetRow(number, tuple(cells))
        if line_end := _LINE_END.match(text, at):
            at, place = line_end.end(), TextPlace(place.line + 1, 1)
        number += 1


def _cell(text: str, at: int, delimiter: str) -> tuple[str, str, int]:
    """Parse the cell at an offset: its text, its error, its end."""
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


def _advance(place: TextPlace, passed: str) -> TextPlace:
    ends = [match.end() for match in _LINE_END.finditer(passed)]
    if not ends:
        return TextPlace(place.line, place.column + len(passed))
    return TextPlace(place.line + len(ends), len(passed) - ends[-1] + 1)


def cell_address(column: int, row: int) -> str:
    """Return a cell as spreadsheets call it: column 0 of row 7 is A7, column 26 is AA7."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


#: Cell parsers by kind of column.
Kind = Literal[
    "text", "date", "count", "tricks", "dealt", "points", "score", "seat", "side", "suit", "bid", "yes", "word",
    "remark",
]  # fmt: skip


class SheetColumn(NamedTuple):
    """Column: documented name, type of its cells, and their path in a record."""

    name: str
    kind: Kind
    path: Path
    #: The other names that people give it.
    others: tuple[str, ...] = ()


class SheetTable(NamedTuple):
    """Table of a sheet: seats, sides and their spellings."""

    seats: Sequence[str]
    sides: Sequence[str]
    known: Vocabulary


@dataclass(frozen=True)
class SheetForm:
    """Format of one kind of sheet."""

    #: Model of a row, and the fields that every row has.
    model: type[Part]
    begins: Mapping[str, Any]
    #: Every column by its name.
    columns: Mapping[str, SheetColumn]
    #: Required columns, each with the reason.
    always: Mapping[str, str]
    #: The table, by the columns of the sheet.
    table: Callable[[Sequence[SheetColumn]], SheetTable]
    #: Columns of the contract.
    contract: tuple[str, ...] = ()
    #: Column of each side's result in play, and the columns that need it.
    result: str = "score"
    parts: tuple[str, ...] = ()
    #: Word for trumps -> strain, and the help for other words.
    strains: Mapping[str, str] = field(default_factory=dict)
    strains_text: str = ""
    #: Words for a row, and an example of a heading.
    what: str = "a hand"
    example: str = "hand, dealer, maker, trump, ns_score, ew_score"

    @cached_property
    def _columns_by_key(self) -> Mapping[str, SheetColumn]:
        columns = self.columns.values()
        return {_key(name): column for column in columns for name in (column.name, *column.others)}

    def column_of(self, heading: str) -> SheetColumn | None:
        """Return the column that a heading names, whatever its case, blanks, underscores and order."""
        return self._columns_by_key.get(_key(heading)) if len(heading) <= _LONGEST_HEADING else None

    def suggest_column(self, heading: str) -> str:
        """Return the name of the column that a misspelt heading may have meant, or nothing."""
        key = _key(heading)[:40]
        for names in ({_key(name): column for name, column in self.columns.items()}, self._columns_by_key):
            if close := difflib.get_close_matches(key, list(names), 1, _NEAR):
                return names[close[0]].name
        return ""


def columns_in(table: str) -> dict[str, SheetColumn]:
    """Return the columns of a table with a line for each: name, kind, path, and its other names between commas."""
    columns = {}
    for line in table.strip().splitlines():
        name, kind, path, *others = line.split(maxsplit=3)
        names = tuple(other.strip() for other in others[0].split(",")) if others else ()
        columns[name] = SheetColumn(name, cast(Kind, kind), tuple(path.split(".")), names)
    return columns


def columns_of_side(side: str, table: str) -> dict[str, SheetColumn]:
    """Return the columns of a side: `*` stands for it in paths, and a lone `-` for the side as a heading."""
    own = columns_in(table.replace("*", side)).values()
    return {
        f"{side.lower()}_{column.name}": column._replace(
            name=f"{side.lower()}_{column.name}",
            others=tuple(f"{side} {'' if name == '-' else name}" for name in column.others),
        )
        for column in own
    }


#: First columns of every game: hand and dealer.
OPENING: Final = columns_in("""
    id          text   id
    ruleset     text   ruleset           rules
    league      text   context.league
    season      text   context.season    year
    venue       text   context.venue     place, bar, club, hall
    date        date   context.date      day, played, played on
    round       count  context.round     week
    table       count  context.table
    game        count  context.game
    hand        count  context.hand      no, nr, number, hand no, hand number, #
    north       text   players.N         n
    east        text   players.E         e
    south       text   players.S         s
    west        text   players.W         w
    dealer      seat   deal.dealer       deal, dealt, deals, dealt by
    due_dealer  seat   deal.due_dealer   due, due to deal
""")
REMARK: Final = columns_in("remark remark remarks remarks, note, notes, comment, comments")
#: Last columns of every game: source and remarks.
_CLOSING: Final = {**columns_in("""
    source       word    source.kind         source kind
    citation     text    source.citation     sheet, sheet no
    recorded_by  text    source.recorded_by  by, recorder, written by, scorekeeper
    confidence   word    source.confidence
"""), **REMARK}  # fmt: skip
_MAKER: Final = "made, made by, makers, declarer, trump maker, maker of trump"
_CLABBER: Final = columns_in(f"""
    maker  side  contract.maker  bidder, bid, {_MAKER}
    trump  suit  contract.trump  trumps, suit, trump suit
""")
_CLABBER_TEAM: Final = """
    team   text    teams.*             name, team name
    cards  points  sheet.*.cards       card, card points, tricks, trick points
    last   points  sheet.*.last_trick  last trick, last ten
    melds  points  sheet.*.melds       meld
    belle  points  sheet.*.belle       bella, bell, beller
    score  score   score.*             -, scored, mark, result
"""
_BID_EUCHRE: Final = columns_in(f"""
    pack        word   pack               deck
    cards_each  dealt  cards_each         each, cards dealt
    bidder      side   contract.maker     maker, {_MAKER}
    bid         bid    contract.tricks    bid for, contract
    trump       suit   contract.trump     trumps, suit, trump suit
    alone       yes    contract.alone     lone
    forced      yes    contract.forced    stuck
""")
_BID_EUCHRE_SIDE: Final = """
    team     text    teams.*         name, team name
    before   points  before.*        had, stood at
    hickeys  count   hickeys.*       hicks
    burns    count   burns.*
    tricks   tricks  sheet.*.tricks  took, taken, won
    score    score   score.*         -, scored, points, result
    after    points  after.*         total, running, running score
"""
_SEATS: Final = frozenset(get_args(bid_euchre.Seat))


def _bid_euchre() -> dict[str, SheetColumn]:
    numbered = bid_euchre.TABLES[-1]
    columns = {**OPENING, **columns_in("\n".join(f"{seat.lower()} text players.{seat}" for seat in numbered))}
    columns |= _BID_EUCHRE
    for side in get_args(bid_euchre.Side):
        own = columns_of_side(side, _BID_EUCHRE_SIDE)
        if side in _SEATS:
            # A seat has no team, and by itself heads the name of its player.
            del own[f"{side.lower()}_team"]
            score = own[f"{side.lower()}_score"]
            own[score.name] = score._replace(others=score.others[1:])
        columns |= own
    return {**columns, **_CLOSING}


#: Similarity at which a heading is taken for a misspelling.
_NEAR: Final = 0.7
_PAIRS: Final = {
    **{" ".join(pair): pair for pair in ("ns", "ew")},
    "north south": "ns", "northsouth": "ns", "east west": "ew", "eastwest": "ew",
    "p1 p3 p5": "p1p3p5", "p2 p4 p6": "p2p4p6", "p1 p3": "p1p3", "p2 p4": "p2p4",
}  # fmt: skip
#: Side in a heading; the lookup key begins with it.
_SIDE: Final = re.compile(r"ns|ew|(?:p[1-6])+|[nesw]")


def _key(heading: str) -> str:
    """Normalize a heading: lower case, the side first, without blanks, underscores, hyphens and brackets."""
    words = " ".join(re.findall(r"[^\W_]+|#", heading.casefold()))
    for pair, side in _PAIRS.items():
        words = re.sub(rf"\b{pair}\b", side, words)
    return "".join(sorted(words.split(), key=lambda word: _SIDE.fullmatch(word) is None))


#: Longest heading that may name a column, in characters.
_LONGEST_HEADING: Final = 200
_DEALT: Final = "each hand needs its dealer"


def _build_table(columns: Sequence[SheetColumn]) -> SheetTable:
    """Return the table of a sheet's columns; each plays alone if a seat has a score or tricks."""
    steps = [str(step) for column in columns for step in column.path]
    numbered = [name for name in steps if name[0] == "P" and name[1:2].isdigit()]
    # A side of several has half of the table.
    players = max((int(name[1]) if name in _SEATS else len(name) for name in numbered), default=0)
    seats = next((table for table in bid_euchre.TABLES[1:] if len(table) >= players), ()) if players else ()
    seats = seats or bid_euchre.COMPASS
    scored = {str(column.path[1]) for column in columns if column.path[0] in ("score", "sheet")}
    alone = len(seats) % 2 or scored & _SEATS
    sides = seats if alone else ("".join(seats[0::2]), "".join(seats[1::2]))
    return SheetTable(seats, sides, vocabulary(seats))


def _build_sheet_fields(format: str) -> dict[str, Any]:
    """Return the fields that all hands from a sheet share."""
    return {"format": format, "source": {"kind": "scoresheet"}, "plays": []}


FORMS: Final = (
    SheetForm(
        model_of(clabber.FORMAT),
        _build_sheet_fields(clabber.FORMAT),
        {
            **OPENING,
            **_CLABBER,
            **columns_of_side(TEAMS[0], _CLABBER_TEAM),
            **columns_of_side(TEAMS[1], _CLABBER_TEAM),
            **_CLOSING,
        },
        always={"dealer": _DEALT},
        table=lambda _columns: SheetTable(SEATS, TEAMS, CLABBER),
        contract=("maker", "trump"),
        result="cards",
        parts=("last", "melds", "belle"),
        strains=SUIT,
        strains_text="a suit is C, D, H or S, its name or its symbol",
    ),
    SheetForm(
        model_of(bid_euchre.FORMAT),
        _build_sheet_fields(bid_euchre.FORMAT),
        _bid_euchre(),
        always={"dealer": _DEALT, "ruleset": "each hand needs the rules it was played by"},
        table=_build_table,
        contract=("bidder", "bid"),
        result="tricks",
        strains=STRAIN,
        strains_text="it is C, D, H or S, the name or the symbol of a suit, NT, high or low",
    ),
)


#: First line that names the delimiter; spreadsheets do not count it as a row.
SEP: Final = re.compile(rf"(?i:sep)=([{''.join(DELIMITERS)}])[ \t]*(?:\r\n|\n|\r|$)")
#: A column headed in brackets is the sheet's own, as `(total)`, and is passed over.
_OWN: Final = "("
#: First column of a scorecard written by this program, which is no sheet.
_SCORECARD: Final = "card"


@dataclass(frozen=True)
class Heading:
    """Columns of a sheet by place and by name, with their titles."""

    form: SheetForm
    columns: Mapping[int, SheetColumn]
    places: Mapping[str, int]
    titles: Mapping[int, str]

    @cached_property
    def table(self) -> SheetTable:
        return self.form.table(list(self.columns.values()))

    @cached_property
    def scores(self) -> tuple[str, ...]:
        return self._find_side_columns("score")

    @cached_property
    def results(self) -> tuple[str, ...]:
        """The columns of each side's result in play."""
        return self._find_side_columns(self.form.result)

    @property
    def ways(self) -> tuple[Sequence[str], ...]:
        """Alternative groups of columns of which a row needs one."""
        return self.scores, (*self.form.contract, *self.results)

    def _find_side_columns(self, part: str) -> tuple[str, ...]:
        return tuple(f"{side.lower()}_{part}" for side in self.table.sides)

    def needs(self) -> str:
        """Return the columns that a row needs, in words."""
        all_sides = "both" if len(self.scores) == 2 else "all"
        scores, contract = f"the scores of {all_sides} sides", ", ".join(self.form.contract)
        return f"{scores}, or {contract} and the {self.form.result} of {all_sides}" if contract else scores

    def has(self, *names: str) -> bool:
        return all(name in self.places for name in names)

    def describe_cell(self, place: int, row: int) -> str:
        """Return a cell of a row as messages call it: `row 7, column ns_cards (D7)`."""
        return f"row {row}, column {printable(self.titles[place], 40)} ({cell_address(place, row)})"


def delimiter_of(line: str) -> str:
    """Return the delimiter, of the known ones, that gives the most known headings."""

    def count_known_columns(delimiter: str) -> tuple[int, int]:
        cells = _titles(line, delimiter)
        return max(sum(form.column_of(cell) is not None for cell in cells) for form in FORMS), len(cells)

    return max(DELIMITERS, key=count_known_columns)


def _titles(line: str, delimiter: str) -> list[str]:
    first = next(parse_rows(line, delimiter), None)
    return [cell.text for cell in first.cells] if first else []


def _form_of(titles: Sequence[str], forms: Sequence[SheetForm] = FORMS) -> SheetForm:
    """Return the form that knows most headings; the first of equals."""
    return max(forms, key=lambda form: len({form.column_of(title) for title in titles} - {None}))


def has_heading(line: str, form: SheetForm) -> bool:
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
    heading = Heading(form, columns, {column.name: place for place, column in columns.items()}, {})
    return heading.has("dealer") and any(heading.has(name) for name in heading.scores + heading.results)


def read_heading(row: SheetRow, forms: Sequence[SheetForm] = FORMS) -> Heading:
    """Return the columns that the first row names. Raise Refused with all errors."""
    columns: dict[int, SheetColumn] = {}
    places: dict[str, int] = {}
    titles: dict[int, str] = {}
    form = _form_of([cell.text for cell in row.cells], forms)
    heading = Heading(form, columns, places, titles)
    faults: list[RecordError] = []
    for place, cell in enumerate(row.cells):
        if cell.text or cell.error:
            titles[place] = cell.text
        if (cell.text.startswith(_OWN) and not cell.error) or place not in titles:
            continue
        column = form.column_of(cell.text)
        where = heading.describe_cell(place, row.number)
        if cell.error:
            help = "close the quote, or remove it"
            faults.append(RecordError(f"{where} {cell.error}", "", help, place=cell.place))
        elif column is None:
            near = form.suggest_column(cell.text)
            help = f"did you mean {near}?" if near else "`clabber-audit schema sheet` lists the columns."
            help += " If the column is your own, put its heading in parentheses, such as (total)"
            why = "unknown heading; what is below it would be lost"
            faults.append(RecordError(where, why, help, place=cell.place))
        elif column.name in places:
            what = f"{where} has the same heading as {cell_address(places[column.name], row.number)}"
            help = "keep one of the two"
            faults.append(RecordError(what, f"both are {column.name}", help, place=cell.place))
        else:
            columns[place], places[column.name] = column, place
    if not heading.has(*form.always) and 2 * len(columns) < len(titles):
        why = "a sheet starts with a header row that names its columns"
        help = f"add a header row, for example {form.example} (commas, semicolons or tabs between the names)"
        what = f"row {row.number} is not a header row"
        raise Refused([RecordError(what, why, help, place=row.cells[0].place)])
    # A missing column may be one of those not understood.
    if faults := faults or list(_find_missing_columns(heading, row.cells[0].place)):
        raise Refused(faults)
    return heading


def _find_missing_columns(heading: Heading, place: TextPlace) -> Iterator[RecordError]:
    for name, why in heading.form.always.items():
        if not heading.has(name):
            seats = f", with {heading.table.known.seats_text} in each row" if name == "dealer" else ""
            help = f"add it{seats}"
            yield RecordError(f"the sheet has no column {name}", why, help, place=place)
    if missing := min(([one for one in way if not heading.has(one)] for way in heading.ways), key=len):
        what = f"the sheet has no column {' and no column '.join(missing)}"
        why = f"{heading.form.what} needs {heading.needs()}"
        yield RecordError(what, why, f"add {' and '.join(missing)}", place=place)
