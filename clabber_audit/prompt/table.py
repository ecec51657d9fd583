"""The table as text: what was dealt, who has played what, trick by trick, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from clabber_audit.law.infractions import incident_kinds
from clabber_audit.notation.bid_euchre.words import STRAIN_SHORT
from clabber_audit.prompt.asking import expected
from clabber_audit.prompt.draft import Draft
from clabber_audit.replay import Walk
from clabber_audit.table.cards import pretty, seat_name

_WIDTH: Final = 8
_KINDS: Final = {"two_hundred": "two hundred"}


def table(draft: Draft | None, number: int) -> list[str]:
    """The hand so far, which is hand `number` of the session, in lines."""
    if draft is None:
        return [f"Nothing typed yet for hand {number}."]
    lines = [_title(draft)]
    record = draft.record
    lines += [
        f"  {seat_name(seat):<{_WIDTH}}{' '.join(map(pretty, cards)) or '-'}"
        for seat in record.seating.seats
        if (cards := record.deal.hands.get(seat)) is not None
    ]
    walked = draft.walked()
    if walked and record.plays:
        lines += ["", *_tricks(walked)]
    lines += [f"  {said}" for said in _said(record)]
    return [*lines, f"  next: {expected(draft, number).words}"]


def _title(draft: Draft) -> str:
    record = draft.record
    title = f"hand {record.id if draft.named else 'without a name'}"
    if "deal" in draft.missing:
        return title
    title += f", {seat_name(record.deal.dealer)} deals"
    if record.deal.upcard:
        title += f", up-card {pretty(record.deal.upcard)}"
    walked = draft.walked()
    if walked and walked.strain is not None and not walked.declared.unplayed:
        maker = f" by {seat_name(record.seating.seats[walked.maker])}" if walked.maker is not None else ""
        title += f", {STRAIN_SHORT[walked.strain.name]} made{maker}"
    return title


def _tricks(walked: Walk) -> Iterator[str]:
    """A row for each trick: who led, what each seat played as far as that is known, who won."""
    hand = walked.hand
    seating, seats = hand.seating, hand.seating.seats
    yield "  trick  led     " + "".join(f"{seat_name(seat):<{_WIDTH}}" for seat in seats) + "won"
    for start in range(0, len(hand.seats), seating.width):
        clocks = range(start, min(start + seating.width, len(hand.seats)))
        row = f"  {seating.trick_of(start):<7}{seat_name(seats[hand.seats[start]]):<{_WIDTH}}"
        for seat in range(len(seats)):
            mine = [walked.cards[at] for at in clocks if hand.seats[at] == seat]
            cards = [pretty(hand.pack.face[card]) if card else "?" for card in mine]
            row += f"{' '.join(cards) or '-':<{_WIDTH}}"
        if len(clocks) == seating.width:
            winner = walked.fell.winners[seating.trick_of(start) - 1]
            row += "?" if winner is None else seat_name(seats[winner])
        yield row.rstrip()


def _said(record: Any) -> Iterator[str]:
    """What was noted beside the cards."""
    for trick in record.disordered:
        clocks = record.seating.clocks_of(trick)
        cards = [pretty(play.card) if play.card else "?" for play in record.plays[clocks.start : clocks.stop]]
        yield f"trick {trick}, order unknown: {' '.join(cards)}"
    noted = record.model_fields_set
    for meld in (record.melds or ()) if "melds" in noted else ():
        kind = _KINDS.get(meld.kind, meld.kind)
        shown = f": {' '.join(map(pretty, meld.cards))}" if meld.cards else ""
        yield f"{seat_name(meld.seat)} calls {kind}{shown}"
    for given in (record.exchanges or ()) if "exchanges" in noted else ():
        cards = [pretty(card) if card else "?" for card in given.cards]
        yield f"{seat_name(given.giver)} passes {seat_name(given.taker)} {' '.join(cards)}"
    for incident in record.incidents:
        who = seat_name(incident.seat) if incident.seat else "someone"
        yield f"noted: {who} {incident_kinds()[incident.kind].deed}"
    for claim in record.claims:
        by = seat_name(claim.by) if claim.by else "someone"
        yield f"{by} calls a renege on {seat_name(claim.against)}"
    if record.laydown:
        yield f"{seat_name(record.laydown.by)} lays down"
    if record.score:
        yield "score: " + ", ".join(f"{team} {points}" for team, points in record.score.items())
