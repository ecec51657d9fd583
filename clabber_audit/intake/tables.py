"""Hands in Parquet, a row each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from clabber_audit.columns import parquet
from clabber_audit.columns.hands import record_text
from clabber_audit.games.door import read
from clabber_audit.ground.errors import Place, Refused
from clabber_audit.intake.offer import Offered, offer, oversized
from clabber_audit.record.door import LARGEST


def table(file: IO[bytes], source: str, group: int | None = None, first_row: int = 1) -> Iterator[Offered]:
    """The hands of a file, or of a group of its rows, the first of which has that number; where one stands is its row.

    Unusable where it cannot be read, or the package that reads it is not there.
    """
    for number, row in enumerate(parquet.rows(file, source, group), first_row):
        yield of_row(row, source, Place(number, 1))


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
