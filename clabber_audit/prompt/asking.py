"""What comes next, as the prompt says it: `trick 3, North leads`."""

from __future__ import annotations

from typing import Final

from clabber_audit.prompt.draft import Draft
from clabber_audit.replay import Walk
from clabber_audit.table.cards import SEAT, SEAT_NAMES, SEATS, left_of

_ENDING: Final = "next or done"


def expected(draft: Draft | None, number: int) -> str:
    """What is asked for after the lines of a hand, which is hand `number` of the session."""
    if draft is None or not draft.named:
        return f"hand {number}, its id"
    record, walked = draft.record, draft.walked()
    if walked is None:
        return "who dealt"
    if record.score:
        return _ENDING
    if record.sheet or walked.declared.unplayed:
        return f"score, {_ENDING}"
    if not record.plays and record.contract is None and not record.declarations:
        return f"calls, {_name(left_of(SEAT[record.deal.dealer]))} begins"
    tricks, over = divmod(len(record.plays), record.seating.width)
    if len(record.plays) >= record.seating.end or record.laydown:
        return f"claim, score, {_ENDING}"
    if over:
        return f"trick {tricks + 1} ends after {over} of its {record.seating.width} cards; claim, score, {_ENDING}"
    leader = leading(walked)
    return f"trick {tricks + 1}, {leader} leads" if leader else f"trick {tricks + 1}"


def leading(walked: Walk) -> str:
    """Who leads next, where that is known."""
    turn = walked.fell.next_turn
    return _name(turn.bit_length() - 1) if turn.bit_count() == 1 else ""


def _name(seat: int) -> str:
    return SEAT_NAMES[SEATS[seat]]
