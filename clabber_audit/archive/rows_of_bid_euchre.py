"""What only records of the Bid Euchre family put into the rows of a hand: all that was said, running scores, sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.archive.row import Own, Row
from clabber_audit.record.bid_euchre.model import BidEuchreRecord, Declaration
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.seating import Seating

_PLAYERS: Final = ("P1", "P2", "P3", "P4", "P5", "P6")
_BY_COMPASS: Final = ("NS", "EW")
_UNKNOWN: Final = "??"
_TRICK: Final = "0123456789ABC"


def own(ruling: Ruling) -> Own:
    """The values of a hand of the family."""
    hand = ruling.walk.hand
    record: BidEuchreRecord = hand.record
    calls = None if record.declarations is None else " ".join(map(_call, record.declarations))
    return Own(calls, 0, b"", (None,) * 8, _columns(record), (), _sides(ruling, record))


def _columns(record: BidEuchreRecord) -> Row:
    players = {str(seat): name for seat, name in record.players.items()}
    others = [name for side, name in record.teams.items() if side not in _BY_COMPASS]
    context = record.context
    stakes = context.stakes if context else None
    return (
        record.pack_name,
        *(players.get(seat) for seat in _PLAYERS),
        "\n".join(others) or None,
        stakes and stakes.game,
        stakes and stakes.set,
        context and context.moved,
        _fell(record),
        _handed(record),
    )


def _call(said: Declaration) -> str:
    """One thing said, as a word: `E:bottoms=KCKDKS`, `P4:trump=D`, `N:trump=H+alone@2`."""
    what = said.trump or "".join(said.cards or ())
    alone, at = "+alone" if said.alone else "", "" if said.at is None else f"@{said.at}"
    return f"{said.seat}:{said.call}{'=' if what else ''}{what}{alone}{at}"


def _fell(record: BidEuchreRecord) -> str:
    """The cards played, each with its trick; a card of somebody who is out belongs to the one that it fell to."""
    seating, told, played = record.seating, list[str](), 0
    for play in record.plays:
        played += not _is_out(seating, play.seat)
        trick = max(seating.trick_of(max(played - 1, 0)), 1) if seating.width else 0
        told.append(f"{_TRICK[trick] if trick < len(_TRICK) else '0'}{play.seat:2}{play.card or _UNKNOWN}")
    return "".join(told)


def _is_out(seating: Seating, seat: str) -> bool:
    return bool(seating.out >> seating.number[seat] & 1)


def _handed(record: BidEuchreRecord) -> str | None:
    if record.exchanges is None:
        return None
    given = ((one.giver, one.taker, card or _UNKNOWN) for one in record.exchanges for card in one.cards)
    return "".join(f"{giver:2}{taker:2}{card}" for giver, taker, card in given)


def _sides(ruling: Ruling, record: BidEuchreRecord) -> list[Row]:
    """A row for each side, by its name."""
    remedy, running, seating = ruling.remedy, ruling.remedy.running, ruling.walk.hand.seating
    nothing = (None,) * len(seating.sides)
    columns = (
        ruling.points or nothing,
        remedy.score or nothing,
        remedy.marks or nothing,
        ruling.unclaimed.score or nothing,
        running.after if running else nothing,
        (running and running.hickeys) or nothing,
        [None if running is None else int(running.winner == side) for side in range(len(nothing))],
    )
    told = zip(*columns, strict=True)
    return sorted(
        (*_stood(record, name, [seating.seats[seat] for seat in seating.seats_of(side)]), *made, *_sheet(record, name))
        for side, (name, made) in enumerate(zip(seating.side_names, told, strict=True))
    )


def _stood(record: Any, side: str, seats: Sequence[str]) -> Row:
    """What a side is called, and how it stood before the hand."""
    players = " and ".join(record.players[seat] for seat in seats if seat in record.players) or None
    numbers = (table.get(side) for table in (record.before, record.hickeys, record.burns))
    return side, record.teams.get(side), players, *numbers


def _sheet(record: Any, side: str) -> Row:
    """What the sheet says of a side."""
    score, line = record.score.get(side), record.sheet.get(side)
    return None if score is None else str(score), record.after.get(side), line and line.tricks
