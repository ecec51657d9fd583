"""Evaluate every infraction of a ruleset against a record.

1. A record whose cards are known is evaluated once, by the plays that can break a duty (`PlayEvents`) and by its
   other events. Its findings are proven.
2. Else the cards are unknown: it is evaluated under each possible trump suit, over all completions of the hand
   (`completions`). A finding is proven if it holds in every one. `_merge` joins those of the trump suits.
3. Events other than plays are evaluated by themselves where all about them is known, else by `unknown_events`.

The judge supplies claims, lay-downs and the score as events of their own (`evaluate_events`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from clabber_audit.cards import CODE, TEAMS, letter_of
from clabber_audit.core.errors import Path
from clabber_audit.evidence.completions import (
    Budget,
    BudgetExhausted,
    CompletionQuestion,
    TurnBroken,
    charge_to,
    find_completion,
    find_some_completion,
    find_witnesses,
    frame_of,
    trick_states,
)
from clabber_audit.evidence.finding import Finding, Verdict, Witnesses, join_witnesses, provable_from
from clabber_audit.evidence.unknown_events import (
    LEFT_OPEN,
    EventQuery,
    ask_duties,
    evaluate_event,
    is_unwritten,
    list_possible_belles,
)
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.melds import BelleCall, MeldEntry
from clabber_audit.games.clabber.scoring import SheetSlip
from clabber_audit.games.game import Game
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
)
from clabber_audit.rules.bound_ruleset import BoundInfraction, BoundRuleset
from clabber_audit.rules.infraction import ORDER, FailedClaim, LawCase, LaydownSearched, ScoreCompared, Seats

#: Budget for one question about several infractions, so that later ones get their share.
_TOGETHER: Final = 15_000
#: Witnesses of events that the record alone proves.
_PROVEN: Final = Witnesses(None, None)


def evaluate_record(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Evaluate every infraction of a record, except on events that the judge supplies: claims, lay-downs, score."""
    if replay.certain:
        return [
            *_find_certain_in_play(replay, law),
            *(finding for events in _list_events(replay) for finding in evaluate_events(events, replay, law)),
        ]
    replays = replay.replays_by_trump
    supposed = []
    for each in replays:
        findings = _find_in_play(each, law)
        for events in [*_list_events(each), list_possible_belles(each)]:
            findings += evaluate_events(events, each, law)
        supposed.append(findings)
    return supposed[0] if len(supposed) == 1 else _merge(supposed, replays)


def _find_judged_cards(replay: Replay, law: BoundRuleset) -> Mapping[int, int]:
    """Return the cards by clock that are judged in place of those that fell.

    A card shown in the act of playing is played (R-041, D-69), unless the table lets it be corrected (D-59, BD-75).
    """
    return replay.hand.first_shown if law.toggles.correction == "none" else {}


