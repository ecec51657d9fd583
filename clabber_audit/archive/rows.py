"""A hand with its ruling as rows of the archive's tables. Everything here is made from the record and can be again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.archive import rows_of_bid_euchre, rows_of_clabber
from clabber_audit.archive.row import Own, Row
from clabber_audit.evidence.finding import Finding
from clabber_audit.record.bid_euchre.words import FORMAT as BID_EUCHRE
from clabber_audit.record.canonical import canonical
from clabber_audit.record.dates import understood
from clabber_audit.record.parts import Context, Source
from clabber_audit.record.words import FORMAT as CLABBER
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.moments import on_paper

_NO_CONTEXT: Final = Context()
_NO_SOURCE: Final = Source()

#: What the records of each format have and others have not.
_OWN: Final[Mapping[str, Callable[[Ruling], Own]]] = {CLABBER: rows_of_clabber.own, BID_EUCHRE: rows_of_bid_euchre.own}


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
    record: Any = ruling.walk.hand.record
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
    walk = ruling.walk
    seating = walk.hand.seating
    maker = seating.seats[walk.maker] if walk.maker is not None else _side(ruling, walk.makers)
    trump = None if walk.strain is None else walk.strain.name
    return Played(walk.hand.record.deal.dealer, maker, trump, own.calls, own.melds_noted, own.played)


def _side(ruling: Ruling, side: int | None) -> str | None:
    return None if side is None else ruling.walk.hand.seating.side_names[side]


def _scored(ruling: Ruling, own: Own) -> Scored:
    remedy, seating = ruling.remedy, ruling.walk.hand.seating

    def both(values: Sequence[Any] | None) -> Row:
        return _by_compass(dict(zip(seating.side_names, values or (), strict=False)))

    return Scored(
        remedy.outcome,
        _side(ruling, remedy.reneging_team),
        own.made,
        both(remedy.score),
        both(remedy.marks),
        both(ruling.unclaimed.score),
        written(ruling.walk.hand.record.score),
        ruling.sheet_agrees,
        None if ruling.next_dealer is None else seating.seats[ruling.next_dealer],
    )


def written(score: Mapping[Any, Any]) -> Row:
    """What the sheet says of North-South and of East-West, as it stands there."""
    return tuple(None if told is None else str(told) for told in _by_compass(score))


def _by_compass(told: Mapping[Any, Any]) -> Row:
    return told.get("NS"), told.get("EW")


def _finding(number: int, finding: Finding, players: Mapping[str, str], ruling: Ruling) -> Row:
    hand = ruling.walk.hand
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
