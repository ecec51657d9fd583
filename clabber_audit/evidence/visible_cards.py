"""Cards seen by the table, with their clocks."""

from __future__ import annotations

from typing import Any

from clabber_audit.cards.cards import DECLARING, NEVER, SCORED, number
from clabber_audit.games.bid_euchre.events import Stray
from clabber_audit.games.clabber.events import melds_of
from clabber_audit.replay import Replay
from clabber_audit.replay.events import incidents
from clabber_audit.replay.tricks import Follow, Turn
from clabber_audit.rules.incidents import incident_kinds
from clabber_audit.rules.infraction import Infraction, LawCase


def provable_from(
    infraction: Infraction[Any], case: LawCase[Any], at: int, seat: int | None, replay: Replay
) -> int | None:
    """Return the first clock at which the cards face up proved an infraction, None if they never did."""
    step, hangs = case.event, infraction.held(case)
    if hangs and seat is not None:
        return _holding_seen(replay, seat, *hangs, at)
    lacked = infraction.lacks(case)
    if lacked and seat is not None:
        return _absence_seen(replay, seat, *lacked, at)
    if isinstance(step, Turn):
        return at + 1
    if isinstance(step, Stray):
        # No more cards lie in tricks once it has fallen.
        return at
    if isinstance(step, Follow):
        seen = face_up(replay, replay.hand.seats[step.clock])
        clocks = [clock for card, clock in seen.items() if card & infraction.proof(case)]
        return max(at + 1, min(clocks)) if clocks else None
    return infraction.evident(case)


def face_up(replay: Replay, seat: int) -> dict[int, int]:
    """Return card -> clock from which the table had seen it, for the cards of a seat."""
    record = replay.hand.record
    seen: dict[int, int] = {}

    def see(card: int, clock: int) -> None:
        seen[card] = min(clock, seen.get(card, NEVER))

    for at, (who, card) in enumerate(zip(replay.hand.seats, replay.cards, strict=True)):
        if who == seat and card:
            see(card, at + 1)
    turned = replay.hand.pack.first[record.deal.upcard]
    if turned & replay.hand.dealt[seat]:
        see(turned, DECLARING)
    for entry in melds_of(replay).entries:
        if entry.seat == seat and entry.shown <= SCORED:
            for card in replay.hand.pack.face:
                if card & entry.cards:
                    see(card, entry.shown)
    if record.laydown and replay.hand.seating.number[record.laydown.by] == seat:
        laid = number(record.laydown.at)
        left = replay.hand.dealt[seat] & ~sum(card for card, clock in seen.items() if clock <= laid)
        for card in replay.hand.pack.face:
            if card & left:
                see(card, laid)
    for incident in incidents(replay.hand):
        if incident_kinds()[incident.kind].shows_card and incident.seat == seat and incident.card:
            see(incident.card, incident.at)
    return seen


def _absence_seen(replay: Replay, seat: int, lacked: int, every: bool, at: int) -> int | None:
    """Return the first clock at which the table saw that a seat lacks cards: its whole hand, or the cards elsewhere."""
    own = face_up(replay, seat)
    clocks = (
        [max(own.values(), default=at)]
        if len(own) == replay.hand.dealt[seat].bit_count() and not replay.hand.hidden[seat]
        else []
    )
    others = [
        clock
        for who in range(len(replay.hand.dealt))
        if who != seat
        for card, clock in face_up(replay, who).items()
        if card & lacked
    ]
    if others and (not every or len(others) == lacked.bit_count()):
        clocks.append(max(others) if every else min(others))
    return max(at, min(clocks)) if clocks else None


def _holding_seen(replay: Replay, seat: int, melds: tuple[int, ...], held: bool, at: int) -> int | None:
    """Return the first clock at which the table saw that a seat was dealt one of some melds, or none of them."""
    own = face_up(replay, seat)
    others = [
        item for who in range(len(replay.hand.dealt)) if who != seat for item in face_up(replay, who).items()
    ]
    size = replay.hand.dealt[seat].bit_count() + replay.hand.hidden[seat]
    for clock in sorted({at, *own.values(), *(clock for _, clock in others)}):
        mine = sum(card for card, when in own.items() if when <= clock)
        gone = sum(card for card, when in others if when <= clock)
        closed = size - mine.bit_count()
        if held:
            shown = any(mask & mine == mask for mask in melds)
        else:
            shown = all(mask & gone or (mask & ~mine).bit_count() > closed for mask in melds)
        if shown and clock >= at:
            return clock
    return None
