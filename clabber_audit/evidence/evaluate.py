"""Evaluate every infraction against a record, under all completions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, product
from operator import or_
from typing import Any, Final, NamedTuple

from clabber_audit.cards.cards import (
    CODE,
    DEAL,
    NEVER,
    PENDING,
    SEAT,
    SEATS,
    SUIT,
    TEAMS,
    UNWRITTEN,
    Pack,
    is_within_hand,
    letter_of,
    number,
    team_of,
)
from clabber_audit.core.errors import Path
from clabber_audit.evidence.budget import Budget, Spent, charge_to, spend
from clabber_audit.evidence.completions import (
    BellePlaced,
    CardFell,
    CompletionQuestion,
    HandDealt,
    MeldHeld,
    StillHeld,
    TrumpFrame,
    TurnCame,
    TurnedUp,
    build_frame,
    find_completion,
    tables,
)
from clabber_audit.evidence.finding import Finding, Verdict
from clabber_audit.evidence.provable import provable_from
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.melds import (
    Belle,
    BelleCall,
    MeldEntry,
    find_first_call,
    find_noted_melds,
    melds_of,
)
from clabber_audit.games.clabber.ranking import suits_turned_up
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import Game
from clabber_audit.records.hand import Hand
from clabber_audit.records.partial_deal import KEPT, Completion
from clabber_audit.replay import (
    Dealing,
    ExtraPlay,
    Follow,
    IncidentEvent,
    Lead,
    Replay,
    Turn,
    deal_event,
    incident_events,
    replay_hand,
)
from clabber_audit.rules.bound_ruleset import BoundInfraction, BoundRuleset
from clabber_audit.rules.events import (
    UNANSWERED,
    ClaimWeighed,
    LaydownResult,
    LaydownSearched,
    ScoreCompared,
    SheetDoubted,
)
from clabber_audit.rules.incidents import incident_kinds
from clabber_audit.rules.infraction import ORDER, LawCase, Seats

#: Budget for one question about several infractions, so that later ones get their share.
_TOGETHER: Final = 15_000


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


def frame_of(replay: Replay) -> TrumpFrame:
    """Return the frame of a replay whose trump suit is known or assumed."""
    return build_frame(replay.hand, replay.ranking, replay.declared.turned_up)


def find_witnesses(frame: TrumpFrame, question: CompletionQuestion, guilty: bool = True) -> Witnesses | None:
    """Return a completion of each kind for a question, None if the answer `guilty` holds in none."""
    completions: list[Completion | None] = []
    exhausted = 0
    for wanted in (guilty, not guilty):
        try:
            completions.append(find_completion([frame], [(question, wanted)]))
        except Spent as ended:
            exhausted = ended.steps
            completions.append(None)
    return Witnesses(completions[0], completions[1], exhausted) if completions[0] or exhausted else None


def _find_some_completion(frame: TrumpFrame) -> tuple[Completion | None, int]:
    """Return any completion, or None and the number of steps after which the search ended."""
    try:
        completion = find_completion([frame], [])
        return completion, int(completion is None)
    except Spent as ended:
        return None, ended.steps


def is_one_certain(replay: Replay, law: BoundRuleset, faults: Sequence[tuple[str, int]]) -> bool:
    """Return True if every completion has at least one of some infractions, each given with its clock."""
    wanted = [(question, False) for question in card_questions(faults, replay, law)]
    try:
        with charge_to(Budget(_TOGETHER)):
            return find_completion([frame_of(each) for each in replay.replays_by_trump], wanted) is None
    except Spent:
        return False


def card_questions(
    faults: Iterable[tuple[str, int]], replay: Replay, law: BoundRuleset
) -> list[CompletionQuestion]:
    """Return some infractions, each named with the clock of its card, as questions about completions."""
    names: dict[int, set[str]] = {}
    for name, clock in faults:
        names.setdefault(clock, set()).add(name)
    questions: list[CompletionQuestion] = []
    for clock, here in sorted(names.items()):
        turns = tuple(_turn_law(bound, law) for bound in law.turns if bound.infraction.id in here)
        due = law.duties_at(clock, replay.hand.seating)
        duties = tuple(bound.offends for bound in due if bound.infraction.id in here)
        questions += [TurnCame(clock, turns)] if turns else []
        questions += [CardFell(clock, duties, find_judged_cards(replay, law).get(clock, 0))] if duties else []
    return questions


def find_judged_cards(replay: Replay, law: BoundRuleset) -> Mapping[int, int]:
    """Return the cards by clock that are judged in place of those that fell.

    A card shown in the act of playing is played (R-041, D-69), unless the table lets it be corrected (D-59, BD-75).
    """
    return replay.hand.first_shown if law.toggles.correction == "none" else {}


def _turn_law(bound: BoundInfraction, law: BoundRuleset) -> Any:
    return lambda turn: bound.offends(turn, law.toggles)


class EventQuery(NamedTuple):
    """Event with unknown parts, and the law to evaluate on it."""

    bound: BoundInfraction
    event: Any
    replay: Replay
    frame: TrumpFrame
    law: BoundRuleset

    def case(self, event: Any) -> LawCase[Any]:
        """Return a reading of the event with the toggles."""
        return LawCase(event, self.law.toggles)

    def objects(self, one: Any) -> bool:
        """Return True if the law objects to one reading of the event."""
        return bool(self.bound.offends(one, self.law.toggles))

    def objects_to_hand(self, hand: int) -> bool:
        """Return True if the law objects to the event by a seat that was dealt a hand."""
        return self.objects(self.event._replace(hand=hand))


#: The readings of an event that offend, each with its witnesses.
Answers = Iterator[tuple[Any, Witnesses]]


def evaluate_noted(query: EventQuery) -> Answers:
    """Evaluate an event that does not depend on cards."""
    may_be = readings(query)
    offending = [event for event in may_be if query.objects(event)]
    result = weigh_readings([event in offending for event in may_be], query.frame)
    if result:
        # Name a seat that the record does not name only if no other can have done it.
        yield query.event if len(offending) > 1 and query.objects(query.event) else offending[0], result


def weigh_readings(offenses: Sequence[bool], frame: TrumpFrame) -> Witnesses | None:
    """Return the witnesses of an event that its readings decide, not the cards; None if no reading offends."""
    if not any(offenses):
        return None
    some, searched = _find_some_completion(frame)
    return Witnesses(some, None) if all(offenses) else Witnesses(some, some, searched)


def readings(query: EventQuery) -> list[Any]:
    """Return the possible readings of an event that does not depend on cards."""
    event, result = query.event, query.bound.infraction.possible_events(query.case(query.event))
    if result != [event]:
        return result
    return _READINGS[type(event)](event) if type(event) in _READINGS else getattr(event, "readings", result)


def _laydowns(event: LaydownSearched) -> list[LaydownSearched]:
    known = (LaydownResult.GOOD, LaydownResult.FAILS)
    return [event] if event.result in known else [event._replace(result=result) for result in reversed(known)]


def _incidents(event: IncidentEvent) -> list[IncidentEvent]:
    """Return an incident once for each seat that may have spoken."""
    if event.seat is None and event.to is not None:
        return [event._replace(seat=seat) for seat in range(len(event.seating.seats)) if seat != event.to]
    return [event]


#: Events that may be undetermined although every card is known, and the readings of each; others have `readings`.
LEFT_OPEN: Final = (LaydownSearched, IncidentEvent)
_READINGS: Final[dict[type, Callable[[Any], list[Any]]]] = {
    LaydownSearched: _laydowns,
    IncidentEvent: _incidents,
}


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
            for reading in _readings(event, query.replay.hand):
                spend()
                answers.add(query.objects(reading))
                if len(answers) > 1:
                    break
    except Spent as ended:
        given_up = ended.steps
    if given_up and len(answers) < 2:
        # All that were looked at agree, and there are more.
        yield event, Witnesses(None, None, given_up)
        return
    result = weigh_readings(sorted(answers), query.frame)
    if result:
        yield event, result


def _readings(event: Any, hand: Hand) -> Iterator[Any]:
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


_BELLE: Final = (BelleCall, Belle)


def is_unwritten(event: Any) -> bool:
    """Return True if the moment of a meld or belle was not recorded."""
    if isinstance(event, MeldEntry):
        return UNWRITTEN in (event.announced, event.shown)
    return isinstance(event, _BELLE) and (UNWRITTEN in (event.said, event.run_shown) or None in event)


def moments(event: MeldEntry | BelleCall | Belle, toggles: Toggles) -> list[Any]:
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


def readings_unwritten(replay: Replay) -> list[Replay]:
    """Return the replay with every unrecorded moment of a side in turn, and with every one never.

    These are the extremes: a side never scores less for a meld that counts, nor more for one of the other side.
    """
    noted = replay.hand.record
    melds = find_noted_melds(replay) or ()
    sides = {team_of(SEAT[meld.seat]) for meld in melds if None in (meld.announced, meld.shown)}
    if not sides:
        return [replay]
    results = []
    for words in product(
        *[("in_turn", "never") if team in sides else ("in_turn",) for team in range(len(TEAMS))]
    ):
        timed = [
            meld.model_copy(
                update={
                    key: words[team_of(SEAT[meld.seat])]
                    for key in ("announced", "shown")
                    if getattr(meld, key) is None
                }
            )
            for meld in melds
        ]
        record = noted.model_copy(update={"melds": timed})
        results.append(replay_hand(replay.hand._replace(record=record), replay.order, replay.strain))
    return results


def _evaluate_meld(query: EventQuery) -> Answers:
    """Evaluate a run or four, over the melds that the hand may hold."""
    event = query.event
    decisive = query.bound.infraction.decisive_melds(query.case(event)) if event.hidden else None
    if not decisive:
        yield from evaluate_noted(query)
        return
    melds, offends = decisive
    result = find_witnesses(query.frame, MeldHeld(event.seat, melds), offends)
    if result:
        yield event, result


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
        result = find_witnesses(query.frame, BellePlaced(event.seat, _is_among(here)))
        if result:
            yield next(iter(here.values())), result


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
    return find_first_call([special[word] if word in special else number(word) for word in words], second)


def _evaluate_over_moments(query: EventQuery, evaluate: Callable[[EventQuery], Answers]) -> Answers:
    """Evaluate a meld event, over its possible moments if they were not recorded."""
    events = moments(query.event, query.law.toggles)
    if len(events) == 1:
        yield from evaluate(query)
        return
    groups: dict[int, list[tuple[Any, Witnesses]]] = {}
    for event in events:
        for one, result in evaluate(query._replace(event=event)):
            # Evaluate each place of the second card of a belle separately.
            place = 0 if isinstance(one, MeldEntry) else query.bound.infraction.clock_of(query.case(one))
            groups.setdefault(place, []).append((one, result))
    for group in groups.values():
        answers = [result for _, result in group]
        guilty = next((result.guilty for result in answers if result.guilty), None)
        innocent = next((result.innocent for result in answers if result.innocent), None)
        exhausted = max(result.exhausted for result in answers)
        if innocent is None and len(group) < len(events):
            innocent, steps_taken = _find_some_completion(query.frame)
            exhausted = exhausted or steps_taken
        yield group[0][0], Witnesses(guilty, innocent, exhausted)


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
        result = find_witnesses(query.frame, HandDealt(event.seat, event.suit, query.objects_to_hand))
    else:
        yield from evaluate_noted(query)
        return
    if result:
        yield event, result


def _evaluate_incident(query: EventQuery) -> Answers:
    """Evaluate an incident; for an exposed card, its being still closed too."""
    shown = incident_kinds()[query.event.kind].shows_card and query.objects(query.event)
    if not shown or query.bound.is_deed:
        yield from evaluate_noted(query)
        return
    result = _evaluate_exchange(query) if query.event.in_play else _evaluate_exposure(query)
    if result:
        yield query.event, result


def _evaluate_exchange(query: EventQuery) -> Witnesses | None:
    """Evaluate a card exchanged for another: if the first broke no rule, the second was exposed (R-042).

    One turn has one finding.
    """
    event, replay, law = query.event, query.replay, query.law
    shown = replay.hand.first_shown.get(event.at)
    if not shown or replay.hand.pack.face[shown] != replay.hand.pack.face[event.card]:
        # Another card was shown before this one.
        return None
    here = [turn for turn in replay.columns.turns if turn.clock == event.at]
    if any(bound.offends(turn, law.toggles) for turn in here for bound in law.turns):
        return None
    duties = tuple(bound.offends for bound in law.duties_at(event.at, replay.hand.seating))
    if not duties:
        return weigh_readings([True], query.frame)
    return find_witnesses(query.frame, CardFell(event.at, duties, shown), guilty=False)


def _evaluate_exposure(query: EventQuery) -> Witnesses | None:
    """Evaluate an exposed card as still closed: it had not fallen and was not the up-card (D-68)."""
    event, replay, frame = query.event, query.replay, query.frame
    result = weigh_readings([True], frame)
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
        shown = not result.is_proven and (any(event.completions) or event.result in UNANSWERED)
        searched = Witnesses(event.completions[0], event.completions[1], event.searched, supported)
        yield (event, searched) if shown else (one, result)


def laydown_clock(replay: Replay) -> int:
    """Return the clock of the lay-down, within the cards that fell."""
    assert replay.hand.record.laydown is not None
    return max(0, min(number(replay.hand.record.laydown.at), len(replay.cards)))


#: Evaluation function by type of event, for those that are not evaluated by their hand or as noted.
_EVALUATORS: Final[dict[type, Callable[[EventQuery], Answers]]] = {
    **dict.fromkeys((Belle, BelleCall), _evaluate_belle),
    **dict.fromkeys((ClaimWeighed, Dealing, ScoreCompared, SheetDoubted), evaluate_noted),
    Call: _evaluate_call,
    MeldEntry: _evaluate_meld,
    IncidentEvent: _evaluate_incident,
    LaydownSearched: _evaluate_laydown,
}


def evaluate_record(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Evaluate every infraction of a record, except on events that the judge supplies: claims, lay-downs, score."""
    if replay.certain:
        return _find_certain(replay, law)
    replays = replay.replays_by_trump
    return _merge_findings([_open(each, law) for each in replays], replays)


