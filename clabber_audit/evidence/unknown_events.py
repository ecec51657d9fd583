"""Evaluate an infraction on one event of which something is unknown: the cards, a moment, or who did it.

`evaluate_event` picks the way by the type of the event. Each way yields the events that offend, with a completion in
which they do and one in which they do not (`Witnesses`):

* `evaluate_noted`: cards do not matter, so each reading of the event is tried;
* `evaluate_possible_hands`: each hand that a call or an exchange of cards may have been made from is tried;
* a call in Clabber, a meld, a belle, an exposed card: the law becomes a question about completions;
* a lay-down: the answer of its search.

Melds and belles without a recorded moment are evaluated once for each kind of moment that they may have had.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import reduce
from itertools import chain, product
from operator import or_
from typing import Any, Final, NamedTuple

from clabber_audit.cards import (
    DEAL,
    NEVER,
    PENDING,
    SEAT,
    SEATS,
    SUIT,
    UNWRITTEN,
    Pack,
    clock_of,
    is_within_hand,
)
from clabber_audit.evidence.completions import (
    BelleOffends,
    Budget,
    BudgetExhausted,
    DutyBroken,
    HandOffends,
    MeldHeld,
    StillHeld,
    TrumpFrame,
    TurnedUp,
    charge_to,
    find_some_completion,
    find_witnesses,
    spend,
)
from clabber_audit.evidence.finding import Witnesses, join_witnesses
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.melds import (
    Belle,
    BelleCall,
    MeldEntry,
    find_first_call,
    find_noted_melds,
    melds_of,
    suits_turned_up,
)
from clabber_audit.games.clabber.scoring import SheetSlip
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.records.hand import KEPT, Hand
from clabber_audit.replay import Dealing, IncidentEvent, Replay
from clabber_audit.rules.bound_ruleset import BoundInfraction, BoundRuleset
from clabber_audit.rules.infraction import (
    UNANSWERED,
    FailedClaim,
    LawCase,
    LaydownResult,
    LaydownSearched,
    ScoreCompared,
    incident_kinds,
)

#: Events that may be undetermined although every card is known.
LEFT_OPEN: Final = (LaydownSearched, IncidentEvent)


class EventQuery(NamedTuple):
    """Event with unknown parts, and the law to evaluate on it."""

    bound: BoundInfraction
    event: Any
    replay: Replay
    frame: TrumpFrame
    law: BoundRuleset

    def case(self, event: Any) -> LawCase[Any]:
        """Return a reading of the event with the toggles."""
        return LawCase(event, self.law.toggles, self.bound.penalty)

    def objects(self, one: Any) -> bool:
        """Return True if the law objects to one reading of the event."""
        return bool(self.bound.offends(one, self.law.toggles))

    def objects_to_hand(self, hand: int) -> bool:
        """Return True if the law objects to the event by a seat that was dealt a hand."""
        return self.objects(self.event._replace(hand=hand))


#: The readings of an event that may offend, each with its witnesses; None if it cannot.
Answers = Iterator[tuple[Any, Witnesses | None]]


def evaluate_event(query: EventQuery) -> Answers:
    """Evaluate an event with the function for its type; an unknown type is not supported."""
    evaluate = _EVALUATORS.get(type(query.event))
    if evaluate is None and type(query.event) in query.law.game.events:
        # An event made from a hand has the number of its unknown cards, `hidden`.
        evaluate = evaluate_possible_hands if hasattr(query.event, "hidden") else evaluate_noted
    if evaluate is None:
        return iter([(query.event, Witnesses(None, None, supported=False))])
    dated = isinstance(query.event, (MeldEntry, *_BELLE))
    return _evaluate_over_moments(query, evaluate) if dated else evaluate(query)


def evaluate_noted(query: EventQuery) -> Answers:
    """Evaluate an event that does not depend on cards."""
    may_be = query.bound.infraction.possible_events(query.case(query.event))
    if may_be == [query.event]:
        may_be = getattr(query.event, "readings", may_be)
    offending = [event for event in may_be if query.objects(event)]
    result = evaluate_readings([event in offending for event in may_be], query.frame)
    if result:
        # Name a seat that the record does not name only if no other can have done it.
        yield query.event if len(offending) > 1 and query.objects(query.event) else offending[0], result


def evaluate_readings(offenses: Sequence[bool], frame: TrumpFrame) -> Witnesses | None:
    """Return the witnesses of an event that its readings decide, not the cards; None if no reading offends."""
    if not any(offenses):
        return None
    some, searched = find_some_completion(frame)
    return Witnesses(some, None) if all(offenses) else Witnesses(some, some, searched)


#: Budget for the possible hands behind one event; with two packs there may be millions.
_HANDS: Final = 5_000


def evaluate_possible_hands(query: EventQuery) -> Answers:
    """Evaluate a call or an exchange over every hand that it may have been made from."""
    event = query.event
    if not event.open:
        yield from evaluate_noted(query)
        return
    answers: set[bool] = set()
    given_up = 0
    try:
        with charge_to(Budget(_HANDS)):
            for reading in _with_possible_hands(event, query.replay.hand):
                spend()
                answers.add(query.objects(reading))
                if len(answers) > 1:
                    break
    except BudgetExhausted as ended:
        given_up = ended.steps
    if given_up and len(answers) < 2:
        # All that were looked at agree, and there are more.
        yield event, Witnesses(None, None, given_up)
        return
    yield event, evaluate_readings(sorted(answers), query.frame)


def _with_possible_hands(event: Any, hand: Hand) -> Iterator[Any]:
    """Yield the event with each possible hand; for an unrecorded card given, with each card of that hand."""
    dealt = hand.before_exchanges.hands if hand.before_exchanges else hand.dealt
    pool = hand.pack.all_cards & ~hand.aside & ~reduce(or_, dealt) & ~event.hand
    for more in _draw_masks(_group_equivalent(pool, hand.pack, event), event.hidden):
        one = event._replace(hand=event.hand | more, hidden=0)
        if not getattr(event, "gave_unknown", False):
            yield one
            continue
        for card in hand.pack.face:
            if card & one.hand:
                yield one._replace(cards=event.cards | card)


def _group_equivalent(pool: int, pack: Pack, event: Any) -> list[list[int]]:
    """Group the equivalent cards of a pool, which no rule about such an event distinguishes.

    Jacks are distinguished one by one (B-017), other cards by rank (B-125, B-126); a card given, by its height in its
    suit under the trump (B-037, B-078).
    """
    groups: dict[Hashable, list[int]] = {}
    under = getattr(event, "under", None)
    jacks = pack.rank["J"]
    for card, face in pack.face.items():
        if not card & pool:
            continue
        key: Hashable = face if card & jacks else face[0]
        if under is not None:
            key = (
                under.suit_of[card] == under.trump,
                (under.beaters[card] & under.suit_of[card]).bit_count(),
            )
        groups.setdefault(key, []).append(card)
    return list(groups.values())


def _draw_masks(groups: Sequence[Sequence[int]], count: int) -> Iterator[int]:
    """Yield masks of `count` cards, one for each way to draw from the groups."""
    if not groups:
        if not count:
            yield 0
        return
    if count > sum(map(len, groups)):
        return
    first, *rest = groups
    for taken in range(min(count, len(first)) + 1):
        for more in _draw_masks(rest, count - taken):
            yield sum(chain(first[:taken])) | more


def _evaluate_call(query: EventQuery) -> Answers:
    """Evaluate a call in the auction: the suit held, and the up-card."""
    event, suits = query.event, 0
    if not (event.turned_up or query.objects(event)):
        suits = sum(suit for suit in SUIT.values() if query.objects(event._replace(turned_up=suit)))
    if suits:
        # The up-card was not noted: it is whichever of his cards the dealer turned up.
        dealer = SEAT[query.replay.hand.record.deal.dealer]
        result = find_witnesses(query.frame, TurnedUp(dealer, suits))
    elif event.hidden and (
        query.objects(event) or query.objects_to_hand(event.hand | query.replay.hand.pool)
    ):
        result = find_witnesses(query.frame, HandOffends(event.seat, event.suit, query.objects_to_hand))
    else:
        yield from evaluate_noted(query)
        return
    yield event, result


def _evaluate_incident(query: EventQuery) -> Answers:
    """Evaluate an incident; for an exposed card, its being still closed too."""
    shown = incident_kinds()[query.event.kind].shows_card and query.objects(query.event)
    if not shown or query.bound.is_deed:
        yield from evaluate_noted(query)
        return
    yield query.event, _evaluate_exchange(query) if query.event.in_play else _evaluate_exposure(query)


def _evaluate_exchange(query: EventQuery) -> Witnesses | None:
    """Evaluate a card exchanged for another: if the first broke no rule, the second was exposed (R-042).

    One turn has one finding.
    """
    event, replay, law = query.event, query.replay, query.law
    shown = replay.hand.first_shown.get(event.at)
    if not shown or replay.hand.pack.face[shown] != replay.hand.pack.face[event.card]:
        # Another card was shown before this one.
        return None
    here = [turn for turn in replay.plays.turns if turn.clock == event.at]
    if any(bound.offends(turn, law.toggles) for turn in here for bound in law.turns):
        return None
    due = law.duties_at(event.at, replay.hand.seating)
    if not due:
        return evaluate_readings([True], query.frame)
    return find_witnesses(query.frame, ask_duties(event.at, due, shown), guilty=False)


def ask_duties(clock: int, due: Sequence[BoundInfraction], shown: int = 0) -> DutyBroken:
    """Return the question if the card at a clock, or the one `shown` first, breaks any of some duties."""
    letters = {letter for bound in due for letter in bound.infraction.looks_at}
    return DutyBroken(clock, tuple(bound.offends for bound in due), shown, "".join(sorted(letters)))


def _evaluate_exposure(query: EventQuery) -> Witnesses | None:
    """Evaluate an exposed card as still closed: it had not fallen and was not the up-card (D-68)."""
    event, replay, frame = query.event, query.replay, query.frame
    result = evaluate_readings([True], frame)
    if event.card and event.seat is not None and event.at > 0:
        still_held = StillHeld(min(event.at, len(replay.cards)) - 1, event.seat, event.card)
        result = find_witnesses(frame, still_held)
    if (
        result
        and result.is_proven
        and event.seat == event.dealer
        and not replay.hand.record.deal.upcard
        and event.card & (replay.declared.turned_up or suits_turned_up(replay.hand))
    ):
        # The up-card is not recorded, and this may be it.
        return Witnesses(result.guilty, result.guilty)
    return result


def _evaluate_laydown(query: EventQuery) -> Answers:
    """Yield a lay-down with the completions that the search found."""
    event = query.event
    supported = event.result is not LaydownResult.NOT_SUPPORTED
    for one, result in evaluate_noted(query):
        shown = result and not result.is_proven and (any(event.completions) or event.result in UNANSWERED)
        searched = Witnesses(event.completions[0], event.completions[1], event.searched, supported)
        yield (event, searched) if shown else (one, result)


_BELLE: Final = (BelleCall, Belle)


def is_unwritten(event: Any) -> bool:
    """Return True if the moment of a meld or belle was not recorded."""
    if isinstance(event, MeldEntry):
        return UNWRITTEN in (event.announced, event.shown)
    return isinstance(event, _BELLE) and (UNWRITTEN in (event.said, event.run_shown) or None in event)


def list_possible_moments(event: MeldEntry | BelleCall | Belle, toggles: Toggles) -> list[Any]:
    """Return the event once for each kind of moment that it may have had; itself if the moment is recorded."""
    if isinstance(event, MeldEntry):
        called = (
            _sample_clocks(event.first, event.first_fell)
            if event.announced == UNWRITTEN
            else [event.announced]
        )
        showings = [event.shown]
        if event.shown == UNWRITTEN and toggles.show_required:
            showings = _sample_clocks(event.second, event.second_fell)
        return [event._replace(announced=moment, shown=other) for moment in called for other in showings]
    said = [event.said]
    if event.said == UNWRITTEN:
        said = [DEAL, PENDING, NEVER] if isinstance(event, BelleCall) else [DEAL, NEVER]
    showings = [DEAL, NEVER] if event.run_shown == UNWRITTEN else [event.run_shown]
    either = [True, False]
    results: list[Any] = [
        event._replace(said=moment, run_shown=other, in_meld=in_meld)
        for moment, other, in_meld in product(
            said, showings, either if event.in_meld is None else [event.in_meld]
        )
    ]
    if isinstance(event, BelleCall) and event.with_run is None:
        return [result._replace(with_run=with_run) for result in results for with_run in either]
    return results


def _sample_clocks(proper: int, fell: bool) -> list[int]:
    """Return one clock each for too early, in time, too late and never."""
    if fell:
        return [DEAL, proper, proper + 1, NEVER]
    return [DEAL, proper if is_within_hand(proper) else PENDING, NEVER]


def _evaluate_meld(query: EventQuery) -> Answers:
    """Evaluate a run or four, over the melds that the hand may hold."""
    event = query.event
    decisive = query.bound.infraction.decisive_melds(query.case(event)) if event.hidden else None
    if not decisive:
        yield from evaluate_noted(query)
        return
    melds, offends = decisive
    yield event, find_witnesses(query.frame, MeldHeld(event.seat, melds), offends)


def _evaluate_belle(query: EventQuery) -> Answers:
    """Yield a belle, or a call of belle, once for each moment at which it may offend."""
    event, replay = query.event, query.replay
    own = [*replay.clocks(event.seat), KEPT, None]
    offending: dict[int, dict[tuple[int | None, int | None], BelleCall | Belle]] = {}
    for king, queen in product(own, own):
        call = _place_belle(event, replay, king, queen)
        if call and query.objects(call):
            offending.setdefault(query.bound.infraction.clock_of(query.case(call)), {})[king, queen] = call
    for _, here in sorted(offending.items()):
        yield (
            next(iter(here.values())),
            find_witnesses(query.frame, BelleOffends(event.seat, _is_among(here))),
        )


def _is_among(here: Collection[tuple[int | None, int | None]]) -> Any:
    return lambda king, queen: (king, queen) in here


def _place_belle(
    event: BelleCall | Belle, replay: Replay, king: int | None, queen: int | None
) -> BelleCall | Belle | None:
    """Return the event with king and queen at these clocks, None if there is no belle."""
    if king is None or queen is None:
        return event._replace(holds=False) if isinstance(event, BelleCall) else None
    second = PENDING if KEPT in (king, queen) else max(king, queen)
    if isinstance(event, Belle):
        said = _find_belle_call(replay, event.seat, second)
        return event._replace(second=second, said=event.said if said == UNWRITTEN else said)
    meld = (replay.hand.record.melds or [])[event.number]
    said = event.said if meld.announced != "in_turn" or event.with_laydown else second
    return event._replace(holds=True, second=second, said=said)


def _find_belle_call(replay: Replay, seat: int, second: int) -> int:
    """Return the clock of the first belle call of a seat whose second card fell at `second`."""
    words = [
        meld.announced
        for meld in replay.hand.record.melds or ()
        if meld.kind == "belle" and meld.seat == SEATS[seat]
    ]
    special = {None: UNWRITTEN, "in_turn": second, "never": NEVER}
    return find_first_call([special[word] if word in special else clock_of(word) for word in words], second)


def _evaluate_over_moments(query: EventQuery, evaluate: Callable[[EventQuery], Answers]) -> Answers:
    """Evaluate a meld event, over its possible moments if they were not recorded."""
    events = list_possible_moments(query.event, query.law.toggles)
    if len(events) == 1:
        yield from evaluate(query)
        return
    groups: dict[int, list[tuple[Any, Witnesses]]] = {}
    for event in events:
        for one, result in evaluate(query._replace(event=event)):
            if result is None:
                continue
            # Evaluate each place of the second card of a belle separately.
            place = 0 if isinstance(one, MeldEntry) else query.bound.infraction.clock_of(query.case(one))
            groups.setdefault(place, []).append((one, result))
    for group in groups.values():
        joined = join_witnesses([result for _, result in group])
        if joined.innocent is None and len(group) < len(events):
            # At a moment without a fault, any completion is without it.
            innocent, steps_taken = find_some_completion(query.frame)
            joined = joined._replace(innocent=innocent, exhausted=joined.exhausted or steps_taken)
        yield group[0][0], joined


def list_possible_belles(replay: Replay) -> list[Belle]:
    """Return the belles of seats that may hold one."""
    if not replay.trumps or find_noted_melds(replay) is None:
        return []
    known = {belle.seat for belle in melds_of(replay).belles}
    return [
        Belle(
            seat, PENDING, _find_belle_call(replay, seat, PENDING), NEVER, in_meld=False, with_laydown=False
        )
        for seat in range(len(SEATS))
        if seat not in known and replay.hand.hidden[seat]
    ]


#: Evaluation function by type of event, for those that are not evaluated by their hand or as noted.
_EVALUATORS: Final[dict[type, Callable[[EventQuery], Answers]]] = {
    **dict.fromkeys((Belle, BelleCall), _evaluate_belle),
    **dict.fromkeys((FailedClaim, Dealing, ScoreCompared, SheetSlip), evaluate_noted),
    Call: _evaluate_call,
    MeldEntry: _evaluate_meld,
    IncidentEvent: _evaluate_incident,
    LaydownSearched: _evaluate_laydown,
}
