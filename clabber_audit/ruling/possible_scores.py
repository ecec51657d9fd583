"""What a hand can score over all the worlds that its record allows: certain where it is the same in every one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from clabber_audit.evidence.worlds import world_with
from clabber_audit.games.clabber.scoring import RENEGE, Points
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.replay import Walk, laid_down_by
from clabber_audit.ruling.open_melds import played_in
from clabber_audit.ruling.remedies import Range
from clabber_audit.ruling.score_ends import Aim, Case, Counted, Ends, Scored, Taken, cases_of, ends_of, of_team
from clabber_audit.table.cards import SEATING, SEATS


def scores(walk: Walk, law: BoundRuleset, fell: tuple[int, int] | None = None) -> Range | None:
    """What each team can score in a hand that was played to its end; with `fell` if a card fell at a clock.

    None where it is not the cards that leave it open, or no world is found.
    """
    cases = [case.knowing(fell) for case in cases_of(walk, law)]
    if _some_points(cases, law) is None:
        return None
    return _range([ends_of(cases, partial(Scored, team)) for team in range(len(SEATING.sides))])


def stopped_scores(walk: Walk, law: BoundRuleset, reneging: int, stop: int) -> Range | None:
    """What each team can score where play was stopped for a renege (R-104); None where no world is found."""
    (innocents,) = walk.hand.seating.others(reneging)
    cases = list(cases_of(walk, law, innocents, stop))
    ends = ends_of(cases, partial(Counted, of_team(innocents)))
    if ends is None:
        return None
    earned = Ends(RENEGE + ends.low, RENEGE + ends.high, ends.reached)
    nothing = Ends(0, 0, True)
    return _range([earned if side == innocents else nothing for side in range(len(SEATING.sides))])


class OpenHand(NamedTuple):
    """An innocent whose melds or belle are open where play was stopped."""

    seat: int
    melds: bool
    belle: bool


def open_hands(walk: Walk, law: BoundRuleset, reneging: int, stop: int) -> list[OpenHand]:
    """Return the innocents whose melds or belle are open where play was stopped."""
    (innocents,) = walk.hand.seating.others(reneging)
    cases = list(cases_of(walk, law, innocents, stop))
    found = []
    for seat in walk.hand.seating.seats_of(innocents):
        melds, belle = (ends_of(cases, partial(Counted, (place,))) for place in (seat, len(SEATS) + seat))
        if melds and belle and (melds.low < melds.high or belle.low < belle.high):
            found.append(OpenHand(seat, melds.low < melds.high, belle.low < belle.high))
    return found


def certain_points(walk: Walk, law: BoundRuleset, known: tuple[Points, ...] | None) -> tuple[Points, ...] | None:
    """What both teams made, where it is the same in every world; None where it is not, or cannot be told.

    `known` is what they made going by the cards that are known, where every trick is.
    """
    cases = list(cases_of(walk, law))
    melds_open = not walk.hand.record.timed or any(case.melds.open for case in cases)
    if known and not melds_open:
        return known
    some = _some_points(cases, law)
    if some is None:
        return None
    finished = walk.over or laid_down_by(walk.hand) is not None
    if None in walk.fell.winners or None in walk.fell.points:
        asked: list[Callable[[int], Aim]] = [
            partial(Taken, team) for team in range(1 if finished else len(SEATING.sides))
        ]
        if walk.over and walk.fell.teams[-1] is None:
            return None
    else:
        asked = []
    if melds_open:
        asked += [partial(Counted, places) for places in _PARTS]
    for aim in asked:
        ends = ends_of(cases, aim)
        if ends is None or ends.low != ends.high:
            return None
    return some


def _some_points(cases: Sequence[Case], law: BoundRuleset) -> tuple[Points, ...] | None:
    """What both teams made in one of the worlds; None where even its cards do not tell it."""
    for case in cases:
        world = world_with([case.frame], [])
        if world:
            return played_in(case.walk, law, world)
    return None


#: The melds of each side and the belles of each, by their places among the extras.
_PARTS: Final = tuple(
    tuple(first + seat for seat in SEATING.seats_of(side))
    for first in (0, len(SEATS))
    for side in range(len(SEATING.sides))
)


def _range(ends: Sequence[Ends | None]) -> Range | None:
    found = [each for each in ends if each is not None]
    if len(found) < len(ends):
        return None
    low, high, reached = zip(*found, strict=True)
    return Range(low, high, all(reached))
