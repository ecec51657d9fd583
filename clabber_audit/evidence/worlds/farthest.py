"""How far a number can go over all worlds: the world in which it is highest, or how high it could be at most.

What has lain unsettled is settled step by step. Of every part of the worlds a bound is known that no world of it goes
beyond, and a world that is in it; the part with the highest bound is parted next, until a world reaches the highest
bound there is. The effort is counted, never timed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Final, Generic, NamedTuple, TypeVar

from clabber_audit.evidence.effort import spend

PartOfWorlds = TypeVar("PartOfWorlds")

#: What may be spent on one question, in steps of `Seen.cost`.
EFFORT: Final = 30_000
#: How many such steps are one piece of work, as `clabber_audit.evidence.effort` counts it.
_WORK: Final = 10


class Seen(NamedTuple, Generic[PartOfWorlds]):
    """What a look at a part of the worlds shows."""

    #: No world of the part goes beyond this.
    bound: int
    #: How far one world of it goes.
    reached: int
    #: The part in smaller parts that together leave no world out.
    parts: Callable[[], Iterable[PartOfWorlds]]
    cost: int


class Farthest(NamedTuple):
    """How far it goes: what some world reaches, and what none goes beyond. The same where the search came to an end."""

    reached: int
    bound: int


def farthest(
    parts: Iterable[PartOfWorlds],
    look: Callable[[PartOfWorlds], Seen[PartOfWorlds] | None],
    most: int,
    effort: int = EFFORT,
) -> Farthest | None:
    """How far the worlds of some parts go, `most` at the most; None when there is no world. `look` gives None for none.

    What was seen last goes first among equals, so that the search comes to an end soon.
    """
    waiting: list[tuple[int, int, PartOfWorlds, Seen[PartOfWorlds] | None]] = []
    number, reached = 0, None
    for part in parts:
        number -= 1
        heappush(waiting, (-most, number, part, None))
    while waiting:
        bound, _, part, seen = waiting[0]
        if reached is not None and (reached >= -bound or effort <= 0):
            return Farthest(reached, max(reached, -bound))
        heappop(waiting)
        if seen is None:
            seen = look(part)
            effort -= seen.cost if seen else 1
            spend(1 + (seen.cost if seen else 0) // _WORK)
            if seen is None:
                continue
            reached = seen.reached if reached is None else max(reached, seen.reached)
            if seen.bound > reached:
                number -= 1
                heappush(waiting, (-min(seen.bound, -bound), number, part, seen))
            continue
        for smaller in seen.parts():
            number -= 1
            heappush(waiting, (bound, number, smaller, None))
    return None if reached is None else Farthest(reached, reached)
