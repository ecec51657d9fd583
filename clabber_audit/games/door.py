"""The door: bytes in, a hand out, or a refusal that says where, what, why and what to do.

The text is read as a record (`clabber_audit.record.door`); only then is it looked at as a hand that can have happened.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from clabber_audit.games import game_of
from clabber_audit.ground.errors import Path, Place, Refused
from clabber_audit.record.door import LARGEST, parsed, too_large
from clabber_audit.record.hand import Hand, hold
from clabber_audit.record.model import HandRecord
from clabber_audit.record.positions import positions
from clabber_audit.record.possible import card_contradictions

_BOM: Final = b"\xef\xbb\xbf"


def read(data: bytes) -> Hand:
    """The hand that a JSON text holds; Refused when it is malformed or impossible. A byte-order mark is skipped."""
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
    if len(data) > LARGEST:
        raise Refused([too_large()])
    record = parsed(data, HandRecord)
    scanned = cache(lambda: positions(data.decode()))
    return admit(record, lambda path: scanned().place(path))


def admit(record: HandRecord, locate: Callable[[Path], Place]) -> Hand:
    """The record as a hand; Refused with every contradiction, each placed by `locate`, when it is impossible."""
    hand, beside = hold(record), game_of(record.format).contradictions(record)
    if hand is None or beside:
        found = [fault._replace(place=locate(fault.path)) for fault in (*card_contradictions(record), *beside)]
        raise Refused(sorted(found, key=lambda fault: fault.place or Place(0, 0)))
    return hand
