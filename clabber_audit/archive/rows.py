"""A hand with its ruling as rows of the archive's tables. Everything here is made from the record and can be again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.archive.dates import understood
from clabber_audit.evidence.finding import Finding
from clabber_audit.record.canonical import canonical
from clabber_audit.record.model import HandRecord, Meld
from clabber_audit.record.parts import Context, Source
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import SEATS, TEAMS
from clabber_audit.table.moments import on_paper

#: The number of a card that is not known.
_UNKNOWN: Final = 31
_CALL: Final = {"pass": "-", "play": "+"}
_NO_CONTEXT: Final = Context()
_NO_SOURCE: Final = Source()

Row = tuple[Any, ...]


class Rows(NamedTuple):
    """The rows of one hand in the order of the tables' columns, without the numbers that the archive gives first."""

    #: What follows the numbers of the hand, of its entry in the log and of its ruleset.
    hand: Row
    #: What follows the number of the hand.
    melds: Sequence[Row]
    findings: Sequence[Row]
    claims: Sequence[Row]


def rows(ruling: Ruling) -> Rows:
    """A hand and its ruling as rows."""
    record = ruling.walk.hand.record
    players: dict[str, str] = dict(record.players.items())
    return Rows(
        (*_whereabouts(record), *_play(ruling), *_score(ruling)),
        [_meld(number, meld) for number, meld in enumerate(record.melds or ())],
        [_finding(number, finding, players) for number, finding in enumerate(ruling.findings)],
        _claims(ruling, record) if record.claims else (),
    )


def _whereabouts(record: HandRecord) -> Row:
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


def _play(ruling: Ruling) -> Row:
    """Dealer, trumps, calls, melds and cards."""
    walk = ruling.walk
    hand, record = walk.hand, walk.hand.record
    maker = SEATS[walk.maker] if walk.maker is not None else None if walk.makers is None else TEAMS[walk.makers]
    calls = None
    if record.declarations is not None:
        calls = "".join(call.seat + _CALL.get(call.call, call.call) for call in record.declarations)
    number = hand.pack.number
    played = bytes(32 * seat + number.get(card, _UNKNOWN) for seat, card in zip(hand.seats, hand.cards, strict=True))
    return (
        record.deal.dealer,
        maker,
        walk.ranking.name or None,
        calls,
        int(record.melds is not None),
        played,
    )


def _meld(number: int, meld: Meld) -> Row:
    announced, shown = ("unknown" if moment is None else str(moment) for moment in (meld.announced, meld.shown))
    return number, meld.seat, meld.kind, " ".join(meld.cards), announced, shown


def _score(ruling: Ruling) -> Row:
    remedy, points, record = ruling.remedy, ruling.points, ruling.walk.hand.record
    sheets = (record.score.get("NS"), record.score.get("EW"))
    return (
        remedy.outcome,
        None if remedy.reneging_team is None else TEAMS[remedy.reneging_team],
        *(points[0] + points[1] if points else (None,) * 8),
        *(remedy.score or (None, None)),
        *(remedy.marks or (None, None)),
        *(ruling.unclaimed.score or (None, None)),
        *(None if sheet is None else str(sheet) for sheet in sheets),
        None if ruling.sheet_agrees is None else int(ruling.sheet_agrees),
        None if ruling.next_dealer is None else SEATS[ruling.next_dealer],
    )


def _finding(number: int, finding: Finding, players: Mapping[str, str]) -> Row:
    seat = None if finding.seat is None else SEATS[finding.seat]
    return (
        number,
        finding.infraction,
        seat,
        players.get(seat) if seat else None,
        None if finding.team is None else TEAMS[finding.team],
        finding.trick,
        str(on_paper(finding.at)),
        finding.verdict,
        None if finding.provable_from is None else str(on_paper(finding.provable_from)),
        finding.penalty,
        canonical(finding.facts),
    )


def _claims(ruling: Ruling, record: HandRecord) -> list[Row]:
    return [
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
