"""What a record proves, and what it leaves open.

Every binding infraction is put to every step. Where the record is whole the answer is plain. Where cards are unknown
the step is completed in every way that matters, and what offends in all completions is proven, what offends in some
of them undetermined. That a play was legal is never presumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from clabber_audit.cards import BIT, CODE, SEAT, SEATS, SUIT_LETTER, codes, team_of
from clabber_audit.clock import NEVER, SCORED, number
from clabber_audit.completions import of_follow, of_step, possible_belles
from clabber_audit.infraction import ORDER, ClaimWeighed, Finding, LaydownSearched, ScoreCompared, Verdict
from clabber_audit.law import Bound, Law
from clabber_audit.replay import (
    BelleCall,
    Call,
    Entry,
    Follow,
    Incident,
    Replay,
    Turn,
    dealing,
    declarations,
    incidents,
)

_PLAYERS: Final = len(SEATS)
#: Steps that may be open although every card is known.
_LEFT_OPEN: Final = (Incident, LaydownSearched)


def ask(walk: Replay, law: Law) -> list[Finding]:
    """Every infraction of the record but those the judge must hand over: claims, lay-downs and the score."""
    found = _follows(walk, law) if walk.certain else _open_follows(walk, law)
    if walk.fell.turns:
        found += _turns(walk, law)
    for steps in _steps(walk):
        if steps:
            found += _beside(steps, walk, law)
    return found


def put(
    steps: Sequence[ClaimWeighed] | Sequence[LaydownSearched] | Sequence[ScoreCompared], walk: Replay, law: Law
) -> list[Finding]:
    """The findings about steps of one kind that the judge hands over."""
    return _beside(steps, walk, law) if steps else []


def _steps(walk: Replay) -> list[Sequence[Any]]:
    """What was said and seen beside the cards, a sequence for each kind of step."""
    record = walk.hand.record
    deal = record.deal
    steps: list[Sequence[Any]] = [declarations(walk.hand, walk.auction, walk.maker)]
    if walk.entries or walk.belle_calls or walk.belles:
        steps += [walk.entries, walk.belle_calls, walk.belles]
    if not walk.certain:
        steps.append(possible_belles(walk))
    if record.incidents:
        steps.append(incidents(walk.hand))
    if deal.due_dealer or deal.cut is not None or record.incidents:
        steps.append([dealing(walk.hand)])
    return steps


def _follows(walk: Replay, law: Law) -> list[Finding]:
    """The infractions of cards falling to a trick already led."""
    found = []
    for bounds, rows in ((law.off_suit, walk.fell.off_suit), (law.trumps, walk.fell.trumps)):
        for bound in bounds:
            offends = bound.offends
            for at, card, hand, led, trump, above in rows:
                if offends(card, hand, led, trump, above):
                    found.append(_finding(bound, Follow(at, card, hand, led, trump, above), "proven", walk, law))
    return found


def _open_follows(walk: Replay, law: Law) -> list[Finding]:
    """The same for a record with unknown cards, card by card and over all completions of each."""
    found = []
    for at in range(len(walk.cards)):
        if at % _PLAYERS == 0:
            continue
        follow = walk.follow(at)
        worlds = list(of_follow(walk, follow))
        for bound in law.duties:
            verdict = _verdict([bound.offends(*world[1:]) for world in worlds])
            if verdict:
                found.append(_finding(bound, follow, verdict, walk, law))
    return found


def _turns(walk: Replay, law: Law) -> list[Finding]:
    """The infractions of turn, over all seats whose turn it may have been where unknown cards leave that open."""
    found = []
    for turn in walk.fell.turns:
        worlds = [turn._replace(turn=1 << seat) for seat in range(_PLAYERS) if turn.turn >> seat & 1] or [turn]
        for bound in law.turns:
            verdict = _verdict([bound.offends(world, law.toggles) for world in worlds])
            if verdict:
                found.append(_finding(bound, turn, verdict, walk, law))
    return found


def _verdict(answers: Sequence[bool]) -> Verdict | None:
    if not any(answers):
        return None
    return "proven" if all(answers) else "undetermined"


def _beside(steps: Sequence[Any], walk: Replay, law: Law) -> list[Finding]:
    """The findings about steps of one kind that are no cards falling."""
    bounds = law.others.get(type(steps[0]), ())
    if not walk.certain or isinstance(steps[0], _LEFT_OPEN):
        return [finding for bound in bounds for step in steps for finding in _put(bound, step, walk, law)]
    toggles = law.toggles
    found = []
    for bound in bounds:
        offends = bound.offends
        for step in steps:
            if offends(step, toggles):
                found.append(_finding(bound, step, "proven", walk, law))
    return found


def _put(bound: Bound, step: Any, walk: Replay, law: Law) -> list[Finding]:
    """The findings about a step that is no card falling: proven where all its completions offend, at one clock."""
    infraction, worlds = bound.infraction, of_step(step, walk)
    guilty = [world for world in worlds if bound.offends(world, law.toggles)]
    at = {infraction.stands(world): world for world in reversed(guilty)}
    proven = len(guilty) == len(worlds) and len(at) == 1
    if not proven and isinstance(step, Call) and not walk.auction.calls:
        # A contract alone tells of no call: nothing is suspected that it does not prove.
        return []
    verdict: Verdict = "proven" if proven else "undetermined"
    return [_finding(bound, world, verdict, walk, law) for _, world in sorted(at.items())]


def _finding(bound: Bound, step: Any, verdict: Verdict, walk: Replay, law: Law) -> Finding:
    infraction = bound.infraction
    at = infraction.stands(step)
    seat: int | None = None
    trick: int | None = None
    if isinstance(step, Follow | Turn):
        seat, trick = walk.hand.seats[step.clock], step.trick
    elif not isinstance(step, ScoreCompared):
        seat = step.seat
        trick = step.trick if isinstance(step, Incident) else None
    if infraction.offender:
        seat = infraction.offender(step, law.toggles)
    team = None if seat is None else team_of(seat)
    if isinstance(step, ScoreCompared):
        team = step.team
    penalty = infraction.charge(step, law.toggles, bound.penalty) if infraction.charge else bound.penalty
    facts = infraction.facts(step) if verdict == "proven" or not isinstance(step, Follow | Turn) else _known_facts(step)
    return Finding(
        infraction.id,
        seat,
        team,
        trick,
        at,
        verdict,
        _provable_from(bound, step, at, seat, walk) if verdict == "proven" else None,
        penalty,
        bound.rows,
        facts,
        (
            ORDER["incident"] if isinstance(step, Incident) else infraction.place,
            getattr(step, "number", 0),
            bound.number,
        ),
        infraction.falls,
        step.number if isinstance(step, Entry | BelleCall) else None,
    )


def _known_facts(play: Follow | Turn) -> dict[str, Any]:
    """What is certain about a play of which it is open whether it offends."""
    led = {"led": SUIT_LETTER.get(play.led)} if isinstance(play, Follow) else {}
    return {**led, "played": CODE.get(play.card)}


def _provable_from(bound: Bound, step: Any, at: int, seat: int | None, walk: Replay) -> int | None:
    infraction = bound.infraction
    lacked = infraction.lacks(step) if infraction.lacks else None
    if lacked and seat is not None:
        return _absence_seen(walk, seat, *lacked, at)
    if isinstance(step, Follow | Turn):
        if infraction.proof is None:
            return at + 1
        seen = face_up(walk, walk.hand.seats[step.clock])
        clocks = [clock for card, clock in seen.items() if card & infraction.proof(step)]
        return max(at + 1, min(clocks)) if clocks else None
    if infraction.evident:
        return infraction.evident(step)
    return at + 1 if infraction.falls else at


def face_up(walk: Replay, seat: int) -> dict[int, int]:
    """The cards of a seat that the table got to see, as bits, with the clock from which it had seen them."""
    record = walk.hand.record
    seen: dict[int, int] = {}

    def see(card: int, clock: int) -> None:
        seen[card] = min(clock, seen.get(card, NEVER))

    for at, (who, card) in enumerate(zip(walk.hand.seats, walk.cards, strict=True)):
        if who == seat and card:
            see(card, at + 1)
    if record.deal.upcard and SEAT[record.deal.dealer] == seat:
        see(BIT[record.deal.upcard], 0)
    for entry in walk.entries:
        if entry.seat == seat and entry.shown <= SCORED:
            for code in record.melds[entry.number].cards:  # type: ignore[index]
                see(BIT[code], max(entry.shown, 0))
    if record.laydown and SEAT[record.laydown.by] == seat:
        laid = number(record.laydown.at)
        left = walk.hand.dealt[seat] & ~sum(card for card, clock in seen.items() if clock <= laid)
        for code in codes(left):
            see(BIT[code], laid)
    for incident in incidents(walk.hand):
        if incident.kind == "exposed_card" and incident.seat == seat and incident.card:
            see(incident.card, max(incident.at, 0))
    return seen


def _absence_seen(walk: Replay, seat: int, lacked: int, every: bool, at: int) -> int | None:
    """The first clock at which the table saw that a seat lacks cards: its whole hand, or the cards elsewhere."""
    own = face_up(walk, seat)
    clocks = [max(own.values())] if len(own) == walk.hand.dealt[seat].bit_count() and not walk.hand.hidden[seat] else []
    others = [
        clock for who in range(_PLAYERS) if who != seat for card, clock in face_up(walk, who).items() if card & lacked
    ]
    if others and (not every or len(others) == lacked.bit_count()):
        clocks.append(max(others) if every else min(others))
    return max(at, min(clocks)) if clocks else None
