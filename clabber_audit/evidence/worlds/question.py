"""Questions put to the worlds of a record, and the search for a world that answers several as wanted.

A question narrows the frame in every way in which its answer can come about. What is left is filled by matching, so
that the answer is exact; only the number of fillings tried is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from clabber_audit.evidence.effort import Spent, spend
from clabber_audit.evidence.worlds.frame import Fits, Frame, World
from clabber_audit.record.places import fill

#: How many fillings are tried for one answer before it is left open.
BUDGET: Final = 20_000


#: The budget ran out before there was an answer.
Exhausted = Spent


#: How many places filled are one piece of work.
_PLACES: Final = 4


class Question(Protocol):
    """Something that is so in a world or is not."""

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """All ways, narrower than `fits`, in which the answer comes about; together they leave none out."""
        ...


def world_with(
    frames: Sequence[Frame], wanted: Sequence[tuple[Question, bool]], like: World | None = None
) -> World | None:
    """A world in which every question has the answer wanted; None when there is none. Exhausted when that is open.

    Of all such worlds one that resembles `like`, if that is given.
    """
    left = BUDGET

    def search(frame: Frame, fits: Fits, number: int) -> World | None:
        nonlocal left
        if left <= 0:
            raise Exhausted
        left -= 1
        spend(1 + len(fits) // _PLACES)
        if number == len(wanted):
            filling = fill(fits, preferred) if all(fits) else None
            return None if filling is None else frame.world(filling)
        if number and (not all(fits) or fill(fits) is None):
            return None
        question, answer = wanted[number]
        for narrower in question.ways(frame, fits, answer):
            found = search(frame, narrower, number + 1)
            if found:
                return found
        return None

    for frame in frames:
        preferred = frame.resembling(like) if like else ()
        for fits in frame.starts():
            found = search(frame, fits, 0)
            if found:
                return found
    return None


def only(fits: Fits, places: Sequence[int], mask: int) -> Fits:
    """The same with no other cards than `mask` at some places."""
    narrower = list(fits)
    for place in places:
        narrower[place] &= mask
    return narrower
