"""Tables as Parquet, by pyarrow, which is loaded when somebody asks for it and not before."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.columns.column import Column, Kind
from clabber_audit.columns.hands import HANDS
from clabber_audit.ground.errors import Unusable
from clabber_audit.ground.extras import require

if TYPE_CHECKING:
    import pyarrow as pa

#: How many rows stand together and can be read without the others.
GROUP: Final = 16_384
#: How many rows are in memory at once where a file is read.
_BATCH: Final = 512
#: Columns in which hardly a value comes twice.
_EACH_ITS_OWN: Final = ("id", "dealt", "plays", "record", "message", "facts")


def require_parquet() -> None:
    """Unusable where the package that reads and writes Parquet is not installed."""
    remedy = "install it with: pip install 'clabber-audit[parquet]', or use .jsonl"
    require("pyarrow", "pyarrow", "cannot read or write Parquet", remedy)


def schema(columns: Iterable[Column]) -> pa.Schema:
    """The schema of some columns."""
    require_parquet()
    import pyarrow as pa

    types = {Kind.number: pa.int32()}
    return pa.schema([pa.field(column.name, types.get(column.kind, pa.string())) for column in columns])


@contextmanager
def writing(write: Callable[[bytes], Any], columns: Sequence[Column]) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Write rows as Parquet, one at a time, to whatever takes bytes."""
    made = schema(columns)
    import pyarrow as pa
    import pyarrow.parquet as pq

    often = [column.name for column in columns if column.name not in _EACH_ITS_OWN]
    rows: list[dict[str, Any]] = []
    with pq.ParquetWriter(_Sink(write), made, compression="zstd", use_dictionary=often) as file:

        def hand_on() -> None:
            file.write_table(pa.Table.from_pylist(rows, made), row_group_size=GROUP)
            rows.clear()

        def add(row: dict[str, Any]) -> None:
            rows.append(row)
            if len(rows) == GROUP:
                hand_on()

        yield add
        if rows:
            hand_on()


class _Sink(io.RawIOBase):
    """What takes bytes, as a file."""

    def __init__(self, write: Callable[[bytes], Any]) -> None:
        self._write = write

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._write(bytes(data))
        return len(data)


class Group(NamedTuple):
    """A group of rows: how many there are, and the range of bytes that holds them."""

    rows: int
    start: int
    end: int


def footer(file: IO[bytes]) -> bytes:
    """What a file says of its columns, after all rows: its length in four bytes and the mark end the file."""
    file.seek(-8, os.SEEK_END)
    size = int.from_bytes(file.read(4), "little")
    file.seek(-8 - size, os.SEEK_END)
    return file.read(size)


def groups(file: IO[bytes], source: str) -> list[Group]:
    """The groups of rows of a file of hands; Unusable for any other file."""
    with _opened(file, source) as opened:
        return [_group(opened.metadata.row_group(number)) for number in range(opened.metadata.num_row_groups)]


def _group(told: Any) -> Group:
    columns = [told.column(number) for number in range(told.num_columns)]
    pages = [(column.dictionary_page_offset or column.data_page_offset, column) for column in columns]
    end = max(start + column.total_compressed_size for start, column in pages)
    return Group(told.num_rows, min(start for start, _ in pages), end)


def batches(file: IO[bytes], source: str, group: int | None = None, size: int = _BATCH) -> Iterator[pa.RecordBatch]:
    """The rows of a file of hands, or of one group of them, as record batches; Unusable for any other file."""
    with _opened(file, source) as opened:
        known = [name for name in opened.schema_arrow.names if name in _HANDS]
        chosen = None if group is None else [group]
        yield from opened.iter_batches(size, row_groups=chosen, columns=known, use_threads=False)


def rows(file: IO[bytes], source: str, group: int | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a file of hands, or of one group of them; Unusable for any other file."""
    for batch in batches(file, source, group):
        yield from rows_in(batch, source)


def rows_in(batch: pa.RecordBatch, source: str) -> Iterator[dict[str, Any]]:
    """The rows of a record batch of a file, as `rows_of`; Unusable where a column holds what it cannot."""
    with _told(source):
        yield from rows_of(batch)


def rows_of(batch: pa.RecordBatch) -> Iterator[dict[str, Any]]:
    """The rows of a record batch, as far as they are columns of hands; what is null is left out."""
    import pyarrow as pa

    types = {name: pa.int32() if column.kind is Kind.number else pa.string() for name, column in _HANDS.items()}
    told = {
        name: batch.column(place).cast(types[name]).to_pylist()
        for place, name in enumerate(batch.schema.names)
        if name in _HANDS and batch.column(place).null_count < batch.num_rows
    }
    for place in range(batch.num_rows):
        yield {name: cell for name, cells in told.items() if (cell := cells[place]) is not None}


_HANDS: Final = {column.name: column for column in HANDS}


@contextmanager
def _opened(file: IO[bytes], source: str) -> Iterator[Any]:
    require_parquet()
    import pyarrow as pa
    import pyarrow.parquet as pq

    with _told(source), pq.ParquetFile(file) as opened:
        fields = {field.name: field.type for field in opened.schema_arrow}
        if not {"record", "plays"}.intersection(fields):
            raise Unusable(f"{source} has no hands", "it does not have the columns of hands", "make one with convert")
        # What comes again and again is read as it is kept: each value once, and which of them a row has.
        often = [name for name in fields if fields[name] == pa.string() and name not in _EACH_ITS_OWN]
        with pq.ParquetFile(file, metadata=opened.metadata, read_dictionary=often) as coded:
            yield coded


@contextmanager
def _told(source: str) -> Iterator[None]:
    """What goes wrong within, told of the file."""
    require_parquet()
    import pyarrow as pa

    try:
        yield
    except (pa.ArrowException, ValueError, OSError) as problem:
        why = str(problem).partition("\n")[0]
        raise Unusable(f"{source} cannot be read as Parquet", why, "make it again from the records") from None