def _find_certain_in_play(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Evaluate the plays of a record whose cards are known: duties, leads, turns."""
    findings, shown = list[Finding](), _find_judged_cards(replay, law)
    groups: list[tuple[Sequence[BoundInfraction], Sequence[tuple[int, ...]], type[Follow]]] = [
        (law.off_suit, replay.plays.off_suit, Follow),
        (law.trumps, replay.plays.trumps, Follow),
        (law.leads, replay.leads if law.leads else (), Lead),
    ]
    for bounds, rows, kind in groups:
        for bound in bounds:
            offends = bound.offends
            for row in rows:
                if offends(*row[1:]) and row[0] not in shown:
                    findings.append(_make_finding(bound, kind(*row), _PROVEN, replay, law))
    for at, card in shown.items():
        play = replay.play(at, card)
        for bound in law.duties_at(at, replay.hand.seating):
            if bound.offends(*play[1 : 7 if play.trick else 6]):
                findings.append(_make_finding(bound, play, _PROVEN, replay, law))
    for turn in replay.plays.turns:
        for bound in law.turns:
            if bound.offends(turn, law.toggles):
                findings.append(_make_finding(bound, turn, _PROVEN, replay, law))
    return findings


def _find_in_play(replay: Replay, law: BoundRuleset) -> list[Finding]:
    """Evaluate the plays of a record with unknown cards over its completions: duties, leads, turns."""
    frame, shown = frame_of(replay), _find_judged_cards(replay, law)
    findings = []
    for at in range(len(replay.cards)):
        for bound in law.duties_at(at, replay.hand.seating):
            witnesses = find_witnesses(frame, ask_duties(at, [bound], shown.get(at, 0)))
            if not witnesses:
                continue
            plays = [replay.play(at, shown.get(at))]
            if witnesses.is_proven:
                # What is proven states only the facts common to all states of the trick.
                lying = dict.fromkeys(
                    (state.led, state.above) for state in trick_states(frame, list(frame.fits), at)
                )
                plays = [plays[0]._replace(led=led, above=above) for led, above in lying]
            findings.append(
                _keep_common_facts([_make_finding(bound, play, witnesses, replay, law) for play in plays])
            )
    for turn in replay.plays.turns:
        for bound in law.turns:
            offends = partial(bound.offends, toggles=law.toggles)
            if witnesses := find_witnesses(frame, TurnBroken(turn.clock, (offends,))):
                findings.append(_make_finding(bound, turn, witnesses, replay, law))
    return findings


def _list_events(replay: Replay) -> list[Sequence[Any]]:
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
                certain_only = isinstance(query.event, Call) and not replay.declared.calls
                if witnesses and (witnesses.is_proven or not certain_only):
                    findings.append(_make_finding(query.bound, one, witnesses, replay, law))
        return findings
    toggles = law.toggles
    for bound in bounds:
        offends = bound.offends
        for event in events:
            if offends(event, toggles):
                findings.append(_make_finding(bound, event, _PROVEN, replay, law))
    return findings


def _merge(supposed: Sequence[list[Finding]], replays: Sequence[Replay]) -> list[Finding]:
    """Merge the findings of each possible trump suit; proven if proven under every one."""
    alike: dict[tuple[Any, ...], dict[int, Finding]] = {}
    for index, findings in enumerate(supposed):
        for finding in findings:
            key = (finding.infraction, finding.seat, finding.at, finding.meld, finding.order)
            alike.setdefault(key, {})[index] = finding
    merged = []
    for same in alike.values():
        findings = list(same.values())
        one = _keep_common_facts(findings)
        if len(findings) < len(replays) or any(finding.is_open for finding in findings):
            each = [
                Witnesses(*finding.completions, finding.searched, finding.verdict != "not_supported")
                for finding in findings
            ]
            joined = join_witnesses(each)
            others = [replay for index, replay in enumerate(replays) if index not in same]
            if joined.innocent is None and others:
                # Under a trump suit without the finding, any completion is without it.
                innocent, _ = find_some_completion(frame_of(others[0]))
                joined = joined._replace(innocent=innocent)
            verdict: Verdict = "undetermined" if joined.is_proven else joined.verdict
            one = one._replace(
                verdict=verdict,
                provable_from=None,
                completions=(joined.guilty, joined.innocent),
                searched=joined.exhausted if verdict == "not_settled" else 0,
            )
        merged.append(one)
    return merged


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


#: The events that are a card of a trick, and those that are about no seat.
_FELL: Final = (Follow, Turn)
_OF_A_SIDE: Final = (ScoreCompared, SheetSlip)


def _make_finding(
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
        path=_find_path(event, replay, law.game),
        stray=isinstance(event, ExtraPlay),
    )


def _find_path(event: Any, replay: Replay, game: Game) -> Path:
    """Return the path of an event in the record."""
    if isinstance(event, _FELL):
        return "plays", replay.hand.to_recorded_clock(event.clock)
    if type(event) in game.events:
        return game.path_of(event)
    return _PATHS[type(event)](event) if type(event) in _PATHS else ()


#: Part of the record of each event of any game.
_PATHS: Final[dict[type, Callable[[Any], Path]]] = {
    FailedClaim: lambda claim: ("claims", claim.number),
    Dealing: lambda _deal: ("deal",),
    IncidentEvent: lambda noted: ("incidents", noted.number),
    LaydownSearched: lambda _laid: ("laydown",),
    ScoreCompared: lambda sheet: ("after" if sheet.total else "score",),
    SheetSlip: lambda slip: ("sheet", TEAMS[-1 if slip.team is None else slip.team], slip.part),
}


def is_one_certain(replay: Replay, law: BoundRuleset, faults: Sequence[tuple[str, int]]) -> bool:
    """Return True if every completion has at least one of some infractions, each given with its clock."""
    wanted = [(question, False) for question in card_questions(faults, replay, law)]
    try:
        with charge_to(Budget(_TOGETHER)):
            return find_completion([frame_of(each) for each in replay.replays_by_trump], wanted) is None
    except BudgetExhausted:
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
        turns = tuple(
            partial(bound.offends, toggles=law.toggles) for bound in law.turns if bound.infraction.id in here
        )
        due = [bound for bound in law.duties_at(clock, replay.hand.seating) if bound.infraction.id in here]
        questions += [TurnBroken(clock, turns)] if turns else []
        if due:
            questions.append(ask_duties(clock, due, _find_judged_cards(replay, law).get(clock, 0)))
    return questions
