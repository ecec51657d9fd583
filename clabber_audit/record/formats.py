"""The formats of records there are, each with its own model."""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.record.bid_euchre import words as bid_euchre
from clabber_audit.record.bid_euchre.model import BidEuchreRecord
from clabber_audit.record.model import HandRecord
from clabber_audit.record.words import FORMAT

Record = HandRecord | BidEuchreRecord

MODELS: Final[dict[str, type[Record]]] = {FORMAT: HandRecord, bid_euchre.FORMAT: BidEuchreRecord}


def model_for(data: Any) -> type[Record]:
    """The model of some data, by its format; that of Clabber, the first there was, where it names none we know."""
    format = data.get("format") if isinstance(data, dict) else None
    return MODELS.get(format, HandRecord) if isinstance(format, str) else HandRecord
