"""What tells hands of the family apart before anybody looks at a player's cards, and how it is put to the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from clabber_audit.cards.pack import Pack
from clabber_audit.cards.seating import Seating
from clabber_audit.records.bid_euchre import BidEuchreRecord, Declaration, Exchange
from clabber_audit.records.bid_euchre_words import FORMAT, USUAL_PACK
from clabber_audit.rules.screen.withheld import NOBODY_KNOWS

_NULL: Final = b"null"
_DECLARATIONS: Final[TypeAdapter[list[Declaration] | None]] = TypeAdapter(list[Declaration] | None)
_EXCHANGES: Final[TypeAdapter[list[Exchange] | None]] = TypeAdapter(list[Exchange] | None)


class Table(NamedTuple):
    """What lay on the table, and who dealt, as JSON texts of a plain hand; empty where nothing is noted."""

    pack: bytes
    cards_each: bytes
    dealer: bytes
    #: A card of the suit turned up, and how many cards lie in the blind; whatever lies there, it looks alike.
    upcard: bytes
    blind: int


class Kind(NamedTuple):
    """All that tells hands apart before anybody looks at a player's cards, as JSON texts."""

    table: Table
    calls: bytes
    exchanges: bytes


class Noted(NamedTuple):
    """A record, as far as it is asked for by whoever asks what came before the first card."""

    deal: Any
    pack: Pack
    seats: Sequence[str]
    seating: Seating
    declarations: Sequence[Declaration] | None
    exchanges: Sequence[Exchange] | None
    before: Any
    contract: None = None
    plays: Sequence[Any] = ()


def noted_of(kind: Kind, before: Any) -> Noted | None:
    """The record of a kind of hand; None where the model does not take it, or where it tells a moment, or not a card.

    A fault of the model may show only here, where it asks what no expression tells.
    """
    try:
        calls = _DECLARATIONS.validate_json(kind.calls or _NULL)
        given = _EXCHANGES.validate_json(kind.exchanges or _NULL)
    except ValidationError:
        return None
    if any(said.at is not None for said in calls or ()) or not all(card for one in given or () for card in one.cards):
        return None
    record = laid_out(kind.table)
    return Noted(record.deal, record.pack, record.seats, record.seating, calls, given, before)


@lru_cache(maxsize=1 << 10)
def laid_out(table: Table, exchanges: bytes = b"") -> BidEuchreRecord:
    """A record of a hand of which nothing is noted but what lay on the table, and what was handed over."""
    upcard = json.loads(table.upcard or _NULL)
    deal = {"dealer": json.loads(table.dealer), "upcard": upcard}
    blind = {"blind": [upcard, *[None] * (table.blind - 1)]} if table.blind else {}
    data = {
        "format": FORMAT,
        "id": "x",
        "ruleset": "x",
        "deal": {**deal, **blind},
        "plays": [],
        "pack": json.loads(table.pack) if table.pack else USUAL_PACK,
        "cards_each": json.loads(table.cards_each or _NULL),
        "exchanges": json.loads(exchanges or _NULL),
    }
    return BidEuchreRecord.model_validate(data)


def totals(before: bytes | None) -> Any:
    """The running scores that a JSON text tells; those that nobody tells where there is none."""
    return Untold() if before is None else json.loads(before or b"{}")


class Untold:
    """Running scores that are not told."""

    def get(self, _side: str, _otherwise: int) -> Any:
        """What is said of any side."""
        return NOBODY_KNOWS
