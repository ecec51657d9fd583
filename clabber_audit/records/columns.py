"""Hands and findings as columns, and Parquet."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from itertools import groupby
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, get_args

from clabber_audit.cards import seat_name
from clabber_audit.core.errors import Unusable, require
from clabber_audit.records.bid_euchre_words import Seat, Side
from clabber_audit.records.formats import Record, record_data

if TYPE_CHECKING:
    import pyarrow as pa


class ColumnType(StrEnum):
    """Column type."""

    text = "text"
    number = "number"
    #: Any part of a record, as compact JSON.
    json = "JSON"
    #: The cards dealt to each seat: `N:ASTSAH E:QSQDJD`.
    dealt = "dealt"
    #: The cards as they fell, each with its seat: `W:KS N:AS`.
    plays = "plays"


class Column(NamedTuple):
    """Column; null if a hand does not record it."""

    name: str
    kind: ColumnType
    #: Description in one line.
    help: str
    #: Path in the record, for a column of hands.
    path: tuple[str, ...] = ()


Row = dict[str, Any]

#: Placeholder of an unknown card.
UNKNOWN: Final = "??"

_SEATS: Final = {seat: seat_name(seat).lower() for seat in get_args(Seat)}
_SIDES: Final = tuple(side for side in get_args(Side) if side not in _SEATS)


def _column(type: ColumnType) -> Callable[[str, str, str], Column]:
    return lambda name, path, about: Column(name, type, about, tuple(path.split(".")))


_text, _number, _json = map(_column, (ColumnType.text, ColumnType.number, ColumnType.json))


#: In the order of a record's keys, of either format.
HANDS: Final = (
    _text("format", "format", "`clabber-hand/1` or `bid-euchre-hand/1`"),
    _text("id", "id", "the id of the hand"),
    _text("ruleset", "ruleset", "the rules it names; a hand of Clabber that names none goes by those of the league"),
    _text("pack", "pack", "of Bid Euchre: how many cards the pack has; null for 24"),
    _number("cards_each", "cards_each", "of Bid Euchre: cards dealt to each, where that is not the usual number"),
    _json("seats", "seats", "of Bid Euchre: the seats, where they are not N E S W"),
    *(_text(name, f"players.{seat}", f"who sits at {seat}") for seat, name in _SEATS.items()),
    *(_text(f"{side.lower()}_team", f"teams.{side}", f"the team of the side {side}") for side in _SIDES),
    _text("league", "context.league", "the league"),
    _text("season", "context.season", "the season"),
    _text("venue", "context.venue", "where it was played"),
    _text("date", "context.date", "when, as written"),
    _number("round", "context.round", "the round of the season"),
    _number("table_no", "context.table", "the number of the table"),
    _number("game", "context.game", "the number of the game"),
    _number("number", "context.hand", "the number of the hand in its game"),
    _json("stakes", "context.stakes", "of Bid Euchre: what game and set are played for"),
    _text("moved", "context.moved", "of Bid Euchre: who changed seats after the bell"),
    _text("source_kind", "source.kind", "what kind of source the record is from"),
    _text("citation", "source.citation", "the source, as one would cite it"),
    _text("date_as_written", "source.date_as_written", "the date of the source, as written"),
    _text("recorded_by", "source.recorded_by", "who recorded it"),
    _text("confidence", "source.confidence", "how far to trust it"),
    _text("source_note", "source.note", "a note about the source"),
    _json("before", "before", "of Bid Euchre: the running scores before the hand"),
    _json("hickeys", "hickeys", "of Bid Euchre: the running hickeys before it"),
    _json("burns", "burns", "of Bid Euchre: the running burns before it"),
    _text("dealer", "deal.dealer", "the seat that dealt"),
    _text("due_dealer", "deal.due_dealer", "the seat that should have dealt, where that was noted"),
    _number("cut", "deal.cut", "cards in the smaller part of the cut"),
    _text("upcard", "deal.upcard", "the card turned up"),
    Column("dealt", ColumnType.dealt, "the cards known to have been dealt to each: `N:ASTSAHQHTDAC E:QSQDJDQCTC9C`",
           ("deal", "hands")),
    _json("blind", "deal.blind", "of Bid Euchre: the undealt cards, as far as known"),
    _json("contract", "contract", "maker and trumps, where the calls were not noted"),
    _json("declarations", "declarations", "what was called, in its order"),
    _json("exchanges", "exchanges", "of Bid Euchre: the cards handed over before the play"),
    _json("melds", "melds", "the melds of Clabber; `[]` where none was called"),
    Column("plays", ColumnType.plays, "the cards as they fell, each with its seat: `W:KS N:AS`; `??`: not known", ("plays",)),
    _json("disordered", "disordered", "the tricks whose order is lost"),
    _json("incidents", "incidents", "what no card shows"),
    _json("claims", "claims", "the claims that were made"),
    _json("agreements", "agreements", "what the table agreed on"),
    _json("accounts", "accounts", "what people tell differently"),
    _json("laydown", "laydown", "a hand laid down"),
    _json("score", "score", "what the score sheet says of each side"),
    _json("after", "after", "of Bid Euchre: the running scores after it"),
    _json("sheet", "sheet", "the sheet’s breakdown"),
    _json("comments", "comments", "remarks that belong to a moment"),
    _json("remarks", "remarks", "remarks, kept as they are"),
    Column("record", ColumnType.json, "null; or the whole record, where the other columns cannot hold it just so"),
)  # fmt: skip

#: JSON encoder that keeps the order of keys.
_compact: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
#: The columns of each key of a record, by that key.
_BY_KEY: Final = tuple(
    (key, tuple(columns)) for key, columns in groupby(HANDS[:-1], lambda column: column.path[0])
)


def _format_dealt(hands: Mapping[str, list[str]]) -> str:
    return " ".join(f"{seat}:{''.join(cards)}" for seat, cards in hands.items())


def _dealt_to_json(cell: str) -> str:
    hands = (hand.partition(":") for hand in cell.split())
    dealt = {seat: [cards[at : at + 2] for at in range(0, len(cards), 2)] for seat, _, cards in hands}
    return _compact(dealt)


def _plays(plays: list[dict[str, Any]]) -> str:
    return " ".join(f"{play['seat']}:{play['card'] or UNKNOWN}" for play in plays)


#: Plays whose cards are all known.
_KNOWN_PLAYS: Final = re.compile(r"\w+:\w\w(?: \w+:\w\w)*", re.ASCII)


def _plays_json(cell: str) -> str:
    if _KNOWN_PLAYS.fullmatch(cell):
        # Several times as fast as encoding plays one by one.
        return '[{"seat":"' + cell.replace(":", '","card":"').replace(" ", '"},{"seat":"') + '"}]'
    plays = (play.partition(":") for play in cell.split())
    return _compact([{"seat": seat, "card": None if card == UNKNOWN else card} for seat, _, card in plays])


#: Functions from a value of a record to its cell, if they differ, and from a cell to JSON.
_CELL: Final[Mapping[ColumnType, Callable[[Any], Any]]] = {
    ColumnType.json: _compact,
    ColumnType.dealt: _format_dealt,
    ColumnType.plays: _plays,
}
_JSON: Final[Mapping[ColumnType, Callable[[Any], str]]] = {
    ColumnType.text: _compact,
    ColumnType.number: _compact,
    ColumnType.json: str,
    ColumnType.dealt: _dealt_to_json,
    ColumnType.plays: _plays_json,
}


def row(record: Record) -> Row:
    """Return a record as a row, without empty cells."""
    data = record_data(record)
    cells: Row = {}
    for key, columns in _BY_KEY:
        part: Any = data.get(key)
        for column in columns if part is not None else ():
            value = part if len(column.path) == 1 else part.get(column.path[1])
            if value is not None:
                cells[column.name] = _CELL[column.kind](value) if column.kind in _CELL else value
    text = _compact(data)
    return cells if record_text(cells) == text else {**cells, "record": text}


def record_text(row: Mapping[str, Any]) -> str:
    """Return the record of a row as JSON, not validated."""
    if (whole := row.get("record")) is not None:
        return str(whole)
    members = []
    for key, columns in _BY_KEY:
        cells = [
            (column, _JSON[column.kind](cell))
            for column in columns
            if (cell := row.get(column.name)) is not None
        ]
        if cells and len(columns[0].path) == 1:
            members.append(f'"{key}":{cells[0][1]}')
        elif cells:
            inner = ",".join(f'"{column.path[1]}":{text}' for column, text in cells)
            members.append(f'"{key}":{{{inner}}}')
    return "{" + ",".join(members) + "}"


_WHEREABOUTS: Final = ("league", "season", "date", "round", "table_no", "game", "number")
#: Columns for place and time, the same as in a table of hands.
WHEREABOUTS: Final = tuple(column for column in HANDS if column.name in _WHEREABOUTS)

FINDINGS: Final = (
    Column("source", ColumnType.text, "the file"),
    Column("line", ColumnType.number, "the line in it, or the row"),
    Column("hand", ColumnType.text, "the id of the hand"),
    Column("ruleset", ColumnType.text, "the rules it was judged by"),
    *WHEREABOUTS,
    Column("finding", ColumnType.number, "its number among the findings of the hand, from 0"),
    Column("infraction", ColumnType.text, "the id of the infraction, which `explain` explains"),
    Column("seat", ColumnType.text, "who committed it"),
    Column("player", ColumnType.text, "his name"),
    Column("team", ColumnType.text, "the side that committed it"),
    Column("trick", ColumnType.number, "the trick, from 1"),
    Column("at", ColumnType.text, "when: the number of cards on the table before, or a word for what lies before and after"),
    Column("verdict", ColumnType.text, "`proven`, `undetermined`, `not_settled`, `not_supported`; `refused`, `bug`"),
    Column("provable_from", ColumnType.text, "from when the cards proved it"),
    Column("penalty", ColumnType.text, "what it costs: `renege`, `redeal`, `meld_void`, `void` or `note`"),
    Column("rules", ColumnType.json, "the rows of the articles that bind it"),
    Column("facts", ColumnType.json, "what was found"),
    Column("message", ColumnType.text, "the same as a sentence"),
)  # fmt: skip


#: Number of rows in a group.
GROUP: Final = 16_384
#: Number of rows in memory at once while reading a file.
_BATCH: Final = 512
#: Columns of mostly unique values, not dictionary-encoded.
_EACH_ITS_OWN: Final = ("id", "dealt", "plays", "record", "message", "facts")


def require_parquet() -> None:
    remedy = "install it with: pip install 'clabber-audit[parquet]', or use .jsonl"
    require("pyarrow", "pyarrow", "cannot read or write Parquet", remedy)


def schema(columns: Iterable[Column]) -> pa.Schema:
    """Return the schema of some columns."""
    require_parquet()
    import pyarrow as pa

    types = {ColumnType.number: pa.int32()}
    return pa.schema([pa.field(column.name, types.get(column.kind, pa.string())) for column in columns])


@contextmanager
def row_writer(
    write: Callable[[bytes], Any], columns: Sequence[Column]
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Yield a function that adds a row to a Parquet file, written through `write`."""
    table_schema = schema(columns)
    import pyarrow as pa
    import pyarrow.parquet as pq

    often = [column.name for column in columns if column.name not in _EACH_ITS_OWN]
    rows: list[dict[str, Any]] = []
    with pq.ParquetWriter(_Sink(write), table_schema, compression="zstd", use_dictionary=often) as file:

        def flush() -> None:
            file.write_table(pa.Table.from_pylist(rows, table_schema), row_group_size=GROUP)
            rows.clear()

        def add(row: dict[str, Any]) -> None:
            rows.append(row)
            if len(rows) == GROUP:
                flush()

        yield add
        if rows:
            flush()


