"""What an incomplete record proves and what it leaves open, over all the worlds that it allows.

Each infraction is put as a question. When no world has it, it did not happen; when no world is without it, it is
proven; else it is undetermined, and a world of either kind shows it. Where the trump suit is not known, each suit is
supposed in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.evidence.effort import Effort, within
from clabber_audit.evidence.unwritten import moments
from clabber_audit.evidence.worlds import KEPT, Exhausted, Frame, Question, World, frame, world_with
from clabber_audit.evidence.worlds.asked import (
    BellePlaced,
    CardFell,
    HandDealt,
    MeldHeld,
    StillHeld,
    TurnCame,
    TurnedUp,
)
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.belle import Belle, BelleCall, first_said
from clabber_audit.games.clabber.beside import melds_of
from clabber_audit.games.clabber.melding import Entry
from clabber_audit.games.clabber.upcard import suits_turned_up
from clabber_audit.law.bound_ruleset import Bound, Law
from clabber_audit.law.infraction import ClaimWeighed, LaydownSearched, ScoreCompared, SheetDoubted
from clabber_audit.law.infractions import incident_kinds
from clabber_audit.replay import Dealing, Incident, Replay
from clabber_audit.table.cards import SEAT, SEATS, SUIT
from clabber_audit.table.moments import NEVER, PENDING, UNWRITTEN, number

_PLAYERS: Final = len(SEATS)
#: For the question whether any of several infractions is true: none of those that come after shall want for it.
_TOGETHER: Final = 15_000


class Answer(NamedTuple):
    """A world with what was asked, and one without it; None when there is none."""

    guilty: World | None
    innocent: World | None
    #: Whether the search ended without an answer, so that a world missing here may yet exist.
    exhausted: bool = False

    @property
    def proven(self) -> bool:
        """Whether it is so in every world."""
        return self.innocent is None and not self.exhausted


def frame_of(walk: Replay) -> Frame:
    """The frame of a walk of which it is known or supposed what was named."""
    return frame(walk.hand, walk.ranking, walk.declared.turned_up)


def answer(asked: Frame, question: Question, guilty: bool = True) -> Answer | None:
    """The two worlds about a question; None when it is so in none. `guilty` is the answer that offends."""
    worlds: list[World | None] = []
    exhausted = False
    for wanted in (guilty, not guilty):
        try:
            worlds.append(world_with([asked], [(question, wanted)]))
        except Exhausted:
            exhausted = True
            worlds.append(None)
    return Answer(worlds[0], worlds[1], exhausted) if worlds[0] or exhausted else None


def one_holds(walk: Replay, law: Law, faults: Sequence[tuple[str, int]]) -> bool:
    """Whether in every world at least one of some infractions, named with the clock of its card, is true.

    Then it is proven, though nobody can say which it was.
    """
    wanted: list[tuple[Question, bool]] = []
    for clock in sorted({clock for _, clock in faults}):
        here = {name for name, at in faults if at == clock}
        turns = tuple(_turn_law(bound, law) for bound in law.turns if bound.infraction.id in here)
        duties = tuple(
            bound.offends for bound in law.duties_at(clock, walk.hand.seating) if bound.infraction.id in here
        )
        wanted += [(TurnCame(clock, turns), False)] if turns else []
        wanted += [(CardFell(clock, duties), False)] if duties else []
    try:
        with within(Effort(_TOGETHER)):
            return world_with([frame_of(one) for one in walk.under_each_trump], wanted) is None
    except Exhausted:
        return False


def of_card(bound: Bound, clock: int, asked: Frame) -> Answer | None:
    """Whether a duty was broken by the card at a clock."""
    return answer(asked, CardFell(clock, (bound.offends,)))


def of_turn(bound: Bound, clock: int, asked: Frame, law: Law) -> Answer | None:
    """Whether the card at a clock was played out of turn."""
    return answer(asked, TurnCame(clock, (_turn_law(bound, law),)))


def _turn_law(bound: Bound, law: Law) -> Any:
    return lambda turn: bound.offends(turn, law.toggles)


class Matter(NamedTuple):
    """A step that a law is asked about, in a record that leaves something open."""

    bound: Bound
    step: Any
    walk: Replay
    asked: Frame
    law: Law

    def objects(self, one: Any) -> bool:
        """Whether the law objects to one reading of the step."""
        return bool(self.bound.offends(one, self.law.toggles))

    def with_hand(self, hand: int) -> bool:
        """Whether the law objects where the seat was dealt a hand."""
        return self.objects(self.step._replace(hand=hand))


#: The steps, as far as worlds complete a step differently, that offend, each with what is known of it.
Told = Iterator[tuple[Any, Answer]]


def of_step(bound: Bound, step: Any, walk: Replay, asked: Frame, law: Law) -> Told:
    """What is known of a step. Of a kind that nobody told us how to ask about nothing is certain."""
    return _ASKING.get(type(step), _of_anything)(Matter(bound, step, walk, asked, law))


def _of_anything(matter: Matter) -> Told:
    """A step of an unfamiliar kind: what is open may have to do with it or not, so that either is possible."""
    some = some_world(matter.asked)
    yield matter.step, Answer(some, some, exhausted=some is None)


def _as_noted(matter: Matter) -> Told:
    """A step about which cards say nothing."""
    may_be = readings(matter)
    offending = [one for one in may_be if matter.objects(one)]
    found = _plain([one in offending for one in may_be], matter.asked)
    if found:
        # Nobody is named who was not written down, but where only he can have done it.
        yield matter.step if len(offending) > 1 and matter.objects(matter.step) else offending[0], found


def _of_call(matter: Matter) -> Told:
    """A call in the declaring: whether its caller held the suit, and what it was that had been turned up."""
    step, suits = matter.step, _offending_upcards(matter)
    if suits:
        # The up-card was not noted: it is whichever of his cards the dealer turned up.
        found = answer(matter.asked, TurnedUp(SEAT[matter.walk.hand.record.deal.dealer], suits))
    elif step.hidden and (matter.objects(step) or matter.with_hand(step.hand | matter.walk.hand.pool)):
        found = answer(matter.asked, HandDealt(step.seat, step.suit, matter.with_hand))
    else:
        yield from _as_noted(matter)
        return
    if found:
        yield step, found


def _offending_upcards(matter: Matter) -> int:
    """The suits of which one turned up makes a call offend that otherwise does not."""
    if matter.step.turned_up or matter.objects(matter.step):
        return 0
    return sum(suit for suit in SUIT.values() if matter.objects(matter.step._replace(turned_up=suit)))


def _of_meld(matter: Matter) -> Told:
    """A run or four: what hangs on the melds that the hand held."""
    yield from _over_moments(matter, _of_meld_as_written)


def _over_moments(matter: Matter, asking: Callable[[Matter], Told]) -> Told:
    """A step about a meld, with each moment at which it may have been called or shown where nobody wrote that down."""
    steps = moments(matter.step, matter.law.toggles)
    if len(steps) == 1:
        yield from asking(matter)
        return
    told: dict[int, list[tuple[Any, Answer]]] = {}
    for step in steps:
        for one, found in asking(matter._replace(step=step)):
            # Of a belle each place of its second card is asked about apart.
            place = 0 if isinstance(one, Entry) else matter.bound.infraction.stands(one)
            told.setdefault(place, []).append((one, found))
    for group in told.values():
        answers = [found for _, found in group]
        guilty = next((found.guilty for found in answers if found.guilty), None)
        innocent = next((found.innocent for found in answers if found.innocent), None)
        exhausted = any(found.exhausted for found in answers)
        if innocent is None and len(group) < len(steps):
            innocent = some_world(matter.asked)
            exhausted = exhausted or innocent is None
        yield group[0][0], Answer(guilty, innocent, exhausted)


def _of_meld_as_written(matter: Matter) -> Told:
    """A run or four with its moments."""
    step, held = matter.step, matter.bound.infraction.held
    hangs = held(step, matter.law.toggles) if held and step.hidden else None
    if not hangs:
        yield from _as_noted(matter)
        return
    melds, offends = hangs
    found = answer(matter.asked, MeldHeld(step.seat, melds), offends)
    if found:
        yield step, found


def _of_incident(matter: Matter) -> Told:
    """What was noted beside the cards; of a card exposed, whether it was still closed."""
    if not (incident_kinds()[matter.step.kind].shows_card and matter.objects(matter.step)):
        yield from _as_noted(matter)
        return
    found = _of_exposure(matter.step, matter.walk, matter.asked)
    if found:
        yield matter.step, found


def _of_exposure(step: Incident, walk: Replay, asked: Frame) -> Answer | None:
    """Whether the card was still closed: not if it had fallen by then, nor if it was the up-card (D-68)."""
    found: Answer | None = _plain([True], asked)
    if step.card and step.seat is not None and step.at > 0:
        found = answer(asked, StillHeld(min(step.at, len(walk.cards)) - 1, step.seat, step.card))
    if found and found.proven and step.card and step.seat == step.dealer and step.card & _unseen(walk):
        # Nobody wrote down which card was turned up, and it is one of the dealer's.
        return Answer(found.guilty, found.guilty)
    return found


def _unseen(walk: Replay) -> int:
    """The suits of which one may have been turned up where nobody wrote down the up-card."""
    if walk.hand.record.deal.upcard:
        return 0
    return walk.declared.turned_up or suits_turned_up(walk.hand)


def _of_laydown(matter: Matter) -> Told:
    """A lay-down, with the worlds that were found about it."""
    step = matter.step
    for one, found in _as_noted(matter):
        shown = not found.proven and (any(step.worlds) or step.exhausted)
        yield one, Answer(step.worlds[0], step.worlds[1], step.exhausted) if shown else found


def readings(matter: Matter) -> list[Any]:
    """What a step may have been where the record does not say, and cards have no part in it."""
    step, own = matter.step, matter.bound.infraction.readings
    found = own(step) if own else [step]
    return _READINGS[type(step)](step) if found == [step] and type(step) in _READINGS else found


def _laydowns(step: LaydownSearched) -> list[LaydownSearched]:
    return [step] if step.good is not None else [step._replace(good=False), step._replace(good=True)]


def _incidents(step: Incident) -> list[Incident]:
    """What somebody said to a seat, any other said."""
    if step.seat is None and step.to is not None:
        return [step._replace(seat=seat) for seat in range(_PLAYERS) if seat != step.to]
    return [step]


#: The kinds of step that may be open although every card is known, with what each may have been.
_READINGS: Final[dict[type, Callable[[Any], list[Any]]]] = {LaydownSearched: _laydowns, Incident: _incidents}
LEFT_OPEN: Final = tuple(_READINGS)


def _plain(offences: Sequence[bool], asked: Frame) -> Answer | None:
    """The answer where it is the same in every world, or the reading and not the cards decides."""
    if not any(offences):
        return None
    some = some_world(asked)
    return Answer(some, None) if all(offences) else Answer(some, some, exhausted=some is None)


def some_world(asked: Frame) -> World | None:
    """A world; None where none was found."""
    try:
        return world_with([asked], [])
    except Exhausted:
        return None


def possible_belles(walk: Replay) -> list[Belle]:
    """The belles of seats that are not known to hold one, to be asked of every world."""
    if not walk.trumps or walk.hand.record.melds is None:
        return []
    known = {belle.seat for belle in melds_of(walk).belles}
    return [
        Belle(seat, PENDING, _said(walk, seat, PENDING), NEVER, in_meld=False, with_laydown=False)
        for seat in range(_PLAYERS)
        if seat not in known and walk.hand.hidden[seat]
    ]


def _of_belle(matter: Matter) -> Told:
    """A belle, or a call of belle."""
    yield from _over_moments(matter, _of_belle_as_written)


def _of_belle_as_written(matter: Matter) -> Told:
    """The belle with each moment at which it may offend."""
    step, walk, stands = matter.step, matter.walk, matter.bound.infraction.stands
    own = [*walk.clocks(step.seat), KEPT, None]
    placed = {(king, queen): _placed(step, walk, king, queen) for king in own for queen in own}
    offending = {lying: one for lying, one in placed.items() if one and matter.objects(one)}
    moments = {stands(one): one for one in reversed(offending.values())}
    for moment, one in sorted(moments.items()):
        here = {lying for lying, other in offending.items() if stands(other) == moment}
        found = answer(matter.asked, BellePlaced(step.seat, _is_among(here)))
        if found:
            yield one, found


def _is_among(here: set[tuple[int | None, int | None]]) -> Any:
    return lambda king, queen: (king, queen) in here


def _placed(step: BelleCall | Belle, walk: Replay, king: int | None, queen: int | None) -> BelleCall | Belle | None:
    """The step where the two cards lay so; None where there is no belle to speak of."""
    if king is None or queen is None:
        return step._replace(holds=False) if isinstance(step, BelleCall) else None
    second = PENDING if KEPT in (king, queen) else max(king, queen)
    if isinstance(step, Belle):
        said = _said(walk, step.seat, second)
        return step._replace(second=second, said=step.said if said == UNWRITTEN else said)
    meld = (walk.hand.record.melds or [])[step.number]
    said = step.said if meld.announced != "in_turn" or step.with_laydown else second
    return step._replace(holds=True, second=second, said=said)


def _said(walk: Replay, seat: int, second: int) -> int:
    """When a seat first said belle, if its second card fell at clock `second`."""
    words = [
        meld.announced for meld in walk.hand.record.melds or () if meld.kind == "belle" and meld.seat == SEATS[seat]
    ]
    special = {None: UNWRITTEN, "in_turn": second, "never": NEVER}
    return first_said([special[word] if word in special else number(word) for word in words], second)  # type: ignore


#: How each kind of step is asked about where cards are open.
_ASKING: Final[dict[type, Callable[[Matter], Told]]] = {
    Belle: _of_belle,
    BelleCall: _of_belle,
    Call: _of_call,
    ClaimWeighed: _as_noted,
    Dealing: _as_noted,
    Entry: _of_meld,
    Incident: _of_incident,
    LaydownSearched: _of_laydown,
    ScoreCompared: _as_noted,
    SheetDoubted: _as_noted,
}
