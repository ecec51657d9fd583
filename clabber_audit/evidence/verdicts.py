"""What an incomplete record proves and what it leaves open, over all the worlds that it allows.

Each infraction is put as a question. When no world has it, it did not happen; when no world is without it, it is
proven; else it is undetermined, and a world of either kind shows it. Where the trump suit is not known, each suit is
supposed in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.evidence.effort import Effort, within
from clabber_audit.evidence.worlds import Exhausted, Frame, Question, World, frame, world_with
from clabber_audit.evidence.worlds.asked import CardFell, TurnCame
from clabber_audit.law.bound_ruleset import Bound, BoundRuleset
from clabber_audit.replay import Walk

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


def frame_of(walk: Walk) -> Frame:
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


def some_world(asked: Frame) -> World | None:
    """A world; None where none was found."""
    try:
        return world_with([asked], [])
    except Exhausted:
        return None


def one_holds(walk: Walk, law: BoundRuleset, faults: Sequence[tuple[str, int]]) -> bool:
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


def of_turn(bound: Bound, clock: int, asked: Frame, law: BoundRuleset) -> Answer | None:
    """Whether the card at a clock was played out of turn."""
    return answer(asked, TurnCame(clock, (_turn_law(bound, law),)))


def _turn_law(bound: Bound, law: BoundRuleset) -> Any:
    return lambda turn: bound.offends(turn, law.toggles)