class _Sink(io.RawIOBase):
    """Stream that passes all data written to a function."""

    def __init__(self, write: Callable[[bytes], Any]) -> None:
        self._write = write

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._write(bytes(data))
        return len(data)


class Group(NamedTuple):
    """Group of rows: how many there are, and the range of bytes that holds them."""

    rows: int
    start: int
    end: int


def footer(file: IO[bytes]) -> bytes:
    """Return the file footer after all rows: column metadata, its length in four bytes, and the closing mark."""
    file.seek(-8, os.SEEK_END)
    size = int.from_bytes(file.read(4), "little")
    file.seek(-8 - size, os.SEEK_END)
    return file.read(size)


def groups(file: IO[bytes], source: str) -> list[Group]:
    """Return the groups of rows of a file of hands. Raise Unusable for any other file."""
    result = []
    with _open_table(file, source) as opened:
        for number in range(opened.metadata.num_row_groups):
            group = opened.metadata.row_group(number)
            columns = [group.column(at) for at in range(group.num_columns)]
            starts = [column.dictionary_page_offset or column.data_page_offset for column in columns]
            ends = [
                start + column.total_compressed_size for start, column in zip(starts, columns, strict=True)
            ]
            result.append(Group(group.num_rows, min(starts), max(ends)))
    return result


