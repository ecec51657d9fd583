"""Moments from which the cards face up prove an infraction."""

from __future__ import annotations

from typing import Any

from clabber_audit.cards import DECLARING, NEVER, clock_of, is_within_hand
from clabber_audit.games.clabber.melds import melds_of
from clabber_audit.replay import ExtraPlay, Follow, Replay, Turn, incident_events
from clabber_audit.rules.incidents import incident_kinds
from clabber_audit.rules.infraction import Infraction, LawCase


def provable_from(
    infraction: Infraction[Any], case: LawCase[Any], at: int, seat: int | None, replay: Replay
) -> int | None:
    """Return the first clock at which the cards face up proved an infraction, None if they never did."""
    event, decisive = case.event, infraction.decisive_melds(case)
    if decisive and seat is not None:
        return _holding_seen(replay, seat, *decisive, at)
    lacked = infraction.missing_cards(case)
    if lacked and seat is not None:
        return _absence_seen(replay, seat, *lacked, at)
    if isinstance(event, Turn):
        return at + 1
    if isinstance(event, ExtraPlay):
        # No more cards lie in tricks once it has fallen.
        return at
    if isinstance(event, Follow):
        seen = face_up(replay, replay.hand.seats[event.clock])
        clocks = [clock for card, clock in seen.items() if card & infraction.proof(case)]
        return max(at + 1, min(clocks)) if clocks else None
    return infraction.evident_from(case)


def face_up(replay: Replay, seat: int) -> dict[int, int]:
    """Return card -> clock from which the table had seen it, for the cards of a seat."""
    record, seating = replay.hand.record, replay.hand.seating
    seen: dict[int, int] = {}

    def see(card: int, clock: int) -> None:
        seen[card] = min(clock, seen.get(card, NEVER))

    for at, (who, card) in enumerate(zip(replay.hand.seats, replay.cards, strict=True)):
        if who == seat and card:
            see(card, at + 1)
    turned = replay.hand.pack.first_copy[record.deal.upcard]
    if turned & replay.hand.dealt[seat]:
        see(turned, DECLARING)
    for entry in melds_of(replay).entries:
        if entry.seat == seat and is_within_hand(entry.shown):
            for card in replay.hand.pack.face:
                if card & entry.cards:
                    see(card, entry.shown)
    if record.laydown and seating.number[record.laydown.by] == seat:
        laid = clock_of(record.laydown.at)
        left = replay.hand.dealt[seat] & ~sum(card for card, clock in seen.items() if clock <= laid)
        for card in replay.hand.pack.face:
            if card & left:
                see(card, laid)
    for incident in incident_events(replay.hand):
        shows = incident_kinds()[incident.kind].shows_card and incident.seat == seat and incident.card
        # A claim needs a witness on the other side.
        if shows and incident.seen_by & ~seating.sides[seating.side_of[seat]]:
            # Of two copies one that the seat still had.
            gone = sum(replay.cards[: max(incident.at, 0)])
            copies = replay.hand.dealt[seat] & replay.hand.pack.twins[incident.card]
            left = copies & ~gone or copies or incident.card
            see(left & -left, incident.at)
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
