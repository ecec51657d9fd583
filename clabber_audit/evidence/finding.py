"""Findings: infractions found, with their verdict and the completions that it rests on.

A finding has the moment from which the cards face up prove it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import DECLARING, NEVER, cards_in, clock_of, is_within_hand
from clabber_audit.core.errors import Path
from clabber_audit.games.clabber.melds import melds_of
from clabber_audit.records.hand import Completion, Hand
from clabber_audit.replay import ExtraPlay, Follow, Replay, Turn, incident_events
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.infraction import ORDER, Facts, Infraction, LawCase, incident_kinds

#: Undetermined: completions of both kinds exist. Not settled: the search ended first. Not supported: there is no search.
Verdict = Literal["proven", "undetermined", "not_settled", "not_supported"]
#: Limit of the factor of search budgets, so that a ruling from elsewhere cannot ask for a search without end.
MOST_EFFORT: Final = 100
#: The parts of a record in which each entry may say its own moment.
_DATED: Final = ("declarations", "incidents", "claims")


class Witnesses(NamedTuple):
    """Completion with an infraction and one without it; None if there is none."""

    guilty: Completion | None
    innocent: Completion | None
    #: Number of steps after which the search ended without an answer, so that a missing completion may still exist.
    exhausted: int = 0
    #: False if no search handles the event.
    supported: bool = True

    @property
    def verdict(self) -> Verdict:
        """Proven if it holds in every completion; undetermined only if both kinds are known, or neither is needed."""
        if not self.supported:
            return "not_supported"
        if self.exhausted and not (self.guilty and self.innocent):
            return "not_settled"
        return "undetermined" if self.innocent or self.exhausted else "proven"

    @property
    def is_proven(self) -> bool:
        """True if it holds in every completion."""
        return self.verdict == "proven"


def join_witnesses(answers: Sequence[Witnesses]) -> Witnesses:
    """Return the witnesses of an event under one or another of several suppositions, from those under each."""
    return Witnesses(
        next((answer.guilty for answer in answers if answer.guilty), None),
        next((answer.innocent for answer in answers if answer.innocent), None),
        max(answer.exhausted for answer in answers),
        all(answer.supported for answer in answers),
    )


class Finding(NamedTuple):
    """Infraction found, with its verdict. Seats and teams are indices, clocks integers."""

    infraction: str
    seat: int | None
    team: int | None
    #: From 1: of a card its trick, of an incident the trick it names, else None.
    trick: int | None
    #: When it happened: for a card, the number of cards on the table before it.
    at: int
    verdict: Verdict
    #: The first clock at which the cards then face up or already played proved it; None when none did.
    provable_from: int | None
    penalty: Penalty
    #: The catalog rows of the articles that bind it.
    rules: tuple[str, ...]
    facts: Facts
    #: Sort key among findings of one clock.
    order: tuple[int, int, int]
    #: True if it concerns the card being played, so that it happens when the card falls.
    falls: bool
    #: True if it is about a lead that was another seat's.
    led_for_another: bool
    #: The number of the meld it is about, in the record.
    meld: int | None = None
    #: A completion in which it happened and one in which it did not, if found.
    completions: tuple[Completion | None, Completion | None] = (None, None)
    #: Number of steps after which the search for completions ended without an answer.
    searched: int = 0
    #: The part of the record that it is about; empty for the whole.
    path: Path = ()
    #: True if it is about a card that belongs to no trick.
    stray: bool = False
    #: Its place among the findings of its ruling, from 0: that is how claims and remarks name it.
    number: int = -1

    @property
    def identity(self) -> tuple[Any, ...]:
        """Offense, seat, side, clock, verdict and penalty, by which rulings on one hand have the same finding."""
        return self.infraction, self.seat, self.team, self.at, self.verdict, self.penalty

    @property
    def is_open(self) -> bool:
        """True unless it is proven."""
        return self.verdict != "proven"

    @property
    def of_card(self) -> bool:
        """True if it is about a card played, in turn or not, in a trick or in none."""
        return self.order[0] in (ORDER["turn"], ORDER["duty"])

    @property
    def in_trick(self) -> bool:
        """True if it is about a card in a trick."""
        return self.of_card and not self.stray

    @property
    def of_laydown(self) -> bool:
        """True if it is about a lay-down."""
        return self.order[0] == ORDER["laydown"]

    @property
    def of_claim(self) -> bool:
        """True if it is about an unproven claim, so against the claimant's side."""
        return self.order[0] == ORDER["claim"]

    @property
    def of_score(self) -> bool:
        """True if it is about the score sheet."""
        return self.order[0] == ORDER["score"]

    @property
    def of_breakdown(self) -> bool:
        """True if it is about the breakdown on the sheet, not its score or running total."""
        return self.of_score and self.facts.get("part", "after") != "after"

    @property
    def voids_deal(self) -> bool:
        """True if it is proven and costs a new deal: a misdeal."""
        return self.penalty == "redeal" and self.verdict == "proven"

    @property
    def is_renege(self) -> bool:
        """True if it is a proven renege."""
        return self.penalty == "renege" and self.verdict == "proven"

    def recorded_at(self, hand: Hand) -> int:
        """Return the clock in recorded cards: as written, or by the place of the card in the record.

        Cards that belong to no trick are counted.
        """
        if len(self.path) > 1:
            part, place, *_ = self.path
            if part == "plays" and self.of_card:
                return int(place)
            if part in _DATED:
                noted = getattr(hand.record, str(part))[place].at
                return hand.recorded_clock_after(self.at) if noted is None else clock_of(noted)
        return hand.to_recorded_clock(self.at)

    def provable_at(self, hand: Hand) -> int | None:
        """Return the clock from which it was provable, in recorded cards."""
        if self.provable_from is None:
            return None
        if self.stray:
            # The card proves it as it falls.
            return self.recorded_at(hand) + 1
        at_once = self.provable_from == self.at
        return self.recorded_at(hand) if at_once else hand.recorded_clock_after(self.provable_from)

    def precedes(self, clock: int) -> bool:
        """Return True if it had happened by a clock: a card before it, a call at it too."""
        return self.at < clock if self.falls else self.at <= clock


