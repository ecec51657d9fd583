"""The formats of records there are, each with its own model, which is loaded when a record of the format is met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

from clabber_audit.record.bid_euchre import words as bid_euchre
from clabber_audit.record.words import FORMAT

if TYPE_CHECKING:
    from clabber_audit.record.bid_euchre.model import BidEuchreRecord
    from clabber_audit.record.model import HandRecord

Record: TypeAlias = "HandRecord | BidEuchreRecord"

#: All of them, that of Clabber first, as it was the first there was.
FORMATS: Final = (FORMAT, bid_euchre.FORMAT)


def model_of(format: str) -> type[Record]:
    """The model of the records of a format."""
    if format == bid_euchre.FORMAT:
        from clabber_audit.record.bid_euchre.model import BidEuchreRecord

        return BidEuchreRecord
    from clabber_audit.record.model import HandRecord

    return HandRecord


def model_for(data: Any) -> type[Record]:
    """The model of some data, by its format; that of Clabber where it names none we know."""
    format = data.get("format") if isinstance(data, dict) else None
    return model_of(format if format in FORMATS else FORMAT)
