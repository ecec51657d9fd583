"""What a record proves, and what it leaves open.

Every binding infraction is put to every step. Where the record is whole the answer is plain. Where it is not, each
question is put to all the worlds that the record allows (`clabber_audit.evidence.verdicts`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from clabber_audit.evidence.finding import Finding
from clabber_audit.evidence.matter import LEFT_OPEN
from clabber_audit.evidence.melding import possible_belles
from clabber_audit.evidence.steps import of_step
from clabber_audit.evidence.unwritten import unwritten
from clabber_audit.evidence.verdicts import Answer, frame_of, of_card, of_turn, some_world
from clabber_audit.evidence.visible_cards import provable_from
from clabber_audit.evidence.worlds import Frame
from clabber_audit.evidence.worlds.tricks import tables
from clabber_audit.games.bid_euchre.auction import Call as Bidding
from clabber_audit.games.bid_euchre.exchanging import Exchange, Missing
from clabber_audit.games.bid_euchre.leaving import Leaving
from clabber_audit.games.bid_euchre.naming import GoingAlone, Naming
from clabber_audit.games.bid_euchre.special_calls import SpecialCall
from clabber_audit.games.bid_euchre.steps import Stray
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.belle import Belle, BelleCall
from clabber_audit.games.clabber.melding import Entry
from clabber_audit.ground.errors import Path
from clabber_audit.law.bound_ruleset import Bound, BoundRuleset
from clabber_audit.law.infraction import ORDER, ClaimWeighed, LaydownSearched, ScoreCompared, Seats, SheetDoubted
from clabber_audit.replay import Dealing, Follow, Incident, Lead, Turn, Walk, dealing, incidents
from clabber_audit.table.cards import CODE, DECK_SIZE, TEAMS, letter_of


def ask(walk: Walk, law: BoundRuleset) -> list[Finding]:
    """Every infraction of the record but those the judge must hand over: claims, lay-downs and the score."""
    if walk.certain:
        return _certain(walk, law)
    walks = walk.under_each_trump
    return _merged([_open(one, law) for one in walks], walks)


def _certain(walk: Walk, law: BoundRuleset) -> list[Finding]:
    found = _follows(walk, law)
    if walk.fell.turns:
        found += _turns(walk, law)
    for steps in _steps(walk):
        if steps:
            found += _beside(steps, walk, law)
    return found


def put(
    steps: Sequence[ClaimWeighed | LaydownSearched | ScoreCompared] | Sequence[SheetDoubted] | Sequence[Entry],
    walk: Walk,
    law: BoundRuleset,
) -> list[Finding]:
    """The findings about steps of one kind that the judge hands over."""
    return _beside(steps, walk, law) if steps else []


def _steps(walk: Walk) -> list[Sequence[Any]]:
    """What was said and seen beside the cards, a sequence for each kind of step."""
    record = walk.hand.record
    deal = record.deal
    steps: list[Sequence[Any]] = [walk.calls, *walk.beside]
    if record.incidents:
        steps.append(incidents(walk.hand))
    if deal.due_dealer or deal.cut is not None or record.incidents:
        steps.append([dealing(walk.hand)])
    return steps


def _follows(walk: Walk, law: BoundRuleset) -> list[Finding]:
    """The infractions of cards falling, each to a trick already led or, where the law looks at leads, as its lead."""
    found = []
    groups = [(law.off_suit, walk.fell.off_suit, Follow), (law.trumps, walk.fell.trumps, Follow)]
    if law.leads:
        groups.append((law.leads, walk.leads, Lead))
    for bounds, rows, kind in groups:
        for bound in bounds:
            offends = bound.offends
            for at, card, hand, led, trump, above in rows:
                if offends(card, hand, led, trump, above):
                    play = kind(at, card, hand, led, trump, above)
                    found.append(_finding(bound, play, _PROVEN, walk, law))
    return found


def _turns(walk: Walk, law: BoundRuleset) -> list[Finding]:
    """The infractions of turn."""
    toggles = law.toggles
    return [
        _finding(bound, turn, _PROVEN, walk, law)
        for turn in walk.fell.turns
        for bound in law.turns
        if bound.offends(turn, toggles)
    ]


def _beside(steps: Sequence[Any], walk: Walk, law: BoundRuleset) -> list[Finding]:
    """The findings about steps of one kind that are no cards falling."""
    bounds = law.others.get(type(steps[0]), ())
    if not bounds:
        return []
    # What the last call was about is not known where nothing tells what was turned up.
    unseen = isinstance(steps[-1], Call) and not steps[-1].turned_up
    if not walk.certain or unseen or isinstance(steps[0], LEFT_OPEN) or any(map(unwritten, steps)):
        asked = frame_of(walk)
        return [finding for bound in bounds for step in steps for finding in _put(bound, step, walk, asked, law)]
    toggles = law.toggles
    found = []
    for bound in bounds:
        offends = bound.offends
        for step in steps:
            if offends(step, toggles):
                found.append(_finding(bound, step, _PROVEN, walk, law))
    return found


def _open(walk: Walk, law: BoundRuleset) -> list[Finding]:
    """The infractions of a record with unknown cards, each put to all its worlds."""
    asked = frame_of(walk)
    found = []
    for at in range(len(walk.cards)):
        for bound in law.duties_at(at, walk.hand.seating):
            answer = of_card(bound, at, asked)
            if answer:
                found.append(_fell(bound, at, answer, walk, law, asked))
    for turn in walk.fell.turns:
        for bound in law.turns:
            answer = of_turn(bound, turn.clock, asked, law)
            if answer:
                found.append(_finding(bound, turn, answer, walk, law))
    for steps in [*_steps(walk), possible_belles(walk)]:
        if steps:
            found += _beside(steps, walk, law)
    return found


def _fell(bound: Bound, at: int, answer: Answer, walk: Walk, law: BoundRuleset, asked: Frame) -> Finding:
    """The finding about a card; of a proven one what is so however the trick lay before it, where that is open."""
    play = walk.play(at)
    if not answer.proven:
        return _finding(bound, play, answer, walk, law)
    lying = dict.fromkeys((table.led, table.above) for table in tables(asked, list(asked.fits), at))
    found = [_finding(bound, play._replace(led=led, above=above), answer, walk, law) for led, above in lying]
    return _agreed(found)


def _put(bound: Bound, step: Any, walk: Walk, asked: Frame, law: BoundRuleset) -> list[Finding]:
    """The findings about a step that is no card falling."""
    found = []
    for one, answer in of_step(bound, step, walk, asked, law):
        if answer.proven or not isinstance(step, Call) or walk.declared.calls:
            # A contract alone tells of no call: nothing is suspected that it does not prove.
            found.append(_finding(bound, one, answer, walk, law))
    return found


def _merged(supposed: Sequence[list[Finding]], walks: Sequence[Walk]) -> list[Finding]:
    """What was found under each trump suit that is possible, as one: proven is what is proven under every one."""
    if len(supposed) == 1:
        return supposed[0]
    alike: dict[tuple[Any, ...], dict[int, Finding]] = {}
    for number, findings in enumerate(supposed):
        for finding in findings:
            key = (finding.infraction, finding.seat, finding.at, finding.meld, finding.order)
            alike.setdefault(key, {})[number] = finding
    return [_one_of(same, walks) for same in alike.values()]


def _one_of(same: dict[int, Finding], walks: Sequence[Walk]) -> Finding:
    """One finding for those that say the same under some of the trump suits, by the number of the walk."""
    found = list(same.values())
    one = _agreed(found)
    if len(found) == len(walks) and all(finding.verdict == "proven" for finding in found):
        return one
    guilty = next((finding.worlds[0] for finding in found if finding.worlds[0]), None)
    innocent = next((finding.worlds[1] for finding in found if finding.worlds[1]), None)
    others = [walk for number, walk in enumerate(walks) if number not in same]
    if innocent is None and others:
        # Under a trump suit where nobody found it, any world is without it.
        innocent = some_world(frame_of(others[0]))
    given_up = any(finding.exhausted for finding in found) and not (guilty and innocent)
    return one._replace(verdict="undetermined", provable_from=None, worlds=(guilty, innocent), exhausted=given_up)


def _agreed(found: Sequence[Finding]) -> Finding:
    """The first of some findings with only what all of them say; it is proven when the last of them is."""
    clocks = [finding.provable_from for finding in found]
    known = [clock for clock in clocks if clock is not None]
    return found[0]._replace(facts=_shared(found), provable_from=max(known) if len(known) == len(clocks) else None)


def _shared(same: Sequence[Finding]) -> dict[str, Any]:
    """The facts on which findings agree."""
    first = same[0].facts
    return {key: value for key, value in first.items() if all(other.facts.get(key) == value for other in same)}


#: Said of what is plain from the record.
_PROVEN: Final = Answer(None, None)
#: The steps that are a card of a trick, and those that are about no seat.
_FELL: Final = (Follow, Turn)
_OF_A_SIDE: Final = (ScoreCompared, SheetDoubted)


def _finding(bound: Bound, step: Any, answer: Answer, walk: Walk, law: BoundRuleset) -> Finding:
    infraction, proven = bound.infraction, answer.proven
    at = infraction.stands(step)
    seat: int | None = None
    trick: int | None = None
    if isinstance(step, _FELL):
        seat, trick = walk.hand.seats[step.clock], walk.hand.seating.trick_of(step.clock)
    elif not isinstance(step, _OF_A_SIDE):
        seat = step.seat
        trick = step.trick if isinstance(step, Incident | Stray) else None
    if infraction.offender:
        seat = infraction.offender(step, law.toggles)
    team = None if seat is None else walk.hand.seating.side_of[seat]
    if isinstance(step, _OF_A_SIDE):
        team = step.team
    penalty = infraction.charge(step, law.toggles, bound.penalty) if infraction.charge else bound.penalty
    facts = infraction.facts(step) if proven or not isinstance(step, _FELL) else _known_facts(step)
    seating = walk.hand.seating
    facts = {key: seating.named(value) if isinstance(value, Seats) else value for key, value in facts.items()}
    return Finding(
        infraction.id,
        seat,
        team,
        trick,
        at,
        "proven" if proven else "undetermined",
        provable_from(infraction, step, at, seat, walk, law.toggles) if proven else None,
        penalty,
        bound.rows,
        facts,
        (
            ORDER["incident" if isinstance(step, Incident) else infraction.place],
            getattr(step, "number", 0),
            bound.number,
        ),
        infraction.falls,
        isinstance(step, Turn) and step.lead,
        step.number if isinstance(step, Entry | BelleCall) else None,
        (answer.guilty, answer.innocent),
        answer.exhausted and not (answer.guilty and answer.innocent),
        _path(step, walk),
        isinstance(step, Stray),
    )


def _path(step: Any, walk: Walk) -> Path:
    """Which part of the record a step stands in; a card among all that were recorded."""
    if isinstance(step, _FELL):
        return "plays", walk.hand.recorded_at(step.clock)
    return _PATHS[type(step)](step) if type(step) in _PATHS else ()


#: Which part of the record each other kind of step stands in.
_PATHS: Final[dict[type, Callable[[Any], Path]]] = {
    Belle: lambda belle: ("plays", belle.second) if belle.second < DECK_SIZE else ("melds",),
    BelleCall: lambda call: ("melds", call.number),
    Call: lambda _call: ("declarations",),
    ClaimWeighed: lambda claim: ("claims", claim.number),
    Dealing: lambda _deal: ("deal",),
    Entry: lambda entry: ("melds", entry.number),
    Incident: lambda noted: ("incidents", noted.number),
    LaydownSearched: lambda _laid: ("laydown",),
    ScoreCompared: lambda _sheet: ("score",),
    SheetDoubted: lambda slip: ("sheet", TEAMS[-1 if slip.team is None else slip.team], slip.part),
    **dict.fromkeys((Bidding, SpecialCall, Naming, GoingAlone, Leaving), lambda said: ("declarations", said.number)),
    Exchange: lambda handed: ("exchanges", handed.number),
    Missing: lambda _missing: ("exchanges",),
    Stray: lambda stray: ("plays", stray.number),
}


def _known_facts(play: Follow | Turn) -> dict[str, Any]:
    """What is certain about a play of which it is open whether it offends."""
    led = {"led": letter_of(play.led)} if type(play) is Follow else {}
    return {**led, "played": CODE.get(play.card)}