def provable_from(
    infraction: Infraction[Any], case: LawCase[Any], at: int, seat: int | None, replay: Replay
) -> int | None:
    """Return the first clock at which the cards face up proved an infraction, None if they never did."""
    event, decisive = case.event, infraction.decisive_melds(case)
    if decisive and seat is not None:
        return _find_holding_seen(replay, seat, *decisive, at)
    lacked = infraction.missing_cards(case)
    if lacked and seat is not None:
        return _find_absence_seen(replay, seat, *lacked, at)
    if isinstance(event, Turn):
        return at + 1
    if isinstance(event, ExtraPlay):
        # No more cards lie in tricks once it has fallen.
        return at
    if isinstance(event, Follow):
        seen = face_up(replay, replay.hand.seats[event.clock])
        clocks = [clock for card, clock in seen.items() if card & infraction.cards_owed(case)]
        return max(at + 1, min(clocks)) if clocks else None
    return infraction.evident_from(case)


def face_up(replay: Replay, seat: int) -> dict[int, int]:
    """Return card -> clock from which the table had seen it, for the cards of a seat."""
    record, seating = replay.hand.record, replay.hand.seating
    seen: dict[int, int] = {}

    def see(cards: int, clock: int) -> None:
        for card in cards_in(cards):
            seen[card] = min(clock, seen.get(card, NEVER))

    for at, (who, card) in enumerate(zip(replay.hand.seats, replay.cards, strict=True)):
        if who == seat:
            see(card, at + 1)
    see(replay.hand.pack.first_copy[record.deal.upcard] & replay.hand.dealt[seat], DECLARING)
    for entry in melds_of(replay).entries:
        if entry.seat == seat and is_within_hand(entry.shown):
            see(entry.cards, entry.shown)
    if record.laydown and seating.number[record.laydown.by] == seat:
        laid = clock_of(record.laydown.at)
        see(replay.hand.dealt[seat] & ~sum(card for card, clock in seen.items() if clock <= laid), laid)
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


def _find_absence_seen(replay: Replay, seat: int, lacked: int, every: bool, at: int) -> int | None:
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


def _find_holding_seen(replay: Replay, seat: int, melds: tuple[int, ...], held: bool, at: int) -> int | None:
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
