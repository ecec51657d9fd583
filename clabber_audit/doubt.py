"""What an incomplete record proves and what it leaves open, over all the worlds that it allows.

Each infraction is put as a question. When no world has it, it did not happen; when no world is without it, it is
proven; else it is undetermined, and a world of either kind shows it. Where the trump suit is not known, each suit is
supposed in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards import SEAT, SEATS, SUIT
from clabber_audit.clock import NEVER, PENDING, number
from clabber_audit.infraction import LaydownSearched
from clabber_audit.law import Bound, Law
from clabber_audit.record.auction import Call
from clabber_audit.record.upcard import suits_turned_up
from clabber_audit.replay import Belle, BelleCall, Entry, Incident, Replay
from clabber_audit.worlds import KEPT, Exhausted, Frame, Question, World, frame, world_with
from clabber_audit.worlds.asked import BellePlaced, CardFell, HandDealt, MeldHeld, StillHeld, TurnCame, TurnedUp

_PLAYERS: Final = len(SEATS)


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
    """The frame of a walk whose trump suit is known or supposed."""
    return frame(walk.hand, walk.trump or 0, walk.turned_up)


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
        duties = tuple(bound.offends for bound in law.duties if bound.infraction.id in here)
        wanted += [(TurnCame(clock, turns), False)] if turns else []
        wanted += [(CardFell(clock, duties), False)] if duties else []
    try:
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


def of_step(bound: Bound, step: Any, walk: Replay, asked: Frame, law: Law) -> Iterator[tuple[Any, Answer]]:
    """The steps, as far as worlds complete a step differently, that offend, each with what is known of it."""
    if isinstance(step, BelleCall | Belle):
        yield from _of_belle(bound, step, walk, asked, law)
        return
    found: Answer | None
    if isinstance(step, Call) and not step.turned_up and (suits := _offending_upcards(bound, step, law)):
        # The up-card was not noted: it is whichever of his cards the dealer turned up.
        found = answer(asked, TurnedUp(SEAT[walk.hand.record.deal.dealer], suits))
    elif isinstance(step, Call) and step.hidden:
        found = answer(asked, HandDealt(step.seat, step.suit, _of_hand(bound, step, law)))
    elif isinstance(step, Entry) and step.hidden and (hangs := _held(bound, step, law)):
        melds, offends = hangs
        found = answer(asked, MeldHeld(step.seat, melds), offends)
    elif isinstance(step, Incident) and step.kind == "exposed_card" and bound.offends(step, law.toggles):
        found = _of_exposure(step, walk, asked)
    else:
        found = _plain([bound.offends(one, law.toggles) for one in readings(step)], asked)
        if isinstance(step, LaydownSearched) and found and not found.proven and (any(step.worlds) or step.exhausted):
            found = Answer(*step.worlds, exhausted=step.exhausted)
    if found:
        guilty = [one for one in readings(step) if bound.offends(one, law.toggles)]
        yield (guilty or [step])[0], found


def _held(bound: Bound, step: Entry, law: Law) -> tuple[tuple[int, ...], bool] | None:
    """The melds on which an infraction hangs, and whether holding one of them offends."""
    return bound.infraction.held(step, law.toggles) if bound.infraction.held else None


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
    return walk.turned_up or suits_turned_up(walk.hand)


def _offending_upcards(bound: Bound, call: Call, law: Law) -> int:
    """The suits of which one turned up makes a call offend that otherwise does not."""
    if bound.offends(call, law.toggles):
        return 0
    return sum(suit for suit in SUIT.values() if bound.offends(call._replace(turned_up=suit), law.toggles))


def _of_hand(bound: Bound, step: Any, law: Law) -> Any:
    return lambda hand: bool(bound.offends(step._replace(hand=hand), law.toggles))


def readings(step: Any) -> list[Any]:
    """What a step may have been where the record does not say, and cards have no part in it."""
    if isinstance(step, LaydownSearched) and step.good is None:
        return [step._replace(good=False), step._replace(good=True)]
    if isinstance(step, Incident) and step.kind == "looked_at_trick" and step.trick is None:
        return [step._replace(trick=trick) for trick in range(1, max(step.at // _PLAYERS, 1) + 1)]
    if isinstance(step, Incident) and step.seat is None and step.to is not None:
        # Somebody said it to that seat: the partner or an opponent.
        return [step._replace(seat=seat) for seat in range(_PLAYERS) if seat != step.to]
    return [step]


def _plain(offences: Sequence[bool], asked: Frame) -> Answer | None:
    """The answer where it is the same in every world, or the reading and not the cards decides."""
    if not any(offences):
        return None
    try:
        some = world_with([asked], [])
    except Exhausted:
        some = None
    return Answer(some, None) if all(offences) else Answer(some, some, exhausted=some is None)


def possible_belles(walk: Replay) -> list[Belle]:
    """The belles of seats that are not known to hold one, to be asked of every world."""
    if walk.trump is None or walk.hand.record.melds is None:
        return []
    known = {belle.seat for belle in walk.belles}
    return [
        Belle(seat, PENDING, _said(walk, seat, PENDING), NEVER, in_meld=False, with_laydown=False)
        for seat in range(_PLAYERS)
        if seat not in known and walk.hand.hidden[seat]
    ]


def _of_belle(
    bound: Bound, step: BelleCall | Belle, walk: Replay, asked: Frame, law: Law
) -> Iterator[tuple[Any, Answer]]:
    """The belle with each moment at which it may offend."""
    own = [*walk.clocks(step.seat), KEPT, None]
    placed = {(king, queen): _placed(step, walk, king, queen) for king in own for queen in own}
    offending = {lying: one for lying, one in placed.items() if one and bound.offends(one, law.toggles)}
    moments = {bound.infraction.stands(one): one for one in reversed(offending.values())}
    for moment, one in sorted(moments.items()):
        here = {lying for lying, other in offending.items() if bound.infraction.stands(other) == moment}
        found = answer(asked, BellePlaced(step.seat, _is_among(here)))
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
        return step._replace(second=second, said=_said(walk, step.seat, second))
    meld = (walk.hand.record.melds or [])[step.number]
    said = step.said if meld.announced != "in_turn" or step.with_laydown else second
    return step._replace(holds=True, second=second, said=said)


def _said(walk: Replay, seat: int, second: int) -> int:
    """When a seat first said belle, if its second card fell at clock `second`."""
    words = [
        meld.announced for meld in walk.hand.record.melds or () if meld.kind == "belle" and meld.seat == SEATS[seat]
    ]
    clocks = [second if word == "in_turn" else NEVER if word == "never" else number(word) for word in words]
    return min(clocks, default=NEVER)
