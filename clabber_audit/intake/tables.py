"""Hands in Parquet, a row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any

from clabber_audit.columns import parquet
from clabber_audit.columns.hands import record_text
from clabber_audit.games.door import read
from clabber_audit.ground.errors import Place, Refused
from clabber_audit.intake.offer import Offered, offer, oversized
from clabber_audit.record.door import LARGEST

if TYPE_CHECKING:
    import pyarrow as pa


def table(file: IO[bytes], source: str, group: int | None = None, first_row: int = 1) -> Iterator[Offered]:
    """The hands of a file, or of a group of its rows, the first of which has that number; where one stands is its row.

    Unusable where it cannot be read, or the package that reads it is not there.
    """
    for number, row in enumerate(parquet.rows(file, source, group), first_row):
        yield of_row(row, source, Place(number, 1))


def some_of(batch: pa.RecordBatch, places: Sequence[int], source: str, first_row: int) -> Iterator[Offered]:
    """The hands at some places of a record batch, the first row of which has that number."""
    import pyarrow as pa

    rows = parquet.rows_in(batch.take(pa.array(places, pa.int64())), source)
    return (of_row(row, source, Place(first_row + place, 1)) for place, row in zip(places, rows, strict=True))


def of_row(row: dict[str, Any], source: str, place: Place) -> Offered:
    """The hand of a row, and where that stands."""
    data = record_text(row).encode()
    if len(data) > LARGEST:
        return oversized(source, place)
    try:
        return offer(read(data), source, lambda _path: place)
    except Refused as refused:
        faults = [fault._replace(place=place) for fault in refused.faults]
        told = Refused(faults, source, refused.more, refused.unread)
        return Offered(source, None, told, lambda _path: place)
