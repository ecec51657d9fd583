"""The table as text: what was dealt, who has played what, trick by trick, and who is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.law.infractions import incident_kinds
from clabber_audit.prompt.asking import expected
from clabber_audit.prompt.draft import Draft
from clabber_audit.record.model import HandRecord
from clabber_audit.record.piles import lost
from clabber_audit.replay import Walk
from clabber_audit.table.cards import CODE, SEAT_NAMES, SEATS, SUIT_NAMES, pretty

_WIDTH: Final = 8
_KINDS: Final = {"two_hundred": "two hundred"}


def table(draft: Draft | None, number: int) -> list[str]:
    """The hand so far, which is hand `number` of the session, in lines."""
    if draft is None:
        return [f"nothing of hand {number} is typed yet"]
    lines = [_title(draft)]
    record = draft.record
    lines += [
        f"  {SEAT_NAMES[seat]:<{_WIDTH}}{' '.join(map(pretty, cards)) or '-'}"
        for seat in SEATS
        if (cards := record.deal.hands.get(seat)) is not None  # type: ignore[call-overload]
    ]
    walked = draft.walked()
    if walked and record.plays:
        lines += ["", *_tricks(record, walked)]
    lines += [f"  {said}" for said in _said(record)]
    return [*lines, f"  next: {expected(draft, number)}"]


def _title(draft: Draft) -> str:
    record = draft.record
    title = f"hand {record.id if draft.named else 'without an id'}"
    walked = draft.walked()
    if walked is None:
        return title
    title += f", {SEAT_NAMES[record.deal.dealer]} deals"
    if record.deal.upcard:
        title += f" and turns up {pretty(record.deal.upcard)}"
    if walked.trumps:
        maker = f" by {SEAT_NAMES[SEATS[walked.maker]]}" if walked.maker is not None else ""
        title += f", {SUIT_NAMES[walked.ranking.name]} made{maker}"
    return title


def _tricks(record: HandRecord, walked: Walk) -> Iterator[str]:
    """A row for each trick: who led, what each seat played as far as that is known, who won."""
    piled = lost(record)
    yield "  trick  led     " + "".join(f"{SEAT_NAMES[seat]:<{_WIDTH}}" for seat in SEATS) + "won"
    seating = record.seating
    for start in range(0, len(record.plays), seating.width):
        plays = record.plays[start : start + seating.width]
        row = f"  {seating.trick_of(start):<7}{SEAT_NAMES[plays[0].seat]:<{_WIDTH}}"
        for seat in SEATS:
            clocks = [at for at, play in enumerate(plays, start) if play.seat == seat]
            codes = [CODE.get(walked.cards[at]) if at in piled else record.plays[at].card for at in clocks]
            cards = [pretty(code) if code else "?" for code in codes]
            row += f"{' '.join(cards) or '-':<{_WIDTH}}"
        if len(plays) == seating.width:
            winner = walked.fell.winners[seating.trick_of(start) - 1]
            row += "?" if winner is None else SEAT_NAMES[SEATS[winner]]
        yield row.rstrip()


def _said(record: HandRecord) -> Iterator[str]:
    """What was noted beside the cards."""
    for trick in record.disordered:
        clocks = record.seating.clocks_of(trick)
        cards = [pretty(play.card) if play.card else "?" for play in record.plays[clocks.start : clocks.stop]]
        yield f"the order of trick {trick} is lost: {' '.join(cards)}"
    for meld in record.melds or ():
        kind = _KINDS.get(meld.kind, meld.kind)
        shown = f": {' '.join(map(pretty, meld.cards))}" if meld.cards else ""
        yield f"{SEAT_NAMES[meld.seat]} calls {kind}{shown}"
    for incident in record.incidents:
        who = SEAT_NAMES[incident.seat] if incident.seat else "somebody"
        yield f"noted: {who} {incident_kinds()[incident.kind].deed}"
    for claim in record.claims:
        by = SEAT_NAMES[claim.by] if claim.by else "somebody"
        yield f"{by} claims a renege of {SEAT_NAMES.get(claim.against, claim.against)}"
    if record.laydown:
        yield f"{SEAT_NAMES[record.laydown.by]} lays down"
    if record.score:
        yield "score: " + ", ".join(f"{team} {points}" for team, points in record.score.items())