def _find_certain(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Evaluate a record whose cards are known: duties, leads, turns, other events."""
    findings = []
    groups: list[tuple[Sequence[BoundInfraction], Sequence[tuple[int, ...]], type[Follow]]] = [
        (law.off_suit, replay.columns.off_suit, Follow),
        (law.trumps, replay.columns.trumps, Follow),
    ]
    if law.leads:
        groups.append((law.leads, replay.leads, Lead))
    shown = find_judged_cards(replay, law)
    for bounds, rows, kind in groups:
        for bound in bounds:
            offends = bound.offends
            for row in rows:
                if offends(*row[1:]) and row[0] not in shown:
                    findings.append(_finding(bound, kind(*row), _PROVEN, replay, law))
    for at, card in shown.items():
        play = replay.play(at, card)
        findings += [
            _finding(bound, play, _PROVEN, replay, law)
            for bound in law.duties_at(at, replay.hand.seating)
            if bound.offends(*play[1 : 7 if play.trick else 6])
        ]
    if replay.columns.turns:
        findings += [
            _finding(bound, turn, _PROVEN, replay, law)
            for turn in replay.columns.turns
            for bound in law.turns
            if bound.offends(turn, law.toggles)
        ]
    for events in _events(replay):
        findings += evaluate_events(events, replay, law)
    return findings


def _events(replay: Replay) -> list[Sequence[Any]]:
    """Return the events other than plays, grouped by type."""
    record = replay.hand.record
    deal = record.deal
    events: list[Sequence[Any]] = [replay.calls, *replay.events]
    if record.incidents:
        events.append(incident_events(replay.hand))
    if deal.due_dealer or deal.cut is not None or record.incidents:
        events.append([deal_event(replay.hand)])
    return events


def evaluate_events(events: Sequence[Any], replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Evaluate events of one type other than plays."""
    findings: list[Finding] = []
    bounds = law.others.get(type(events[0]), ()) if events else ()
    if not bounds:
        return findings
    # Without a known up-card the suit of the last call is unknown.
    unseen = isinstance(events[-1], Call) and not events[-1].turned_up
    if not replay.certain or unseen or isinstance(events[0], LEFT_OPEN) or any(map(is_unwritten, events)):
        frame = frame_of(replay)
        for query in [EventQuery(bound, event, replay, frame, law) for bound in bounds for event in events]:
            for one, witnesses in evaluate_event(query):
                # A contract alone records no call, so only proven faults count.
                if witnesses.is_proven or not isinstance(query.event, Call) or replay.declared.calls:
                    findings.append(_finding(query.bound, one, witnesses, replay, law))
        return findings
    toggles = law.toggles
    for bound in bounds:
        offends = bound.offends
        for event in events:
            if offends(event, toggles):
                findings.append(_finding(bound, event, _PROVEN, replay, law))
    return findings


def _open(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Evaluate a record with unknown cards over its completions."""
    frame, shown = frame_of(replay), find_judged_cards(replay, law)
    findings = []
    for at in range(len(replay.cards)):
        for bound in law.duties_at(at, replay.hand.seating):
            witnesses = find_witnesses(frame, CardFell(at, (bound.offends,), shown.get(at, 0)))
            if not witnesses:
                continue
            plays = [replay.play(at, shown.get(at))]
            if witnesses.is_proven:
                # What is proven states only the facts common to all states of the trick.
                lying = dict.fromkeys(
                    (table.led, table.above) for table in tables(frame, list(frame.fits), at)
                )
                plays = [plays[0]._replace(led=led, above=above) for led, above in lying]
            findings.append(
                _keep_common_facts([_finding(bound, play, witnesses, replay, law) for play in plays])
            )
    for turn in replay.columns.turns:
        for bound in law.turns:
            witnesses = find_witnesses(frame, TurnCame(turn.clock, (_turn_law(bound, law),)))
            if witnesses:
                findings.append(_finding(bound, turn, witnesses, replay, law))
    for events in [*_events(replay), list_possible_belles(replay)]:
        findings += evaluate_events(events, replay, law)
    return findings


def _merge_findings(supposed: Sequence[list[Finding]], replays: Sequence[Replay]) -> list[Finding]:
    """Merge the findings of each possible trump suit; proven if proven under every one."""
    if len(supposed) == 1:
        return supposed[0]
    alike: dict[tuple[Any, ...], dict[int, Finding]] = {}
    for index, findings in enumerate(supposed):
        for finding in findings:
            key = (finding.infraction, finding.seat, finding.at, finding.meld, finding.order)
            alike.setdefault(key, {})[index] = finding
    return [_merge_equal(same, replays) for same in alike.values()]


def _merge_equal(same: dict[int, Finding], replays: Sequence[Replay]) -> Finding:
    """Merge equal findings by the number of their replay."""
    findings = list(same.values())
    one = _keep_common_facts(findings)
    if len(findings) == len(replays) and all(finding.verdict == "proven" for finding in findings):
        return one
    guilty = next((finding.completions[0] for finding in findings if finding.completions[0]), None)
    innocent = next((finding.completions[1] for finding in findings if finding.completions[1]), None)
    others = [replay for number, replay in enumerate(replays) if number not in same]
    if innocent is None and others:
        # Under a trump suit without the finding, any completion is without it.
        innocent, _ = _find_some_completion(frame_of(others[0]))
    searched = max(finding.searched for finding in findings)
    supported = all(finding.verdict != "not_supported" for finding in findings)
    witnesses = Witnesses(guilty, innocent, searched, supported)
    verdict: Verdict = "undetermined" if witnesses.is_proven else witnesses.verdict
    return one._replace(
        verdict=verdict,
        provable_from=None,
        completions=(guilty, innocent),
        searched=searched if verdict == "not_settled" else 0,
    )


def _keep_common_facts(findings: Sequence[Finding]) -> Finding:
    """Return the first finding with only the facts common to all, provable from the latest clock of all."""
    clocks = [finding.provable_from for finding in findings]
    known = [clock for clock in clocks if clock is not None]
    facts = {
        key: value
        for key, value in findings[0].facts.items()
        if all(other.facts.get(key) == value for other in findings)
    }
    return findings[0]._replace(facts=facts, provable_from=max(known) if len(known) == len(clocks) else None)


#: Witnesses of events that the record alone proves.
_PROVEN: Final = Witnesses(None, None)
#: The events that are a card of a trick, and those that are about no seat.
_FELL: Final = (Follow, Turn)
_OF_A_SIDE: Final = (ScoreCompared, SheetDoubted)


def _finding(
    bound: BoundInfraction, event: Any, witnesses: Witnesses, replay: Replay, law: BoundRuleset
) -> Finding:
    infraction, proven, seating = bound.infraction, witnesses.is_proven, replay.hand.seating
    case = LawCase(event, law.toggles, bound.penalty)
    at = infraction.clock_of(case)
    seat: int | None = None
    trick: int | None = None
    if isinstance(event, _FELL):
        seat, trick = replay.hand.seats[event.clock], seating.trick_of(event.clock)
    elif not isinstance(event, _OF_A_SIDE):
        seat = infraction.offender(case)
        trick = event.trick if isinstance(event, IncidentEvent | ExtraPlay) else None
    if proven or not isinstance(event, _FELL):
        facts = infraction.facts(case)
    else:
        # What is certain although the offense is not.
        led = {"led": letter_of(event.led)} if type(event) is Follow else {}
        facts = {**led, "played": CODE.get(event.card)}
    place = ORDER["incident" if isinstance(event, IncidentEvent) else infraction.place]
    return Finding(
        infraction=infraction.id,
        seat=seat,
        team=getattr(event, "team", None) if seat is None else seating.side_of[seat],
        trick=trick,
        at=at,
        verdict=witnesses.verdict,
        provable_from=provable_from(infraction, case, at, seat, replay) if proven else None,
        penalty=infraction.charge(case),
        rules=bound.rows,
        facts={
            key: seating.names_of(fact) if isinstance(fact, Seats) else fact for key, fact in facts.items()
        },
        order=(place, getattr(event, "number", 0), bound.number),
        falls=infraction.needs_fallen_card,
        led_for_another=isinstance(event, Turn) and event.lead,
        meld=event.number if isinstance(event, MeldEntry | BelleCall) else None,
        completions=(witnesses.guilty, witnesses.innocent),
        searched=witnesses.exhausted if witnesses.verdict == "not_settled" else 0,
        path=_path(event, replay, law.game),
        stray=isinstance(event, ExtraPlay),
    )


def _path(event: Any, replay: Replay, game: Game) -> Path:
    """Return the path of an event in the record."""
    if isinstance(event, _FELL):
        return "plays", replay.hand.to_recorded_clock(event.clock)
    if type(event) in game.events:
        return game.path_of(event)
    return _PATHS[type(event)](event) if type(event) in _PATHS else ()


#: Part of the record of each event of any game.
_PATHS: Final[dict[type, Callable[[Any], Path]]] = {
    ClaimWeighed: lambda claim: ("claims", claim.number),
    Dealing: lambda _deal: ("deal",),
    IncidentEvent: lambda noted: ("incidents", noted.number),
    LaydownSearched: lambda _laid: ("laydown",),
    ScoreCompared: lambda sheet: ("after" if sheet.total else "score",),
    SheetDoubted: lambda slip: ("sheet", TEAMS[-1 if slip.team is None else slip.team], slip.part),
}
