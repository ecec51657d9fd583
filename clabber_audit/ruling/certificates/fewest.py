"""The fewest facts that prove something: a smallest set that meets every way in which it could be otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from clabber_audit.evidence.worlds import World
from clabber_audit.ruling.certificates.facts import Fact

#: A world in which some facts hold and what is to be proven is not so; None when there is none.
Counter = Callable[[Sequence[Fact]], World | None]


#: After how many counter-worlds a proof of which nothing can be spared is taken for the smallest.
_MOST: Final = 40


def fewest(facts: Sequence[Fact], counter: Counter) -> list[Fact] | None:
    """A smallest set of facts that leaves no counter-world; None when all of them together leave one.

    Every counter-world found breaks some facts, of which the proof needs one. A smallest choice that has one for each
    is a proof or leads to the next counter-world. The earlier facts are preferred. Where that takes too long, a set of
    which no fact can be spared.
    """
    broken: list[list[int]] = []
    while len(broken) < _MOST:
        chosen = smallest(broken)
        world = counter([facts[number] for number in chosen])
        if world is None:
            return [facts[number] for number in chosen]
        breaks = [number for number, fact in enumerate(facts) if not fact.holds(world)]
        if not breaks:
            return None
        broken.append(breaks)
    return needed(facts, counter)


def needed(facts: Sequence[Fact], counter: Counter) -> list[Fact] | None:
    """A set of facts that leaves no counter-world and of which none can be spared; None when there is none.

    The later facts are spared first.
    """
    if counter(facts) is not None:
        return None
    left = list(facts)
    for fact in reversed(facts):
        rest = [other for other in left if other is not fact]
        if counter(rest) is None:
            left = rest
    return left


def smallest(sets: Sequence[Collection[int]]) -> list[int]:
    """A smallest set of numbers that has one of each of the sets, in order; the first such in order."""
    for size in range(len(sets) + 1):
        found = _within(sets, frozenset(), size)
        if found is not None:
            return sorted(found)
    raise AssertionError("one of each set always meets them all")


def _within(sets: Sequence[Collection[int]], chosen: frozenset[int], size: int) -> frozenset[int] | None:
    """The chosen numbers with at most `size` more that meet all sets."""
    left = [each for each in sets if chosen.isdisjoint(each)]
    if not left:
        return chosen
    if size < 1 or _apart(left) > size:
        return None
    for number in min(left, key=len):
        found = _within(left, chosen | {number}, size - 1)
        if found is not None:
            return found
    return None


def _apart(sets: Sequence[Collection[int]]) -> int:
    """How many of the sets, taken greedily, have nothing in common: as many numbers at least are needed."""
    used: set[int] = set()
    count = 0
    for each in sorted(sets, key=len):
        if used.isdisjoint(each):
            used.update(each)
            count += 1
    return count
