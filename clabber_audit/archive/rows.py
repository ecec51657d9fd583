"""Rows of the tables derived from the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.archive.database import Row
from clabber_audit.cards import SEATS, to_recorded_clock
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.base import Account, Context, Source
from clabber_audit.records.bid_euchre_words import FORMAT as BID_EUCHRE
from clabber_audit.records.dates import date_of_record, parse_date
from clabber_audit.records.formats import canonical
from clabber_audit.records.vocabulary import FORMAT as CLABBER

if TYPE_CHECKING:
    from clabber_audit.records.bid_euchre import BidEuchreDeclaration, BidEuchreRecord
    from clabber_audit.records.clabber import HandRecord

_PLAYERS: Final = ("P1", "P2", "P3", "P4", "P5", "P6")
_UNKNOWN: Final = "??"
_TRICK: Final = "0123456789ABC"
#: The byte of a card played is this times the seat, plus the number of the card.
_SEAT_STEP: Final = 32
_UNKNOWN_NUMBER: Final = 31
_CALL: Final = {"pass": "-", "play": "+"}


class GameColumns(NamedTuple):
    """Values that depend on the record format, in column order."""

    calls: str | None
    #: 1 if melds were recorded.
    melds_noted: int
    #: The cards of Clabber in the order played, a byte each.
    played: bytes
    #: The points of Clabber, by side and part.
    points: Row
    #: The columns of `hands` that only the Bid Euchre family fills, from the pack to the cards handed over.
    family: Row
    melds: Sequence[Row] = ()
    sides: Sequence[Row] = ()


def rows(ruling: Ruling) -> dict[str, Sequence[Row]]:
    """Return the rows of a hand and its ruling by table, without the numbers that the archive assigns."""
    record = ruling.replay.hand.record
    own = _COLUMNS_OF[record.format](ruling)
    findings = [
        _finding(number, finding, record.players, ruling) for number, finding in enumerate(ruling.findings)
    ]
    claims = [
        (
            weighed.number,
            claim.by,
            record.players.get(claim.by) if claim.by else None,
            claim.against,
            str(claim.at),
            claim.infraction,
            claim.trick,
            int(claim.reviewed),
            int(claim.withdrawn),
            weighed.verdict,
            weighed.finding.number if weighed.finding else None,
        )
        for weighed, claim in zip(ruling.claims, record.claims, strict=True)
    ]
    return {
        "hands": [_hand(ruling, record, own)],
        "melds": own.melds,
        "sides": own.sides,
        "findings": findings,
        "claims": claims,
    }


def _hand(ruling: Ruling, record: Any, own: GameColumns) -> Row:
    """Return the row of a hand."""
    replay, remedy, seating = ruling.replay, ruling.remedy, ruling.replay.hand.seating
    context, source = record.context or Context(), record.source or Source()
    remarks = [*record.remarks, *map(_account, replay.hand.original.accounts)]

    def order_by_compass(values: Sequence[Any] | None) -> Row:
        return _order_by_compass(dict(zip(seating.side_names, values or (), strict=False)))

    return (
        record.id,
        context.league,
        context.season,
        context.venue,
        context.date,
        parse_date(date_of_record(record)),
        context.round,
        context.table,
        context.game,
        context.hand,
        *(record.players.get(seat) for seat in SEATS),
        *_order_by_compass(record.teams),
        source.kind,
        source.citation,
        source.date_as_written,
        source.recorded_by,
        source.confidence,
        source.note,
        "\n".join((*remarks, *(comment.text for comment in record.comments))) or None,
        record.deal.dealer,
        _side(ruling, replay.makers) if replay.maker is None else seating.seats[replay.maker],
        None if replay.strain is None else replay.strain.name,
        own.calls,
        own.melds_noted,
        own.played,
        remedy.outcome,
        _side(ruling, remedy.reneging_team),
        *own.points,
        *order_by_compass(remedy.score),
        *order_by_compass(remedy.marks),
        *order_by_compass(ruling.unclaimed.score),
        *(None if value is None else str(value) for value in _order_by_compass(record.score)),
        None if ruling.sheet_agrees is None else int(ruling.sheet_agrees),
        None if ruling.next_dealer is None else seating.seats[ruling.next_dealer],
        *own.family,
    )


def _account(account: Account) -> str:
    """Return an account in words to search for: what it is about, who tells it, who decided on it and why."""
    tellers = [name for version in account.versions for name in version.told_by]
    finding = account.found
    believed = f"; {finding.by}: {finding.because}" if finding else ""
    return f"told differently: {account.about} ({', '.join(tellers)}){believed}"


def _side(ruling: Ruling, side: int | None) -> str | None:
    return None if side is None else ruling.replay.hand.seating.side_names[side]


def _order_by_compass(values: Mapping[Any, Any]) -> Row:
    return values.get("NS"), values.get("EW")


def _finding(number: int, finding: Finding, players: Mapping[str, str], ruling: Ruling) -> Row:
    hand = ruling.replay.hand
    seat, provable = (
        None if finding.seat is None else hand.seating.seats[finding.seat],
        finding.provable_at(hand),
    )
    return (
        number,
        finding.infraction,
        seat,
        players.get(seat) if seat else None,
        _side(ruling, finding.team),
        finding.trick,
        str(to_recorded_clock(finding.recorded_at(hand))),
        finding.verdict,
        None if provable is None else str(to_recorded_clock(provable)),
        finding.penalty,
        canonical(finding.facts),
    )


def _clabber_columns(ruling: Ruling) -> GameColumns:
    hand, points = ruling.replay.hand, ruling.points
    record: HandRecord = hand.record
    number = hand.pack.number
    played = bytes(
        _SEAT_STEP * seat + number.get(card, _UNKNOWN_NUMBER)
        for seat, card in zip(hand.seats, hand.cards, strict=True)
    )
    calls = None
    if record.declarations is not None:
        calls = "".join(
            declaration.seat + _CALL.get(declaration.call, declaration.call)
            for declaration in record.declarations
        )
    melds = [
        (
            number,
            meld.seat,
            meld.kind,
            " ".join(meld.cards),
            *("unknown" if moment is None else str(moment) for moment in (meld.announced, meld.shown)),
        )
        for number, meld in enumerate(record.melds or ())
    ]
    return GameColumns(
        calls,
        melds_noted=int(record.melds is not None),
        played=played,
        points=points[0] + points[1] if points else (None,) * 8,
        family=(None,) * 13,
        melds=melds,
    )


def _family_columns(ruling: Ruling) -> GameColumns:
    record: BidEuchreRecord = ruling.replay.hand.record
    calls = None if record.declarations is None else " ".join(map(_call, record.declarations))
    others = [name for side, name in record.teams.items() if side not in ("NS", "EW")]
    context = record.context
    stakes = context.stakes if context else None
    handed = None
    if record.exchanges is not None:
        cards = (
            (exchange.giver, exchange.taker, card or _UNKNOWN)
            for exchange in record.exchanges
            for card in exchange.cards
        )
        handed = "".join(f"{giver:2}{taker:2}{card}" for giver, taker, card in cards)
    family = (
        record.pack_name,
        *(record.players.get(seat) for seat in _PLAYERS),
        "\n".join(others) or None,
        stakes and stakes.game,
        stakes and stakes.set,
        context and context.moved,
        _plays(record),
        handed,
    )
    return GameColumns(calls, 0, b"", (None,) * 8, family, sides=_sides(ruling, record))


def _call(call: BidEuchreDeclaration) -> str:
    """Return a call as a word: `E:bottoms=KCKDKS`, `P4:trump=D`, `N:trump=H+alone@2`."""
    value = call.trump or "".join(call.cards or ())
    alone, at = "+alone" if call.alone else "", "" if call.at is None else f"@{call.at}"
    return f"{call.seat}:{call.call}{'=' if value else ''}{value}{alone}{at}"


def _plays(record: BidEuchreRecord) -> str:
    """Return the cards played with their tricks; a card of a seat that sits out belongs to the trick in progress."""
    seating, words, count = record.seating, list[str](), 0
    for play in record.plays:
        count += not seating.out >> seating.number[play.seat] & 1
        trick = max(seating.trick_of(max(count - 1, 0)), 1) if seating.width else 0
        words.append(f"{_TRICK[trick] if trick < len(_TRICK) else '0'}{play.seat:2}{play.card or _UNKNOWN}")
    return "".join(words)


def _sides(ruling: Ruling, record: Any) -> list[Row]:
    """Return a row for each side, by name."""
    remedy, running, seating = ruling.remedy, ruling.remedy.running, ruling.replay.hand.seating
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
    rows = []
    for number, (side, results) in enumerate(
        zip(seating.side_names, zip(*columns, strict=True), strict=True)
    ):
        seats = [seating.seats[seat] for seat in seating.seats_of(number)]
        players = " and ".join(record.players[seat] for seat in seats if seat in record.players) or None
        before = (table.get(side) for table in (record.before, record.hickeys, record.burns))
        score, line = record.score.get(side), record.sheet.get(side)
        sheet = (None if score is None else str(score), record.after.get(side), line and line.tricks)
        rows.append((side, record.teams.get(side), players, *before, *results, *sheet))
    return sorted(rows)


_COLUMNS_OF: Final[Mapping[str, Callable[[Ruling], GameColumns]]] = {
    CLABBER: _clabber_columns,
    BID_EUCHRE: _family_columns,
}
