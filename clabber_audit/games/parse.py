"""Parse a record into a hand of its game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

from clabber_audit.core.errors import Path, Refused, TextPlace
from clabber_audit.games import game_of
from clabber_audit.records.formats import Record
from clabber_audit.records.hand import Hand
from clabber_audit.records.parse import LARGEST, Positions, find_positions, parse_record, too_large

_BOM: Final = b"\xef\xbb\xbf"


def read(data: bytes, context: str | None = None) -> Hand:
    """Return the hand of a JSON text; Refused when it is malformed or impossible. A byte-order mark is skipped."""
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
    if len(data) > LARGEST:
        raise Refused([too_large()])
    return admit(parse_record(data, context), _Text(data).place)


class _Text:
    """JSON text, scanned on the first request for a place."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    @cached_property
    def _positions(self) -> Positions:
        return find_positions(self._data.decode())

    def place(self, path: Path) -> TextPlace:
        """Return the place of a path."""
        return self._positions.place(path)


def admit(record: Record, locate: Callable[[Path], TextPlace]) -> Hand:
    """Return the record as a hand; Refused with every contradiction, each placed by `locate`, when it is impossible."""
    hand, faults = game_of(record.format).held(record)
    if hand is None or faults:
        found = [fault._replace(place=locate(fault.path)) for fault in faults]
        raise Refused(sorted(found, key=lambda fault: fault.place or TextPlace(0, 0)))
    return hand
