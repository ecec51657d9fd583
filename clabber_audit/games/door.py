"""The door: bytes in, a hand out, or a refusal that says where, what, why and what to do.

The text is read as a record (`clabber_audit.record.door`); only then is it looked at as a hand that can have happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, overload

from clabber_audit.games import game_of
from clabber_audit.games.bid_euchre import contradictions as bid_euchre
from clabber_audit.ground.errors import Fault, Path, Place, Refused
from clabber_audit.record.bid_euchre.model import BidEuchreRecord
from clabber_audit.record.door import LARGEST, record_in, too_large
from clabber_audit.record.formats import Record
from clabber_audit.record.hand import Hand, hold
from clabber_audit.record.model import HandRecord
from clabber_audit.record.positions import positions
from clabber_audit.record.possible import card_contradictions

_BOM: Final = b"\xef\xbb\xbf"


def read(data: bytes) -> Hand:
    """The hand that a JSON text holds; Refused when it is malformed or impossible. A byte-order mark is skipped."""
    found = read_record(data)
    if isinstance(found, BidEuchreRecord):
        raise Refused([not_judged(found, Place(1, 1))])
    return found


def read_record(data: bytes) -> Hand | BidEuchreRecord:
    """The same for records of every format: a hand, or the record of a game that is only read and written so far."""
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
    if len(data) > LARGEST:
        raise Refused([too_large()])
    record = record_in(data)
    scanned = cache(lambda: positions(data.decode()))
    return admit(record, lambda path: scanned().place(path))


@overload
def admit(record: HandRecord, locate: Callable[[Path], Place]) -> Hand: ...
@overload
def admit(record: Record, locate: Callable[[Path], Place]) -> Hand | BidEuchreRecord: ...
def admit(record: Record, locate: Callable[[Path], Place]) -> Hand | BidEuchreRecord:
    """The record as a hand; Refused with every contradiction, each placed by `locate`, when it is impossible."""
    if isinstance(record, BidEuchreRecord):
        _refuse(bid_euchre.contradictions(record), locate)
        return record
    hand, beside = hold(record), game_of(record.format).contradictions(record)
    if hand is None or beside:
        _refuse([*card_contradictions(record), *beside], locate)
    assert hand is not None
    return hand


def _refuse(faults: Sequence[Fault], locate: Callable[[Path], Place]) -> None:
    if faults:
        found = [fault._replace(place=locate(fault.path)) for fault in faults]
        raise Refused(sorted(found, key=lambda fault: fault.place or Place(0, 0)))


def not_judged(record: BidEuchreRecord, place: Place) -> Fault:
    """The fault of a record of a game that is read and written, and not yet judged."""
    what, why = f"the hand is one of {record.ruleset}", "of the games this program reads, it judges Clabber"
    return Fault(what, why, "convert and fmt take it", place, ("format",))