def row_blocks(
    file: IO[bytes], source: str, group: int | None = None, size: int = _BATCH
) -> Iterator[list[Row]]:
    """Yield the rows of a file of hands, or of one group of them, in blocks. Raise Unusable for any other file."""
    with _open_table(file, source) as opened:
        known = [name for name in opened.schema_arrow.names if name in _HANDS]
        chosen = None if group is None else [group]
        for batch in opened.iter_batches(size, row_groups=chosen, columns=known, use_threads=False):
            yield list(rows_of(batch))


def rows_of(batch: pa.RecordBatch) -> Iterator[Row]:
    """Yield the rows of a record batch, limited to known columns; nulls are left out."""
    import pyarrow as pa

    rows = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        if name in _HANDS and column.null_count < batch.num_rows:
            kind = pa.int32() if _HANDS[name].kind is ColumnType.number else pa.string()
            rows[name] = column.cast(kind).to_pylist()
    for at in range(batch.num_rows):
        yield {name: cell for name, cells in rows.items() if (cell := cells[at]) is not None}


_HANDS: Final = {column.name: column for column in HANDS}


@contextmanager
def _open_table(file: IO[bytes], source: str) -> Iterator[Any]:
    """Open a file of hands. Raise Unusable, with its name, for any other file."""
    require_parquet()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file) as opened:
            fields = {field.name: field.type for field in opened.schema_arrow}
            if not {"record", "plays"}.intersection(fields):
                help = "make one with convert"
                raise Unusable(f"{source} has no hands", "it does not have the columns of hands", help)
            # Repeated values are read dictionary-encoded, as they are stored.
            often = [name for name in fields if fields[name] == pa.string() and name not in _EACH_ITS_OWN]
            with pq.ParquetFile(file, metadata=opened.metadata, read_dictionary=often) as coded:
                yield coded
    except (pa.ArrowException, ValueError, OSError) as problem:
        why = str(problem).partition("\n")[0]
        raise Unusable(f"{source} cannot be read as Parquet", why, "make it again from the records") from None
