"""Rows of the tables that the log gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.archive.database import Own, Row
from clabber_audit.cards.cards import on_paper
from clabber_audit.cards.seating import Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.base import Context, Source
from clabber_audit.records.bid_euchre import BidEuchreRecord, Declaration
from clabber_audit.records.bid_euchre_words import FORMAT as BID_EUCHRE
from clabber_audit.records.canonical import canonical
from clabber_audit.records.clabber import Declaration as Declaration_clabber
from clabber_audit.records.clabber import HandRecord, Meld
from clabber_audit.records.dates import understood
from clabber_audit.records.vocabulary import FORMAT as CLABBER

_PLAYERS: Final = ("P1", "P2", "P3", "P4", "P5", "P6")
_BY_COMPASS: Final = ("NS", "EW")
_UNKNOWN: Final = "??"
_TRICK: Final = "0123456789ABC"


def own(ruling: Ruling) -> Own:
    """The values of a hand of the family."""
    hand = ruling.replay.hand
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


#: Of a card played the byte is that many times the number of the seat, and the number of the card.
OF_SEAT: Final = 32
#: The number of a card that is not known.
_UNKNOWN_ROWS_OF_CLABBER: Final = 31
_CALL: Final = {"pass": "-", "play": "+"}
#: A column for each of those that only the Bid Euchre family fills, from the pack to the cards handed over.
NOTHING: Final = (None,) * 13


def own_rows_of_clabber(ruling: Ruling) -> Own:
    """The values of a hand of Clabber."""
    hand, points = ruling.replay.hand, ruling.points
    record: HandRecord = hand.record
    number = hand.pack.number
    played = bytes(
        OF_SEAT * seat + number.get(card, _UNKNOWN_ROWS_OF_CLABBER)
        for seat, card in zip(hand.seats, hand.cards, strict=True)
    )
    return Own(
        calls_in(record.declarations),
        int(record.melds is not None),
        played,
        points[0] + points[1] if points else (None,) * 8,
        NOTHING,
        melds_in(record.melds),
    )


def calls_in(declarations: Sequence[Declaration_clabber] | None) -> str | None:
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


_NO_CONTEXT: Final = Context()
_NO_SOURCE: Final = Source()

#: What the records of each format have and others have not.
_OWN: Final[Mapping[str, Callable[[Ruling], Own]]] = {CLABBER: own_rows_of_clabber, BID_EUCHRE: own}


class Rows(NamedTuple):
    """The rows of one hand in the order of the tables' columns, without the numbers that the archive gives first."""

    #: What follows the numbers of the hand, of its entry in the log and of its ruleset.
    hand: Row
    #: What follows the number of the hand.
    melds: Sequence[Row]
    sides: Sequence[Row]
    findings: Sequence[Row]
    claims: Sequence[Row]


class Played(NamedTuple):
    """Dealer, trumps, calls, melds and cards, as the row of a hand has them."""

    dealer: str
    maker: str | None
    trump: str | None
    calls: str | None
    melds_noted: int
    played: bytes


class Scored(NamedTuple):
    """What became of a hand, for North-South and East-West: of other sides it stands in a table of its own."""

    outcome: str
    reneging_team: str | None
    #: The parts of the points, first those of North-South.
    made: Row
    score: Row
    marks: Row
    unclaimed: Row
    #: What the sheet says.
    sheet: Row
    sheet_agrees: bool | None
    next_dealer: str | None


def rows(ruling: Ruling) -> Rows:
    """A hand and its ruling as rows."""
    record: Any = ruling.replay.hand.record
    players: dict[str, str] = {str(seat): name for seat, name in record.players.items()}
    own = _OWN[record.format](ruling)
    return Rows(
        row_of_hand(record, _played(ruling, own), _scored(ruling, own), own.columns),
        own.melds,
        own.sides,
        [_finding(number, finding, players, ruling) for number, finding in enumerate(ruling.findings)],
        _claims(ruling, record, players) if record.claims else (),
    )


def row_of_hand(record: Any, played: Played, scored: Scored, others: Row) -> Row:
    """The row of a hand; of its record is asked where, when and who, and where it is from."""
    outcome, reneging_team, made, score, marks, unclaimed, sheet, agrees, next_dealer = scored
    return (
        *_whereabouts(record),
        *played,
        outcome,
        reneging_team,
        *made,
        *score,
        *marks,
        *unclaimed,
        *sheet,
        None if agrees is None else int(agrees),
        next_dealer,
        *others,
    )


def _whereabouts(record: Any) -> Row:
    """Where, when, who, and where the record comes from."""
    context, source = record.context or _NO_CONTEXT, record.source or _NO_SOURCE
    players, teams = record.players, record.teams
    return (
        record.id,
        context.league,
        context.season,
        context.venue,
        context.date,
        understood(context.date or source.date_as_written),
        context.round,
        context.table,
        context.game,
        context.hand,
        players.get("N"),
        players.get("E"),
        players.get("S"),
        players.get("W"),
        teams.get("NS"),
        teams.get("EW"),
        source.kind,
        source.citation,
        source.date_as_written,
        source.recorded_by,
        source.confidence,
        source.note,
        "\n".join((*record.remarks, *(comment.text for comment in record.comments))) or None,
    )


def _played(ruling: Ruling, own: Own) -> Played:
    replay = ruling.replay
    seating = replay.hand.seating
    maker = seating.seats[replay.maker] if replay.maker is not None else _side(ruling, replay.makers)
    trump = None if replay.strain is None else replay.strain.name
    return Played(replay.hand.record.deal.dealer, maker, trump, own.calls, own.melds_noted, own.played)


def _side(ruling: Ruling, side: int | None) -> str | None:
    return None if side is None else ruling.replay.hand.seating.side_names[side]


def _scored(ruling: Ruling, own: Own) -> Scored:
    remedy, seating = ruling.remedy, ruling.replay.hand.seating

    def both(values: Sequence[Any] | None) -> Row:
        return _by_compass(dict(zip(seating.side_names, values or (), strict=False)))

    return Scored(
        remedy.outcome,
        _side(ruling, remedy.reneging_team),
        own.made,
        both(remedy.score),
        both(remedy.marks),
        both(ruling.unclaimed.score),
        written(ruling.replay.hand.record.score),
        ruling.sheet_agrees,
        None if ruling.next_dealer is None else seating.seats[ruling.next_dealer],
    )


def written(score: Mapping[Any, Any]) -> Row:
    """What the sheet says of North-South and of East-West, as it stands there."""
    return tuple(None if told is None else str(told) for told in _by_compass(score))


def _by_compass(told: Mapping[Any, Any]) -> Row:
    return told.get("NS"), told.get("EW")


def _finding(number: int, finding: Finding, players: Mapping[str, str], ruling: Ruling) -> Row:
    hand = ruling.replay.hand
    seat, provable = None if finding.seat is None else hand.seating.seats[finding.seat], finding.provable_at(hand)
    return (
        number,
        finding.infraction,
        seat,
        players.get(seat) if seat else None,
        _side(ruling, finding.team),
        finding.trick,
        str(on_paper(finding.recorded_at(hand))),
        finding.verdict,
        None if provable is None else str(on_paper(provable)),
        finding.penalty,
        canonical(finding.facts),
    )


def _claims(ruling: Ruling, record: Any, players: Mapping[str, str]) -> list[Row]:
    return [
        (
            weighed.number,
            claim.by,
            players.get(claim.by) if claim.by else None,
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
