"""What only records of Clabber put into the rows of a hand: its calls, its melds, the parts of its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clabber_audit.archive.row import Own, Row
from clabber_audit.record.model import Declaration, HandRecord, Meld
from clabber_audit.ruling.judge import Ruling

#: Of a card played the byte is that many times the number of the seat, and the number of the card.
OF_SEAT: Final = 32
#: The number of a card that is not known.
_UNKNOWN: Final = 31
_CALL: Final = {"pass": "-", "play": "+"}
#: A column for each of those that only the Bid Euchre family fills, from the pack to the cards handed over.
NOTHING: Final = (None,) * 13


def own(ruling: Ruling) -> Own:
    """The values of a hand of Clabber."""
    hand, points = ruling.walk.hand, ruling.points
    record: HandRecord = hand.record
    number = hand.pack.number
    played = bytes(
        OF_SEAT * seat + number.get(card, _UNKNOWN) for seat, card in zip(hand.seats, hand.cards, strict=True)
    )
    return Own(
        calls_in(record.declarations),
        int(record.melds is not None),
        played,
        points[0] + points[1] if points else (None,) * 8,
        NOTHING,
        melds_in(record.melds),
    )


def calls_in(declarations: Sequence[Declaration] | None) -> str | None:
    """What was called, two characters a call; None where nobody noted it."""
    if declarations is None:
        return None
    return "".join(call.seat + _CALL.get(call.call, call.call) for call in declarations)


def melds_in(melds: Sequence[Meld] | None) -> list[Row]:
    """The rows of melds."""
    return [_meld(number, meld) for number, meld in enumerate(melds or ())]


def _meld(number: int, meld: Meld) -> Row:
    announced, shown = ("unknown" if moment is None else str(moment) for moment in (meld.announced, meld.shown))
    return number, meld.seat, meld.kind, " ".join(meld.cards), announced, shown
