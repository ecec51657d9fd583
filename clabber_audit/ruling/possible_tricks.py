"""Who can have taken how many tricks, over all the worlds that a record allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from clabber_audit.evidence.effort import Effort, Spent, within
from clabber_audit.evidence.verdicts import frame_of
from clabber_audit.evidence.worlds import Exhausted, Fits, Frame, Question, world_with
from clabber_audit.evidence.worlds.tricks import won_by
from clabber_audit.replay import Walk
from clabber_audit.table.seating import Scores

#: For all that is asked about one hand.
_EFFORT = 60_000


class Won(NamedTuple):
    """Whether a side takes a trick, given by number from 0."""

    trick: int
    side: int

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """The ways in which the answer comes about, as `Question` has them."""
        seating = frame.hand.seating
        clocks = seating.clocks_of(self.trick + 1)
        for clock in clocks:
            if (seating.side_of[frame.hand.seats[clock]] == self.side) is answer:
                yield from won_by(frame, fits, clocks.start, clock)


def possible_tricks(walk: Walk) -> tuple[list[tuple[Walk, Scores]], bool]:
    """The ways in which the tricks of a hand can be shared, each with a walk that has it; and whether these are all.

    Where the search is given up, what is not known to be impossible stands too.
    """
    found: list[tuple[Walk, Scores]] = []
    whole = True
    with within(Effort(_EFFORT)):
        for one in walk.under_each_trump:
            for taken, sure in _shares(one):
                found.append((one, taken))
                whole = whole and sure
    return found, whole


def _shares(walk: Walk) -> Iterator[tuple[Scores, bool]]:
    """The shares of one walk, each with whether a world has it or nobody could tell."""
    teams, sides = walk.fell.teams, len(walk.hand.seating.sides)
    sure = tuple(sum(team == side for team in teams) for side in range(sides))
    left = [trick for trick, team in enumerate(teams) if team is None]
    frame = frame_of(walk)
    for more in _splits(len(left), sides):
        answer = _any(frame, left, more)
        if answer is not False:
            yield tuple(map(sum, zip(sure, more, strict=True))), answer is True


def _splits(count: int, sides: int) -> Iterator[tuple[int, ...]]:
    if sides == 1:
        yield (count,)
        return
    for own in range(count + 1):
        for rest in _splits(count - own, sides - 1):
            yield (own, *rest)


def _any(frame: Frame, tricks: Sequence[int], share: tuple[int, ...]) -> bool | None:
    """Whether in some world the open tricks are shared so; None where nobody could tell."""
    given_up = False
    for sides in _assigned(len(tricks), share):
        asked: list[tuple[Question, bool]] = [
            (Won(trick, side), True) for trick, side in zip(tricks, sides, strict=True)
        ]
        try:
            if world_with([frame], asked):
                return True
        except (Exhausted, Spent):
            given_up = True
    return None if given_up else False


def _assigned(count: int, share: tuple[int, ...], first: int = 0) -> Iterator[tuple[int, ...]]:
    """The ways to give so many tricks to the sides, each as many as its share."""
    if first == len(share) - 1:
        yield (first,) * count
        return
    for own in combinations(range(count), share[first]):
        rest = [place for place in range(count) if place not in own]
        for others in _assigned(len(rest), share, first + 1):
            given = [first] * count
            for place, side in zip(rest, others, strict=True):
                given[place] = side
            yield tuple(given)
